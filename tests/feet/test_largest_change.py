"""What a clean-up moved and turned most."""

from dataclasses import replace

import numpy as np
import pytest

from unbake.feet.largest_change import LargestChange, largest_changes
from unbake.feet.legs import legs_of
from unbake.kinematics.minimal_turns import turn_about
from unbake.motion.rotations import quaternion_product
from unbake.performer import perform


def test_the_largest_displacement_and_turn_are_told_with_joint_and_frame():
    motion = perform("stand", seconds=1, seed=1, fps=60).motion
    legs = legs_of(motion)
    assert largest_changes(motion, motion, legs) == (LargestChange(), LargestChange())
    rotations, places = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    turn = turn_about(np.array([1.0, 0.0, 0.0]), np.array(np.radians(20.0)))
    rotations[40, legs.right.toe] = quaternion_product(rotations[40, legs.right.toe], turn)
    places[10, 0] += [0.0, 0.0, 0.05]
    moved, turned = largest_changes(motion, replace(motion, rotations_xyzw=rotations, translations_m=places), legs)
    assert (moved.frame, turned.frame, turned.joint) == (10, 40, legs.right.toe)
    assert moved.amount == pytest.approx(0.05)
    assert turned.amount == pytest.approx(np.radians(20.0))
