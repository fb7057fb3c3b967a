"""The thesis's fit: both handles of every key move in time and value, accurate first and smooth where it is cheap.

Each channel is minimised on its own: ω1 · squared differences in value + ω2 · corners at the keys, over all handles,
bounded so that every segment stays a function of time. The start is the Hermite fit, and what is kept is never farther
from the data, over the frames, than that.

References: R. Roberts, thesis, 2018, section 5.1 (equations 5.2 and 5.5 to 5.8). We deviate: bounds on the handles'
times, at least as many samples as frames but none in segments of one frame, 1 − cosine in place of the angle, and the
Hermite fit where the result is no nearer.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from threadpoolctl import threadpool_limits

from unbake.curves.bezier import evaluate_chain
from unbake.curves.fits.hermite import checked, fit_thirds
from unbake.curves.fits.thesis_kernels import objective
from unbake.ground.arrays import Floats, Indices

ACCURACY_WEIGHT = 1.0
ANGLE_WEIGHT = 1000.0
LEAST_SAMPLES = 10
"""Samples a segment, as in the thesis, unless it has more frames. On 20 keys of a walk (segments of 21 frames), one
sample a frame leaves 0.8 cm worst and 0.054 cm RMS, ten leave 1.0 cm and 0.058 cm."""
LEAST_TIME = 0.02
"""No handle is shorter than this part of its segment: a vertical tangent has no slope that a program could store."""
TIME_SCALE = 3.0
"""Added to a segment's range of values to make the unit of its handles' times: moving a handle in time changes the
curve by about its slope, so this brings all derivatives to one size. With a scale of 1 for all, 200 iterations leave
0.062 cm RMS where this leaves 0.056 (walk, 20 keys)."""
MOST_ITERATIONS = 400

Objective = Callable[[Floats], tuple[float, Floats]]


def fit_thesis(
    keys: Indices,
    values: Floats,
    *,
    accuracy_weight: float = ACCURACY_WEIGHT,
    angle_weight: float = ANGLE_WEIGHT,
    least_samples: int = LEAST_SAMPLES,
) -> tuple[Floats, Floats]:
    """Return the handles (C, K, 2), left and right, of the thesis's fit, as absolute (frame, value).

    Every channel's squared error over the frames is at most that of `fit_hermite`, and its objective at most that of
    the Hermite fit.

    Parameters
    ----------
    keys : (K,) frame indices from 0, rising, the first and last frame included.
    values : (F, C) one column a channel, in a unit comparable to a frame (degrees, centimetres): the weights and the
        angles depend on it.
    accuracy_weight, angle_weight : ω1 and ω2 of the thesis.
    least_samples : samples in a segment that has fewer frames.

    Raises
    ------
    UsageError : keys that do not rise from the first frame to the last.
    """
    keys, values = checked(keys, values)
    left, right = fit_thirds(keys, values)
    lengths = np.diff(keys)
    # Between neighbouring frames there is nothing to be accurate about; samples there would call for straight lines.
    samples = np.where(lengths > 1, np.maximum(lengths, least_samples), 0)
    if not samples.any():
        return left, right
    weights = (float(accuracy_weight), float(angle_weight))
    # The optimiser's matrices are tiny; the threads of the linear algebra library would only wait for each other.
    with threadpool_limits(1, "blas"):
        for channel in range(values.shape[1]):
            data = np.ascontiguousarray(values[:, channel], dtype=np.float64)
            if np.ptp(data) == 0.0:
                continue
            found = _fit_channel(keys, data, left[channel], right[channel], samples, weights)
            if _squared_error(keys, data, *found) <= _squared_error(keys, data, left[channel], right[channel]):
                left[channel], right[channel] = found
    return left, right


def _fit_channel(
    keys: Indices, data: Floats, left: Floats, right: Floats, samples: Indices, weights: tuple[float, float]
) -> tuple[Floats, Floats]:
    """Return better handles (K, 2) of one channel than the given ones."""
    scale = _scale(keys, data)
    gradient = np.empty_like(scale)

    def scaled(z: Floats) -> tuple[float, Floats]:
        value = objective(z * scale, gradient, keys, data, samples, *weights)
        return value, gradient * scale

    segments = len(keys) - 1
    lower = np.tile([LEAST_TIME, -np.inf, 0.0, -np.inf], segments)
    upper = np.tile([1.0, np.inf, 1.0 - LEAST_TIME, np.inf], segments)
    start = variables_of(keys, data, left, right)
    found = _minimised(scaled, start / scale, lower / scale, upper / scale) * scale
    return handles_of(keys, data, np.clip(found, lower, upper))


def _minimised(function: Objective, start: Floats, lower: Floats, upper: Floats) -> Floats:
    """Return a point within bounds whose value is at most the start's; the only place that knows the optimiser."""
    # Imported here: it takes a tenth of the time that a command takes to start, and this fit is rare.
    from scipy.optimize import minimize

    # The data are piecewise linear, so derivatives jump at frames and a line search may never be content: the number
    # of evaluations is limited, not only that of iterations.
    limits = {"maxiter": MOST_ITERATIONS, "maxfun": 2 * MOST_ITERATIONS, "ftol": 1e-8}
    bounds = np.stack([lower, upper], axis=1)
    result = minimize(function, start, jac=True, method="L-BFGS-B", bounds=bounds, options=limits)
    return np.asarray(result.x) if result.fun <= function(start)[0] else start


def _scale(keys: Indices, data: Floats) -> Floats:
    """Units of the variables (4 (K − 1),)."""
    scale = np.ones((len(keys) - 1, 4))
    # The right end belongs to the next segment here, which makes no difference to a scale.
    ranges = np.maximum.reduceat(data, keys[:-1]) - np.minimum.reduceat(data, keys[:-1])
    scale[:, 0] = scale[:, 2] = 1.0 / (ranges + TIME_SCALE)
    return scale.ravel()


def variables_of(keys: Indices, data: Floats, left: Floats, right: Floats) -> Floats:
    """Return the handles (K, 2) of one channel as the kernel's variables (4 (K − 1),); see `thesis_kernels`."""
    starts, lengths = keys[:-1], np.diff(keys)
    columns = [
        (right[:-1, 0] - starts) / lengths,
        right[:-1, 1] - data[starts],
        (left[1:, 0] - starts) / lengths,
        left[1:, 1] - data[keys[1:]],
    ]
    return np.stack(columns, axis=1).ravel()


def handles_of(keys: Indices, data: Floats, x: Floats) -> tuple[Floats, Floats]:
    """Return left and right handles (K, 2) of the kernel's variables (4 (K − 1),)."""
    starts, lengths = keys[:-1], np.diff(keys)
    out_time, out_value, in_time, in_value = x.reshape(-1, 4).T
    left = np.stack([keys, data[keys]], axis=1).astype(np.float64)
    right = left.copy()
    right[:-1] = np.stack([starts + out_time * lengths, data[starts] + out_value], axis=1)
    left[1:] = np.stack([starts + in_time * lengths, data[keys[1:]] + in_value], axis=1)
    return left, right


def _squared_error(keys: Indices, data: Floats, left: Floats, right: Floats) -> float:
    times = np.arange(len(data), dtype=np.float64)
    curve = evaluate_chain(keys.astype(np.float64), data[keys], left, right, times)
    return float(np.sum((curve - data) ** 2))
