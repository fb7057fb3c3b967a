"""Hermite curves through keys that dynamic programming moves around their predicted places.

Önder, Güdükbay, Özgüç, Erdem, Erdem and Özkan, Keyframe reduction techniques for motion capture data, 2008, section
3.1. Keys are predicted where a first or second derivative is zero; nine places around each are tried, and the path of
least squared error through them is found by dynamic programming; its keys are the next predictions, until the error no
longer falls.

The paper fits every channel by itself with keys of its own. Here all channels share their keys; a place is a frame, up
to four before or after the prediction, and the tangents are the motion's own slopes there. A count is reached by
sharing the predictions out: each key gets an equal part of the zeros, a channel weighing as much as it moves.

Limits: "the total error is directly related to the initial predicted keyframes": the path ends in the nearest valley.
It is judged by `curve-sum`, the squared error that is left by the best tangents for the same keys.
"""

# mypy: allow-untyped-decorators

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats, Indices
from unbake.ground.memory import check_memory
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest
from unbake.keyframes.rivals.stochastic.key_vectors import make_distinct

REACH = 4
"""Frames on either side of a prediction: nine places."""
MOST_ROUNDS = 200
ROUNDING = 1e-9
"""Derivatives a frame up to this part of a channel's range are zero: a straight way has no bends to change sign."""


def fit_paths(request: RivalRequest) -> dict[int, Frames]:
    """Return the keys of every wanted count."""
    values = request.points.values - request.points.values.mean(axis=0)
    frames = len(values)
    check_memory(8 * frames * frames, f"the curves of {frames:,} frames", "a shorter range would need less")
    slopes, events = np.gradient(values, axis=0), zeros_of_derivatives(values)
    known = np.full((frames, frames), np.nan)
    found: dict[int, Frames] = {}
    for number, count in enumerate(request.counts):
        keys = predicted(events, count - 2)
        error = np.inf
        for _ in range(MOST_ROUNDS):
            better, new_error = best_path(values, slopes, keys, REACH, known)
            if not new_error < error:
                break
            keys, error = better, new_error
        found[count] = (0, *(int(key) for key in keys), frames - 1)
        request.report((number + 1) / len(request.counts))
    return found


def zeros_of_derivatives(values: Floats) -> Floats:
    """Return for each frame (F,) how much of the motion (F, D) has a zero of its first or second derivative there.

    A zero is a change of sign, from the step before a frame to the step after it, or from its bend to the next
    frame's; where the derivative rests at zero between the signs, as on a plateau, the middle of that rest. A rest
    between two like signs is none of its own: its bends change sign. A channel weighs as much as its range.
    """
    weight = np.ptp(values, axis=0)
    zeros = np.zeros(len(values))
    for channel, range_of_it in zip(values.T, weight, strict=True):
        steps = np.diff(channel)
        for derivative, double_middle in ((steps, 1), (np.diff(steps), 2)):
            before, after = changes_of_sign(derivative, ROUNDING * range_of_it)
            np.add.at(zeros, (before + after + double_middle) // 2, range_of_it)
    return zeros


def changes_of_sign(values: Floats, tolerance: float) -> tuple[Indices, Indices]:
    """Return the last index before and the first after each change of sign; up to the tolerance a value has none."""
    signed = np.flatnonzero(np.abs(values) > tolerance)
    change = np.flatnonzero(np.diff(np.sign(values[signed])))
    return signed[change], signed[change + 1]


def predicted(events: Floats, inner: int) -> Indices:
    """Return `inner` frames that share the events (F,) out evenly; evenly in time where there are none."""
    frames = len(events)
    weight = events[1:-1] if events[1:-1].any() else np.ones(frames - 2)
    wanted = (np.arange(inner) + 0.5) / inner * weight.sum()
    keys: Indices = 1 + np.searchsorted(np.cumsum(weight), wanted)
    make_distinct(keys, frames - 1)
    return keys


@njit(cache=True, nogil=True)
def curve_error(values: Floats, slopes: Floats, i: int, j: int) -> float:
    """Return the squared error over the frames between i and j of the Hermite curve with the slopes (F, D) there."""
    n = j - i
    total = 0.0
    for k in range(1, n):
        s = k / n
        end = s * s * (3.0 - 2.0 * s)
        leave, arrive = n * s * (1.0 - s) * (1.0 - s), n * s * s * (s - 1.0)
        for c in range(values.shape[1]):
            value = (1.0 - end) * values[i, c] + end * values[j, c] + leave * slopes[i, c] + arrive * slopes[j, c]
            total += (value - values[i + k, c]) ** 2
    return total


@njit(cache=True, nogil=True)
def best_path(values: Floats, slopes: Floats, keys: Indices, reach: int, known: Floats) -> tuple[Indices, float]:
    """Return the keys with the least error among all that lie within `reach` frames of the given ones, and that error.

    Parameters
    ----------
    values, slopes : (F, D) the motion and its slopes a frame.
    keys : (m,) inner keys, rising.
    known : (F, F) errors of segments that were measured before, NaN elsewhere; filled on the way.
    """
    last, inner, places = values.shape[0] - 1, len(keys), 2 * reach + 1
    least = np.full((inner + 2, places), np.inf)
    before = np.zeros((inner + 2, places), np.int64)
    least[0, reach] = 0.0
    for n in range(1, inner + 2):
        for p in range(places):
            frame = last if n == inner + 1 else keys[n - 1] + p - reach
            if (n == inner + 1 and p != reach) or (n <= inner and not 0 < frame < last):
                continue
            for q in range(places):
                start = 0 if n == 1 else keys[n - 2] + q - reach
                if least[n - 1, q] == np.inf or start >= frame:
                    continue
                if np.isnan(known[start, frame]):
                    known[start, frame] = curve_error(values, slopes, start, frame)
                if least[n - 1, q] + known[start, frame] < least[n, p]:
                    least[n, p] = least[n - 1, q] + known[start, frame]
                    before[n, p] = q
    path = np.empty(inner, np.int64)
    p = before[inner + 1, reach]
    for n in range(inner, 0, -1):
        path[n - 1] = keys[n - 1] + p - reach
        p = before[n, p]
    return path, least[inner + 1, reach]


ONDER_HERMITE = Rival(
    "onder-hermite", "Önder et al. 2008, Hermite curves", "optimisation", fit_paths,
    criterion="curve-sum", compose="sum",
)  # fmt: skip
