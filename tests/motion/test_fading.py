"""What fades away around plants: its values and its reach."""

import numpy as np
import pytest

from unbake.motion.fading import faded


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


def test_values_and_slopes_go_on_across_both_ends():
    time = np.linspace(0.0, 1.0, 2001)
    values = np.sin(7.0 * time)[:, None]
    out = faded(values, (time > 0.3) & (time < 0.6), 400)[:, 0]
    assert np.abs(np.diff(out)).max() < 5e-3  # a drop at once would be one of 0.8
    assert np.abs(np.diff(out, 2)).max() < 3e-4  # slopes that end at once would be ones of 2e-3
    assert np.abs(out).max() <= np.abs(values).max() * 1.1


def ramp(end):
    """A value that is held until frame 20, rising by 0.25 a frame to its end."""
    values = np.linspace(end - 5.0, end, 21)[:, None]
    return np.concatenate([values, np.zeros((60, 1))]), np.arange(81) <= 20


def test_the_slope_goes_on_for_half_of_the_fade():
    with_slope = faded(*ramp(2.0), 20)[:, 0]
    t = np.arange(1, 21) / 21.0
    added = with_slope[21:41] - 2.0 * (2.0 * t**3 - 3.0 * t**2 + 1.0)
    assert (added[:9] > 0.0).all()
    assert added[9:] == pytest.approx(np.zeros(11), abs=1e-12)
    assert added.max() == pytest.approx(0.25 * 10 * 4 / 27, rel=0.05)
    assert with_slope[21] - with_slope[20] == pytest.approx(0.25, abs=0.07)


def test_a_slope_adds_no_more_than_the_value():
    for end in (0.1, 0.01, -0.01):
        out = faded(*ramp(end), 20)[21:, 0]
        assert np.abs(out).max() <= 2.0 * abs(end)
    assert (faded(*ramp(0.0), 20)[21:] == 0.0).all()


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


def test_noise_of_the_last_frame_tells_no_slope():
    values, held = ramp(2.0)
    calm = faded(values, held, 40)
    noisy = values.copy()
    noisy[19] += 0.5
    assert (faded(noisy, held, 40)[21:] == calm[21:]).all()
    # What is held at the edge itself is where the fade begins.
    noisy[20] += 0.1
    assert np.abs(faded(noisy, held, 40)[21:] - calm[21:]).max() < 0.15
