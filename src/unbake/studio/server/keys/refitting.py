"""Handles fitted to the capture again, between two keys, in some channels; keys and everything else stay."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from unbake.curves.bezier import evaluate_chain
from unbake.curves.fits.chain_kernels import FAIR, TIGHTEST, bound_lengths, improve_chain
from unbake.curves.fits.free import handles_of
from unbake.curves.fits.free_kernels import MOST_STEPS, NEW_LENGTHS
from unbake.curves.fits.hermite import fit_hermite
from unbake.curves.fits.overshoot import limits_of, reaches, tightened, widened
from unbake.curves.fits.segment_kernels import IN, IN_LENGTH, OUT, OUT_LENGTH
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.curves.tangents import FREE, are_fixed, types_of
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices
from unbake.ground.progress import Report
from unbake.studio.server.messages import Refit

AT_THIRDS = ("hermite", "broken")
"""Fits whose handles lie at thirds, which lossless exchange lives on: there the slopes alone are fitted."""
BETTER = 1e-9
"""Part of the squared error by which a fit has to be better than what is there; otherwise nothing moves."""


def refitted(
    animation: KeyedAnimation, request: Refit, capture: Floats, report: Report = lambda step, part: None
) -> tuple[KeyedAnimation, tuple[str, ...]]:
    """Return an animation with the handles between two keys fitted again, and notes on what could not be done.

    Keys keep their values. Where those are not the capture's any more, what is fitted is the capture moved by the
    difference, from key to key in a straight line: the shape of the movement between them. The slopes at the two outer
    keys stay, so that no tangent breaks there, except where nothing depends on them: at a tangent that is broken
    already, and at the ends of the clip. Inner tangents stay aligned unless they are broken. Handles that are locked or
    follow a rule (vector, auto) stay; what lies between them is fitted to them. The squared error over the
    frames never grows; where it cannot shrink, the handles stay as they are.

    Channel by channel: a fit that was held in the world to keep hands and feet in place may give some of that up.

    Parameters
    ----------
    animation : what to edit.
    request : from which key to which, as the file counts, and which channels, in the order of `channels_of`.
    capture : (F, C) the capture's channels over the animation's frames.
    report : how far it is; may raise to end it.

    Raises
    ------
    UsageError : a frame without a key, a range that is none, a channel that there is not.
    """
    first, last = (
        animation.key_index(frame - animation.first_frame) for frame in (request.from_frame, request.to_frame)
    )
    if first >= last:
        raise UsageError(f"frames {request.from_frame} to {request.to_frame} are no stretch between two keys")
    curves = list(animation.curves)
    if not all(0 <= channel < len(curves) for channel in request.channels):
        raise UsageError("there is no such channel to fit again")
    keys = np.array(animation.selection.frames, dtype=np.int64)
    if np.diff(keys[first : last + 1]).max() == 1:
        return animation, ("Between keys on neighbouring frames there is nothing to fit.",)
    for number, channel in enumerate(request.channels):
        report("fit", number / len(request.channels))
        for start, end in _parts(curves[channel], first, last):
            stretch = Stretch(curves[channel], start, end, capture[:, channel], animation.fit in AT_THIRDS)
            curves[channel] = stretch.fitted()
    return replace(animation, curves=tuple(curves)), ()


def _fixed(curve: FCurve) -> NDArray[np.bool_]:
    """Which keys' handles a fit leaves alone."""
    return np.zeros(len(curve.frames), dtype=np.bool_) if curve.tangents is None else are_fixed(curve.tangents)


def _parts(curve: FCurve, first: int, last: int) -> list[tuple[int, int]]:
    """The parts of a stretch that can be fitted each by itself, because handles between them stay."""
    fixed = _fixed(curve)
    ends = [first, *(int(key) for key in np.flatnonzero(fixed) if first < key < last), last]
    return [(a, b) for a, b in pairwise(ends) if b > a + 1 or not (fixed[a] and fixed[b])]


class Stretch:
    """Some segments of one curve, as the fitting kernels see them: frames from 0, one row of numbers a segment.

    Parameters
    ----------
    curve : the curve.
    first, last : its keys, from 0, between which it is fitted.
    capture : (F,) the channel.
    is_at_thirds : whether the handles are to lie at thirds.
    """

    def __init__(self, curve: FCurve, first: int, last: int, capture: Floats, is_at_thirds: bool) -> None:
        self.curve = curve
        self.first, self.last = first, last
        self.is_at_thirds = is_at_thirds
        frames = curve.frames[first : last + 1].astype(np.int64)
        self.keys: Indices = frames - frames[0]
        data = capture[frames[0] : frames[-1] + 1]
        offsets = curve.values[first : last + 1] - data[self.keys]
        data = data + np.interp(np.arange(len(data)), self.keys, offsets)
        # The key's own value, not one that is rounded.
        data[self.keys] = curve.values[first : last + 1]
        self.base = data[0]
        self.scale = float(np.ptp(data)) or 1.0
        self.data = (data - self.base) / self.scale
        broken = np.zeros(len(curve.frames), dtype=np.bool_)
        broken[curve.breaks()] = True
        if curve.tangents is not None:
            broken |= types_of(curve.tangents) == FREE
        self.broken = broken[first : last + 1].copy()
        self.leaving, self.reaching = self._slopes()
        self.is_first_fixed, self.is_last_fixed = (bool(_fixed(curve)[key]) for key in (first, last))
        self.is_first_free = not self.is_first_fixed and (
            first == 0 or bool(broken[first]) or not np.isfinite(self.leaving[0])
        )
        self.is_last_free = not self.is_last_fixed and (
            last == len(broken) - 1 or bool(broken[last]) or not np.isfinite(self.reaching[-1])
        )

    def fitted(self) -> FCurve:
        """Return the whole curve with this stretch fitted, or as it is where that is the best."""
        least, best = self._error(self.curve) * (1.0 - BETTER), self.curve
        for segments in self._fits():
            trial = self._curve(segments)
            error = self._error(trial)
            if error < least:
                least, best = error, trial
        return best

    def _slopes(self) -> tuple[Floats, Floats]:
        """The slopes in which the curve leaves and reaches the keys (K,), in ranges; NaN where there is none.

        A handle without a length has the slope of the one across its key, if the key is inside the curve.
        """
        curve, keys = self.curve, slice(self.first, self.last + 1)
        before, after = curve.frames - curve.left[:, 0], curve.right[:, 0] - curve.frames
        reaching, leaving = curve.slopes()
        reaching, leaving = np.where(before > 0.0, reaching, np.nan), np.where(after > 0.0, leaving, np.nan)
        reaching, leaving = (
            np.where(np.isnan(reaching), leaving, reaching),
            np.where(np.isnan(leaving), reaching, leaving),
        )
        return leaving[keys] / self.scale, reaching[keys] / self.scale

    def _fits(self) -> list[Floats]:
        """Candidates (S, 4): the stretch improved from where it is and from other starts."""
        if self.is_at_thirds:
            return [self._at_thirds()]
        row = self.data[None]
        strict = limits_of(self.keys, row)
        present = self._start(*self._present_lengths())
        # What is there may overshoot, by hand or for good reasons; then it may do so still.
        loose = widened(strict, reaches(self.keys, row, present[None]))
        starts = [present, *(self._start(*lengths) for lengths in ((1 / 3, 1 / 3), *NEW_LENGTHS))]
        return [
            self._improved(start, tightened(self.keys, row, limits)[0])
            for limits in (strict, loose)
            for start in (*starts, *(self._with_simple_slopes(start) for start in starts))
        ]

    def _improved(self, start: Floats, limits: Floats) -> Floats:
        segments, count = start.copy(), len(self.data)
        # A handle that is locked may have any length.
        shape = TIGHTEST if self.is_first_fixed or self.is_last_fixed else FAIR
        for segment in segments:
            bound_lengths(segment, shape)
        if self.is_first_fixed:
            segments[0, OUT_LENGTH] = start[0, OUT_LENGTH]
        if self.is_last_fixed:
            segments[-1, IN_LENGTH] = start[-1, IN_LENGTH]
        improve_chain(
            self.keys,
            self.data,
            np.ones(count),
            segments,
            self.broken,
            limits,
            0,
            len(self.keys) - 1,
            self.is_first_free,
            self.is_last_free,
            np.full(count, 0.5),
            MOST_STEPS,
            shape,
            self.is_first_fixed,
            self.is_last_fixed,
        )
        return segments

    def _start(self, out_length: Floats | float, in_length: Floats | float) -> Floats:
        """The present slopes with some lengths; aligned where they have to be."""
        leaving, reaching = np.nan_to_num(self.leaving), np.nan_to_num(self.reaching)
        inner = np.arange(1, len(self.keys) - 1)
        aligned = inner[~self.broken[inner]]
        leaving[aligned] = reaching[aligned]
        segments = np.empty((len(self.keys) - 1, 4))
        segments[:, OUT], segments[:, IN] = leaving[:-1], reaching[1:]
        segments[:, OUT_LENGTH], segments[:, IN_LENGTH] = out_length, in_length
        present = self._present_lengths()
        if self.is_first_fixed:
            segments[0, OUT_LENGTH] = present[0][0]
        if self.is_last_fixed:
            segments[-1, IN_LENGTH] = present[1][-1]
        return segments

    def _present_lengths(self) -> tuple[Floats, Floats]:
        curve, spans = self.curve, np.diff(self.keys)
        here, there = slice(self.first, self.last), slice(self.first + 1, self.last + 1)
        return (curve.right[here, 0] - curve.frames[here]) / spans, (curve.frames[there] - curve.left[there, 0]) / spans

    def _with_simple_slopes(self, start: Floats) -> Floats:
        """The same start with the slopes of the simple fit, where slopes may change: the present ones may be odd."""
        slopes = fit_hermite(self.keys, self.data[:, None])[:, 0]
        segments = start.copy()
        segments[1:, OUT], segments[:-1, IN] = slopes[1:-1], slopes[1:-1]
        if self.is_first_free:
            segments[0, OUT] = slopes[0]
        if self.is_last_free:
            segments[-1, IN] = slopes[-1]
        return segments

    def _at_thirds(self) -> Floats:
        """The nearest curve with handles at thirds: linear in its slopes, of which some are known."""
        start = self._start(1 / 3, 1 / 3)
        base = self._values(start)
        effects = [start + shape for shape in self._free_slopes()]
        if not effects:
            return start
        matrix = np.stack([self._values(moved) - base for moved in effects], axis=1)
        steps = np.linalg.lstsq(matrix, self.data - base, rcond=1e-9)[0]
        return np.asarray(start + np.tensordot(steps, np.stack(effects) - start, axes=1))

    def _free_slopes(self) -> list[Floats]:
        """One (S, 4) for each slope that may change, 1 where it stands; two places where a tangent is aligned."""
        count = len(self.keys) - 1
        places: list[list[tuple[int, int]]] = [[(0, OUT)]] if self.is_first_free else []
        for key in range(1, count):
            both = [(key - 1, IN), (key, OUT)]
            places += [[place] for place in both] if self.broken[key] else [both]
        places += [[(count - 1, IN)]] if self.is_last_free else []
        shapes = []
        for where in places:
            shape = np.zeros((count, 4))
            shape[tuple(zip(*where, strict=True))] = 1.0
            shapes.append(shape)
        return shapes

    def _values(self, segments: Floats) -> Floats:
        left, right = handles_of(self.keys, self.data[:, None], segments[None])
        times = np.arange(len(self.data), dtype=np.float64)
        frames = self.keys.astype(np.float64)
        return np.asarray(evaluate_chain(frames, self.data[self.keys], left[0], right[0], times))

    def _curve(self, segments: Floats) -> FCurve:
        """The whole curve with other segments here."""
        first, last = self.first, self.last
        sides = handles_of(self.keys, self.data[:, None], segments[None])
        curve = self.curve
        left, right = curve.left.copy(), curve.right.copy()
        for side, found, keys in (
            (right, sides[1][0], range(first, last)),
            (left, sides[0][0], range(first + 1, last + 1)),
        ):
            for key in keys:
                if (key == first and self.is_first_fixed) or (key == last and self.is_last_fixed):
                    continue
                offset = found[key - first] - (self.keys[key - first], self.data[self.keys[key - first]])
                # From the key outwards, so that a level tangent stays level to the last bit.
                side[key] = curve.frames[key] + offset[0], curve.values[key] + offset[1] * self.scale
        return replace(curve, left=left, right=right)

    def _error(self, curve: FCurve) -> float:
        """The squared error of the stretch, in ranges."""
        start = self.curve.frames[self.first]
        values = curve.evaluate(start + np.arange(len(self.data), dtype=np.float64))
        return float(np.sum(((values - self.base) / self.scale - self.data) ** 2))
