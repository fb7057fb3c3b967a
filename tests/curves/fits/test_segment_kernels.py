import numpy as np
import pytest
from scipy.optimize import brentq

from curves.fits.random_chains import UNLIMITED, filled, random_chain, symmetric
from unbake.curves.fits.segment_kernels import PENALTY


def residuals_of(segment, data, weights, first, last):
    """One segment's weighted differences from the data, frame by frame, its parameter by a root finder."""
    leaves, arrives, alpha, beta = segment
    length = last - first
    values = [data[first], data[first] + leaves * alpha * length, data[last] - arrives * beta * length, data[last]]
    gaps = []
    for frame in range(first + 1, last):

        def time_left(u, frame=frame):
            return 3 * (1 - u) ** 2 * u * alpha + 3 * (1 - u) * u**2 * (1 - beta) + u**3 - (frame - first) / length

        u = brentq(time_left, 0.0, 1.0, xtol=1e-15, rtol=1e-15)
        bernstein = np.array([(1 - u) ** 3, 3 * (1 - u) ** 2 * u, 3 * (1 - u) * u**2, u**3])
        gaps.append(np.sqrt(weights[frame]) * (data[frame] - bernstein @ values))
    return np.array(gaps)


def overshoots_of(segment, data, limits, first, last):
    """One segment's weighted penalties, one for each place where its densely sampled value turns beyond a limit."""
    leaves, arrives, alpha, beta = segment
    length = last - first
    p, q = leaves * alpha * length, -arrives * beta * length
    rise = data[last] - data[first]
    v, u = np.polynomial.Polynomial([1, -1]), np.polynomial.Polynomial([0, 1])
    value = data[first] + 3 * v**2 * u * p + 3 * v * u**2 * (rise + q) + u**3 * rise
    turns = [r.real for r in value.deriv().roots() if abs(r.imag) < 1e-12 and 0.0 < r.real < 1.0]
    return np.array([np.sqrt(PENALTY) * (np.clip(value(t), *limits) - value(t)) for t in sorted(turns)])


def check_normal_equations(residuals, segment, terms):
    """`terms` against the residuals and their central differences."""
    step = 1e-5
    jacobian = np.stack(
        [(residuals(segment + step * axis) - residuals(segment - step * axis)) / (2 * step) for axis in np.eye(4)],
        axis=-1,
    )
    size = np.abs(jacobian).max(initial=1e-3)
    assert symmetric(terms) == pytest.approx(jacobian.T @ jacobian, rel=1e-5, abs=1e-6 * size**2)
    # The residuals are data minus curve, the kernel's derivatives those of the curve.
    rest = residuals(segment)
    assert terms[10:] == pytest.approx(-jacobian.T @ rest, rel=1e-5, abs=1e-6 * size * np.abs(rest).max(initial=1e-3))


@pytest.mark.parametrize("seed", range(8))
def test_derivatives_of_the_errors_are_those_of_finite_differences(seed):
    keys, data, weights, segments, _ = random_chain(seed)
    unlimited = np.tile(UNLIMITED, (len(segments), 1))
    first = seed % 3
    cost, terms = filled(keys, data, weights, segments, unlimited, first)
    expected = 0.0
    for s in range(first, len(segments)):

        def residuals(segment, s=s):
            return residuals_of(segment, data, weights, keys[s], keys[s + 1])

        expected += np.sum(residuals(segments[s]) ** 2)
        check_normal_equations(residuals, segments[s], terms[s - first])
    assert cost == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_derivatives_of_the_penalties_are_those_of_finite_differences(seed):
    keys, data, _, segments, limits = random_chain(seed)
    segments[:, :2] *= 4.0  # so that most segments overshoot
    penalties = 0
    first = seed % 3
    cost, terms = filled(keys, data, np.zeros(len(data)), segments, limits, first)
    expected = 0.0
    for s in range(first, len(segments)):

        def residuals(segment, s=s):
            return overshoots_of(segment, data, limits[s], keys[s], keys[s + 1])

        expected += np.sum(residuals(segments[s]) ** 2)
        penalties += np.count_nonzero(residuals(segments[s]))
        check_normal_equations(residuals, segments[s], terms[s - first])
    assert cost == pytest.approx(expected, rel=1e-9)
    assert penalties >= 2


def bending_of(segment, data, bending, first, last):
    """One segment's weighted second derivatives at its two keys, time in parts of the segment, by its curve."""
    leaves, arrives, alpha, beta = segment
    length = last - first
    handles = np.array([leaves * alpha * length, data[last] - data[first] - arrives * beta * length])
    times, values = np.array([0.0, alpha, 1.0 - beta, 1.0]), np.array([0.0, *handles, data[last] - data[first]])
    found = []
    for end in (0.0, 1.0):
        u = np.polynomial.Polynomial([0.0, 1.0])
        bernstein = [(1 - u) ** 3, 3 * (1 - u) ** 2 * u, 3 * (1 - u) * u**2, u**3]
        x, y = (sum(b * c for b, c in zip(bernstein, column, strict=True)) for column in (times, values))
        slope_of = (y.deriv().deriv() * x.deriv() - y.deriv() * x.deriv().deriv())(end)
        found.append(-np.sqrt(bending * length) * slope_of / x.deriv()(end) ** 3)
    return np.array(found)


@pytest.mark.parametrize("seed", range(8))
def test_derivatives_of_the_bending_are_those_of_finite_differences(seed):
    keys, data, _, segments, _ = random_chain(seed)
    segments[:, 2:] = segments[:, 2:].clip(0.2, 0.8)
    unlimited = np.tile(UNLIMITED, (len(segments), 1))
    first, bending, expected = seed % 3, 0.01, 0.0
    cost, terms = filled(keys, data, np.zeros(len(data)), segments, unlimited, first, bending=bending)
    for s in range(first, len(segments)):

        def residuals(segment, s=s):
            return bending_of(segment, data, bending, keys[s], keys[s + 1])

        expected += np.sum(residuals(segments[s]) ** 2)
        check_normal_equations(residuals, segments[s], terms[s - first])
    assert cost == pytest.approx(expected, rel=1e-9)
    assert expected > 0.0
