"""Handles of given directions whose lengths are fitted, so that one segment comes as near to a curve as it can.

Where several segments become one, and where a part of a segment has handles that would reach beyond it in time. Two
unknowns, bounded so that the segment stays a function of time. What is minimised is the integral over time of the
squared difference in value, by samples, with damped Gauss-Newton steps. It may have several minima, so they start from
five places.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from unbake.compiling import njit
from unbake.curves.bezier import evaluate_chain, parameter_at
from unbake.ground.arrays import Floats

SAMPLES = 32
"""Samples a segment. On 261 deletions in a walk, the difference that is left was at most 0.2 % (RMS) above the least
that 400 samples and a search from sixteen starts found."""
MOST_SAMPLES = 1024
"""Samples of many segments together; each has two at least."""
STARTS = np.array([[0.15, 0.15], [0.6, 0.15], [0.15, 0.6], [0.6, 0.6]])
"""Lengths to start from beside the expected ones. Of 8,000 merges in a walk one came out more than 1 % (RMS) above what
36 starts found; from the best of a grid of 7 × 7, at the same cost, 27 did, from the expected lengths alone 156."""
LEAST_LENGTH = 0.02
"""No handle becomes shorter than this part of the segment, unless it was: its slope would be lost."""
EXACT = 1e-12
"""A guess that misses by less than this part of the values is right to within rounding."""
TINY = 1e-9
"""A handle shorter than this part of its segment, in time and in value, has no direction but that of rounding."""
MOST_STEPS = 60


def merged_handles(segments: Sequence[Floats]) -> tuple[Floats, Floats]:
    """Return the outgoing and the incoming handle (2,) of the one segment in place of several.

    Each points where the outer handle of its side pointed (or, where that has no length, where the curve went). Parts
    of one curve are put together again exactly: by de Casteljau the handles on both sides of a key stand in the ratio
    of the two parts, and each outer handle is its part of what it was. That is the first guess, kept where it is right.

    Parameters
    ----------
    segments : two or more, (4, 2) control points as (frame, value) each; one ends where the next starts.
    """
    first, last = segments[0], segments[-1]
    return _nearest_handles(segments, first - first[0], last[3] - last[::-1], _outer_parts(segments))


def inside_handles(part: Floats) -> tuple[Floats, Floats]:
    """Return the outgoing and the incoming handle (2,) that keep inside a part of a segment, nearest to its curve.

    Time runs forwards along a segment whose handles lie inside it, even where they overlap; but then the control points
    of a part of it may lie outside that part.

    Parameters
    ----------
    part : (4, 2) control points as (frame, value), of a curve that is a function of time.
    """
    return _nearest_handles([part], part - part[0], part[3] - part[::-1], (1.0, 1.0))


def _nearest_handles(
    curve: Sequence[Floats], leaving: Floats, arriving: Floats, parts: tuple[float, float]
) -> tuple[Floats, Floats]:
    """Return the handles (2,) of one segment in place of a curve.

    Parameters
    ----------
    curve : segments (4, 2) each.
    leaving, arriving : (4, 2) control points relative to the first and, backwards, to the last key, nearest first.
    parts : what `leaving[1]` and `arriving[1]` are expected to be of the handles sought.
    """
    start, end = curve[0][0], curve[-1][3]
    span, rise = end[0] - start[0], end[1] - start[1]
    leave, first = _direction(leaving, span, parts[0])
    arrive, second = _direction(arriving, span, parts[1])
    times, targets, weights = _samples(curve)
    noise = (EXACT * max(float(np.abs(segment[:, 1]).max()) for segment in curve)) ** 2
    lengths = _best_lengths(
        np.array([first, second]),
        noise,
        STARTS,
        leave / (span, 1.0),
        arrive / (span, 1.0),
        rise,
        (times - start[0]) / span,
        targets - start[1],
        weights,
    )
    return start + lengths[0] * leave, end - lengths[1] * arrive


def _outer_parts(segments: Sequence[Floats]) -> tuple[float, float]:
    """Return which parts of the merged segment the first and the last are, if all are parts of one curve."""
    keys = np.array([_split_parameter(before, after) for before, after in pairwise(segments)])
    # Each segment's share relative to the first one's; as logarithms, since hundreds of ratios multiply.
    shares = np.cumsum([0.0, *(np.log1p(-keys) - np.log(keys))])
    shares = np.exp(shares - shares.max())
    outer = np.maximum(shares[[0, -1]] / shares.sum(), TINY)
    return float(outer[0]), float(outer[1])


def _split_parameter(before: Floats, after: Floats) -> float:
    """Return where along the two merged segments the key lies, if its handles are those of a subdivision."""
    incoming, outgoing = before[3, 0] - before[2, 0], after[1, 0] - after[0, 0]
    both = incoming + outgoing
    if min(incoming, outgoing) <= 0.0 or not 0.0 < incoming / both < 1.0:
        incoming, both = before[3, 0] - before[0, 0], after[3, 0] - before[0, 0]
    return float(incoming / both)


def _direction(offsets: Floats, span: float, part: float) -> tuple[Floats, float]:
    """Return the direction in which the curve leaves its key, and how long a handle along it is expected to be.

    Parameters
    ----------
    offsets : (4, 2) control points relative to the key, nearest first; times may not be negative.
    span : length in frames of the merged segment; the direction is that of a handle which takes all of it.
    part : the handle's length as a part of what it was before a subdivision.
    """
    visible = (np.abs(offsets) > TINY * np.abs(offsets).max(axis=0)).any(axis=1)
    first = next((n for n in range(1, 4) if visible[n]), 3)
    run = float(offsets[first, 0])
    if run <= TINY * span:
        # A vertical tangent takes no time; three times its expected length is taken for all of it.
        return np.array([0.0, 3.0 * offsets[first, 1] / part]), 1.0 / 3.0 if first == 1 else 0.0
    length = run / span
    direction = np.array([span, offsets[first, 1] / length])
    return direction, min(length / part, 1.0) if first == 1 else 0.0


def _samples(curve: Sequence[Floats]) -> tuple[Floats, Floats, Floats]:
    """Return times, values and weights (N,) of samples of a curve; the weights add up to 1."""
    points = np.stack(curve)
    keys = np.concatenate([points[:, 0], points[-1:, 3]])
    left, right = np.concatenate([points[:1, 0], points[:, 2]]), np.concatenate([points[:, 1], points[-1:, 3]])
    frames, values = np.ascontiguousarray(keys.T)
    samples = min(SAMPLES, max(MOST_SAMPLES // len(curve), 2))
    middles = (np.arange(samples) + 0.5) / samples
    lengths = np.diff(frames)
    times = (frames[:-1, None] + lengths[:, None] * middles).ravel()
    weights = np.repeat(lengths / lengths.sum() / samples, samples)
    return times, np.asarray(evaluate_chain(frames, values, left, right, times)), weights


@njit(cache=True, nogil=True)
def _best_lengths(
    guess: Floats,
    noise: float,
    starts: Floats,
    leave: Floats,
    arrive: Floats,
    rise: float,
    times: Floats,
    targets: Floats,
    weights: Floats,
) -> Floats:
    """Return the two lengths, as parts of the directions, with the least squared error; the guess if that is noise."""
    normal = np.empty(6)
    if _normal_equations(normal, guess, leave, arrive, rise, times, targets, weights) <= noise:
        return guess
    lowest = np.minimum(guess, LEAST_LENGTH)
    best = _refined(guess, lowest, leave, arrive, rise, times, targets, weights)
    least = _normal_equations(normal, best, leave, arrive, rise, times, targets, weights)
    for start in starts:
        other = _refined(start, lowest, leave, arrive, rise, times, targets, weights)
        error = _normal_equations(normal, other, leave, arrive, rise, times, targets, weights)
        if error < least:
            best, least = other, error
    return best


@njit(cache=True, nogil=True)
def _refined(
    start: Floats,
    lowest: Floats,
    leave: Floats,
    arrive: Floats,
    rise: float,
    times: Floats,
    targets: Floats,
    weights: Floats,
) -> Floats:
    """Return lengths no worse than `start`, by Levenberg-Marquardt steps inside the bounds `lowest` to 1."""
    lengths, normal, trial = start.copy(), np.empty(6), np.empty(6)
    error = _normal_equations(normal, lengths, leave, arrive, rise, times, targets, weights)
    damping = 1e-3
    for _ in range(MOST_STEPS):
        moved = np.minimum(np.maximum(lengths + _step(normal, lengths, lowest, damping), lowest), 1.0)
        moved_error = _normal_equations(trial, moved, leave, arrive, rise, times, targets, weights)
        if moved_error < error:
            settled = error - moved_error <= 1e-12 * error
            lengths, error, damping = moved, moved_error, max(0.2 * damping, 1e-9)
            normal[:] = trial
            if settled:
                break
        else:
            damping *= 5.0
            if damping > 1e6:
                break
    return lengths


@njit(cache=True, nogil=True)
def _step(normal: Floats, lengths: Floats, lowest: Floats, damping: float) -> Floats:
    """Return the damped step; a length at a bound that it would leave stays."""
    pull0, pull1, h00, h01, h11 = normal[1], normal[2], normal[3], normal[4], normal[5]
    step = np.zeros(2)
    free0 = h00 > 0.0 and not ((lengths[0] <= lowest[0] and pull0 > 0.0) or (lengths[0] >= 1.0 and pull0 < 0.0))
    free1 = h11 > 0.0 and not ((lengths[1] <= lowest[1] and pull1 > 0.0) or (lengths[1] >= 1.0 and pull1 < 0.0))
    h00, h11 = h00 * (1.0 + damping), h11 * (1.0 + damping)
    if free0 and free1:
        determinant = h00 * h11 - h01 * h01
        step[0] = (h01 * pull1 - h11 * pull0) / determinant
        step[1] = (h01 * pull0 - h00 * pull1) / determinant
    elif free0:
        step[0] = -pull0 / h00
    elif free1:
        step[1] = -pull1 / h11
    return step


@njit(cache=True, nogil=True)
def _normal_equations(
    normal: Floats,
    lengths: Floats,
    leave: Floats,
    arrive: Floats,
    rise: float,
    times: Floats,
    targets: Floats,
    weights: Floats,
) -> float:
    """Return the squared error of given lengths; write it, half its gradient and JᵀJ (00, 01, 11) to `normal` (6,).

    Longer handles move a point of the curve along their direction; at a fixed time that changes the value by the part
    of the move that is not along the curve.
    """
    a, p = lengths[0] * leave[0], lengths[0] * leave[1]
    b, q = 1.0 - lengths[1] * arrive[0], rise - lengths[1] * arrive[1]
    normal[:] = 0.0
    for index in range(len(times)):
        u = parameter_at(times[index], a, b)
        v = 1.0 - u
        b1, b2 = 3.0 * v * v * u, 3.0 * v * u * u
        gap = b1 * p + b2 * q + u * u * u * rise - targets[index]
        run = v * v * a + 2.0 * v * u * (b - a) + u * u * (1.0 - b)
        slope = (v * v * p + 2.0 * v * u * (q - p) + u * u * (rise - q)) / max(run, 1e-12)
        by_first = b1 * (leave[1] - slope * leave[0])
        by_second = -b2 * (arrive[1] - slope * arrive[0])
        weight = weights[index]
        normal[0] += weight * gap * gap
        normal[1] += weight * gap * by_first
        normal[2] += weight * gap * by_second
        normal[3] += weight * by_first * by_first
        normal[4] += weight * by_first * by_second
        normal[5] += weight * by_second * by_second
    return float(normal[0])
