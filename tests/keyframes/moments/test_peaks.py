"""Peaks against SciPy's own, place by place and bit by bit."""

import subprocess
import sys

import numpy as np
import pytest
from scipy.signal import find_peaks

from unbake.keyframes.moments.peaks import peaks, peaks_apart

SERIES = {
    "noise": lambda rng: rng.normal(size=400),
    "steps": lambda rng: rng.integers(0, 4, size=300).astype(float),
    "walk": lambda rng: np.cumsum(rng.normal(size=500)),
    "waves": lambda rng: np.sin(np.arange(600) / rng.uniform(5, 40)) + 0.1 * rng.normal(size=600),
    "walled": lambda rng: np.concatenate([[-99.0], rng.integers(0, 9, size=80), [-99.0]]).astype(float),
    "rising": lambda rng: np.sort(rng.normal(size=50)),
    "flat": lambda rng: np.full(20, rng.normal()),
    "short": lambda rng: rng.integers(0, 3, size=rng.integers(1, 6)).astype(float),
}


@pytest.mark.parametrize("kind", SERIES)
def test_what_stands_out(kind):
    counted = 0
    for seed in range(60):
        values = SERIES[kind](np.random.default_rng(seed))
        for least in (0.0, 0.3, 1.0, 2.5):
            ours = peaks(values, least)
            at, found = find_peaks(values, prominence=least, plateau_size=1)
            np.testing.assert_array_equal(ours.at, at)
            np.testing.assert_array_equal(ours.first, found["left_edges"])
            np.testing.assert_array_equal(ours.last, found["right_edges"])
            np.testing.assert_array_equal(ours.prominences, found["prominences"])
            counted += len(at)
    assert (counted > 0) == (kind not in ("rising", "flat"))


@pytest.mark.parametrize("kind", SERIES)
@pytest.mark.parametrize("distance", [1, 2, 7, 40])
def test_the_highest_stay_apart(kind, distance):
    for seed in range(60):
        values = SERIES[kind](np.random.default_rng(seed))
        height = float(np.quantile(values, 0.3))
        np.testing.assert_array_equal(
            peaks_apart(values, height, distance), find_peaks(values, height=height, distance=distance)[0]
        )


def test_the_input_is_unchanged():
    values = SERIES["noise"](np.random.default_rng(1))
    before = values.copy()
    peaks(values, 0.1), peaks_apart(values, 0.0, 5)
    np.testing.assert_array_equal(values, before)


@pytest.mark.slow
def test_neither_a_reduction_nor_the_studio_imports_what_starts_slowly():
    """Half a second that every command, and every server of the studio, would take longer to start."""
    slow = ("scipy.signal", "scipy.stats", "scipy.optimize")
    modules = "unbake.reduce.reduction, unbake.studio.server.launch"
    code = f"import sys, {modules}; print([name for name in {slow} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
