"""Free fit: at every key a slope, and on each side of it a handle as long as the data want it.

Each channel's squared error over all frames is minimised over slopes and lengths by damped Gauss–Newton steps
(`chain_kernels`), from the Hermite fit and then again segment by segment from other lengths (`free_kernels`). Curves
are fair: handles take between a tenth and three quarters of their segment, two never overlap in time, and of nearly
equal fits the one that bends less at its keys is taken; ``tightest`` gives all of that up for what is left of the
error. Tangents are aligned unless breaking one pays, and curves do not overshoot what the data do.

References: R. Roberts, thesis, 2018, chapter 5, whose aim this is; its objective itself is in `thesis`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.compiling.threads import on_all_cores
from unbake.curves.fits.chain_kernels import FAIR, TIGHTEST
from unbake.curves.fits.free_kernels import AROUND, MOST_STEPS, break_where_it_pays, fit_channel, squared_errors
from unbake.curves.fits.hermite import broken_slopes, checked, fit_hermite
from unbake.curves.fits.overshoot import OVERSHOOT, beyond, drawn_in, limits_of, reaches, tightened, widened
from unbake.curves.fits.segment_kernels import IN, IN_LENGTH, OUT, OUT_LENGTH
from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.ground.progress import Progress

FREE_FITS = {"free": FAIR, "tightest": TIGHTEST}
"""Names of free fits, and the shape that their curves may have."""
BREAK_WEIGHT = 1.0
"""Tangents stay aligned. With 0.5 one in a hundred breaks, and the RMS falls by 2 to 10 % (thesis clips, 5 % keys)."""
BREAKING_ROUNDS = 3
LEVELLING = 0.1
"""Squared error may grow by this part (5 % in RMS) for lower peaks: on the thesis clips, 20 keys by two criteria, that
takes 9 % off the worst joint's error in the mean, where a part of 0.04 takes 2 %."""
PULL = 1.5
"""Where a curve went beyond its limits, they are drawn in by so many times that for the next try."""
MENDING_ROUNDS = 6
"""So often are segments that go too far mended. On fifteen clips that gave the same errors, to a thousandth on average,
as fitting their channels afresh, in less than half the time."""
WAVERING = 1e-4
"""Part of a channel's range by which a curve may pass its limits: where the data are still there is no room at all, and
slopes that come from the movement beside it die away but are never nothing (1e-5 on keys ten frames apart)."""
YIELDING = 0.01
"""The same where no try stays within that. Of 2,404 channels of ten captures 1 % would else keep the simple fit, with
two to three times the squared error."""


def fit_free(
    keys: Indices,
    values: Floats,
    *,
    break_weight: float = BREAK_WEIGHT,
    overshoot: float = OVERSHOOT,
    levelling: float = LEVELLING,
    restarts: bool = True,
    shape: Floats = FAIR,
    progress: Progress | None = None,
) -> tuple[Floats, Floats]:
    """Return the handles (C, K, 2), left and right, of the free fit, as absolute (frame, value).

    Every channel's squared error over the frames is at most that of `fit_hermite`, and with a `break_weight` of 0 at
    most that of `fit_broken`. Units do not matter: a channel in other units gives the same curve in those.

    Parameters
    ----------
    keys : (K,) frame indices from 0, rising, the first and last frame included.
    values : (F, C) one column a channel, any unit.
    break_weight : a key's two tangents break where that takes away more than this part of the squared error of the two
        segments beside it. 1 and above: never; 0: wherever it helps at all.
    overshoot : how far a curve may go beyond the data of its segment, as a part of what the channel does in that
        segment and its two neighbours. Where the Hermite fit goes farther, and would be nearer to the data than a
        curve so confined, as far as it goes. Beyond either by a ten-thousandth of the channel's range, and by a
        hundredth where no other curve is as near.
    levelling : part by which the squared error may grow for the sake of a lower largest error.
    restarts : start each segment again from other lengths of its handles and keep what is nearer.
    shape : (4,) bounds of handles and the weight of bending, see `chain_kernels.FAIR`.
    progress : told, in the calling thread, how far the work is; what it raises ends the work.

    Raises
    ------
    UsageError : keys that do not rise from the first frame to the last, a weight or part negative or not finite.
    MotionError : values that are not finite.
    """
    keys, values = checked(keys, values)
    for name, number in (("break weight", break_weight), ("overshoot", overshoot), ("levelling", levelling)):
        if not 0.0 <= number < np.inf:
            raise UsageError(f"the {name} must be a finite number of at least 0, not {number}")
    ranges = np.ptp(values, axis=0)
    moving = np.flatnonzero(ranges > 0.0)
    segments = np.zeros((values.shape[1], len(keys) - 1, 4))
    segments[..., OUT_LENGTH:] = 1.0 / 3.0
    if len(keys) > 1 and len(moving):
        rows = np.empty((len(moving), len(values)))
        for row, channel in zip(rows, moving, strict=True):
            row[:] = (values[:, channel] - values[0, channel]) / ranges[channel]
        # As floats: the kernels would be compiled again for whole numbers.
        found = _fit(
            keys, rows, float(break_weight), float(overshoot), float(levelling), bool(restarts), shape, progress
        )
        found[..., :OUT_LENGTH] *= ranges[moving, None, None]
        segments[moving] = found
    return handles_of(keys, values, segments)


def _fit(
    keys: Indices,
    rows: Floats,
    break_weight: float,
    overshoot: float,
    levelling: float,
    restarts: bool,
    shape: Floats,
    progress: Progress | None,
) -> Floats:
    """Return the segments (C, K − 1, 4) of channels (C, F) of range 1."""
    simple, broken = _simple_fit(keys, rows.T, is_broken=break_weight == 0.0)
    ceilings = _squares(keys, rows, simple)
    strict = limits_of(keys, rows, overshoot)
    # The simple fit may overshoot. Where a confined curve is farther from the data than that, it may go as far.
    loose = widened(strict, reaches(keys, rows, simple))
    even = np.ones(rows.shape[1])
    segments, left_over, least = simple.copy(), np.arange(len(rows)), np.full(len(rows), YIELDING)
    for limits in (strict, loose):
        inner = tightened(keys, rows[left_over], limits[left_over])
        trial, corners = simple[left_over], broken[left_over]
        marked, fitted = np.zeros(trial.shape[:2], dtype=np.bool_), np.arange(len(left_over))
        for _ in range(1 + MENDING_ROUNDS):
            data, bounds, most = rows[left_over], limits[left_over], ceilings[left_over]
            given = (keys, data, trial, corners, inner)
            how = (most, levelling, restarts, shape, marked, AROUND, even, MOST_STEPS)
            for done in on_all_cores(partial(_fit_one, given, how, break_weight, fitted), len(fitted)):
                if progress:
                    progress((len(rows) - len(fitted) + done) / len(rows))
            reached = reaches(keys, data, trial)
            over = beyond(reached, bounds)
            off = np.where(_squares(keys, data, trial) <= most, over.max(axis=1), np.inf)
            nearer = off < least[left_over]
            segments[left_over[nearer]], least[left_over[nearer]] = trial[nearer], off[nearer]
            missed = off > WAVERING
            inner = drawn_in(keys, data, inner, bounds, reached, PULL)[missed]
            left_over, trial, corners = left_over[missed], trial[missed], corners[missed]
            # What still goes too far is mended, segment by segment.
            marked = over[missed] > WAVERING
            fitted = np.flatnonzero(marked.any(axis=1))
            if not len(left_over):
                return segments
    return segments


def _fit_one(
    given: tuple[Any, ...], how: tuple[Any, ...], break_weight: float, channels: NDArray[np.int64], place: int
) -> None:
    """Fit one of the channels by `fit_channel`; where tangents may break, peaks are levelled after they have."""
    channel = int(channels[place])
    ceilings, levelling, _, shape, marked, _, weights, _ = how
    if break_weight >= 1.0 or marked[channel].any():
        fit_channel(*given, *how, channel)
        return
    fit_channel(*given, ceilings, 0.0, *how[2:], channel)
    for _ in range(BREAKING_ROUNDS):
        if not break_where_it_pays(*given, break_weight, shape, weights, channel):
            break
        fit_channel(*given, ceilings, 0.0, False, *how[3:], channel)
    fit_channel(*given, ceilings, levelling, False, *how[3:], channel)


def _simple_fit(keys: Indices, values: Floats, *, is_broken: bool) -> tuple[Floats, Booleans]:
    """The counterpart with handles at thirds, which is the start; and the keys that may break from the start."""
    if is_broken:
        outgoing, incoming = broken_slopes(keys, values)
    else:
        slopes = fit_hermite(keys, values)
        outgoing, incoming = slopes[:-1], slopes[1:]
    segments = np.full((values.shape[1], len(keys) - 1, 4), 1.0 / 3.0)
    segments[..., OUT], segments[..., IN] = outgoing.T, incoming.T
    return segments, np.full((values.shape[1], len(keys)), is_broken)


def _squares(keys: Indices, rows: Floats, segments: Floats) -> Floats:
    squares = np.empty(len(rows))
    squared_errors(keys, rows, segments, squares)
    return squares


def handles_of(keys: Indices, values: Floats, segments: Floats) -> tuple[Floats, Floats]:
    """Return left and right handles (C, K, 2) of segments (C, K − 1, 4); the two outermost lie on their keys."""
    spans = np.diff(keys)
    left = np.empty((values.shape[1], len(keys), 2))
    left[..., 0], left[..., 1] = keys, values[keys].T
    right = left.copy()
    out_run, in_run = segments[..., OUT_LENGTH] * spans, segments[..., IN_LENGTH] * spans
    right[:, :-1, 0] += out_run
    right[:, :-1, 1] += out_run * segments[..., OUT]
    left[:, 1:, 0] -= in_run
    left[:, 1:, 1] -= in_run * segments[..., IN]
    return left, right
