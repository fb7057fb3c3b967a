"""Motions on other characters: themselves where nothing differs, poses and proportions where it does."""

from dataclasses import replace

import numpy as np
import pytest

from editing.propagation.walks import walk
from motion.body.scenes import within_scene
from unbake.editing import retargeted
from unbake.errors import MotionError
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.skating import skating
from unbake.motion.rotations import quaternion_conjugate, quaternion_product, rotate
from unbake.performer import Figure


def bones(motion, pairs):
    """Directions (F, N, 3)."""
    roles, places = motion.skeleton.roles, motion.positions()
    ways = np.stack([places[:, roles[b]] - places[:, roles[a]] for a, b in pairs], axis=1)
    return ways / np.linalg.norm(ways, axis=2, keepdims=True)


LIMBS = [
    (f"{side}-{a}", f"{side}-{b}")
    for side in ("left", "right")
    for a, b in (("shoulder", "elbow"), ("elbow", "wrist"), ("hip", "knee"), ("knee", "ankle"))
]


def test_on_its_own_skeleton_it_is_itself():
    motion = walk(2.0)
    found = retargeted(motion, motion.skeleton)
    assert found.scale == pytest.approx(1.0)
    assert np.abs(found.motion.positions() - motion.positions()).max() < 1e-9


def test_below_a_still_root_what_carries_the_body_goes_its_way():
    motion = walk(2.0)
    scene = within_scene(motion)
    for source, character in ((motion, scene), (scene, motion), (scene, scene)):
        found = retargeted(source, character.skeleton).motion
        assert found.skeleton.channels == character.skeleton.channels
        count = len(motion.skeleton.names)
        assert np.abs(found.positions()[:, -count:] - source.positions()[:, -count:]).max() < 1e-9


def test_a_giant_walks_with_a_giants_steps():
    motion, giant = walk(2.0), Figure(2.6).skeleton
    found = retargeted(motion, giant)
    assert found.scale == pytest.approx(2.6 / 1.75)
    assert np.abs(found.motion.positions() - found.scale * motion.positions()).max() < 1e-9


def rest_with_arms_out(skeleton):
    """The same body, whose rest pose has the arms out and whose names are another rig's; it faces another way, too."""
    offsets = skeleton.offsets_m.copy()
    quarter, aside = np.array([0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)]), np.array([0.0, np.sqrt(0.5), 0.0, np.sqrt(0.5)])
    for joint, name in enumerate(skeleton.names):
        if any(part in name for part in ("LeftForeArm", "LeftHand")):
            offsets[joint] = rotate(quarter, offsets[joint])
        if any(part in name for part in ("RightForeArm", "RightHand")):
            offsets[joint] = rotate(quaternion_conjugate(quarter), offsets[joint])
    return replace(skeleton, offsets_m=rotate(np.tile(aside, (len(offsets), 1)), offsets))


def test_other_rest_poses_come_to_the_same_limbs():
    motion = walk(2.0)
    found = retargeted(motion, rest_with_arms_out(motion.skeleton)).motion
    assert np.abs(bones(found, LIMBS) - bones(motion, LIMBS)).max() < 1e-6


def test_feet_are_held_on_long_legs():
    motion = walk(3.0)
    offsets = motion.skeleton.offsets_m.copy()
    for name in ("LeftLeg", "RightLeg"):
        offsets[motion.skeleton.index(name)] *= 1.3
    long = replace(motion.skeleton, offsets_m=offsets)
    labels = guess_feet(motion).labels
    loose, held = (retargeted(motion, long, feet=feet).motion for feet in (None, "calm"))
    assert skating(held, labels).mean_mm < 0.3 * skating(loose, labels).mean_mm


def test_joints_without_a_counterpart_rest():
    motion = walk(1.0)
    names = tuple("Tail" if name == "Head_end" else name for name in motion.skeleton.names)
    channels = tuple(
        ("rx", "ry", "rz") if name == "Tail" else own for name, own in zip(names, motion.skeleton.channels, strict=True)
    )
    found = retargeted(motion, replace(motion.skeleton, names=names, channels=channels))
    if "Tail" in names:
        assert found.left_out == ("Tail",)
        assert any("no counterpart" in note for note in found.notes)


def test_another_prefix_makes_no_other_joints():
    """Downloads number their prefix: the fingers of mixamorig1 stood still beside those of mixamorig."""
    motion = walk(1.0)
    named = [
        replace(motion.skeleton, names=tuple(f"{prefix}{name}" for name in motion.skeleton.names))
        for prefix in ("mixamorig:", "mixamorig1:", "Hero_")
    ]
    assert set(motion.skeleton.names) - {motion.skeleton.names[joint] for joint in motion.skeleton.roles.values()}
    alike = retargeted(motion, motion.skeleton).motion
    for source, character in ((named[0], named[1]), (named[1], named[2]), (motion.skeleton, named[0])):
        found = retargeted(replace(motion, skeleton=source), character)
        np.testing.assert_allclose(found.motion.positions(), alike.positions(), atol=1e-12)
        assert found.left_out == ()


def test_what_has_no_legs_is_refused():
    motion = walk(1.0)
    nameless = replace(motion.skeleton, names=tuple(f"j{n}" for n in range(len(motion.skeleton.names))))
    for source, character, whose in (
        (motion, nameless, "character"),
        (replace(motion, skeleton=nameless), motion.skeleton, "source"),
    ):
        with pytest.raises(MotionError, match=f"the {whose}'s skeleton has no left-hip"):
            retargeted(source, character)


def test_turns_multiply():
    """The judge of directions sees a turn."""
    motion = walk(1.0)
    wrong = motion.rotations_xyzw.copy()
    knee = motion.skeleton.index("LeftLeg")
    wrong[:, knee] = quaternion_product(wrong[:, knee], np.array([0.1, 0.0, 0.0, np.sqrt(0.99)]))
    assert np.abs(bones(replace(motion, rotations_xyzw=wrong), LIMBS) - bones(motion, LIMBS)).max() > 0.1
