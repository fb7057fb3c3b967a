"""What fades away around plants: its values and its reach."""

import numpy as np
import pytest

from unbake.feet.fading import faded


def test_held_values_stay_and_far_ones_are_zero():
    values = np.arange(60.0)[:, None] + 1.0
    held = np.zeros(60, dtype=bool)
    held[20:31] = True
    out = faded(values, held, 6)
    assert (out[held] == values[held]).all()
    assert (out[:14] == 0.0).all()
    assert (out[37:] == 0.0).all()
    assert (np.abs(out[14:20]) > 0.0).all()


def test_the_fade_is_the_cubic_of_the_paper():
    values = np.full((40, 1), 2.0)
    held = np.zeros(40, dtype=bool)
    held[:10] = True
    out = faded(values, held, 9)
    t = np.arange(1, 10) / 10.0
    assert out[10:19, 0] == pytest.approx(2.0 * (2.0 * t**3 - 3.0 * t**2 + 1.0))


def test_values_go_on_smoothly_across_both_ends():
    time = np.linspace(0.0, 1.0, 2001)
    values = np.sin(7.0 * time)[:, None]
    out = faded(values, (time > 0.3) & (time < 0.6), 400)[:, 0]
    assert np.abs(np.diff(out)).max() < 5e-3  # a drop at once would be one of 0.8
    assert np.abs(out).max() <= np.abs(values).max()


def test_a_short_gap_is_bridged_without_a_dip_to_zero():
    values = np.ones((30, 1))
    held = np.ones(30, dtype=bool)
    held[12:17] = False
    assert faded(values, held, 10)[:, 0] == pytest.approx(np.ones(30))


@pytest.mark.parametrize("frames", [0, 1, 500])
def test_degenerate_lengths(frames):
    values = np.arange(5.0)[:, None]
    for held in (np.zeros(5, dtype=bool), np.ones(5, dtype=bool), np.arange(5) == 2):
        out = faded(values, held, frames)
        assert np.isfinite(out).all()
        assert (out[held] == values[held]).all()
        if not held.any():
            assert (out == 0.0).all()
