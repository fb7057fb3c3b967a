"""The ways of layering that the thesis benchmark compares must see the motion, not the rounding of its numbers."""

import numpy as np
import pytest
from benchmarks.thesis.layers import WAYS, blocked
from benchmarks.thesis.recovery import LEADS

from unbake.motion.points import points_of
from unbake.performer import piece, with_noise

FPS = 120
LEAST_M = 1e-4


@pytest.mark.parametrize("way", WAYS)
def test_a_billionth_of_a_metre_moves_no_key(way):
    walk = piece("robotic-walk", fps=FPS).motion
    keys = {
        blocked(motion, LEADS["robotic-walk"], way).selection.frames
        for motion in (walk, *(with_noise(walk, 1e-8, 1e-10, seed=seed) for seed in range(3)))
    }
    assert len(keys) == 1


@pytest.mark.parametrize("name", LEADS)
@pytest.mark.parametrize("way", WAYS)
def test_a_distance_from_a_line_is_never_asked_of_a_single_number(way, name):
    """Along one axis every value lies on the line between any two, so such a criterion sees nothing."""
    motion = piece(name, fps=FPS).motion
    for layer in WAYS[way][0]:
        points = points_of(motion, LEADS[name] if layer.lead else None, space=layer.space)
        moving = np.ptp(points.values, axis=0) > LEAST_M
        assert moving.sum() > 1 or not layer.criterion.startswith("line"), layer
