"""Four manners on four performers of other proportions."""

import numpy as np
import pytest

from editing.characters import CHARACTERS
from editing.test_retargeting import LIMBS, bones
from unbake.editing import retargeted
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.skating import skating
from unbake.performer import perform

MANNERS = ("walk", "sneak", "run", "turn")


def leg_m(skeleton):
    """Length of the left leg."""
    joints = [skeleton.roles[f"left-{part}"] for part in ("knee", "ankle")]
    return np.linalg.norm(skeleton.offsets_m[joints], axis=1).sum()


@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("manner", MANNERS)
def test_limbs_point_as_they_did_and_the_way_is_as_long_as_the_legs(manner, character):
    motion, skeleton = perform(manner, seconds=2.0, fps=60).motion, CHARACTERS[character]
    found = retargeted(motion, skeleton)
    assert found.motion.skeleton == skeleton
    assert np.abs(bones(found.motion, LIMBS) - bones(motion, LIMBS)).max() < 1e-6
    assert found.scale == pytest.approx(leg_m(skeleton) / leg_m(motion.skeleton), rel=0.12)
    ways = [np.ptp(one.positions()[:, one.skeleton.roles["hips"]][:, [0, 2]], axis=0) for one in (motion, found.motion)]
    assert ways[1] == pytest.approx(found.scale * ways[0], abs=0.03)


@pytest.mark.parametrize("character", CHARACTERS)
def test_planted_feet_are_held_on_all_of_them(character):
    motion = perform("walk", seconds=3.0, fps=60).motion
    labels = guess_feet(motion).labels
    loose, held = (retargeted(motion, CHARACTERS[character], feet=feet).motion for feet in (None, "calm"))
    assert skating(held, labels).mean_mm < max(0.4 * skating(loose, labels).mean_mm, 2.0)
