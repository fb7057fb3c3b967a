"""Poses mirrored where they stand are what a mirror in that plane shows."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from data import DATA, needs_data
from formats.figures import figure_motion
from unbake.errors import UsageError
from unbake.formats.registry import load_motion
from unbake.motion.body.mirror import mirrored, partners
from unbake.motion.body.mirror_image import MirrorPlane, mirror_image, plane_of
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.motion import Motion
from unbake.motion.rotations import normalised, quaternion_conjugate, quaternion_product, rotate
from unbake.motion.skeleton import Skeleton
from unbake.performer import perform

PLANE = MirrorPlane(np.array([0.3, 0.9, -1.2]), np.array([0.6, 0.0, -0.8]))


def shown(motion, plane):
    """Where a mirror shows the partner of each joint: the slow way, point by point."""
    out = motion.positions()[:, list(partners(motion.skeleton))].copy()
    for point in out.reshape(-1, 3):
        point -= 2.0 * np.dot(point - plane.point_m, plane.normal) * plane.normal
    return out


@pytest.fixture(scope="module")
def walk():
    return perform("walk", seconds=1.5, seed=3, fps=60, turning_deg_s=40.0).motion


def test_every_joint_is_where_the_mirror_shows_its_partner(walk):
    image = mirror_image(walk, PLANE)
    np.testing.assert_allclose(image.positions(), shown(walk, PLANE), atol=1e-12)
    assert image.skeleton is walk.skeleton


def test_at_x_0_it_is_the_library_s_mirror(walk):
    image = mirror_image(walk, MirrorPlane(np.zeros(3), np.array([1.0, 0.0, 0.0])))
    np.testing.assert_allclose(image.positions(), mirrored(walk).positions(), atol=1e-13)


def test_twice_is_the_motion_itself(walk):
    np.testing.assert_allclose(mirror_image(mirror_image(walk, PLANE), PLANE).positions(), walk.positions(), atol=1e-12)


def test_the_figure_stays_where_it_is_and_faces_the_same_way(walk):
    plane = plane_of(walk, 20)
    image, skeleton = mirror_image(walk, plane), walk.skeleton
    hips = skeleton.index("Hips")
    np.testing.assert_allclose(image.positions()[20, hips], walk.positions()[20, hips], atol=1e-12)
    across = [
        m.positions()[20, skeleton.index("LeftUpLeg")] - m.positions()[20, skeleton.index("RightUpLeg")]
        for m in (walk, image)
    ]
    np.testing.assert_allclose(across[0][[0, 2]], across[1][[0, 2]], atol=1e-12)
    assert plane.normal[1] == 0.0
    assert np.linalg.norm(plane.normal) == pytest.approx(1.0)


def test_a_turn_to_the_left_becomes_one_to_the_right(walk):
    def turned(motion):
        forward = rotate(motion.world_rotations_xyzw()[[0, -1], 0], np.array([0.0, 0.0, 1.0]))
        yaw = np.arctan2(forward[:, 0], forward[:, 2])
        return yaw[1] - yaw[0]

    assert turned(mirror_image(walk, plane_of(walk))) == pytest.approx(-turned(walk), abs=1e-9)


def in_other_frames(motion):
    """The same motion on a rig whose joints turn in frames of their own, with a rest pose that says so."""
    rng = np.random.default_rng(8)
    skeleton = motion.skeleton
    own = normalised(rng.normal(size=(len(skeleton.names), 4)))
    parents = np.array(skeleton.parents)
    outer = np.where((parents >= 0)[:, None], own[parents], np.array([0.0, 0.0, 0.0, 1.0]))

    def changed(rotations):
        return quaternion_product(quaternion_product(quaternion_conjugate(outer), rotations), own)

    rig = replace(
        skeleton,
        offsets_m=rotate(quaternion_conjugate(outer), skeleton.offsets_m),
        rest_xyzw=changed(skeleton.rest_xyzw),
    )
    local = rotate(quaternion_conjugate(outer), motion.local_translations_m())
    moved = replace(
        motion,
        skeleton=rig,
        rotations_xyzw=changed(motion.rotations_xyzw),
        translations_m=local[:, list(rig.translated)],
    )
    np.testing.assert_allclose(moved.positions(), motion.positions(), atol=1e-12)
    return moved


def test_rigs_whose_sides_turn_in_unlike_frames_are_mirrored_by_their_rest_pose(walk):
    rig = in_other_frames(walk)
    np.testing.assert_allclose(mirror_image(rig, PLANE).positions(), shown(rig, PLANE), atol=1e-12)


def test_channels_hold_the_image(walk):
    image = mirror_image(walk, PLANE)
    again = motion_from_channels(walk.skeleton, channel_values(image), walk.fps, walk.first_frame)
    np.testing.assert_allclose(again.positions(), shown(walk, PLANE), atol=1e-9)


def test_a_skeleton_without_sides_is_refused_in_one_line():
    skeleton = Skeleton(
        ("Root", "Arm"), (-1, 0), np.array([[0.0, 0, 0], [0.0, 1, 0]]), (("rz",), ("rz",)), ("zyx", "zyx")
    )
    motion = Motion(skeleton, np.tile([0.0, 0, 0, 1], (3, 2, 1)), np.empty((3, 0, 3)), Fraction(30))
    for refused in (lambda: plane_of(motion), lambda: mirror_image(motion, PLANE)):
        with pytest.raises(UsageError, match="left side and a right"):
            refused()


@needs_data
@pytest.mark.parametrize("clip", ["cmu/16/16_15.amc", "cmu/49/49_02.amc"])
def test_real_clips(clip):
    file = DATA / clip
    motion = load_motion(file).excerpt(10, 200)
    plane, skeleton = plane_of(motion), motion.skeleton
    off = np.linalg.norm(mirror_image(motion, plane).positions() - shown(motion, plane), axis=-1).max(axis=0)
    # Real bones of both sides differ; their differences add up along a limb, and nothing else does.
    uneven = np.linalg.norm(mirrored(motion).skeleton.offsets_m - skeleton.offsets_m, axis=1)
    for joint, parent in enumerate(skeleton.parents):
        uneven[joint] = uneven[joint] + uneven[parent] if parent >= 0 else 0.0
    assert (off <= uneven + 1e-9).all()
    assert off.max() < 0.05


def test_the_motion_stays_as_it_was(walk):
    before = walk.rotations_xyzw.copy(), walk.translations_m.copy()
    mirror_image(walk, PLANE)
    assert np.array_equal(before[0], walk.rotations_xyzw)
    assert np.array_equal(before[1], walk.translations_m)


def test_a_figure_of_another_kind():
    motion = figure_motion(8)
    assert np.abs(mirror_image(motion, PLANE).positions() - shown(motion, PLANE)).max() < 1e-9
