"""How far an animation's joints are from the capture as a function of its curves' slopes, and the normal equations."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from unbake.curves.block_tridiagonal import BlockTridiagonal
from unbake.curves.chain_kernels import Flags
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.overshoot import limits_of, reaches, tightened, turning_points, widened
from unbake.curves.slopes import Slopes
from unbake.curves.world_kernels import Places, fill_equations
from unbake.motion.channels import Channel, channel_values, channels_of, motion_from_channels
from unbake.motion.jacobian import channel_velocities, descendants
from unbake.motion.motion import Motion
from unbake.motion.rotations import Floats
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS

LEVER = 0.05
"""A rotation's own error counts like the displacement of a point at this part of the figure's height from its joint; it
decides what no position shows, such as the twist of a forearm."""
LEAST_LEVER_M = 0.01
PENALTY = 10.0
"""Price, to begin with, of an overshoot's square against that of one frame's error."""
ROOM_M = 0.0004
"""Overshoot that is nobody's concern, as a displacement at that lever: 0.4 mm, or a quarter of a degree."""
INWARDS = 0.2
"""Part of the room that is priced already."""
STILL = 1e-9
"""Channels that move less, in radians or metres, are left alone."""


@dataclass(frozen=True, eq=False)
class State:
    """Slopes and what they lead to.

    Parameters
    ----------
    slopes : an array for each key, see `slopes.Slopes`.
    values : (F, C) of the channels.
    motion : what they make.
    gaps : (F, N, 3) what is missing to the capture.
    overshoot : where curves go too far.
    """

    slopes: list[Floats]
    values: Floats
    motion: Motion
    gaps: Floats
    overshoot: Overshoot


@dataclass(frozen=True, eq=False)
class Overshoot:
    """Where curves turn back beyond their limits, (2, K − 1, C) each: how far, and what the two slopes add there."""

    beyond: Floats
    from_leaving: Floats
    from_reaching: Floats


class WorldProblem:
    """What slopes lead to, its cost, and its normal equations."""

    def __init__(self, motion: Motion, animation: KeyedAnimation, slopes: Slopes, joints: list[int]) -> None:
        self.skeleton, self.fps, self.slopes = animation.skeleton, animation.fps, slopes
        self.joints = np.array(joints)
        self.target = motion.positions()[:, joints]
        self.captured = channel_values(motion, animation.skeleton)
        self.levers = _levers(channels_of(animation.skeleton), motion.height_m())
        self.above = _channels_above(animation, joints)
        self.key_values = np.stack([curve.values for curve in animation.curves], axis=1)
        self.rows = np.ascontiguousarray(self.captured.T)
        reached = reaches(slopes.keys, self.rows, slopes.segments(slopes.start))
        room = ROOM_M / np.sqrt(self.levers)[:, None, None] * [-1.0, 1.0]
        self.limits = widened(limits_of(slopes.keys, self.rows), reached) + room
        self.inner = np.moveaxis(tightened(slopes.keys, self.rows, self.limits, INWARDS), 0, 1)
        self.price = np.full((len(slopes.keys) - 1, len(self.rows)), PENALTY)
        self.held = np.tile(np.ptp(self.rows, axis=1) <= STILL, (len(slopes.keys), 1))

    def at(self, slopes: list[Floats]) -> State:
        """Return what slopes lead to."""
        values = self.slopes.curves(slopes)
        motion = motion_from_channels(self.skeleton, values, self.fps)
        gaps = self.target - motion.positions()[:, self.joints]
        return State(slopes, values, motion, gaps, self._overshoot(slopes))

    def _overshoot(self, slopes: list[Floats]) -> Overshoot:
        leaving, reaching = self.slopes.sides(slopes)
        runs_out, runs_in = self.slopes.runs[1, :-1], self.slopes.runs[0, 1:]
        p, q, rise = leaving * runs_out, -reaching * runs_in, np.diff(self.key_values, axis=0)
        u = turning_points(p, q, rise)
        v = 1.0 - u
        value = self.key_values[:-1] + u * u * (3.0 - 2.0 * u) * rise + 3.0 * v * u * (v * p + u * q)
        beyond = np.nan_to_num(value - np.clip(value, self.inner[..., 0], self.inner[..., 1]))
        return Overshoot(beyond, np.nan_to_num(3.0 * v * v * u) * runs_out, -np.nan_to_num(3.0 * v * u * u) * runs_in)

    def cost(self, state: State, weights: Floats) -> float:
        """Return the weighted squared distances, and the channels' own errors with their little weight."""
        own = ((self.captured - state.values) ** 2 * self.levers).sum()
        beyond = (state.overshoot.beyond**2 * self.levers * self.price).sum()
        return float((weights * (state.gaps**2).sum(axis=2)).sum() + own + beyond)

    def equations(self, state: State, weights: Floats) -> tuple[BlockTridiagonal, list[Floats]]:
        """Return the normal matrix and the right-hand sides, a block for each key."""
        velocities = channel_velocities(state.motion, state.values)
        keys, places, counts = self.slopes.keys, self.slopes.places, self.slopes.counts
        channels = len(self.levers)
        matrix = np.zeros((len(keys) - 1, 2 * channels, 2 * channels))
        side = np.zeros((len(keys) - 1, 2 * channels))
        fill_equations(
            keys,
            self._free_effects(),
            velocities.turns,
            velocities.moves,
            state.motion.positions(),
            self.joints,
            velocities.joints,
            self.above,
            weights,
            state.gaps,
            self.levers,
            self.captured - state.values,
            matrix,
            side,
        )
        self._add_overshoot(state.overshoot, matrix, side)
        diagonal = [np.zeros((n, n)) for n in counts]
        upper = [np.zeros((n, m)) for n, m in pairwise(counts)]
        right = [np.zeros(n) for n in counts]
        for s in range(len(keys) - 1):
            out, into = places[1, s], places[0, s + 1]
            diagonal[s][np.ix_(out, out)] += matrix[s, :channels, :channels]
            upper[s][np.ix_(out, into)] += matrix[s, :channels, channels:]
            diagonal[s + 1][np.ix_(into, into)] += matrix[s, channels:, channels:]
            right[s][out] += side[s, :channels]
            right[s + 1][into] += side[s, channels:]
        return BlockTridiagonal(diagonal, upper), right

    def _free_effects(self) -> Floats:
        """What the slopes that may change add to the curves (2, F, C)."""
        segment = np.minimum(
            np.searchsorted(self.slopes.keys, np.arange(len(self.captured)), "right") - 1, len(self.held) - 2
        )
        return np.asarray(self.slopes.effects * ~np.stack([self.held[segment], self.held[segment + 1]]))

    def _add_overshoot(self, over: Overshoot, matrix: Floats, side: Floats) -> None:
        channels = len(self.levers)
        c = np.arange(channels)
        leaving, reaching = over.from_leaving * ~self.held[:-1], over.from_reaching * ~self.held[1:]
        price = self.price * self.levers * (over.beyond != 0.0)
        matrix[:, c, c] += (price * leaving**2).sum(axis=0)
        matrix[:, channels + c, channels + c] += (price * reaching**2).sum(axis=0)
        mixed = (price * leaving * reaching).sum(axis=0)
        matrix[:, c, channels + c] += mixed
        matrix[:, channels + c, c] += mixed
        side[:, :channels] -= (price * leaving * over.beyond).sum(axis=0)
        side[:, channels:] -= (price * reaching * over.beyond).sum(axis=0)

    def over(self, state: State) -> Flags:
        """Return which segments (K − 1, C) go beyond their limits."""
        reached = reaches(self.slopes.keys, self.rows, self.slopes.segments(state.slopes))
        return np.asarray(((reached[..., 0] < self.limits[..., 0]) | (reached[..., 1] > self.limits[..., 1])).T)

    def confined(self, state: State) -> State:
        """Return the state with all curves within their limits; from now on the slopes it had to take back are held."""
        while (over := self.over(state)).any():
            self.held[:-1] |= over
            self.held[1:] |= over
            slopes = []
            for own, start, places, at_key in zip(
                state.slopes, self.slopes.start, np.moveaxis(self.slopes.places, 1, 0), self.held, strict=True
            ):
                taken = own.copy()
                taken[places[:, at_key]] = start[places[:, at_key]]
                slopes.append(taken)
            state = self.at(slopes)
        return state


def _levers(channels: tuple[Channel, ...], height_m: float) -> Floats:
    """Weight (C,) of each channel's own squared error, in metres² for a unit of it."""
    lever = max(LEVER * height_m, LEAST_LEVER_M)
    # A unit of a quaternion's component is two radians.
    metres = [1.0 if c.name in TRANSLATIONS else 2.0 * lever if c.name in QUATERNION else lever for c in channels]
    return np.array(metres) ** 2


def _channels_above(animation: KeyedAnimation, joints: list[int]) -> Places:
    """The channels (N, M) that each joint follows: all of the joints above it, and its own translations."""
    below = descendants(animation.skeleton)
    channels = channels_of(animation.skeleton)

    def moves(channel: Channel, joint: int) -> bool:
        return bool(below[channel.joint, joint]) or (channel.joint == joint and channel.name in TRANSLATIONS)

    rows = [[c for c, channel in enumerate(channels) if moves(channel, joint)] for joint in joints]
    above = np.full((len(rows), max(map(len, rows)) + 1), -1, dtype=np.int64)
    for row, found in zip(above, rows, strict=True):
        row[: len(found)] = found
    return above
