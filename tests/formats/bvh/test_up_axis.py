"""Which way is up in a BVH: a figure that stands along z at rest and in motion is turned, any other is left alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import unbake
from clips import packaged_clip
from unbake.formats.registry import ReadOptions
from unbake.motion.delivery.axes import turn_to, turned
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_from_euler, quaternion_product, rotate

METRES = ReadOptions(metres_per_unit=1.0)


def back(motion: Motion, tmp_path) -> Motion:
    unbake.save(motion, tmp_path / "clip.bvh", unbake.WriteOptions(metres_per_unit=1.0))
    loaded = unbake.load(tmp_path / "clip.bvh", METRES)
    assert isinstance(loaded, Motion)
    return loaded


def lying(motion: Motion) -> Motion:
    """The same motion on its back: turned as a whole, its rest pose left upright."""
    turn = quaternion_from_euler("x", np.array([np.pi / 2]))
    rotations = motion.rotations_xyzw.copy()
    rotations[:, 0] = quaternion_product(turn, rotations[:, 0])
    places = motion.translations_m.copy()
    places[:, 0] = rotate(turn, places[:, 0])
    return replace(motion, rotations_xyzw=rotations, translations_m=places)


def test_what_stands_along_z_is_turned_and_that_is_said(tmp_path):
    clip = packaged_clip().excerpt(50, 90)
    found = back(turned(clip, turn_to("z")), tmp_path)
    assert np.abs(found.positions() - clip.positions()).max() < 1e-5
    assert found.skeleton.channels == back(clip, tmp_path).skeleton.channels
    assert found.warnings[-1] == "the figure stands along z: z was taken as up, and turned to y"


def headless(motion: Motion) -> Motion:
    """The same, the joints from the neck on under names that say nothing."""
    names = tuple(name.replace("Neck", "a").replace("Head", "b") for name in motion.skeleton.names)
    return replace(motion, skeleton=replace(motion.skeleton, names=names))


def test_without_a_head_the_hips_tell(tmp_path):
    clip = headless(packaged_clip().excerpt(50, 90))
    assert "head" not in clip.skeleton.roles
    found = back(turned(clip, turn_to("z")), tmp_path)
    assert np.abs(found.positions() - clip.positions()).max() < 1e-5
    assert [str(note) for note in found.warnings] == ["the figure stands along z: z was taken as up, and turned to y"]
    for left_alone in (clip, lying(clip), turned(lying(clip), turn_to("-z"))):
        found = back(left_alone, tmp_path)
        assert np.abs(found.positions() - left_alone.positions()).max() < 1e-5
        assert not found.warnings


def test_somebody_who_lies_is_left_alone(tmp_path):
    clip = lying(packaged_clip().excerpt(50, 90))
    found = back(clip, tmp_path)
    assert np.abs(found.positions() - clip.positions()).max() < 1e-5
    assert not found.warnings


def test_a_rest_pose_along_z_is_left_alone(tmp_path):
    clip = turned(lying(packaged_clip().excerpt(50, 90)), turn_to("-z"))
    found = back(clip, tmp_path)
    assert np.abs(found.positions() - clip.positions()).max() < 1e-5
    assert not found.warnings
