"""Maya plays what we play: the written texts, evaluated by Maya's documented semantics, ten times for each frame."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import unbake
from clips import jump_clip
from data import DATA, needs_data
from formats.figures import figure_motion, figure_skeleton, keyed
from formats.maya.maya_text import Scene, read_anim
from unbake.curves.fits.fit import fit
from unbake.curves.for_euler import euler_curves
from unbake.errors import UsageError
from unbake.formats.registry import load, notes_before_saving
from unbake.keyframes.selection import Selection
from unbake.motion.skeleton import Skeleton

KEYS = (0, 9, 17, 31, 44, 59)
HUNDREDTH_OF_A_MILLIMETRE = 1e-5


@pytest.fixture
def animation():
    return keyed(figure_motion(first_frame=11), KEYS)


def written(what, file) -> Scene:
    unbake.save(what, file)
    return Scene(file.read_text(encoding="utf-8"))


def pasted(what, file, scene) -> Scene:
    """The scene with its curves replaced by those of a .anim, node for node in depth-first order."""
    unbake.save(what, file)
    _, nodes = read_anim(file.read_text(encoding="utf-8"))
    assert [node.name for node in nodes] == [joint.name for joint in depth_first(scene)]
    scene.curves = {
        f"{node.name}.{leaf[0]}{leaf[-1].lower()}": curve for node in nodes for leaf, curve in node.curves.items()
    }
    return scene


def depth_first(scene, parent=None):
    for joint in scene.joints:
        if joint.parent == parent:
            yield joint
            yield from depth_first(scene, joint.name)


def farthest_m(scene, what, every=0.1) -> float:
    """The largest distance of Maya's joints, end sites too, from ours; `every` so many frames."""
    times = np.arange(0.0, what.n_frames - 1 + 0.5 * every, every)
    ours = (what.sample(times) if isinstance(what, unbake.KeyedAnimation) else what).positions()
    stretch = scene.fps / float(what.fps)
    theirs = scene.positions((times + what.first_frame) * stretch) / 100.0
    assert theirs.shape == ours.shape
    return float(np.linalg.norm(theirs - ours, axis=2).max())


@pytest.mark.slow
def test_a_keyed_figure_in_scene_and_anim(animation, tmp_path, record_property):
    """Six rotation orders, a moving root: joints and ends within the digits, between keys too."""
    scene = written(animation, tmp_path / "a.ma")
    off_m = farthest_m(scene, animation)
    pasted(animation, tmp_path / "a.anim", scene)
    anim_off_m = farthest_m(scene, animation)
    print(f".ma {1e3 * off_m:.2g} mm, .anim {1e3 * anim_off_m:.2g} mm at worst, ten times for each frame")
    record_property("largest deviations, mm", [float(1e3 * off_m), float(1e3 * anim_off_m)])
    assert max(off_m, anim_off_m) < HUNDREDTH_OF_A_MILLIMETRE


@pytest.mark.slow
def test_free_handles_with_broken_tangents(tmp_path):
    motion = jump_clip().excerpt(1, 80)
    selection = Selection((0, 11, 25, 40, 58, 79), 0.0, ("keypose", "breakdown") * 3)
    free = fit(motion, selection, "free", break_weight=0.2)
    assert free.count_breaks() > 5
    scene = written(free, tmp_path / "a.ma")
    assert farthest_m(scene, free) < HUNDREDTH_OF_A_MILLIMETRE
    for curve, theirs in zip(free.curves, scene.curves.values(), strict=True):
        assert [n for n, is_locked in enumerate(theirs.locked) if not is_locked] == curve.breaks().tolist()
    assert farthest_m(pasted(free, tmp_path / "a.anim", scene), free) < HUNDREDTH_OF_A_MILLIMETRE


def turned_skeleton() -> Skeleton:
    """As ASF files have them: channels about axes of their own, one axis only, joints without any, moved joints."""
    rng = np.random.default_rng(3)
    plain = figure_skeleton()
    axes, rests = rng.normal(size=(2, len(plain.names), 4))
    axes, rests = (turned / np.linalg.norm(turned, axis=1, keepdims=True) for turned in (axes, rests))
    channels = list(plain.channels)
    channels[1], channels[2], channels[3] = (), ("rx",), ("tx", "ty", "tz", *channels[3])
    channels[9] = ("ty", "rz")
    return replace(plain, channels=tuple(channels), axes_xyzw=axes, rest_xyzw=rests)


@pytest.mark.slow
def test_turned_axes_rests_and_positions_of_inner_joints(tmp_path):
    animation = keyed(figure_motion(skeleton=turned_skeleton()), KEYS)
    scene = written(animation, tmp_path / "turned.ma")
    assert farthest_m(scene, animation) < HUNDREDTH_OF_A_MILLIMETRE
    assert any(joint.attributes.get("ra") for joint in scene.joints)
    assert len(scene.curves) == len(animation.curves)
    assert farthest_m(pasted(animation, tmp_path / "a.anim", scene), animation) < HUNDREDTH_OF_A_MILLIMETRE


@needs_data
@pytest.mark.slow
def test_an_acclaim_clip(tmp_path):
    motion = unbake.load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(6, 120)
    animation = keyed(motion, (0, 20, 41, 70, 114))
    assert farthest_m(written(animation, tmp_path / "a.ma"), animation) < HUNDREDTH_OF_A_MILLIMETRE


def test_keys_classes_range_and_rate_are_those_of_the_source(animation, tmp_path):
    scene = written(animation, tmp_path / "a.ma")
    assert (scene.unit, scene.playback) == ("ntscf", (11, 70, 11, 70))
    unbake.save(animation, tmp_path / "a.anim")
    header, nodes = read_anim((tmp_path / "a.anim").read_text())
    assert header == {
        **{"animVersion": "1.1", "mayaVersion": "2018", "timeUnit": "ntscf", "linearUnit": "cm", "angularUnit": "deg"},
        **{"startTime": "11", "endTime": "70"},
    }
    assert [(node.depth, node.n_children) for node in nodes][:5] == [(0, 3), (1, 3), (2, 1), (3, 0), (2, 1)]
    curves = [*scene.curves.values(), *(curve for node in nodes for curve in node.curves.values())]
    assert len(curves) == 2 * len(animation.curves)
    for curve in curves:
        assert [time for time, _ in curve.keys] == [11, 20, 28, 42, 55, 70]
        assert curve.breakdowns == [False, True] * 3


@pytest.mark.parametrize(
    ("fps", "unit", "stretch"),
    [
        (Fraction(24), "film", 1),
        (Fraction(120), "120fps", 1),
        (Fraction(30000, 1001), "29.97fps", 1),
        (Fraction(100, 3), "100fps", 3),
        (Fraction(1000), "2000fps", 2),
        (Fraction(36), "40fps", Fraction(40, 36)),
        (Fraction(1, 7), "2fps", 14),
    ],
)
def test_rates(animation, tmp_path, fps, unit, stretch):
    """Rates that Maya does not know are said, and seconds stay as they are."""
    other = replace(animation, fps=fps)
    scene = written(other, tmp_path / "a.ma")
    assert scene.unit == unit
    assert scene.fps / float(fps) == pytest.approx(float(stretch))
    first_key = scene.curves["Hips.tx"].keys[1][0]
    assert first_key / scene.fps == pytest.approx(20 / float(fps), rel=1e-11)
    assert farthest_m(scene, other, 2.9) < HUNDREDTH_OF_A_MILLIMETRE
    assert farthest_m(pasted(other, tmp_path / "a.anim", scene), other, 2.9) < HUNDREDTH_OF_A_MILLIMETRE
    notes = notes_before_saving(other, tmp_path / "a.ma")
    assert [note.code for note in notes] == ([] if stretch == 1 else ["rate-unnamed"])
    if stretch == 2:
        assert "its 2000 are taken: frame 70 is 140 there" in notes[0]


def test_a_motion_has_straight_lines_from_frame_to_frame(tmp_path):
    motion = figure_motion(40, skeleton=turned_skeleton())
    scene = written(motion, tmp_path / "baked.ma")
    assert farthest_m(scene, motion, 1.0) < HUNDREDTH_OF_A_MILLIMETRE
    assert {curve.out for curve in scene.curves.values()} == {None}
    assert farthest_m(pasted(motion, tmp_path / "baked.anim", scene), motion, 1.0) < HUNDREDTH_OF_A_MILLIMETRE


def test_one_frame(tmp_path):
    animation = keyed(figure_motion(1), (0,))
    scene = written(animation, tmp_path / "one.ma")
    assert farthest_m(scene, animation) < HUNDREDTH_OF_A_MILLIMETRE
    assert farthest_m(pasted(animation, tmp_path / "one.anim", scene), animation) < HUNDREDTH_OF_A_MILLIMETRE


def test_a_handle_of_no_length_is_no_step(animation, tmp_path):
    """Maya takes an outgoing tangent (0, 0) for a step; ours is too short to be seen, but not of no length."""
    curve = animation.curves[4]
    right, left = curve.right.copy(), curve.left.copy()
    right[1] = left[2] = curve.frames[1], curve.values[1]
    left[2] = curve.frames[2], curve.values[2]
    short = replace(
        animation, curves=(*animation.curves[:4], replace(curve, right=right, left=left), *animation.curves[5:])
    )
    scene = written(short, tmp_path / "a.ma")
    assert farthest_m(scene, short) < HUNDREDTH_OF_A_MILLIMETRE


def test_quaternion_curves_are_fitted_again_and_said(tmp_path):
    motion = figure_motion()
    animation = keyed(motion, KEYS, motion.skeleton.with_quaternion_channels())
    off = unbake.save(animation, tmp_path / "a.ma")
    assert off is not None
    scene = Scene((tmp_path / "a.ma").read_text())
    assert 0.0 < off.max_m < 0.03
    assert farthest_m(scene, animation, 1.0) == pytest.approx(off.promised_m(with_tips=True), rel=1e-3)
    assert [time for time, _ in scene.curves["Hips.rx"].keys] == [frame + 1 for frame in KEYS]
    (note,) = notes_before_saving(animation, tmp_path / "a.ma")
    assert "fitted again on the same keys" in note


def test_a_baked_motion_of_quaternions_is_exact_at_every_frame(tmp_path):
    motion = figure_motion(30)
    turned = replace(motion, skeleton=motion.skeleton.with_quaternion_channels())
    scene = written(turned, tmp_path / "a.ma")
    assert farthest_m(scene, turned, 1.0) < HUNDREDTH_OF_A_MILLIMETRE
    assert "every frame was converted" in notes_before_saving(turned, tmp_path / "a.ma")[0]


def test_curves_that_do_not_reach_the_ends_get_a_key_there(tmp_path):
    motion = figure_motion(20)
    animation = keyed(motion, (0, 9, 19), motion.skeleton.with_quaternion_channels())
    longer = replace(animation, n_frames=30)
    scene = written(longer, tmp_path / "a.ma")
    assert len(scene.curves["Hips.rx"].keys) == 4
    assert farthest_m(scene, euler_curves(longer), 1.0) < HUNDREDTH_OF_A_MILLIMETRE
    assert farthest_m(scene, longer.sample(), 1.0) < 0.05


ODD = ['a"b', "c'd\\", "Straße 腕", "front", "line\nbreak", "mixamorig:Hips", "1st", "Hips_rotateX", "", "_", "a_b"]


@pytest.mark.parametrize("suffix", [".ma", ".anim"])
def test_names_are_legal_and_each_used_once(tmp_path, suffix):
    motion = figure_motion()
    names = (*ODD, *motion.skeleton.names[len(ODD) :])
    odd = keyed(replace(motion, skeleton=replace(motion.skeleton, names=names)), KEYS)
    scene = written(odd, tmp_path / "a.ma")
    assert farthest_m(scene, odd, 2.9) < HUNDREDTH_OF_A_MILLIMETRE
    for joint, name in zip(scene.joints, names, strict=True):
        kept = joint.attributes["sourceName"][0][1:] if joint.added else joint.name
        assert kept == name
    assert "front" not in scene.nodes
    if suffix == ".anim":
        assert farthest_m(pasted(odd, tmp_path / "a.anim", scene), odd, 2.9) < HUNDREDTH_OF_A_MILLIMETRE
    (note, *_) = notes_before_saving(odd, tmp_path / f"a{suffix}")
    assert note.startswith("8 joints have other names in Maya: 'a\"b' is 'a_b_2'")


@pytest.mark.parametrize("suffix", [".ma", ".anim"])
def test_the_same_animation_makes_the_same_file_and_stays_as_it_is(animation, tmp_path, suffix):
    before = [getattr(curve, part).copy() for curve in animation.curves for part in ("values", "left", "right")]
    unbake.save(animation, tmp_path / f"a{suffix}")
    unbake.save(animation, tmp_path / f"b{suffix}")
    assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()
    after = [getattr(curve, part) for curve in animation.curves for part in ("values", "left", "right")]
    assert all((one == other).all() for one, other in zip(before, after, strict=True))


def test_what_a_anim_leaves_out_is_said(animation, tmp_path):
    (note,) = notes_before_saving(animation, tmp_path / "a.anim")
    assert note.code == "skeleton-left-out"
    assert notes_before_saving(animation, tmp_path / "a.ma") == ()


@pytest.mark.parametrize("suffix", [".ma", ".anim"])
def test_they_cannot_be_read_back(animation, tmp_path, suffix):
    unbake.save(animation, tmp_path / f"a{suffix}")
    with pytest.raises(UsageError, match="cannot be read; known"):
        load(tmp_path / f"a{suffix}")
