"""Blender imports what we write: joints on the keys are ours; between keys it draws straight lines."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import unbake
from formats.asking_blender import ask
from formats.fbx.odd_rigs import odd_skeleton
from formats.figures import figure_motion, keyed
from unbake.formats.blender_frames import BlenderFrames
from unbake.formats.registry import WriteOptions, notes_before_saving
from unbake.motion.rotations import IDENTITY_XYZW, quaternion_from_euler
from unbake.motion.skeleton import Skeleton

KEYS = (0, 9, 17, 31, 44, 59)
TENTH_OF_A_MILLIMETRE = 1e-4
pytestmark = [pytest.mark.slow(4.0), pytest.mark.usefixtures("needs_blender")]


def off_in_blender(clip, file, times, **options):
    """Blender's answer, and distances (T, J) in metres of bones from our joints at times in frames from 0."""
    unbake.save(clip, file, WriteOptions(**options))
    numbers = BlenderFrames.of(file, clip.first_frame, clip.fps)
    frames = [numbers.shown(time + clip.first_frame) for time in times]
    answer = ask("import_fbx.py", {"file": str(file), "frames": frames}, file.parent)
    joints = [j for j, end in enumerate(clip.skeleton.end_sites) if not end]
    names = [clip.skeleton.names[j] for j in joints]
    theirs = np.array([[row[name] for name in names] for row in answer["positions"]])
    ours = clip.sample(times) if isinstance(clip, unbake.KeyedAnimation) else clip
    return answer, np.linalg.norm(theirs - ours.positions()[:, joints], axis=2)


@pytest.mark.parametrize("skeleton", [None, odd_skeleton()], ids=["usual", "odd"])
def test_keys_are_where_they_are_and_tangents_are_lost(tmp_path, skeleton, record_property):
    animation = keyed(figure_motion(skeleton=skeleton, first_frame=21), KEYS)
    times = np.arange(0.0, 59.1, 0.5)
    answer, off = off_in_blender(animation, tmp_path / "keyed.fbx", times)
    is_key = np.isin(times, KEYS)
    record_property("between keys, cm", float(100 * off.max()))
    print(f"Blender is off by {1e3 * off[is_key].max():.4f} mm on keys, {100 * off.max():.1f} cm between")
    assert off[is_key].max() < TENTH_OF_A_MILLIMETRE
    assert answer["fps"] == 60
    assert answer["numbers"] == pytest.approx([22, 81], abs=1e-3)
    assert set(answer["keys"]["interpolation"]) == {"LINEAR"}
    assert "straight lines between the keys" in notes_before_saving(animation, tmp_path / "keyed.fbx")[0]
    assert notes_before_saving(animation.sample(), tmp_path / "keyed.fbx") == ()
    assert max(map(int, answer["keys"]["keys_on_a_curve"])) == len(KEYS)


@pytest.mark.parametrize("turn_deg", [0.0, 37.0])
def test_a_joint_that_moves_straight_above_its_parent_is_not_connected(tmp_path, turn_deg):
    """As the hips above a root on the floor, or below the armature of a glTF: Blender held them still."""
    turn = quaternion_from_euler("zyx", np.radians([turn_deg] * 3))
    offsets = np.array([[0.3, 0.0, -2.0], [0.0, 1.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.2, 0.0]])
    channels = (("tx", "ty", "tz"), ("tx", "ty", "tz", "rz", "rx", "ry"), ("tx", "ty", "tz"), ("rz", "rx", "ry"))
    rest = np.array([turn, *[IDENTITY_XYZW] * 3])
    names, parents = ("Root", "Hips", "Chest", "Head"), (-1, 0, 1, 2)
    motion = figure_motion(skeleton=Skeleton(names, parents, offsets, channels, ("zxy",) * 4, rest_xyzw=rest))
    _, off = off_in_blender(motion, tmp_path / "rooted.fbx", np.arange(60.0), has_figure=True)
    assert np.ptp(motion.local_translations_m()[:, 1, 1]) > 0.01
    assert off.max() < TENTH_OF_A_MILLIMETRE


@pytest.mark.parametrize("fps", ["30000/1001", "24000/1001", "12.5", "120"])
def test_keys_land_on_the_frames_that_are_said_at_every_rate(tmp_path, fps):
    """Most joints are moving, so that a twentieth of a frame shows."""
    motion = replace(figure_motion(first_frame=21), fps=Fraction(fps))
    answer, off = off_in_blender(motion, tmp_path / "rate.fbx", np.arange(60.0))
    said = BlenderFrames.of(tmp_path / "rate.fbx", 21, motion.fps)
    assert answer["numbers"] == pytest.approx([said.shown(21), said.shown(80)], abs=1e-3)
    assert off.max() < TENTH_OF_A_MILLIMETRE


@pytest.mark.parametrize("skeleton", [None, odd_skeleton()], ids=["usual", "odd"])
def test_a_motion_is_the_same_on_every_frame(tmp_path, skeleton):
    motion = figure_motion(30, skeleton=skeleton)
    answer, off = off_in_blender(motion, tmp_path / "baked.fbx", np.arange(30.0), has_figure=True)
    assert off.max() < TENTH_OF_A_MILLIMETRE
    assert answer["meshes"] == 1
