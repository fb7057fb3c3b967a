"""Blender runs the script: the armature moves as ours does at any time, and its keys are ours."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import unbake
from clips import packaged_clip
from data import DATA, needs_data
from formats.asking_blender import ask
from formats.figures import figure_motion, figure_skeleton, keyed
from unbake.formats.blender_script.bones import rig_of
from unbake.motion.skeleton import Skeleton

KEYS = (0, 9, 17, 31, 44, 59)
TENTH_OF_A_MILLIMETRE = 1e-4
pytestmark = [pytest.mark.slow(4.0), pytest.mark.usefixtures("needs_blender")]


def built(clip, file):
    """What Blender makes of a clip's script, and the places of our joints at the same times, ten for each frame."""
    unbake.save(clip, file)
    times = np.arange(0.0, clip.n_frames - 1 + 0.05, 0.1)
    if isinstance(clip, unbake.Motion):
        times = np.arange(clip.n_frames, dtype=float)
    answer = ask("run_script.py", {"script": str(file), "frames": (times + clip.first_frame).tolist()}, file.parent)
    ours = (clip.sample(times) if isinstance(clip, unbake.KeyedAnimation) else clip).positions()
    return answer, ours


def farthest_m(answer, ours, skeleton) -> float:
    """The largest distance of a bone's head from its joint; every joint but end sites must have a bone."""
    joints = [joint for joint in range(len(skeleton.names)) if not skeleton.end_sites[joint]]
    theirs = np.array([[row[skeleton.names[joint]] for joint in joints] for row in answer["positions"]])
    assert theirs.shape == (len(ours), len(joints), 3)
    return float(np.linalg.norm(theirs - ours[:, joints], axis=2).max())


def assert_keys_are_ours(answer, animation):
    """Every curve of ours is there, with its keys, handles and types of keys."""
    rig = rig_of(animation.skeleton)
    theirs = {(path, component): np.array(keys, dtype=object) for path, component, keys in answer["curves"]}
    assert len(theirs) == len(animation.curves)
    for curve, target in zip(animation.curves, rig.properties, strict=True):
        keys = theirs[f'pose.bones["{rig.bones[target.bone].name}"].{target.name}', target.component]
        shift = np.array([animation.first_frame, target.shift])
        keyed_at = np.column_stack([curve.frames, curve.values])
        wanted = np.column_stack([keyed_at + shift, curve.left + shift, curve.right + shift])
        size = max(np.abs(wanted[:, 1::2]).max(), 1.0)
        inner = np.ones((len(keys), 6), dtype=bool)  # nothing depends on the handles beyond the ends
        inner[0, 2:4] = inner[-1, 4:6] = False
        assert np.abs(keys[:, :6].astype(float) - wanted)[inner].max() < 3e-5 * size
        assert set(keys[:, 6]) == {"BEZIER"}
        kinds = ["KEYFRAME" if kind == "keypose" else "BREAKDOWN" for kind in animation.selection.classes]
        assert keys[:, 9].tolist() == kinds


def assert_shapes_reach_children(answer, skeleton, places):
    """In the last pose, every bone's shape ends where the joint's children and end sites are."""
    reached = 0
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0:
            ends = np.array(answer["drawn"][skeleton.names[parent]])
            assert np.linalg.norm(ends - places[joint], axis=1).min() < TENTH_OF_A_MILLIMETRE
            reached += 1
    assert reached == 15


@pytest.mark.parametrize("channels", ["euler", "quaternion"])
def test_a_keyed_figure(tmp_path, channels):
    motion = replace(figure_motion(first_frame=101), fps=Fraction(30000, 1001))
    skeleton = motion.skeleton if channels == "euler" else motion.skeleton.with_quaternion_channels()
    animation = keyed(motion, KEYS, skeleton)
    answer, ours = built(animation, tmp_path / "figure_blender.py")
    assert farthest_m(answer, ours, skeleton) < TENTH_OF_A_MILLIMETRE
    assert_keys_are_ours(answer, animation)
    assert answer["fps"] == pytest.approx(30000 / 1001, rel=1e-6)
    assert answer["range"] == [101, 160]
    assert answer["rig"] == "figure_blender"
    assert_shapes_reach_children(answer, skeleton, ours[-1])


def test_turned_axes_rests_and_positions_of_inner_joints(tmp_path):
    """As ASF files have them: channels about axes of their own, one axis only, joints without any, moved joints."""
    rng = np.random.default_rng(3)
    plain = figure_skeleton()
    axes, rests = rng.normal(size=(2, len(plain.names), 4))
    axes, rests = (turned / np.linalg.norm(turned, axis=1, keepdims=True) for turned in (axes, rests))
    channels = list(plain.channels)
    channels[1], channels[2], channels[3] = (), ("rx",), ("tx", "ty", "tz", *channels[3])
    channels[9] = ("ty", "rz")
    skeleton = Skeleton(
        plain.names,
        plain.parents,
        plain.offsets_m,
        tuple(channels),
        plain.rotation_orders,
        axes,
        rests,
        plain.end_sites,
    )
    animation = keyed(figure_motion(skeleton=skeleton), KEYS)
    answer, ours = built(animation, tmp_path / "turned.py")
    assert farthest_m(answer, ours, skeleton) < TENTH_OF_A_MILLIMETRE
    assert_keys_are_ours(answer, animation)
    assert "LeftArm_place" in answer["positions"][0]


def test_names_that_python_or_blender_could_misread(tmp_path):
    motion = figure_motion()
    plain, odd = motion.skeleton.names, ['a"b', "c'd\\", "Straße 腕", "x" * 70, "line\nbreak", "{brace}", '"""']
    names = (*odd, *plain[len(odd) :])
    animation = keyed(replace(motion, skeleton=replace(motion.skeleton, names=names)), KEYS)
    answer, ours = built(animation, tmp_path / "odd name's.py")
    rows = [{name: row.get(name[:63]) for name in names} for row in answer["positions"]]  # Blender's longest
    assert farthest_m(answer | {"positions": rows}, ours, animation.skeleton) < TENTH_OF_A_MILLIMETRE


def test_the_packaged_clip_as_it_is_reduced(tmp_path, record_property):
    animation = unbake.reduce_motion(packaged_clip()).animation
    answer, ours = built(animation, tmp_path / "walk_blender.py")
    off_m = farthest_m(answer, ours, animation.skeleton)
    record_property("largest deviation, mm", 1e3 * off_m)
    print(f"Blender is off by {1e3 * off_m:.4f} mm at worst, ten times for each frame")
    assert off_m < TENTH_OF_A_MILLIMETRE
    assert_keys_are_ours(answer, animation)


@needs_data
def test_an_acclaim_clip_with_broken_tangents(tmp_path):
    motion = unbake.load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(6, 420)
    animation = unbake.reduce_motion(motion, unbake.ReduceOptions(keys=20, break_weight=0.3)).animation
    assert animation.count_breaks() > 10
    answer, ours = built(animation, tmp_path / "walk_blender.py")
    assert farthest_m(answer, ours, animation.skeleton) < TENTH_OF_A_MILLIMETRE
    assert_keys_are_ours(answer, animation)


def test_a_motion_has_straight_lines_from_frame_to_frame(tmp_path):
    motion = figure_motion(40)
    answer, ours = built(motion, tmp_path / "baked.py")
    assert farthest_m(answer, ours, motion.skeleton) < TENTH_OF_A_MILLIMETRE
    assert {key[6] for *_, keys in answer["curves"] for key in keys} == {"LINEAR"}


def test_one_frame(tmp_path):
    animation = keyed(figure_motion(1), (0,))
    answer, ours = built(animation, tmp_path / "one.py")
    assert farthest_m(answer, ours, animation.skeleton) < TENTH_OF_A_MILLIMETRE
