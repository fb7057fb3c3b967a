"""Toes that bend up so that they are not in the floor."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from unbake.synthesis.transitions.quick.floor_kernels import toes_up

HEEL, BALL, TIP = np.array([0.0, -0.06, -0.05]), np.array([0.0, -0.06, 0.13]), np.array([0.0, -0.06, 0.19])
"""A left foot that stands flat and heads along +Z, from its ankle."""


def dragged(pitches_deg, roll_deg):
    """Ankles (F, 3) and soles (F, 6, 3) of a foot that is pitched with its toes down, a little aside, and so low that
    the tip is 4 cm below the floor."""
    ankles, soles = np.zeros((len(pitches_deg), 3)), np.zeros((len(pitches_deg), 6, 3))
    for frame, pitch in enumerate(pitches_deg):
        turn = Rotation.from_euler("ZX", [roll_deg, pitch], degrees=True)
        points = turn.apply(np.stack([HEEL, BALL, TIP]))
        ankles[frame, 1] = -points[2, 1] - 0.04
        soles[frame, :3] = ankles[frame] + points
    return ankles, soles


@pytest.mark.parametrize("roll_deg", [-10.0, 0.0, 10.0])
def test_toes_that_point_straight_down_bend_ahead(roll_deg):
    ankles, soles = dragged(np.linspace(70.0, 110.0, 41), roll_deg)
    none, bends = np.zeros_like(ankles), np.empty_like(ankles)
    toes_up(0, np.zeros(3), soles, ankles, none, none, bends)
    ways = Rotation.from_rotvec(bends).apply(soles[:, 2] - soles[:, 1])
    inside = slice(6, -6)  # at the ends of a blend nothing changes
    assert (soles[inside, 1, 1] + ways[inside, 1] > -1e-6).all()
    assert np.abs(bends[:, 1]).max() < 1e-9
    assert np.abs(np.diff(ways[inside], axis=0)).max() < 1e-3
    assert (ways[inside, 2] > 0.0).all(), "toes bend ahead, not back or aside"
