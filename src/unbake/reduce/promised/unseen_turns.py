"""Joints that turn against each other in place: a promised error does not see them, so keys come where they do.

How a joint turns between two others in one line shows in no position, and components of quaternions have no limits of
their own. Where a capture trembles, the fewest keys for an error could so turn the lower back by 16 degrees in a frame,
and the upper back against it, with every joint in its place.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.world.match import default_weights
from unbake.ground.arrays import Floats, rows_at_once
from unbake.keyframes.selection import Selection
from unbake.kinematics.jacobian import channels_above, joints_of_channels
from unbake.motion.motion import Motion
from unbake.motion.rotations import rotation_angle
from unbake.reduce.moves import Frames, by_segment
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.makers import promise_makers
from unbake.reduce.promised.missed import Missed
from unbake.reduce.promised.promise import Kept
from unbake.reduce.take import Take

MOST_RAD_S = np.radians(600.0)
"""A joint may turn by so much faster than it does in the capture nearby. The first 600 frames of 73 clips for tuning
have four joints beyond, by 830 to 1,880 degrees a second; in all other clips none exceeds 440."""
AROUND_S = 1.0 / 30.0
"""What is nearby."""
ROUNDS = 4
"""Rounds in which keys are added."""


def without_unseen_turns(take: Take, kept: Kept, options: ReduceOptions) -> tuple[Kept, int]:
    """Return what keeps a promise with keys added where joints of quaternion curves turn unseen, and how many.

    Parameters
    ----------
    take : the motion.
    kept : keys, and curves that keep the error.
    options : the promised error, and how keys are joined.
    """
    animation = kept.animations.get("quaternions")
    if animation is None or not animation.curves or take.motion.n_frames < 3:
        return kept, 0
    motion, error_m = take.motion, options.error_m or 0.0
    missed, turning = Missed(motion, options.tips), Turning(motion, options.tips)
    makers = promise_makers(take, tuple(kept.animations), options, error_m).wanted
    best, excess = kept, turning.excess_rad_s(animation)
    for _ in range(ROUNDS):
        frames = _with_more_keys(best.selection.frames, excess, options)
        if frames == best.selection.frames:
            break
        found = {kind: makers[kind](Selection(frames), known) for kind, known in best.animations.items()}
        less = turning.excess_rad_s(found["quaternions"])
        if less.max() >= excess.max() or any(missed.most_m(one) > error_m for one in found.values()):
            break
        best, excess = Kept(Selection(frames), found), less
    return best, len(best.selection) - len(kept.selection)


class Turning:
    """How fast joints turn whose turning moves others that count.

    Parameters
    ----------
    motion : the capture.
    tips : whether tips count.
    """

    def __init__(self, motion: Motion, tips: bool) -> None:
        skeleton = motion.skeleton
        above = channels_above(skeleton, [int(joint) for joint in default_weights(motion, tips)]).any(axis=0)
        self._joints, self._n_frames = np.unique(joints_of_channels(skeleton)[above]), motion.n_frames
        self._fps, first = float(motion.fps), motion.first_frame
        own = self._steps_rad(lambda rows: motion.excerpt(first + rows.start, first + rows.stop - 1))
        reach = max(1, round(AROUND_S * self._fps))
        nearby = np.pad(own, ((reach, reach), (0, 0)), mode="edge")
        self._limits = sliding_window_view(nearby, 2 * reach + 1, axis=0).max(axis=2)

    def excess_rad_s(self, animation: KeyedAnimation) -> Floats:
        """Return by how much (F − 1,) a joint turns faster to the next frame than in the capture nearby, at worst."""
        steps = self._steps_rad(lambda rows: animation.sample(np.arange(rows.start, rows.stop)))
        return np.asarray((steps - self._limits).max(axis=1, initial=0.0) * self._fps)

    def _steps_rad(self, motion_of: Callable[[slice], Motion]) -> Floats:
        """The angles (F − 1, N) from frame to frame."""
        steps = []
        for rows in rows_at_once(self._n_frames - 1, 4 * len(self._joints)):
            turns = motion_of(slice(rows.start, rows.stop + 1)).world_rotations_xyzw()[:, self._joints]
            steps.append(rotation_angle(turns[1:], turns[:-1]))
        return np.concatenate(steps)


def _with_more_keys(frames: Frames, excess_rad_s: Floats, options: ReduceOptions) -> Frames:
    """Add a key where a joint turns too fast, as far as gaps allow; to one of two such segments side by side."""
    most, gap, added = by_segment(excess_rad_s, frames), options.least_gap, dict[int, int]()
    for segment in np.argsort(-most):
        first, last = frames[segment : segment + 2]
        is_short = last - first < 2 * gap
        if most[segment] <= MOST_RAD_S or is_short or added.keys() & {segment - 1, segment + 1}:
            continue
        worst = first + int(excess_rad_s[first:last].argmax()) + 1
        added[segment] = min(max(worst, first + gap), last - gap)
    return tuple(sorted({*frames, *added.values()}))
