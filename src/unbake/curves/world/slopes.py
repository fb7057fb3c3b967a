"""The slopes of an animation's curves as unknowns: with the handles' times held, every curve is linear in them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from unbake.compiling import njit
from unbake.curves.bezier import parameter_at
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.ground.arrays import Floats, Indices


@dataclass(frozen=True, eq=False)
class Slopes:
    """Slopes (K, n), a row for each key: one for each channel, one more for each broken tangent, and what fills it up.

    Parameters
    ----------
    keys : (K,) frames.
    runs : (2, K, C) how far, in frames, the handles before and after each key reach.
    lifts : (2, K, C) the value of a handle that does not reach out in time, seen from its key; 0 for all others.
    places : (2, K, C) which unknown of its key is the slope before, and the one after.
    counts : (K,) how many unknowns each key has, n at most.
    start : (K, n) the slopes that the animation has.
    base : (F, C) the curves with all slopes at zero.
    effects : (2, F, C) what a unit of the slope after the last key, and of that before the next, adds to the curve.
    """

    keys: Indices
    runs: Floats
    lifts: Floats
    places: Indices
    counts: Indices
    start: Floats
    base: Floats
    effects: Floats

    @classmethod
    def of(cls, animation: KeyedAnimation) -> Slopes:
        """Return the slopes of an animation; tangents in one line through their key stay so."""
        keys = np.array(animation.selection.frames, dtype=np.int64)
        count, channels = len(keys), len(animation.curves)
        runs, lifts, slopes = (np.zeros((2, count, channels)) for _ in range(3))
        places = np.tile(np.arange(channels), (2, count, 1))
        counts = np.full(count, channels)
        for c, curve in enumerate(animation.curves):
            runs[:, :, c] = curve.frames - curve.left[:, 0], curve.right[:, 0] - curve.frames
            lifts[:, :, c] = curve.left[:, 1] - curve.values, curve.right[:, 1] - curve.values
            slopes[:, :, c] = curve.slopes()
            for key in curve.breaks():
                places[1, key, c] = counts[key]
                counts[key] += 1
        runs = np.maximum(runs, 0.0)
        lifts[runs > 0.0] = 0.0
        # A key whose one handle has no length keeps the other's slope.
        start = np.zeros((count, counts.max()))
        np.put_along_axis(start, places[0], slopes[0], axis=1)
        key, channel = np.nonzero(runs[1] > 0.0)
        start[key, places[1, key, channel]] = slopes[1, key, channel]
        values = np.stack([curve.values for curve in animation.curves], axis=1)
        base, effects = np.empty((animation.n_frames, channels)), np.zeros((2, animation.n_frames, channels))
        _fill(keys, values, runs, lifts, base, effects)
        return cls(keys, runs, lifts, places, counts, start, base, effects)

    def curves(self, slopes: Floats) -> Floats:
        """Return the curves (F, C) with these slopes (K, n)."""
        out, lengths = self.base.copy(), np.diff(self.keys)
        for side, effects in zip(self.sides(slopes), self.effects, strict=True):
            added = np.repeat(side, lengths, axis=0)
            added *= effects[:-1]
            out[:-1] += added
        return out

    def sides(self, slopes: Floats) -> tuple[Floats, Floats]:
        """Return the slopes (K − 1, C) in which segments leave their first key, and reach their second."""
        before, after = (np.take_along_axis(slopes, places, axis=1) for places in self.places)
        return after[:-1], before[1:]

    def rises(self, slopes: Floats) -> tuple[Floats, Floats]:
        """Return the values (K − 1, C) of each segment's first handle and of its second, seen from their keys."""
        leaving, reaching = self.sides(slopes)
        return leaving * self.runs[1, :-1] + self.lifts[1, :-1], self.lifts[0, 1:] - reaching * self.runs[0, 1:]

    def applied(self, animation: KeyedAnimation, slopes: Floats) -> KeyedAnimation:
        """Return the animation with these slopes."""
        out, into = self.rises(slopes)
        curves = []
        for c, curve in enumerate(animation.curves):
            left, right = curve.left.copy(), curve.right.copy()
            left[1:, 1] = curve.values[1:] + into[:, c]
            right[:-1, 1] = curve.values[:-1] + out[:, c]
            curves.append(replace(curve, left=left, right=right))
        return replace(animation, curves=tuple(curves))


@njit(cache=True, nogil=True)
def _fill(keys: Indices, values: Floats, runs: Floats, lifts: Floats, base: Floats, effects: Floats) -> None:
    """Fill the curves without slopes, and what slopes add; at the keys themselves slopes add nothing."""
    last = len(keys) - 1
    for c in range(values.shape[1]):
        for frame in range(len(base)):
            base[frame, c] = values[0, c] if frame <= keys[0] else values[last, c]
        for s in range(last):
            length = keys[s + 1] - keys[s]
            alpha, beta = runs[1, s, c] / length, runs[0, s + 1, c] / length
            rise = values[s + 1, c] - values[s, c]
            base[keys[s], c] = values[s, c]
            for index in range(1, length):
                u = parameter_at(index / length, alpha, 1.0 - beta)
                v = 1.0 - u
                frame = keys[s] + index
                lift = v * lifts[1, s, c] + u * lifts[0, s + 1, c]
                base[frame, c] = values[s, c] + u * u * (3.0 - 2.0 * u) * rise + 3.0 * v * u * lift
                effects[0, frame, c] = 3.0 * v * v * u * runs[1, s, c]
                effects[1, frame, c] = -3.0 * v * u * u * runs[0, s + 1, c]
