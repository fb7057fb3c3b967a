"""Bends and turns of toes, and how they are reported."""

from dataclasses import replace

import numpy as np
import pytest

from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.feet.skating import cleaning_cost
from unbake.feet.toes import toe_bends_rad, toe_jumps_rad
from unbake.kinematics.minimal_turns import turn_about
from unbake.motion.rotations import quaternion_product
from unbake.performer import perform


def test_a_toe_that_flips_in_one_frame_is_seen():
    motion = perform("stand", seconds=1, seed=1, fps=60).motion
    legs = legs_of(motion)
    rotations = motion.rotations_xyzw.copy()
    flip = turn_about(np.array([1.0, 0.0, 0.0]), np.array(np.radians(-60.0)))
    rotations[30, legs.left.toe] = quaternion_product(rotations[30, legs.left.toe], flip)
    flipped = replace(motion, rotations_xyzw=rotations)
    bends, jumps = toe_bends_rad(flipped, legs), toe_jumps_rad(flipped, legs)
    assert int(bends[:, 0].argmax()) == 30
    assert set(np.argsort(jumps[:, 0])[-2:].tolist()) == {29, 30}
    np.testing.assert_allclose(bends[:, 1], toe_bends_rad(motion, legs)[:, 1])
    cost = cleaning_cost(motion, flipped, FootLabels((), motion.n_frames, motion.fps), legs)
    assert cost.toes_bent_deg > 20.0, "what was bent down before is bent up"
    assert cost.toes_jump_deg == pytest.approx(60.0, abs=2.0)
    back = cleaning_cost(flipped, motion, FootLabels((), motion.n_frames, motion.fps), legs)
    assert back.toes_bent_deg == pytest.approx(-cost.toes_bent_deg)
