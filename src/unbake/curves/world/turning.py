"""How fast joints turn, beside the capture: positions do not show how a joint turns between two others in one line.

Components of quaternions have no limits of their own. Where a capture trembles or jumps, curves through few keys could
so turn the upper back by 70 degrees in a frame, and what hangs on it back, with every joint as near as before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from unbake.curves.excerpts import handles_of, with_handles
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.measure import measure
from unbake.curves.world.match import default_weights
from unbake.ground.arrays import Floats, rows_at_once
from unbake.keyframes.selection import by_segment
from unbake.kinematics.jacobian import channels_above, joints_of_channels
from unbake.motion.motion import Motion
from unbake.motion.rotations import rotation_angle
from unbake.motion.skeleton import QUATERNION

MOST_RAD_S = np.radians(600.0)
"""A joint may turn by so much faster than it does in the capture nearby. Of 79 clips for tuning, with a promised error
of 2 cm, three have joints beyond, by 830 to 1,550 degrees a second; in the others none exceeds 590."""
MOST_FASTER = 1.5
"""And by so many times what it exceeds the capture before the world-space match."""
AROUND_S = 1.0 / 30.0
"""What is nearby."""
HALVINGS = 3
"""How often the way of the match is halved before it is left out."""
MOST_FARTHER = 1.25
"""By so much the largest error may grow for it: where a capture jumps by half a metre between keys, calm curves would
be twice as far off."""


class Turning:
    """How fast joints turn whose turning moves others that count.

    Parameters
    ----------
    motion : the capture, of two frames or more.
    tips : whether tips count.
    """

    def __init__(self, motion: Motion, tips: bool) -> None:
        skeleton = motion.skeleton
        above = channels_above(skeleton, [int(joint) for joint in default_weights(motion, tips)]).any(axis=0)
        self._joints, self._n_frames = np.unique(joints_of_channels(skeleton)[above]), motion.n_frames
        self._motion, self._tips, self._fps = motion, tips, float(motion.fps)
        first = motion.first_frame
        own = self._steps_rad(lambda rows: motion.excerpt(first + rows.start, first + rows.stop - 1))
        reach = max(1, round(AROUND_S * self._fps))
        nearby = np.pad(own, ((reach, reach), (0, 0)), mode="edge")
        self._limits = sliding_window_view(nearby, 2 * reach + 1, axis=0).max(axis=2)

    def excess_rad_s(self, animation: KeyedAnimation) -> Floats:
        """Return by how much (F − 1,) a joint turns faster to the next frame than in the capture nearby, at worst."""
        steps = self._steps_rad(lambda rows: animation.sample(np.arange(rows.start, rows.stop)))
        return np.asarray((steps - self._limits).max(axis=1, initial=0.0) * self._fps)

    def most_rad_s(self, animations: Sequence[KeyedAnimation]) -> Floats:
        """Return the same (F − 1,) of the animation in which a joint turns fastest."""
        return np.asarray(np.max([self.excess_rad_s(animation) for animation in animations], axis=0))

    def calmed(self, joined: KeyedAnimation, matched: KeyedAnimation) -> KeyedAnimation:
        """Return curves part of the way to the world-space match where that turns joints too fast.

        Slopes go that way; lengths of handles are those of the match.

        Parameters
        ----------
        joined, matched : before and after the match, through the same keys.
        """
        keys, excess = matched.selection.frames, self.excess_rad_s(matched)
        if excess.max() <= MOST_RAD_S:
            return matched
        limits = np.maximum(MOST_FASTER * by_segment(self.excess_rad_s(joined), keys), MOST_RAD_S)
        start, part = _with_slopes_of(joined, matched), np.ones(len(keys))
        way = handles_of(matched) - start
        animation, most_m = matched, MOST_FARTHER * self._missed_m(matched)
        for halvings in range(HALVINGS + 1):
            is_fast = by_segment(excess, keys) > limits
            if not is_fast.any():
                break
            near = np.append(is_fast, False) | np.append(False, is_fast)
            part[near] *= 0.5 if halvings < HALVINGS else 0.0
            trial = with_handles(matched, start + part[:, None] * way)
            if self._missed_m(trial) > most_m:
                break
            animation, excess = trial, self.excess_rad_s(trial)
        return animation

    def _missed_m(self, animation: KeyedAnimation) -> float:
        return measure(self._motion, animation).promised_m(self._tips)

    def _steps_rad(self, motion_of: Callable[[slice], Motion]) -> Floats:
        """The angles (F − 1, N) from frame to frame."""
        steps = []
        for rows in rows_at_once(self._n_frames - 1, 4 * len(self._joints)):
            turns = motion_of(slice(rows.start, rows.stop + 1)).world_rotations_xyzw()[:, self._joints]
            steps.append(rotation_angle(turns[1:], turns[:-1]))
        return np.concatenate(steps)


def has_quaternions(animation: KeyedAnimation) -> bool:
    """Return whether an animation turns joints by quaternions, whose components no limits keep from whirling."""
    return any(curve.channel.name in QUATERNION for curve in animation.curves)


def _with_slopes_of(other: KeyedAnimation, animation: KeyedAnimation) -> Floats:
    """The handles (2, C, K, 2) of an animation with the slopes of another; those without length stay."""
    handles, others = handles_of(animation), handles_of(other)
    has_slope = (handles[..., 0] != 0.0) & (others[..., 0] != 0.0)
    slopes = np.divide(others[..., 1], others[..., 0], out=np.zeros(has_slope.shape), where=has_slope)
    handles[..., 1] = np.where(has_slope, slopes * handles[..., 0], handles[..., 1])
    return handles
