"""A leg in the air is held back from the reach that it has where it leaves and meets the ground."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from unbake.performer import Figure
from unbake.performer.body.leg_ease import eased_from
from unbake.performer.body.limb import EASED_FROM
from unbake.performer.body.rig import pose
from unbake.performer.moves.gait import RUN
from unbake.performer.moves.going import Going
from unbake.performer.moves.standing import Stand, Standing


def test_it_begins_and_ends_with_the_reach_on_the_ground():
    figure = Figure()
    part = Going(figure, RUN, 2.0, np.random.default_rng(4))
    left = [fall for n, fall in zip(part.numbers, part.falls, strict=False) if n % 2 == 0]
    fall, after = next((a, b) for a, b in pairwise(left) if a.toe_off_s > 0.3)
    time = np.array([fall.toe_off_s + 1e-9, after.strike_s - 1e-9])
    start = eased_from(figure, part, time, part.controls(time))["left"]
    ends = part.controls(np.array([fall.toe_off_s, after.strike_s]))
    joints = pose(figure, ends.hips_m, ends.angles, ends.feet, Fraction(1)).positions()
    away = joints[:, figure.joint("LeftUpLeg")] - joints[:, figure.joint("LeftFoot")]
    reach = np.linalg.norm(away, axis=1) / figure.leg_m
    assert start == pytest.approx(reach, abs=1e-6)
    assert (start < EASED_FROM).all()


def test_who_stands_has_nothing_to_ease():
    figure, time = Figure(), np.linspace(0.0, 1.0, 5)
    part = Standing(figure, Stand(), 1.0, np.random.default_rng(0))
    start = eased_from(figure, part, time, part.controls(time))
    assert {float(v) for side in start.values() for v in side} == {EASED_FROM}
