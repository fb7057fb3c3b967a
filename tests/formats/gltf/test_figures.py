"""Files with several figures: each that an animation moves is a take, however the trees and skins lie."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import unbake
from formats.figures import figure_motion
from formats.gltf.gltf_maker import Maker
from unbake.formats.gltf.writer import write_motions
from unbake.formats.registry import ReadOptions, several_takes, takes_of

TIMES = np.arange(7) / 30.0


class Scene(Maker):
    """Chains of nodes that turn, each a child of some node or a tree of its own."""

    def __init__(self, seed=1):
        super().__init__()
        self.rng, self.times = np.random.default_rng(seed), self.array(TIMES, "SCALAR")

    def node(self, name, parent=None, *, turns=False, path="rotation"):
        nodes = self.content["nodes"]
        nodes.append({"name": name, "translation": self.rng.normal(size=3).tolist()})
        number = len(nodes) - 1
        if parent is not None:
            nodes[parent].setdefault("children", []).append(number)
        if turns:
            values = Rotation.random(7, self.rng).as_quat() if path == "rotation" else self.rng.normal(size=(7, 3))
            self.animate(number, path, self.times, self.array(values, "VEC4" if path == "rotation" else "VEC3"))
        return number

    def chain(self, name, parent=None, moving=5):
        """Six nodes, so many of which turn."""
        found = []
        for place in range(6):
            found.append(self.node(f"{name}{place}", found[-1] if found else parent, turns=place < moving))
        return found

    def skin(self, *joints, name=None):
        self.content.setdefault("skins", []).append({"joints": list(joints), **({"name": name} if name else {})})


def joints_of(motion):
    return set(motion.skeleton.names)


def read_takes(maker, folder):
    """The takes of a document: name → motion, and what is read without a name."""
    default = maker.load(folder)
    file = folder / "foreign.gltf"
    names = takes_of(file)
    assert several_takes(file, default) == (names if len(names) > 1 else ())
    return {name: unbake.load_motion(file, ReadOptions(take=name)) for name in names}, default


def chain_names(name):
    return {f"{name}{place}" for place in range(6)}


def test_trees_without_skins(tmp_path):
    scene = Scene()
    scene.chain("a"), scene.chain("b"), scene.node("lamp", turns=True)
    takes, default = read_takes(scene, tmp_path)
    assert {name: joints_of(take) for name, take in takes.items()} == {"a0": chain_names("a"), "b0": chain_names("b")}
    left_out = "1 node that moves is not part of any figure, and left out"
    assert default.warnings == ("the file has 2 figures, 'a0', 'b0': 'a0' was read", left_out)
    assert (default.rotations_xyzw == takes["a0"].rotations_xyzw).all()
    assert takes["b0"].warnings == (left_out,)


def test_a_tree_of_which_few_nodes_move_is_a_part_of_the_scene(tmp_path):
    scene = Scene()
    scene.chain("a"), scene.chain("b", moving=4)
    takes, default = read_takes(scene, tmp_path)
    assert list(takes) == ["animation 1"]
    assert joints_of(default) == {"scene_root"} | chain_names("a") | chain_names("b")


def test_skins_below_one_node_and_what_moves_above_them(tmp_path):
    scene = Scene()
    stage = scene.node("stage", turns=True, path="translation")
    a, b = scene.chain("a", scene.node("Anna", stage)), scene.chain("b", stage)
    scene.chain("c", stage)
    scene.skin(*a, name="Anna's skin"), scene.skin(*b[1:], b[0])
    takes, _ = read_takes(scene, tmp_path)
    assert {name: joints_of(take) for name, take in takes.items()} == {
        "Anna's skin": {"stage", "Anna"} | chain_names("a"),
        "b0": {"stage"} | chain_names("b"),
    }
    for take in takes.values():
        moved = take.positions()[:, take.skeleton.names.index("stage")]
        assert np.ptp(moved, axis=0).min() > 0.1


def test_skins_that_share_joints_or_hang_on_each_other_are_one_figure(tmp_path):
    scene = Scene()
    body, other = scene.chain("body"), scene.chain("other")
    hair, rider = scene.chain("hair", body[-1]), scene.chain("rider", scene.node("saddle", body[2]))
    scene.skin(*body[:4]), scene.skin(*hair), scene.skin(*rider), scene.skin(*other), scene.skin(*body[3:])
    takes, _ = read_takes(scene, tmp_path)
    assert [joints_of(take) for take in takes.values()] == [
        chain_names("body") | chain_names("hair") | chain_names("rider") | {"saddle"},
        chain_names("other"),
    ]


def test_skins_that_share_a_joint_are_one_figure_wherever_their_others_are(tmp_path):
    scene = Scene()
    hips = scene.node("hips")
    left, right = scene.chain("left", hips), scene.chain("right", hips)
    scene.skin(*left), scene.skin(left[-1], *right), scene.skin(*scene.chain("other"))
    takes, _ = read_takes(scene, tmp_path)
    assert [joints_of(take) for take in takes.values()] == [
        {"hips"} | chain_names("left") | chain_names("right"),
        chain_names("other"),
    ]


def test_what_hangs_on_a_figure_without_a_skin_belongs_to_it(tmp_path):
    scene = Scene()
    top = scene.node("Anna")
    scene.node("hat", top, turns=True)
    scene.skin(*scene.chain("a", top)), scene.skin(*scene.chain("b"))
    takes, _ = read_takes(scene, tmp_path)
    assert joints_of(takes["Anna"]) == {"Anna", "hat"} | chain_names("a")


def test_the_figure_of_which_most_moves_is_the_first(tmp_path):
    scene = Scene()
    scene.chain("a"), scene.chain("b", moving=6)
    takes, _ = read_takes(scene, tmp_path)
    assert list(takes) == ["b0", "a0"]


def test_of_several_animations_figures_have_their_names(tmp_path):
    scene = Scene()
    scene.chain("a"), scene.chain("b")
    first = scene.content["animations"][0] | {"name": "walk"}
    wave = {"name": "wave", "channels": first["channels"][:3], "samplers": first["samplers"]}
    scene.content["animations"] = [first, wave]
    takes, default = read_takes(scene, tmp_path)
    assert list(takes) == ["walk: a0", "walk: b0", "wave"]
    assert default.warnings[0].startswith("the file has 3 takes, 'walk: a0', 'walk: b0', 'wave': 'walk: a0' was read")
    assert joints_of(takes["wave"]) == chain_names("a")
    walk = unbake.load_motion(tmp_path / "foreign.gltf", ReadOptions(take="walk"))
    assert (joints_of(walk), walk.warnings) == (chain_names("a"), ())
    with pytest.raises(unbake.UsageError, match="no take 'run'; its takes are 'walk: a0', 'walk: b0', 'wave'"):
        unbake.load_motion(tmp_path / "foreign.gltf", ReadOptions(take="run"))


def test_a_figure_that_is_called_like_the_animation(tmp_path):
    scene = Scene()
    scene.chain("b", moving=6), scene.chain("a")
    scene.content["animations"][0]["name"] = "a0"
    takes, _ = read_takes(scene, tmp_path)
    assert {name: joints_of(take) for name, take in takes.items()} == {"b0": chain_names("b"), "a0": chain_names("a")}


def test_figures_of_one_name_get_numbers(tmp_path):
    scene = Scene()
    scene.chain("a"), scene.chain("a")
    assert list(read_takes(scene, tmp_path)[0]) == ["a0", "a0_2"]


@pytest.mark.parametrize("suffix", [".glb", ".gltf"])
def test_what_this_package_wrote_comes_back_figure_by_figure(tmp_path, suffix):
    first, second = figure_motion(seed=1), figure_motion(seed=2).excerpt(2, 9)
    file = tmp_path / f"scene{suffix}"
    write_motions([("A", first), ("Bo B", second)], file)
    assert takes_of(file) == ("A", "Bo B")
    for name, motion in (("A", first), ("Bo B", second)):
        take = unbake.load_motion(file, ReadOptions(take=name))
        assert take.skeleton.names == motion.skeleton.names
        assert take.skeleton.end_sites == motion.skeleton.end_sites
        assert take.n_frames == motion.n_frames
        np.testing.assert_allclose(take.positions(), motion.positions(), atol=1e-5)
