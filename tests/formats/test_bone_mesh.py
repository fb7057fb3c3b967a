"""The figure that a viewer shows: closed outward facets, one bone in one place, and a skin that leaves it as it is."""

from dataclasses import replace

import numpy as np
import pygltflib
import pytest
from scipy.spatial.transform import Rotation

import unbake
from formats.figures import figure_motion, figure_skeleton
from formats.gltf.test_format import accessor
from unbake.formats.bone_mesh import bone_meshes, rest_pose
from unbake.motion.skeleton import Skeleton


def turned_figure() -> Skeleton:
    rest = Rotation.random(16, rng=4).as_quat()
    return replace(figure_skeleton(), rest_xyzw=rest)


def test_facets_look_outward_and_close():
    meshes = bone_meshes(turned_figure())
    assert meshes
    for mesh in meshes:
        shapes = mesh.positions_m.reshape(-1, 8, 3, 3)
        normals = mesh.normals.reshape(-1, 8, 3, 3)
        assert np.allclose(np.linalg.norm(normals, axis=-1), 1.0)
        edges = np.cross(shapes[:, :, 1] - shapes[:, :, 0], shapes[:, :, 2] - shapes[:, :, 0])
        # The winding agrees with the normals, the normals look away from the middle, and a closed surface sums to zero.
        assert (np.sum(edges * normals[:, :, 0], axis=-1) > 0.0).all()
        away = shapes.mean(axis=2) - shapes.mean(axis=(1, 2))[:, None]
        assert (np.sum(away * normals[:, :, 0], axis=-1) > 0.0).all()
        assert np.abs(edges.sum(axis=1)).max() < 1e-12


def test_every_bone_reaches_from_joint_to_child():
    skeleton = turned_figure()
    places = rest_pose(skeleton).positions()[0]
    bones = {(p, j) for j, p in enumerate(skeleton.parents) if p >= 0}
    for mesh in bone_meshes(skeleton):
        for shape, joint in zip(mesh.positions_m.reshape(-1, 24, 3), mesh.joints[::24], strict=True):
            found = [
                (p, j)
                for p, j in bones
                if p == joint and all(np.linalg.norm(shape - places[end], axis=1).min() < 1e-9 for end in (p, j))
            ]
            assert len(found) == 1
            bones -= set(found)
    assert not bones


def test_the_skin_leaves_the_resting_figure_as_it_is(tmp_path):
    """World transformation × inverse bind matrix is the identity for every joint at rest."""
    motion = figure_motion(2, skeleton=turned_figure())
    unbake.save(motion, tmp_path / "clip.glb")
    document = pygltflib.GLTF2().load(tmp_path / "clip.glb")
    inverse = accessor(document, document.skins[0].inverseBindMatrices).reshape(-1, 4, 4).swapaxes(1, 2)
    worlds = {}

    def visit(number, above):
        node = document.nodes[number]
        local = np.eye(4)
        local[:3, :3] = Rotation.from_quat(node.rotation or [0, 0, 0, 1]).as_matrix()
        local[:3, 3] = node.translation or [0, 0, 0]
        worlds[number] = above @ local
        for child in node.children or []:
            visit(child, worlds[number])

    visit(0, np.eye(4))
    for place, joint in enumerate(document.skins[0].joints):
        assert np.allclose(worlds[joint] @ inverse[place], np.eye(4), atol=1e-6)


def test_bones_in_one_place_are_drawn_once_and_bones_without_length_not():
    plain = Skeleton(
        ("root", "hip", "wrist", "hand", "thumb"),
        (-1, 0, 1, 2, 2),
        np.array([[0, 0, 0], [0, 0, 0], [0, 1.0, 0], [0, 0.3, 0], [0, 0.3, 0]]),
        ((),) * 5,
        end_sites=(False, False, False, True, True),
    )
    (mesh,) = bone_meshes(plain)
    assert len(mesh.joints) == 2 * 24
    assert set(mesh.joints.tolist()) == {1, 2}


def test_sides_follow_the_names_and_their_parents():
    meshes = {mesh.side: set(mesh.joints.tolist()) for mesh in bone_meshes(figure_skeleton())}
    assert meshes == {"middle": {0, 1, 2}, "left": {3, 4, 7, 8}, "right": {5, 6, 9, 10}}


@pytest.mark.parametrize("size", [0.0, 1e-300, 1e-9, 1.0, 1e5])
def test_figures_of_any_size_have_a_shape(size):
    for names, parents in ((("a",), (-1,)), (("a", "b"), (-1, 0))):
        for end in (False, True):
            offsets = np.zeros((len(names), 3))
            offsets[-1, 0] = size
            ends = (False,) * (len(names) - 1) + (end,)
            meshes = bone_meshes(Skeleton(names, parents, offsets, ((),) * len(names), end_sites=ends))
            assert meshes
            assert all(np.isfinite(m.positions_m).all() and np.isfinite(m.normals).all() for m in meshes)


def test_widths_stay_within_bounds():
    """A very long and a very short bone: limbs stay slim, the trunk is stout but no wider than its bone is long."""
    offsets = np.array([[0, 0, 0], [0, 2.0, 0], [0, 0.02, 0]])
    for side, widest in (("left ", 0.011), ("", 0.021)):
        names = tuple(f"{side}{name}" for name in ("a", "b", "finger"))
        (mesh,) = bone_meshes(Skeleton(names, (-1, 0, 1), offsets, ((), (), ())))
        long, short = mesh.positions_m.reshape(-1, 24, 3)[:2]
        assert 0.05 < np.ptp(long[:, 0]) < 0.8
        assert 0.0 < np.ptp(short[:, 0]) < widest
