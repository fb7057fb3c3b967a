"""How far an animation's joints are from the capture as a function of its curves' slopes, and the normal equations."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from unbake.compiling.threads import in_pieces
from unbake.curves.fits.overshoot import limits_of, tightened, turning_points, widened
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.world.block_tridiagonal import BlockTridiagonal
from unbake.curves.world.kernels import fill_equations
from unbake.curves.world.slopes import Slopes
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.kinematics.jacobian import ChannelAxes, Kinematics, are_translations, channels_above, joints_of_channels
from unbake.motion.channels import Channel, channel_values, channels_of
from unbake.motion.motion import Motion
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS, Skeleton

LEVER = 0.05
"""A rotation's own error counts like the displacement of a point at this part of the figure's height from its joint; it
decides what no position shows, such as the twist of a forearm."""
PENALTY = 10.0
"""Price, to begin with, of an overshoot's square against that of one frame's error."""
ROOM = 0.00023
"""Overshoot that is nobody's concern, as such a displacement in heights: 0.4 mm, or a quarter of a degree."""
INWARDS = 0.2
"""Part of the room that is priced already."""
WORTH_A_THREAD = 8
"""Segments whose equations take longer than to wake a thread for them."""
STILL = 1e-9
"""Channels that move less, as such a displacement, a part of the height, are left alone."""


@dataclass(frozen=True, eq=False)
class State:
    """Slopes and what they lead to.

    Parameters
    ----------
    slopes : (K, n) a row for each key, see `slopes.Slopes`.
    values : (F, C) of the channels.
    followed : what the channels do in the world.
    gaps : (F, N, 3) what is missing to the capture.
    turns : where curves turn back.
    """

    slopes: Floats
    values: Floats
    followed: ChannelAxes
    gaps: Floats
    turns: Turns

    @cached_property
    def squares(self) -> Floats:
        """(F, N) squared distances from the capture."""
        x, y, z = np.moveaxis(self.gaps, 2, 0)
        return np.asarray(x * x + y * y + z * z)


@dataclass(frozen=True, eq=False)
class Turns:
    """Where segments turn back, (2, K − 1, C) each: the value, NaN where they do not, and what the two slopes add."""

    values: Floats
    from_leaving: Floats
    from_reaching: Floats


class WorldProblem:
    """What slopes lead to, its cost, and its normal equations."""

    def __init__(
        self,
        motion: Motion,
        animation: KeyedAnimation,
        slopes: Slopes,
        joints: list[int],
        captured: Floats | None = None,
    ) -> None:
        skeleton = animation.skeleton
        self.kinematics, self.slopes, self.joints = Kinematics(skeleton), slopes, np.array(joints)
        self.parents = np.array(skeleton.parents)
        self.channel_joints, self.are_moves = joints_of_channels(skeleton), are_translations(skeleton)
        self.pairs = _pairs(skeleton, joints)
        self.target = motion.positions()[:, joints]
        self.captured = channel_values(motion, skeleton) if captured is None else captured
        size_m = _size_m(motion)
        self.levers = _levers(channels_of(skeleton), size_m)
        self.key_values = np.stack([curve.values for curve in animation.curves], axis=1)
        rows = self.captured.T.copy()
        rows[:, slopes.keys] = self.key_values.T
        room = ROOM * size_m / np.sqrt(self.levers)[:, None, None] * [-1.0, 1.0]
        limits = widened(limits_of(slopes.keys, rows), self._reached(slopes.start)) + room
        inner = tightened(slopes.keys, rows, limits, INWARDS)
        # Nobody edits a quaternion's components one by one: what they make together shows, not how far each goes.
        components = [channel.name in QUATERNION for channel in channels_of(skeleton)]
        self._have_no_limits = any(components)
        limits[components] = inner[components] = (-np.inf, np.inf)
        self.limits, self.inner = np.moveaxis(limits, 0, 1), np.moveaxis(inner, 0, 1)
        self.price = np.full((len(slopes.keys) - 1, len(rows)), PENALTY)
        self.held = np.tile(np.ptp(rows, axis=1) * np.sqrt(self.levers) <= STILL * size_m, (len(slopes.keys), 1))

    def followed_by(self, slopes: Slopes) -> WorldProblem:
        """Return the problem of the same curves with other handles, which may go as far, and to where these reach."""
        problem = copy(self)
        problem.slopes, problem.price, problem.held = slopes, self.price.copy(), self.held.copy()
        reached = problem._reached(slopes.start)
        problem.limits = np.moveaxis(widened(np.moveaxis(self.limits, 0, 1), reached), 0, 1)
        return problem

    def at(self, slopes: Floats) -> State:
        """Return what slopes lead to."""
        values = self.slopes.curves(slopes)
        followed = self.kinematics.axes(values)
        gaps = np.take(followed.positions, self.joints, axis=1)
        np.subtract(self.target, gaps, out=gaps)
        return State(slopes, values, followed, gaps, self._turns(slopes))

    def _turns(self, slopes: Floats) -> Turns:
        runs_out, runs_in = self.slopes.runs[1, :-1], self.slopes.runs[0, 1:]
        p, q = self.slopes.rises(slopes)
        rise = np.diff(self.key_values, axis=0)
        u = turning_points(p, q, rise)
        v = 1.0 - u
        value = self.key_values[:-1] + u * u * (3.0 - 2.0 * u) * rise + 3.0 * v * u * (v * p + u * q)
        return Turns(value, np.nan_to_num(3.0 * v * v * u) * runs_out, -np.nan_to_num(3.0 * v * u * u) * runs_in)

    def _reached(self, slopes: Floats) -> Floats:
        """Return the least and largest value (C, K − 1, 2) of each segment."""
        ends = np.stack([self.key_values[:-1], self.key_values[1:]])
        values = np.concatenate([ends, self._turns(slopes).values])
        return np.moveaxis(np.stack([np.nanmin(values, axis=0), np.nanmax(values, axis=0)], axis=-1), 0, 1)

    def _beyond(self, turns: Turns) -> Floats:
        """How far curves turn back too late, (2, K − 1, C)."""
        clipped = np.clip(turns.values, self.inner[..., 0], self.inner[..., 1])
        return np.asarray(np.nan_to_num(turns.values - clipped))

    def cost(self, state: State, weights: Floats) -> float:
        """Return the weighted squared distances, the channels' own errors with their little weight, and the price of
        overshoot."""
        missed = self.captured - state.values
        own = self.own_weights(weights) @ np.square(missed, out=missed) @ self.levers
        beyond = (self._beyond(state.turns) ** 2 * self.levers * self.price).sum()
        return float((weights * state.squares).sum() + own + beyond)

    def own_weights(self, weights: Floats) -> Floats:
        """Return how much (F,) the channels' own errors count, where the joints' do by weights (F, N).

        Where a joint comes to weigh more than by default, those of quaternions weigh more as well, by the root of that:
        otherwise a few frames of a hand that is far off turned the upper back by 40 degrees and the thorax back,
        without moving a joint. Angles have limits against that.
        """
        if not self._have_no_limits:
            return np.ones(len(weights))
        return np.asarray(np.sqrt(np.maximum(weights.max(axis=1, initial=0.0), 1.0)))

    def equations(self, state: State, weights: Floats) -> tuple[BlockTridiagonal, Floats]:
        """Return the normal matrix and the right-hand sides (K, n), a block for each key."""
        counts = self.slopes.counts
        keys, most = len(counts), int(counts.max())
        diagonal, upper = np.zeros((keys, most, most)), np.zeros((keys - 1, most, most))
        right = np.zeros((keys, most))
        places = self.slopes.places
        own_gaps, ends = self.captured - state.values, list[tuple[int, Floats, Floats]]()

        def add(first: int, last: int) -> None:
            at, between = slice(first, last + 1), slice(first, last)
            # The next piece has this key, too, and adds to it at the same time.
            last_diagonal, last_right = np.zeros((most, most)), np.zeros(most)
            fill_equations(
                self.slopes.keys[at],
                self.slopes.effects,
                self.held[at],
                np.ascontiguousarray(places[:, at]),  # a kernel is compiled once more for what lies otherwise
                state.followed.axes,
                state.followed.positions,
                self.parents,
                self.joints,
                self.channel_joints,
                self.are_moves,
                self.pairs,
                weights,
                state.gaps,
                self.levers,
                self.own_weights(weights),
                own_gaps,
                diagonal[between],
                upper[between],
                right[between],
                last_diagonal,
                last_right,
            )
            ends.append((last, last_diagonal, last_right))

        in_pieces(add, 0, keys - 1, WORTH_A_THREAD)
        for key, last_diagonal, last_right in ends:
            diagonal[key] += last_diagonal
            right[key] += last_right
        self._add_overshoot(state.turns, diagonal, upper, right)
        return BlockTridiagonal(diagonal, upper, counts), right

    def _add_overshoot(self, turns: Turns, diagonal: Floats, upper: Floats, right: Floats) -> None:
        beyond = self._beyond(turns)
        s, out, into = np.arange(len(upper))[:, None], self.slopes.places[1, :-1], self.slopes.places[0, 1:]
        leaving, reaching = turns.from_leaving * ~self.held[:-1], turns.from_reaching * ~self.held[1:]
        price = self.price * self.levers * (beyond != 0.0)
        diagonal[s, out, out] += (price * leaving**2).sum(axis=0)
        diagonal[s + 1, into, into] += (price * reaching**2).sum(axis=0)
        upper[s, out, into] += (price * leaving * reaching).sum(axis=0)
        right[s, out] -= (price * leaving * beyond).sum(axis=0)
        right[s + 1, into] -= (price * reaching * beyond).sum(axis=0)

    def over(self, state: State) -> Booleans:
        """Return which segments (K − 1, C) go beyond their limits."""
        values = state.turns.values
        return np.asarray(((values < self.limits[..., 0]) | (values > self.limits[..., 1])).any(axis=0))

    def confined(self, state: State) -> State:
        """Return the state with all curves within their limits; from now on the slopes it had to take back are held."""
        while (over := self.over(state)).any():
            self.held[:-1] |= over
            self.held[1:] |= over
            key, channel = np.nonzero(self.held)
            slopes, own = state.slopes.copy(), (key, self.slopes.places[:, key, channel])
            slopes[own] = self.slopes.start[own]
            state = self.at(slopes)
        return state


def _size_m(motion: Motion) -> float:
    """The figure's height; of one without, how far it moves; of one that does neither, a metre."""
    return motion.height_m() or float(np.ptp(motion.positions(), axis=0).max()) or 1.0


def _levers(channels: tuple[Channel, ...], size_m: float) -> Floats:
    """Weight (C,) of each channel's own squared error, in metres² for a unit of it."""
    lever = LEVER * size_m
    # A unit of a quaternion's component is two radians.
    metres = [1.0 if c.name in TRANSLATIONS else 2.0 * lever if c.name in QUATERNION else lever for c in channels]
    return np.array(metres) ** 2


def _pairs(skeleton: Skeleton, joints: list[int]) -> Indices:
    """The channels (R, 2) that move a joint together, each with itself included, the lower one first."""
    above = channels_above(skeleton, joints)
    meet = (above.astype(np.int64).T @ above > 0) | np.eye(above.shape[1], dtype=bool)
    # Parents come before their children, and so do their channels.
    return np.ascontiguousarray(np.argwhere(np.tril(meet)))
