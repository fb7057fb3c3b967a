"""All values at once are those of the curves that the fit makes."""

import numpy as np
import pytest

from curves.fitted import sampled, walks
from curves.moving_arm import random_keys
from unbake.curves.fits.hermite import fit_thirds
from unbake.curves.fits.hermite_kernels import hermite_values


def curves_at_all_frames(keys, values):
    return sampled(keys, values, fit_thirds(keys, values), np.arange(len(values), dtype=float))


@pytest.mark.parametrize(
    ("frames", "count"), [(1, 1), (2, 2), (3, 2), (3, 3), (40, 2), (40, 39), (40, 40), (300, 8), (300, 70), (300, 200)]
)
def test_values_are_those_of_the_curves(frames, count):
    keys, values = random_keys(frames, count, frames + count), walks(frames, 5, count)
    found = hermite_values(keys, values)
    np.testing.assert_allclose(found, curves_at_all_frames(keys, values), rtol=0, atol=1e-11 * np.ptp(values))
    assert (found[keys] == values[keys]).all()
    if count == 2 and frames == 40:
        assert np.abs(found - values).max() > 0.1, "two keys cannot follow a random walk"


def test_still_channels_stay_still():
    values = walks(50, 4, 1)
    values[:, [0, 2]] = [0.1, -1 / 3]
    found = hermite_values(np.array([0, 1, 13, 30, 49]), values)
    assert (found[:, [0, 2]] == values[0, [0, 2]]).all()


def test_any_layout_of_memory_will_do():
    keys, values = random_keys(60, 9, 4), walks(60, 6, 4)
    before = values.copy()
    for other in (np.asfortranarray(values), np.repeat(values, 2, axis=1)[:, ::2]):
        assert (hermite_values(keys, other) == hermite_values(keys, values)).all()
    assert (values == before).all()
