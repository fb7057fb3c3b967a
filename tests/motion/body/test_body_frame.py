"""Vectors over the floor as bodies see them, and in the world."""

import numpy as np
import pytest

from unbake.motion.body.body_frame import over_floor


def test_ahead_is_where_a_body_heads_and_the_way_back_negates_the_sine():
    headings = np.array([0.0, np.pi / 2.0, np.pi])  # towards +Z, +X, −Z
    sine, cosine = np.sin(headings), np.cos(headings)
    ahead, left = np.tile([0.0, 1.0], (3, 1)), np.tile([1.0, 0.0], (3, 1))
    assert over_floor(ahead, sine, cosine) == pytest.approx(np.array([[0.0, 1.0], [1.0, 0.0], [0.0, -1.0]]), abs=1e-12)
    assert over_floor(left, sine, cosine) == pytest.approx(np.array([[1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]]), abs=1e-12)
    world = over_floor(left, sine, cosine)
    assert over_floor(world, -sine, cosine) == pytest.approx(left, abs=1e-12)
