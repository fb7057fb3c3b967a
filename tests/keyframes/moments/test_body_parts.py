"""Ways of parts of a body, without noise."""

import numpy as np
import pytest

from unbake.keyframes.moments.body_parts import smooth


@pytest.mark.parametrize("frames", [1, 2, 7, 90])
@pytest.mark.parametrize("width", [0.1, 0.5, 2.4, 7.3])
def test_a_way_is_smoothed_as_by_scipy_to_the_last_bit(frames, width):
    from scipy.ndimage import gaussian_filter1d

    way = np.random.default_rng(3).normal(size=(frames, 3))
    np.testing.assert_array_equal(smooth(way, width), gaussian_filter1d(way, width, axis=0, mode="nearest"))
