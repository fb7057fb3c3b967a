"""Takes of FBX files made to order, compared with where ufbx itself has the nodes."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

pytest.importorskip("ufbx", reason="needs the extra fbx (ufbx)")

from formats.fbx.asking_ufbx import farthest
from formats.fbx.fbx_maker import CONSTANT, FbxCurve, FbxNode, FbxTake, chain, turning, write_fbx
from unbake import KeyedAnimation, Motion, load
from unbake.errors import FileError, UsageError
from unbake.formats.registry import ReadOptions, takes_of

EXACT_M = 2e-6
"""What single-precision angles and joints that are kept in place amount to at the end of a chain."""
BAKED = [frame / 30.0 for frame in range(13)]
SPARSE = [0.0, 5 / 30, 9 / 30, 20 / 30]


def codes(loaded):
    return [getattr(warning, "code", None) for warning in loaded.warnings]


def baked_curves(names=("Hips", "Spine", "LeftUpLeg"), seed=1):
    return [
        *turning("Hips", BAKED, 9, slopes=False, what="Lcl Translation"),
        *(curve for n, name in enumerate(names) for curve in turning(name, BAKED, seed + n, slopes=False)),
    ]


def keyed_curves(times=SPARSE, weights=True):
    return [
        *turning("Hips", times, 9, weights=weights, what="Lcl Translation"),
        *turning("Hips", times, 1, weights=weights),
        *turning("Spine", times, 2, weights=weights),
        *turning("LeftLeg", times, 3, weights=weights),
    ]


ODD = {
    "plain": {},
    "rotation before": {"PreRotation": (30.0, -70.0, 110.0)},
    "rotation after": {"PostRotation": (-20.0, 40.0, 75.0)},
    "both": {"PreRotation": (30.0, -70.0, 110.0), "PostRotation": (-20.0, 40.0, 75.0)},
    "order YZX": {"RotationOrder": 2},
    "order ZYX": {"RotationOrder": 5, "PreRotation": (0.0, 15.0, 0.0)},
    "scale": {"Lcl Scaling": (2.0, 2.0, 2.0)},
    "scale not inherited": {"Lcl Scaling": (2.0, 2.0, 2.0), "InheritType": 2},
    "geometric": {"GeometricTranslation": (5.0, 6.0, 7.0), "GeometricRotation": (50.0, 0.0, 0.0)},
    "scaling pivot": {"ScalingPivot": (1.0, 2.0, 3.0), "ScalingOffset": (4.0, 0.0, 1.0), "Lcl Scaling": (0.5,) * 3},
}


@pytest.mark.parametrize("odd", ODD)
def test_joints_are_where_ufbx_has_them(tmp_path, odd):
    rows = {"RotationActive": 1, **ODD[odd]}
    file = write_fbx(tmp_path / "a.fbx", chain(**rows), [FbxTake("Take 001", 0.0, 0.4, baked_curves())])
    motion = load(file)
    assert isinstance(motion, Motion)
    assert (motion.n_frames, motion.fps, motion.first_frame) == (13, 30, 0)
    assert codes(motion) == []
    names = motion.skeleton.names if odd != "scaling pivot" else ("Hips", "Head", "LeftLeg")
    assert motion.skeleton.names == ("Hips", "Spine", "Head", "LeftUpLeg", "LeftLeg")
    assert farthest(motion, file, names=names) < EXACT_M


def test_a_joint_stands_where_its_node_turns_about(tmp_path):
    rows = {"RotationPivot": (3.0, 4.0, 5.0), "RotationOffset": (1.0, 0.0, 2.0), "RotationActive": 1}
    file = write_fbx(tmp_path / "a.fbx", chain(**rows), [FbxTake("Take 001", 0.0, 0.4, baked_curves())])
    motion = load(file)
    assert codes(motion) == []
    assert len(motion.skeleton.translated) == 1
    assert farthest(motion, file, names=("Hips", "Head", "LeftLeg")) < EXACT_M
    np.testing.assert_allclose(motion.skeleton.offsets_m[1], [0.04, 0.24, 0.08], atol=1e-9)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ({"Lcl Scaling": (1.0, 2.0, 0.5)}, "scaled unevenly"),
        ({"Lcl Scaling": (-1.0, -1.0, -1.0)}, "scaled unevenly, or mirrored"),
        ({"RotationOrder": 6}, "spheric angles"),
    ],
)
def test_what_joints_cannot_do_is_sampled_where_it_is(tmp_path, rows, why):
    rows = {"RotationActive": 1, **rows}
    file = write_fbx(tmp_path / "a.fbx", chain(**rows), [FbxTake("Take 001", 0.0, 0.4, baked_curves())])
    motion = load(file)
    assert codes(motion) == ["poses-sampled"]
    assert why in motion.warnings[0]
    assert farthest(motion, file) < EXACT_M


def test_scales_that_change_are_sampled(tmp_path):
    growing = [FbxCurve("Spine", "Lcl Scaling", axis, BAKED, list(np.linspace(1.0, 2.0, 13))) for axis in range(3)]
    file = write_fbx(tmp_path / "a.fbx", chain(), [FbxTake("Take 001", 0.0, 0.4, [*baked_curves(), *growing])])
    motion = load(file)
    assert codes(motion) == ["poses-sampled"]
    assert farthest(motion, file) < EXACT_M


def test_layers_are_sampled(tmp_path):
    second = [replace(curve, layer=1) for curve in turning("Spine", BAKED, 7, slopes=False, size=10.0)]
    file = write_fbx(tmp_path / "a.fbx", chain(), [FbxTake("Take 001", 0.0, 0.4, [*baked_curves(), *second], 2)])
    motion = load(file)
    assert codes(motion) == ["poses-sampled"]
    assert "several layers" in motion.warnings[0]
    assert farthest(motion, file) < EXACT_M


@pytest.mark.parametrize(("up", "centimetres"), [(1, 100.0), (2, 2.54)])
def test_axes_and_units(tmp_path, up, centimetres):
    take = FbxTake("Take 001", 0.0, 0.4, baked_curves())
    file = write_fbx(tmp_path / "a.fbx", chain(), [take], up=up, centimetres=centimetres)
    motion = load(file)
    assert farthest(motion, file) < EXACT_M * max(centimetres, 1.0)
    raw = np.array([curve.values[0] for curve in take.curves[:3]]) * centimetres / 100.0
    np.testing.assert_allclose(
        motion.positions()[0, 0], raw if up == 1 else [raw[0], raw[2], -raw[1]], atol=1e-6 * centimetres
    )


def test_axes_that_are_not_named_are_said(tmp_path):
    take = FbxTake("Take 001", 0.0, 0.4, baked_curves())
    assert codes(load(write_fbx(tmp_path / "a.fbx", chain(), [take], with_axes=False))) == ["axes-assumed"]


class TestKeyed:
    @pytest.mark.parametrize(("weights", "up"), [(False, 1), (True, 2)])
    def test_curves_are_those_of_the_file(self, tmp_path, weights, up):
        """At ten times a frame."""
        take = FbxTake("Take 001", 0.0, 20 / 30, keyed_curves(weights=weights))
        file = write_fbx(tmp_path / "a.fbx", chain(PreRotation=(10.0, 20.0, 30.0), RotationActive=1), [take], up=up)
        animation = load(file)
        assert isinstance(animation, KeyedAnimation)
        assert (animation.key_numbers(), animation.n_frames, codes(animation)) == ((0, 5, 9, 20), 21, [])
        dense = replace(animation.sample(np.arange(201) / 10.0), fps=Fraction(300))
        assert farthest(dense, file) < 1e-5
        spine = next(c for c in animation.curves if c.channel.joint == 1 and c.channel.name == "ry")
        source = next(c for c in take.curves if c.node == "Spine" and c.axis == 1)
        np.testing.assert_allclose(np.rad2deg(spine.values), source.values, rtol=1e-6)
        reach, _ = source.weights[1] if weights else (1 / 3, 1 / 3)
        np.testing.assert_allclose(spine.right[1, 0] - 5.0, 4.0 * reach, atol=4e-4)
        slope = np.rad2deg(spine.right[1, 1] - spine.values[1]) / (spine.right[1, 0] - 5.0) * 30.0
        np.testing.assert_allclose(slope, source.slopes[1][0], rtol=1e-5)

    def test_keys_at_different_times_are_united_exactly(self, tmp_path):
        curves = [
            *turning("Hips", [0.0, 10 / 30, 30 / 30], 1),
            *turning("Spine", [0.0, 14 / 30, 30 / 30], 2),
            *turning("LeftLeg", [4 / 30, 20 / 30], 3),
        ]
        file = write_fbx(tmp_path / "a.fbx", chain(), [FbxTake("Take 001", 0.0, 1.0, curves)])
        animation = load(file)
        assert isinstance(animation, KeyedAnimation)
        assert (animation.key_numbers(), codes(animation)) == ((0, 4, 10, 14, 20, 30), ["keys-united"])
        dense = replace(animation.sample(np.arange(301) / 10.0), fps=Fraction(300))
        assert farthest(dense, file) < 1e-5

    def test_keys_outside_the_take_are_left_out(self, tmp_path):
        file = write_fbx(
            tmp_path / "a.fbx", chain(), [FbxTake("Take 001", 6 / 30, 18 / 30, keyed_curves(weights=False))]
        )
        animation = load(file)
        assert isinstance(animation, KeyedAnimation)
        assert animation.key_numbers() == (6, 9, 18)
        dense = replace(animation.sample(np.arange(121) / 10.0), fps=Fraction(300))
        assert farthest(dense, file, 6 / 30) < 1e-5

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            ({"flags": CONSTANT}, "go in steps"),
            ({"times": [0.0, 5.5 / 30, 9 / 30, 20 / 30]}, "keys between frames"),
            ({"times": [0.0, 7 / 30, 9 / 30, 20 / 30], "weights": [(0.9, 0.9)] * 4}, "handles overlap"),
        ],
    )
    def test_what_whole_poses_cannot_say_is_sampled(self, tmp_path, change, why):
        curves = keyed_curves(weights=False)
        curves[5] = replace(curves[5], **change)
        if why == "handles overlap":
            curves[4] = replace(curves[4], times=[0.0, 8 / 30, 9 / 30, 20 / 30])
        file = write_fbx(tmp_path / "a.fbx", chain(), [FbxTake("Take 001", 0.0, 20 / 30, curves)])
        motion = load(file)
        assert isinstance(motion, Motion)
        assert codes(motion) == ["keys-sampled"]
        assert why in motion.warnings[0]
        assert farthest(motion, file) < 1e-5


class TestFrames:
    @pytest.mark.parametrize(
        ("mode", "rate", "expected"),
        [
            (6, 0.0, 30),
            (9, 0.0, Fraction(30000, 1001)),
            (13, 0.0, Fraction(24000, 1001)),
            (14, 59.94, Fraction(60000, 1001)),
        ],
    )
    def test_rates_and_numbers(self, tmp_path, mode, rate, expected):
        first = {6: -4, 9: 1, 13: 101, 14: 0}[mode]
        times = [float((first + frame) / Fraction(expected)) for frame in range(9)]
        curves = turning("Hips", times, 1, slopes=False)
        file = write_fbx(tmp_path / "a.fbx", chain(), [FbxTake("T", times[0], times[-1], curves)], mode=mode, rate=rate)
        motion = load(file)
        assert (motion.fps, motion.first_frame, motion.n_frames, codes(motion)) == (expected, first, 9, [])

    def test_keys_of_another_rate_than_the_file_says(self, tmp_path):
        curves = turning("Hips", [frame / 30.0 for frame in range(9)], 1, slopes=False)
        motion = load(write_fbx(tmp_path / "a.fbx", chain(), [FbxTake("T", 0.0, 8 / 30, curves)], mode=11))
        assert (motion.fps, motion.n_frames, codes(motion)) == (30, 9, ["rate-of-keys"])

    def test_the_options_rate(self, tmp_path):
        file = write_fbx(tmp_path / "a.fbx", chain(), [FbxTake("T", 0.0, 0.4, baked_curves())])
        motion = load(file, ReadOptions(fps=Fraction(60)))
        assert (motion.fps, motion.n_frames) == (60, 25)

    def test_a_take_without_a_length_lasts_as_long_as_its_keys(self, tmp_path):
        motion = load(write_fbx(tmp_path / "a.fbx", chain(), [FbxTake("T", 0.0, 0.0, baked_curves())]))
        assert motion.n_frames == 13


class TestTakes:
    @pytest.fixture
    def file(self, tmp_path):
        takes = [
            FbxTake("Take 001", 0.0, 1.0, []),
            FbxTake("mixamo.com", 0.0, 0.4, baked_curves()),
            FbxTake("run", 0.0, 0.2, turning("Hips", BAKED[:7], 5, slopes=False)),
        ]
        return write_fbx(tmp_path / "a.fbx", chain(), takes)

    def test_the_first_with_curves_is_read_and_all_are_named(self, file):
        motion = load(file)
        assert (motion.n_frames, codes(motion)) == (13, ["take-chosen"])
        assert "'Take 001', 'mixamo.com', 'run': 'mixamo.com' was read" in motion.warnings[0]

    def test_by_name(self, file):
        motion = load(file, ReadOptions(take="run"))
        assert (motion.n_frames, codes(motion)) == (7, [])
        assert farthest(motion, file, take="run") < EXACT_M

    def test_names_that_are_none(self, file):
        with pytest.raises(
            UsageError, match=r"there is no take 'walk'; its takes are 'Take 001', 'mixamo\.com', 'run'"
        ):
            load(file, ReadOptions(take="walk"))
        with pytest.raises(FileError, match="holds no animation"):
            load(file, ReadOptions(take="Take 001"))


def test_several_keys_on_one_frame_are_sampled(tmp_path):
    times = [0.0, 5 / 30, 5.01 / 30, 20 / 30]
    file = write_fbx(tmp_path / "a.fbx", chain(), [FbxTake("walk", 0.0, 20 / 30, keyed_curves(times))])
    motion = load(file)
    assert isinstance(motion, Motion)
    assert "several keys of a curve stand on one frame: the motion was sampled on every frame" in motion.warnings
    assert farthest(motion, file) < EXACT_M


def test_one_frame_is_a_motion_and_nothing_is_said_of_sampling(tmp_path):
    file = write_fbx(tmp_path / "a.fbx", chain(), [FbxTake("walk", 0.0, 0.0, keyed_curves([0.0]))])
    motion = load(file)
    assert isinstance(motion, Motion)
    assert motion.n_frames == 1
    assert motion.warnings == ()


class TestFigures:
    """Each of several figures that an FBX take moves is a take."""

    @pytest.fixture
    def file(self, tmp_path):
        """Anna, in a namespace and below a node of her own; Ben, who moves in the first take alone; and a lamp."""
        nodes = [FbxNode("Anna:Reference", kind="Null")]
        nodes += [replace(n, name=f"Anna:{n.name}", parent=f"Anna:{n.parent or 'Reference'}") for n in chain()]
        nodes += [replace(n, name=f"Ben{n.name}", parent=n.parent and f"Ben{n.parent}") for n in chain()]
        nodes.append(FbxNode("Lamp"))

        def moved(prefix, seed):
            named = enumerate(prefix + node.name for node in chain())
            return [curve for n, name in named for curve in turning(name, BAKED, seed + n, slopes=False)]

        walk = [*moved("Anna:", 1), *moved("Ben", 20), *turning("Lamp", BAKED, 40, slopes=False)]
        takes = [FbxTake("walk", 0.0, 0.4, walk), FbxTake("wave", 0.0, 0.4, moved("Anna:", 60))]
        return write_fbx(tmp_path / "two.fbx", nodes, takes)

    def test_they_are_named_with_their_animations(self, file):
        assert takes_of(file) == ("walk: Anna", "walk: BenHips", "wave")
        motion = load(file)
        assert codes(motion) == ["take-chosen", "nodes-left-out"]
        assert motion.warnings[0] == (
            "the file has 3 takes, 'walk: Anna', 'walk: BenHips', 'wave': 'walk: Anna' was read"
        )

    @pytest.mark.parametrize(("take", "prefix"), [("walk: Anna", "Anna:"), ("walk", "Anna:"), ("walk: BenHips", "Ben")])
    def test_each_is_where_ufbx_has_it(self, file, take, prefix):
        motion = load(file, ReadOptions(take=take))
        assert motion.skeleton.names == tuple(prefix + node.name for node in chain())
        assert codes(motion) == ["nodes-left-out"]
        assert motion.warnings == ("1 node that moves is not part of the skeleton, and left out",)
        assert farthest(motion, file, take="walk") < EXACT_M

    def test_a_take_of_one_figure_has_all_that_moves(self, file):
        motion = load(file, ReadOptions(take="wave"))
        assert set(motion.skeleton.names) == {"Anna:Hips", "Anna:Spine", "Anna:Head", "Anna:LeftUpLeg", "Anna:LeftLeg"}
        assert farthest(motion, file, take="wave") < EXACT_M

    def test_parts_are_no_figures(self, tmp_path):
        nodes = [*chain(), *(replace(n, name=f"Prop{n.name}", parent=n.parent and f"Prop{n.parent}") for n in chain())]
        moving = [node.name for node in nodes][:9]  # four joints of the second do not make a figure
        curves = [curve for n, name in enumerate(moving) for curve in turning(name, BAKED, n, slopes=False)]
        file = write_fbx(tmp_path / "a.fbx", nodes, [FbxTake("walk", 0.0, 0.4, curves)])
        assert takes_of(file) == ("walk",)

    def test_props_are_no_figures_however_much_of_them_moves(self, tmp_path):
        prop = [replace(n, name=f"Prop{n.name}", parent=n.parent and f"Prop{n.parent}", kind="Null") for n in chain()]
        nodes = [*chain(), *prop]
        curves = [curve for n, node in enumerate(nodes) for curve in turning(node.name, BAKED, n, slopes=False)]
        assert takes_of(write_fbx(tmp_path / "a.fbx", nodes, [FbxTake("walk", 0.0, 0.4, curves)])) == ("walk",)

    def test_the_one_of_which_most_moves_is_the_first(self, tmp_path):
        ben = [replace(n, name=f"Ben{n.name}", parent=n.parent and f"Ben{n.parent}") for n in chain()]
        nodes = [*chain(), *ben, FbxNode("BenTail", "BenHips")]
        curves = [curve for n, node in enumerate(nodes) for curve in turning(node.name, BAKED, n, slopes=False)]
        file = write_fbx(tmp_path / "a.fbx", nodes, [FbxTake("walk", 0.0, 0.4, curves)])
        assert takes_of(file) == ("BenHips", "Hips")


class TestNodes:
    def test_mixamo(self, tmp_path):
        nodes = [replace(n, name=f"mixamorig:{n.name}", parent=n.parent and f"mixamorig:{n.parent}") for n in chain()]
        curves = [replace(curve, node=f"mixamorig:{curve.node}") for curve in baked_curves()]
        motion = load(write_fbx(tmp_path / "a.fbx", nodes, [FbxTake("mixamo.com", 0.0, 0.4, curves)]))
        assert motion.skeleton.names[0] == "mixamorig:Hips"
        assert motion.skeleton.roles["left-knee"] == 4

    def test_nulls_where_there_are_no_limbs(self, tmp_path):
        nodes = [replace(node, kind="Null") for node in chain()]
        file = write_fbx(tmp_path / "a.fbx", nodes, [FbxTake("T", 0.0, 0.4, baked_curves())])
        motion = load(file)
        assert motion.skeleton.names == ("Hips", "Spine", "LeftUpLeg")
        assert codes(motion) == ["no-limb-nodes"]
        assert farthest(motion, file) < EXACT_M

    def test_what_stands_still_above_is_no_joint_but_counts(self, tmp_path):
        rig = FbxNode("Rig", kind="Null", rows={"Lcl Rotation": (-90.0, 0.0, 25.0), "Lcl Scaling": (0.5, 0.5, 0.5)})
        nodes = [rig, *(replace(node, parent=node.parent or "Rig") for node in chain())]
        file = write_fbx(tmp_path / "a.fbx", nodes, [FbxTake("T", 0.0, 0.4, baked_curves())])
        motion = load(file)
        assert motion.skeleton.names[0] == "Hips"
        assert farthest(motion, file) < EXACT_M

    def test_what_moves_above_is_a_joint_and_what_moves_beside_is_not(self, tmp_path):
        nodes = [FbxNode("Rig", kind="Null"), *(replace(n, parent=n.parent or "Rig") for n in chain())]
        nodes += [FbxNode("Camera", kind="Camera"), FbxNode("Still"), FbxNode("Between", "Spine", "Null")]
        curves = [*baked_curves(), *turning("Rig", BAKED, 8, slopes=False), *turning("Camera", BAKED, 8, slopes=False)]
        file = write_fbx(tmp_path / "a.fbx", nodes, [FbxTake("T", 0.0, 0.4, curves)])
        motion = load(file)
        assert motion.skeleton.names == ("Rig", "Hips", "Spine", "Head", "LeftUpLeg", "LeftLeg")
        assert codes(motion) == ["nodes-left-out"]
        assert farthest(motion, file) < EXACT_M

    def test_two_figures_hang_on_one_root(self, tmp_path):
        nodes = [*chain(), *(replace(n, name=f"b:{n.name}", parent=n.parent and f"b:{n.parent}") for n in chain())]
        curves = [*baked_curves(), *(replace(curve, node=f"b:{curve.node}") for curve in baked_curves(seed=5))]
        file = write_fbx(tmp_path / "a.fbx", nodes, [FbxTake("T", 0.0, 0.4, curves)])
        motion = load(file)
        assert motion.skeleton.names[:2] == ("scene_root", "Hips")
        assert farthest(motion, file) < EXACT_M

    def test_ends_of_bones(self, tmp_path):
        nodes = [*chain(), FbxNode("Head_end", "Head", rows={"Lcl Translation": (0.0, 9.0, 0.0)})]
        motion = load(write_fbx(tmp_path / "a.fbx", nodes, [FbxTake("T", 0.0, 0.4, baked_curves())]))
        assert [name for name, end in zip(motion.skeleton.names, motion.skeleton.end_sites, strict=True) if end] == [
            "Head_end"
        ]
