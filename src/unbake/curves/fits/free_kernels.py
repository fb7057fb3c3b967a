"""The free fit of one channel, step by step: improve, start again segment by segment, level the peaks, break."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.compiling.plain_loops import copy_rows
from unbake.curves.bezier import solve_parameters
from unbake.curves.fits.chain_kernels import BENDING, BOTH, bound_lengths, improve_chain
from unbake.curves.fits.segment_kernels import IN, IN_LENGTH, OUT, OUT_LENGTH
from unbake.ground.arrays import Booleans, Floats, Indices

MOST_STEPS = 60
"""Steps for the whole chain; on a walk, 20 keys, the next thousand lower the RMS by 0.3 %."""
NEW_LENGTHS = np.array([[0.2, 0.7], [0.7, 0.2], [0.2, 0.2], [0.7, 0.7]])
"""Lengths that each segment is started from again. On that walk one round of them comes within 0.4 % of the best RMS
of a thousand random starts, where a single start is 1.5 to 3.5 % above it."""
FAIR_STARTS = 2
"""So many of them do where handles do not overlap: on five clips, the other two changed the error by 3 % at most."""
WINDOW_STEPS = 12
AROUND = 2
"""So many segments on both sides change with one that is mended."""
LEVELLING_ROUNDS, LEVELLING_STEPS = 8, 8
LEVEL = 2.0
"""Errors of more than so many times the channel's RMS are peaks."""


@njit(cache=True, nogil=True)
def fit_channel(
    keys: Indices,
    rows: Floats,
    segments: Floats,
    broken: Booleans,
    limits: Floats,
    ceilings: Floats,
    levelling: float,
    restarts: bool,
    shape: Floats,
    marked: Booleans,
    around: int,
    frame_weights: Floats,
    most_steps: int,
    channel: int,
) -> None:
    """Fit one of the channels; its rows of `segments` and `broken` are the start and the result.

    Of a channel with marked segments these alone are fitted, and those around them.

    Parameters
    ----------
    keys : (K,) frames.
    rows : (C, F) channels of range 1.
    segments : (C, K − 1, 4) and
    broken : (C, K), see `chain_kernels.improve_chain`.
    limits : (C, K − 1, 2) least and largest value that a segment should reach.
    ceilings : (C,) squared error that must not be exceeded for the sake of lower peaks.
    levelling : part by which the squared error may grow for the sake of lower peaks; with 0 they are left alone.
    restarts : whether each segment is started again from other lengths.
    shape : (4,) bounds of handles and the weight of bending, see `chain_kernels.FAIR`.
    marked : (C, K − 1) segments to fit alone.
    around : so many segments on both sides change with one that is marked.
    frame_weights : (F,) weights of the frames' squared errors.
    most_steps : steps for the whole chain, and for each stretch that is mended.
    channel : which one.
    """
    data, chain, corners, reach = rows[channel], segments[channel], broken[channel], limits[channel]
    weights, parameters = frame_weights.copy(), np.full(len(data), 0.5)
    # Typed numbers instead of literals, and each function called in one place: otherwise the compiler makes a new copy
    # of `improve_chain` for every literal and every place.
    first, last, steps = int(np.int64(0)), len(keys) - 1, most_steps
    is_mended, stop = marked[channel].any(), last
    for part in range(last if is_mended else 1 + restarts):
        if is_mended:
            first, stop = _next_stretch(marked[channel], around, stop if part else 0)
            if first == stop:
                return
        elif part:
            _start_again(keys, data, weights, chain, corners, reach, parameters, shape)
        improve_chain(
            keys, data, weights, chain, corners, reach, first, stop, first == 0, stop == last, parameters, steps, shape
        )
    if not is_mended and levelling > 0.0:
        _level_peaks(keys, data, weights, chain, corners, reach, parameters, levelling, ceilings[channel], shape)


@njit(cache=True, nogil=True)
def _next_stretch(marked: Booleans, around: int, start: int) -> tuple[int, int]:
    """Return the first and the end of the next segments to mend from a segment on: marked ones and those around them;
    the same number twice where there are none."""
    count, first, stop = len(marked), -1, start
    for s in range(start, count):
        if marked[s]:
            if first >= 0 and s - around > stop:
                break
            first = max(s - around, start) if first < 0 else first
            stop = min(s + around + 1, count)
    return (stop, stop) if first < 0 else (first, stop)


@njit(cache=True, nogil=True)
def _start_again(
    keys: Indices,
    data: Floats,
    weights: Floats,
    chain: Floats,
    corners: Booleans,
    reach: Floats,
    parameters: Floats,
    shape: Floats,
) -> None:
    """Start each segment from other lengths, its neighbours following, and keep what is better."""
    last = len(keys) - 1
    for s in range(last):
        if keys[s + 1] - keys[s] < 3:
            continue
        first, stop = max(0, s - 1), min(last, s + 2)
        is_first, is_last = first == 0, stop == last
        before, cost = chain[first:stop].copy(), np.inf
        # Handles that may not overlap leave less to choose from.
        for start in range((len(NEW_LENGTHS) if shape[BOTH] > 1.0 else FAIR_STARTS) + 1):
            # The chain as it is comes first, without a step.
            steps = WINDOW_STEPS if start else 0
            if start:
                chain[s, OUT_LENGTH], chain[s, IN_LENGTH] = NEW_LENGTHS[start - 1, 0], NEW_LENGTHS[start - 1, 1]
                bound_lengths(chain[s], shape)
            found = improve_chain(
                keys, data, weights, chain, corners, reach, first, stop, is_first, is_last, parameters, steps, shape
            )
            if found < cost:
                cost = found
                copy_rows(before, chain[first:stop])
            else:
                copy_rows(chain[first:stop], before)


@njit(cache=True, nogil=True)
def _level_peaks(
    keys: Indices,
    data: Floats,
    weights: Floats,
    chain: Floats,
    corners: Booleans,
    reach: Floats,
    parameters: Floats,
    levelling: float,
    ceiling: float,
    shape: Floats,
) -> None:
    """Lower the largest error by weighing frames more the farther off they are; keep the round with the lowest peak.

    The squared error may grow by the part `levelling`, and not above the ceiling.
    """
    trial, gaps = chain.copy(), np.zeros(len(data))
    first, last, steps, is_free = int(np.int64(0)), len(keys) - 1, int(np.int64(LEVELLING_STEPS)), bool(np.bool_(True))
    square, peak = chain_errors(keys, data, chain, parameters, gaps)
    most = min((1.0 + levelling) * square, max(ceiling, square))
    sigma = np.sqrt(square / len(data))
    for _ in range(LEVELLING_ROUNDS):
        if peak <= LEVEL * sigma:
            break
        for frame in range(len(data)):
            weights[frame] *= max(1.0, np.sqrt(gaps[frame] / (LEVEL * sigma)))
        improve_chain(
            keys, data, weights, trial, corners, reach, first, last, is_free, is_free, parameters, steps, shape
        )
        square, found = chain_errors(keys, data, trial, parameters, gaps)
        if square > most:
            break
        if found < peak:
            peak = found
            copy_rows(chain, trial)


@njit(cache=True, nogil=True)
def break_where_it_pays(
    keys: Indices,
    rows: Floats,
    segments: Floats,
    broken: Booleans,
    limits: Floats,
    break_weight: float,
    shape: Floats,
    weights: Floats,
    channel: int,
) -> bool:
    """Break the tangents of a channel that gain most, no two of them neighbours; return whether there were any.

    A break pays where the squared error falls by more than the part `break_weight` of what its two segments have, or
    would have if the channel's error were spread evenly over its frames, whichever is more. Other parameters as of
    `fit_channel`; only `broken` changes. It is not part of that kernel because hardly anybody lets tangents break, and
    everybody would wait for it to be compiled.
    """
    data, chain, corners, reach = rows[channel], segments[channel], broken[channel], limits[channel]
    parameters = np.full(len(data), 0.5)
    last, steps = len(keys) - 1, int(np.int64(WINDOW_STEPS))
    # Errors are compared, not how much curves bend.
    straight = shape.copy()
    straight[BENDING] = 0.0
    gaps, gains = np.zeros(len(data)), np.zeros(last + 1)
    even = chain_errors(keys, data, chain, parameters, gaps)[0] / len(data)
    for k in range(1, last):
        if corners[k]:
            continue
        here = 0.0
        for frame in range(keys[k - 1], keys[k + 1]):
            here += gaps[frame] * gaps[frame]
        price = break_weight * max(here, even * (keys[k + 1] - keys[k - 1]))
        first, stop = max(0, k - 2), min(last, k + 2)
        is_first, is_last = first == 0, stop == last
        kept, gain = chain[first:stop].copy(), 0.0
        for is_broken in (False, True):
            corners[k] = is_broken
            cost = improve_chain(
                keys, data, weights, chain, corners, reach, first, stop, is_first, is_last, parameters, steps, straight
            )
            gain = gain - cost if is_broken else cost
        corners[k] = False
        copy_rows(chain[first:stop], kept)
        if gain > price:
            gains[k] = gain
    found_any = False
    while True:
        k = 0
        for other in range(1, last):
            k = other if gains[other] > gains[k] else k
        if gains[k] <= 0.0:
            break
        corners[k] = found_any = True
        gains[k - 1] = gains[k] = gains[k + 1] = 0.0
    return found_any


@njit(cache=True, nogil=True)
def chain_errors(keys: Indices, data: Floats, chain: Floats, parameters: Floats, gaps: Floats) -> tuple[float, float]:
    """Return the squared error over all frames and the largest error; write each frame's (F,) to `gaps`."""
    total, peak = 0.0, 0.0
    for s in range(len(keys) - 1):
        start, length = keys[s], keys[s + 1] - keys[s]
        rise = data[start + length] - data[start]
        alpha, beta = chain[s, OUT_LENGTH], chain[s, IN_LENGTH]
        p, q = chain[s, OUT] * length * alpha, -chain[s, IN] * length * beta
        inner = parameters[start + 1 : start + length]
        solve_parameters(inner, length, alpha, 1.0 - beta)
        for index in range(1, length):
            u = inner[index - 1]
            v = 1.0 - u
            value = data[start] + u * u * (3.0 - 2.0 * u) * rise + 3.0 * v * u * (v * p + u * q)
            gap = abs(data[start + index] - value)
            gaps[start + index] = gap
            total += gap * gap
            peak = max(peak, gap)
    return total, peak


@njit(cache=True, nogil=True)
def squared_errors(keys: Indices, rows: Floats, segments: Floats, squares: Floats) -> None:
    """Write each channel's squared error over all frames to `squares` (C,)."""
    for channel in range(len(rows)):
        parameters, gaps = np.full(rows.shape[1], 0.5), np.zeros(rows.shape[1])
        squares[channel] = chain_errors(keys, rows[channel], segments[channel], parameters, gaps)[0]
