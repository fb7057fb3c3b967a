"""Sweeps: one channel after the other is fitted to what the joints below it miss, slopes and lengths of handles alike.

The places of a body's joints add up along chains of channels, so one channel can make good what another's curve cannot
follow: the hip, say, what a knee that snaps straight leaves. For one channel, all others left alone, the squared
distances of the joints below it are those of its curve from what they want of it, weighted by how far a unit of it
moves them; so each change is a free fit of a single curve (`curves.fits`). What it does to the other channels' wants is
followed to first order, and seen exactly after each sweep. Then the frames that are farthest off weigh more.

References: S. J. Wright, Coordinate descent algorithms, Mathematical Programming 151, 2015.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from unbake.compiling.threads import on_all_cores
from unbake.curves.bezier import evaluate_chains
from unbake.curves.excerpts import LEFT, RIGHT, handles_of, with_handles
from unbake.curves.fits.chain_kernels import FAIR
from unbake.curves.fits.free import handles_of as placed_handles
from unbake.curves.fits.free_kernels import fit_channel
from unbake.curves.fits.overshoot import beyond, reaches
from unbake.curves.fits.segment_kernels import IN, IN_LENGTH, OUT, OUT_LENGTH
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.world.part import Part
from unbake.curves.world.peaks import tilted
from unbake.curves.world.problem import WorldProblem
from unbake.curves.world.sweep_kernels import fill_wanted, follow
from unbake.ground.arrays import Booleans, Floats, sealed
from unbake.ground.progress import Progress
from unbake.kinematics.jacobian import ChannelAxes, channels_above

SWEEPS, STEPS = 2, 12
"""Sweeps with the weights that are given, and steps of each curve's fit. On twelve clips for tuning a third sweep takes
2 % off the RMS error."""
PEAK_SWEEPS, DEARER = 5, 1.25
"""Sweeps against peaks, as long as squares stay within so many times the least."""
SIDES = ((RIGHT, slice(0, -1), OUT, OUT_LENGTH, 1.0), (LEFT, slice(1, None), IN, IN_LENGTH, -1.0))
"""Of both handles of a segment: the side of its key, these keys, the places of its slope and its length, and where in
time it reaches."""


def swept(
    problem: WorldProblem,
    animation: KeyedAnimation,
    weights: Floats,
    shape: Floats = FAIR,
    near: Booleans | None = None,
    within_m: float | None = None,
    progress: Progress | None = None,
) -> KeyedAnimation:
    """Return the animation after sweeps; as it is where they bring it no nearer.

    Parameters
    ----------
    problem : the animation's.
    animation : with curves of a free fit.
    weights : (F, N) of the squared distances.
    shape : (4,) bounds of handles and the weight of bending, see `chain_kernels.FAIR`.
    near, within_m, progress : see `match.hold_ends`.
    """
    part = None if near is None else Part.of(problem, near)
    weights = weights if part is None else weights[part.frames]
    sweeps = Sweeps(problem, animation, shape, part)
    best = start = sweeps.start()
    if within_m is not None and start.squares(weights).max() <= within_m**2:
        return animation
    report = progress or (lambda part: None)
    for number in range(SWEEPS):
        report(number / (SWEEPS + PEAK_SWEEPS))
        trial = sweeps.once(best, weights)
        if trial.squares(weights).sum() >= best.squares(weights).sum():
            break
        best = trial
    state, heavier, least = best, weights, best.squares(weights).sum()
    for number in range(SWEEPS, SWEEPS + PEAK_SWEEPS):
        report(number / (SWEEPS + PEAK_SWEEPS))
        if within_m is not None and best.squares(weights).max() <= within_m**2:
            break
        heavier = tilted(np.sqrt(state.squares(weights)), heavier)
        state = sweeps.once(state, heavier)
        squares = state.squares(weights)
        least = min(least, squares.sum())
        if squares.sum() > DEARER * least:
            break
        if squares.max() < best.squares(weights).max():
            best = state
    return animation if best is start else sweeps.applied(best)


@dataclass(frozen=True, eq=False)
class Swept:
    """Curves and what they lead to.

    Parameters
    ----------
    segments : (C, K − 1, 4) slopes and lengths, see `fits.segment_kernels`.
    values : (F, C) of the channels.
    followed : what the channels do in the world.
    gaps : (F, N, 3) what is missing to the capture.
    """

    segments: Floats
    values: Floats
    followed: ChannelAxes
    gaps: Floats

    def squares(self, weights: Floats) -> Floats:
        """Return the weighted squared distances (F, N)."""
        x, y, z = np.moveaxis(self.gaps, 2, 0)
        return np.asarray(weights * (x * x + y * y + z * z))


class Sweeps:
    """Sweeps over the channels of an animation.

    Parameters
    ----------
    problem : the animation's.
    animation : with curves of a free fit.
    shape : see `swept`.
    part : where its curves may change, slopes and lengths; by default everywhere.
    """

    def __init__(
        self, problem: WorldProblem, animation: KeyedAnimation, shape: Floats = FAIR, part: Part | None = None
    ) -> None:
        self._animation, self._shape = animation, shape
        self._problem = own = problem if part is None else part.problem
        self._keys = own.slopes.keys
        self._places = np.arange(len(self._keys)) if part is None else part.keys
        self._frames = np.arange(animation.n_frames) if part is None else part.frames
        self._is_real = np.diff(self._places) == 1
        self._rows = own.captured.T.copy()
        self._rows[:, self._keys] = own.key_values.T
        ranges = np.ptp(problem.captured, axis=0)
        self._scales = np.where(ranges > 0.0, ranges, 1.0)
        self._limits, inner = (np.moveaxis(limits, 0, 1) for limits in (own.limits, own.inner))
        broken = np.zeros((len(self._rows), len(problem.slopes.keys)), dtype=np.bool_)
        for channel, curve in enumerate(animation.curves):
            broken[channel, curve.breaks()] = True
        is_fixed: Booleans = np.zeros(len(self._keys), np.bool_) if part is None else np.asarray(own.held.all(axis=1))
        # A range that begins or ends within a chain leaves the slope there alone: where that must be, a segment is put
        # before or behind it.
        pads = (int(is_fixed[0]), int(is_fixed[-1]))
        self._own = slice(pads[0], pads[0] + len(self._keys) - 1)
        self._padded_keys = np.pad(self._keys, pads, constant_values=(-1, len(self._frames)))
        self._marks = [np.pad(marks, pads)[None] for marks in _runs(self._is_real, is_fixed)]
        # Kernels would be compiled once more for what lies otherwise, or may be written to.
        self._corners = np.ascontiguousarray(np.pad(broken[:, self._places], ((0, 0), pads)))
        self._times = sealed(self._keys.astype(np.float64))
        scaled = (inner - self._rows[:, :1, None]) / self._scales[:, None, None]
        self._padded_limits = np.pad(scaled, ((0, 0), pads, (0, 0)))
        carried = channels_above(animation.skeleton, own.joints.tolist())
        carried[:, own.held.all(axis=0)] = False
        self._below = [np.flatnonzero(column) for column in carried.T]
        self._trunk, self._limbs = _limbs([set(below.tolist()) for below in self._below])

    def start(self) -> Swept:
        """Return the animation as it is."""
        handles, spans = handles_of(self._animation), np.diff(self._animation.selection.frames)
        segments = np.empty((len(self._rows), len(spans), 4))
        for side, keys, slope, length, sign in SIDES:
            runs, rises = np.moveaxis(handles[side, :, keys], 2, 0)
            segments[..., slope] = np.divide(rises, runs, out=np.zeros_like(runs), where=runs != 0.0)
            segments[..., length] = sign * runs / spans
        return self._seen(segments[:, self._places[:-1]], self._animation.values_at(self._frames.astype(np.float64)))

    def once(self, before: Swept, weights: Floats) -> Swept:
        """Return the curves after one sweep, for weights (F, N)."""
        segments, values, gaps = before.segments.copy(), before.values.copy(), before.gaps.copy()
        own_gaps = self._problem.captured - values

        def change(channels: list[int]) -> None:
            for channel in channels:
                self._change(channel, weights, before.followed, segments, values, gaps, own_gaps)

        change(self._trunk)
        for _ in on_all_cores(lambda number: change(self._limbs[number]), len(self._limbs)):
            pass
        return self._seen(segments, values)

    def applied(self, swept: Swept) -> KeyedAnimation:
        """Return the animation with these curves."""
        handles, spans = handles_of(self._animation), np.diff(self._animation.selection.frames)
        at = self._places[:-1][self._is_real]
        for side, keys, slope, length, sign in SIDES:
            own = swept.segments[:, self._is_real]
            runs = sign * own[..., length] * spans[at]
            handles[side, :, keys][:, at] = np.stack([runs, runs * own[..., slope]], axis=-1)
        return with_handles(self._animation, handles)

    def _seen(self, segments: Floats, values: Floats) -> Swept:
        followed = self._problem.kinematics.axes(values)
        return Swept(segments, values, followed, self._problem.target - followed.positions[:, self._problem.joints])

    def _change(
        self,
        channel: int,
        weights: Floats,
        followed: ChannelAxes,
        segments: Floats,
        values: Floats,
        gaps: Floats,
        own_gaps: Floats,
    ) -> None:
        """Fit one channel, where that brings the joints below it nearer; what is its own in all arrays changes."""
        problem, row = self._problem, self._rows[channel]
        joint, is_move = int(problem.channel_joints[channel]), bool(problem.are_moves[channel])
        which = (channel, joint, is_move, self._below[channel], problem.joints, followed.axes, followed.positions)
        wanted, felt = np.empty((2, len(row)))
        fill_wanted(
            *which, gaps, weights, problem.levers[channel] * problem.own_weights(weights), own_gaps, wanted, felt
        )
        aims = values[:, channel] + wanted
        aims[self._keys] = row[self._keys]
        chain = self._fitted(channel, segments[channel], aims, felt)
        changes = self._curve(row, chain) - values[:, channel]
        reached = beyond(reaches(self._keys, row[None], chain[None]), self._limits[channel][None])[0, self._is_real]
        is_nearer = (felt * (wanted - changes) ** 2).sum() < (felt * wanted**2).sum()
        if is_nearer and reached.max() <= 0.0:
            segments[channel] = chain
            values[:, channel] += changes
            own_gaps[:, channel] -= changes
            follow(*which, changes, gaps)

    def _fitted(self, channel: int, chain: Floats, aims: Floats, felt: Floats) -> Floats:
        """Return a channel's segments (K − 1, 4), fitted to aims (F,) that count as they are felt."""
        scale, one = self._scales[channel], slice(channel, channel + 1)
        units = np.array([scale, scale, 1.0, 1.0])
        padded = np.zeros((1, len(self._padded_keys) - 1, 4))
        padded[0, self._own] = chain / units
        data, corners, limits = ((aims - aims[0]) / scale)[None], self._corners[one], self._padded_limits[one]
        how, weights = (np.ones(1), 0.0, False, self._shape), felt / felt.mean()
        for marked in self._marks:
            fit_channel(self._padded_keys, data, padded, corners, limits, *how, marked, 0, weights, STEPS, 0)
        return np.asarray(padded[0, self._own] * units)

    def _curve(self, row: Floats, chain: Floats) -> Floats:
        """Return the values (F,) of a curve of segments (K − 1, 4) through the keys' values in a row (F,)."""
        left, right = placed_handles(self._keys, row[:, None], chain[None])
        frames = np.arange(len(row), dtype=np.float64)
        return np.asarray(evaluate_chains(self._times, row[None, self._keys], left, right, frames)[:, 0])


def _runs(is_real: Booleans, is_fixed: Booleans) -> list[Booleans]:
    """Return marks (K − 1,) of the segments to fit: in each but such as have no fixed key between them.

    Parameters
    ----------
    is_real : (K − 1,) the segments that there are.
    is_fixed : (K,) keys whose slopes may not change.
    """
    marks = [np.zeros_like(is_real), np.zeros_like(is_real)]
    edges = [0, *(np.flatnonzero(is_fixed[1:-1]) + 1).tolist(), len(is_real)]
    for number, (first, last) in enumerate(pairwise(edges)):
        marks[number % 2][first:last] = is_real[first:last]
    return [mark for mark in marks if mark.any()]


def _limbs(carried: list[set[int]]) -> tuple[list[int], list[list[int]]]:
    """Return the channels that several limbs hang on, and those of each limb, parents before their children.

    Parameters
    ----------
    carried : (C) the joints that count that each channel carries along; none of channels that stay as they are.
    """
    trunk, limbs = list[int](), list[tuple[set[int], list[int]]]()
    for channel in reversed(range(len(carried))):
        met = [limb for limb in limbs if limb[0] & carried[channel]]
        if len(met) > 1:
            trunk.insert(0, channel)
        elif met:
            met[0][0].update(carried[channel])
            met[0][1].insert(0, channel)
        elif carried[channel]:
            limbs.append((set(carried[channel]), [channel]))
    return trunk, [channels for _, channels in limbs]
