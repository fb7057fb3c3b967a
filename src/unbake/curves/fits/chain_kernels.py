"""Damped Gauss–Newton steps over a chain of segments of one channel: slopes at keys, lengths of handles.

A segment has four numbers, a row of `segments`: the slope in which it leaves its first key and the one in which it
reaches its second (value per frame), and the lengths of its two handles in time (parts of the segment, 0 to 1).
Slopes meet only the neighbouring segments and lengths only their own, so a step eliminates the lengths segment by
segment and leaves a tridiagonal system of slopes.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.compiling.plain_loops import copy_rows
from unbake.curves.fits.segment_kernels import IN, IN_LENGTH, OUT, OUT_LENGTH, fill_terms
from unbake.curves.keyed_animation import LONGEST, SHORTEST
from unbake.ground.arrays import Booleans, Floats, Indices

LEAST, MOST, BOTH, BENDING = 0, 1, 2, 3
"""Places in what decides about the shape of curves: the least and the largest length of a handle, what both handles of
a segment may take together, all in parts of the segment, and the weight of bending."""
FAIR = np.array([SHORTEST, LONGEST, 1.0, 3e-7])
"""Curves as animators draw them: no stubs at keys, and no handles that overlap in time and meet in a corner."""
TIGHTEST = np.array([0.02, 1.0, 2.0, 0.0])
"""As near to the data as curves come that are functions of time. A handle without length has no slope that a program
could store."""
LEAST_DAMPING, LARGEST_DAMPING = 1e-9, 1e9
EXACT = 1e-24
"""A cost, in squared ranges of the channel, that is nothing but rounding."""
NOTHING = 1e-30
ROUNDING = 1e-12
SETTLED = 1e-6
"""Steps that lower the cost by less than this part of it, `PATIENCE` times in a row, end the work."""
PATIENCE = 3


@njit(cache=True, nogil=True)
def improve_chain(
    keys: Indices,
    data: Floats,
    weights: Floats,
    segments: Floats,
    broken: Booleans,
    limits: Floats,
    first: int,
    last: int,
    is_first_free: bool,
    is_last_free: bool,
    parameters: Floats,
    most_steps: int,
    shape: Floats,
    is_first_fixed: bool = False,
    is_last_fixed: bool = False,
) -> float:
    """Lower the squared error of the segments `first` to `last` − 1 in place; return their cost.

    Parameters
    ----------
    keys : (K,) frames.
    data : (F,) the channel.
    weights : (F,) weight of each frame's squared error.
    segments : (K − 1, 4) the start, and the result.
    broken : (K,) keys whose two slopes are independent of each other; at others both change together.
    limits : (K − 1, 2) least and largest value that a segment may reach without a penalty.
    first, last : the segments to work on.
    is_first_free, is_last_free : whether the slopes at the ends of the range may change.
    parameters : (F,) the curve's parameter at each frame, as a start for Newton's method; updated.
    most_steps : steps at most.
    shape : (4,) bounds of handles and the weight of bending, see `FAIR`.
    is_first_fixed, is_last_fixed : whether the lengths of the handles at the ends of the range stay.

    Returns the sum of squared errors plus penalties and bending.
    """
    count = last - first
    work, trial = segments[first:last].copy(), segments[first:last].copy()
    terms, trial_terms = np.empty((count, 14)), np.empty((count, 14))
    places = _places(broken, first, last, is_first_free, is_last_free)
    unknowns = 1 + max(places[0, 0], places[count - 1, 1], places[count - 1, 0])
    diagonal, upper, step = np.empty(unknowns), np.empty(unknowns), np.empty(unknowns)
    local = np.empty((count, 6))
    cost, damping, calm = np.inf, 1e-3, 0
    # One call of each function: the start is the first trial.
    for tries in range(most_steps + 1):
        trial_cost = fill_terms(keys, data, weights, trial, limits, first, parameters, shape[BENDING], trial_terms)
        if is_first_fixed:
            _fix_length(trial_terms[0], OUT_LENGTH)
        if is_last_fixed:
            _fix_length(trial_terms[count - 1], IN_LENGTH)
        if trial_cost < cost:
            calm = calm + 1 if cost - trial_cost < SETTLED * cost else 0
            cost = trial_cost
            work, trial = trial, work
            terms, trial_terms = trial_terms, terms
            damping = max(damping * 0.2, LEAST_DAMPING) if tries else damping
        else:
            damping *= 5.0
        if tries == most_steps or cost <= EXACT or calm == PATIENCE or damping > LARGEST_DAMPING:
            break
        _eliminate_lengths(work, terms, places, damping, shape, diagonal, upper, step, local)
        _solve_tridiagonal(diagonal, upper, step)
        _take_step(work, trial, places, step, local, shape)
    copy_rows(segments[first:last], work)
    return cost


@njit(cache=True, nogil=True)
def _fix_length(terms: Floats, which: int) -> None:
    """Make nothing depend on one of a segment's two lengths, so that no step changes it."""
    if which == OUT_LENGTH:
        terms[2] = terms[5] = terms[7] = terms[8] = terms[12] = 0.0
    else:
        terms[3] = terms[6] = terms[8] = terms[9] = terms[13] = 0.0


@njit(cache=True, nogil=True)
def _places(broken: Booleans, first: int, last: int, is_first_free: bool, is_last_free: bool) -> Indices:
    """Number the unknown slopes along the chain: (S, 2), the one that leaves and the one that reaches; −1 is fixed."""
    places = np.full((last - first, 2), -1, dtype=np.int64)
    unknown = -1
    for s in range(last - first):
        if s == 0:
            if is_first_free:
                unknown += 1
                places[0, OUT] = unknown
        else:
            if broken[first + s]:
                unknown += 1
            places[s, OUT] = unknown
        if s < last - first - 1 or is_last_free:
            unknown += 1
            places[s, IN] = unknown
    return places


@njit(cache=True, nogil=True)
def _eliminate_lengths(
    work: Floats,
    terms: Floats,
    places: Indices,
    damping: float,
    shape: Floats,
    diagonal: Floats,
    upper: Floats,
    right: Floats,
    local: Floats,
) -> None:
    """Eliminate each segment's two lengths; what is left is tridiagonal in the slopes.

    local[s] keeps what gives the lengths' steps back: two constants, then how each follows the two slopes' steps.
    """
    diagonal[:] = 0.0
    upper[:] = 0.0
    right[:] = 0.0
    more = 1.0 + damping
    for s in range(len(terms)):
        c00, c01, c02, c03 = terms[s, 0] * more, terms[s, 1], terms[s, 2], terms[s, 3]
        c11, c12, c13 = terms[s, 4] * more, terms[s, 5], terms[s, 6]
        c22, c23, c33 = terms[s, 7] * more, terms[s, 8], terms[s, 9] * more
        r0, r1, r2, r3 = terms[s, 10], terms[s, 11], terms[s, 12], terms[s, 13]
        alpha, beta = work[s, OUT_LENGTH], work[s, IN_LENGTH]
        is_full = alpha + beta >= shape[BOTH] - ROUNDING
        is_alpha_free = c22 > NOTHING and not _is_held(alpha, r2, shape)
        is_beta_free = c33 > NOTHING and not _is_held(beta, r3, shape)
        i22 = i23 = i33 = 0.0
        if is_alpha_free and is_beta_free:
            if is_full and r2 + r3 > 0.0:
                # One gives what the other takes.
                i22 = i33 = 1.0 / max(c22 - 2.0 * c23 + c33, NOTHING)
                i23 = -i22
            else:
                determinant = c22 * c33 - c23 * c23
                i22, i23, i33 = c33 / determinant, -c23 / determinant, c22 / determinant
        elif is_alpha_free and not (is_full and r2 > 0.0):
            i22 = 1.0 / c22
        elif is_beta_free and not (is_full and r3 > 0.0):
            i33 = 1.0 / c33
        f2, f3 = i22 * r2 + i23 * r3, i23 * r2 + i33 * r3
        w20, w30 = i22 * c02 + i23 * c03, i23 * c02 + i33 * c03
        w21, w31 = i22 * c12 + i23 * c13, i23 * c12 + i33 * c13
        local[s, 0], local[s, 1] = f2, f3
        local[s, 2], local[s, 3], local[s, 4], local[s, 5] = w20, w21, w30, w31
        a, b = places[s, OUT], places[s, IN]
        if a >= 0:
            diagonal[a] += c00 - c02 * w20 - c03 * w30
            right[a] += r0 - c02 * f2 - c03 * f3
        if b >= 0:
            diagonal[b] += c11 - c12 * w21 - c13 * w31
            right[b] += r1 - c12 * f2 - c13 * f3
        if a >= 0 and b >= 0:
            upper[a] += c01 - c02 * w21 - c03 * w31


@njit(cache=True, nogil=True)
def _is_held(length: float, pull: float, shape: Floats) -> bool:
    """Whether a length is at a bound and pulled outwards."""
    return (length >= shape[MOST] and pull > 0.0) or (length <= shape[LEAST] and pull < 0.0)


@njit(cache=True, nogil=True)
def _solve_tridiagonal(diagonal: Floats, upper: Floats, right: Floats) -> None:
    """Solve a symmetric tridiagonal system in place; slopes that nothing depends on get a step of zero."""
    n = len(diagonal)
    for k in range(1, n):
        if diagonal[k - 1] > NOTHING:
            factor = upper[k - 1] / diagonal[k - 1]
            diagonal[k] -= factor * upper[k - 1]
            right[k] -= factor * right[k - 1]
    for k in range(n - 1, -1, -1):
        if k < n - 1:
            right[k] -= upper[k] * right[k + 1]
        right[k] = right[k] / diagonal[k] if diagonal[k] > NOTHING else 0.0


@njit(cache=True, nogil=True)
def _take_step(work: Floats, trial: Floats, places: Indices, step: Floats, local: Floats, shape: Floats) -> None:
    for s in range(len(work)):
        d_out = step[places[s, OUT]] if places[s, OUT] >= 0 else 0.0
        d_in = step[places[s, IN]] if places[s, IN] >= 0 else 0.0
        trial[s, OUT] = work[s, OUT] + d_out
        trial[s, IN] = work[s, IN] + d_in
        trial[s, OUT_LENGTH] = work[s, OUT_LENGTH] + local[s, 0] - local[s, 2] * d_out - local[s, 3] * d_in
        trial[s, IN_LENGTH] = work[s, IN_LENGTH] + local[s, 1] - local[s, 4] * d_out - local[s, 5] * d_in
        bound_lengths(trial[s], shape)


@njit(cache=True, nogil=True)
def bound_lengths(segment: Floats, shape: Floats) -> None:
    """Bring a segment's two lengths to the nearest ones that are within the bounds."""
    least, most = shape[LEAST], shape[MOST]
    alpha = min(max(segment[OUT_LENGTH], least), most)
    beta = min(max(segment[IN_LENGTH], least), most)
    over = alpha + beta - shape[BOTH]
    if over > 0.0:
        # Each gives half; what one cannot give, the other does.
        alpha = min(max(alpha - 0.5 * over, least), shape[BOTH] - least)
        beta = shape[BOTH] - alpha
    segment[OUT_LENGTH], segment[IN_LENGTH] = alpha, beta
