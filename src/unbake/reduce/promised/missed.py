"""How far curves miss a capture as a promise counts it, without anything else: a search asks hundreds of times."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.measure import measure
from unbake.ground.arrays import Floats, rows_at_once
from unbake.kinematics.jacobian import Kinematics
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints, default_levers, tip_joints
from unbake.motion.skeleton import Skeleton


class Missed:
    """Distances of joints from a capture, by kinematics that are compiled; `measure` takes three times as long.

    Parameters
    ----------
    motion : the capture.
    tips : whether the promise is about the tips, too.
    """

    def __init__(self, motion: Motion, tips: bool) -> None:
        self._motion, self._tips = motion, tips
        self.goes_by_levers = len(default_levers(motion)) > 0
        self.joints = [*default_joints(motion), *(tip_joints(motion) if tips else ())]
        self._target = motion.positions()[:, self.joints]
        self._kinematics: dict[Skeleton, Kinematics] = {}

    def per_frame_m(self, animation: KeyedAnimation) -> Floats:
        """Return how far (F,) the farthest joint is off at each frame, in metres."""
        if self.goes_by_levers:
            return measure(self._motion, animation).promised_per_frame_m(self._tips)
        return _farthest(self._squares(animation.skeleton, _sampled(animation)))

    def of_values_m(self, skeleton: Skeleton, values: Floats) -> Floats:
        """Return the same (F,) for what channels (F, C) of a skeleton are at all frames; not where levers count."""
        return _farthest(self._squares(skeleton, lambda rows: values[rows]))

    def by_joint_m(self, animation: KeyedAnimation) -> Floats:
        """Return how far (F, N) each of `joints` is off at each frame, in metres."""
        return np.concatenate([np.sqrt(part) for part in self._squares(animation.skeleton, _sampled(animation))])

    def most_m(self, animation: KeyedAnimation) -> float:
        """Return how far the farthest joint is off at any frame, in metres."""
        return float(self.per_frame_m(animation).max())

    def _squares(self, skeleton: Skeleton, values_of: Callable[[slice], Floats]) -> Iterator[Floats]:
        """Squared distances (f, N) from the capture, some frames at a time."""
        if skeleton not in self._kinematics:
            self._kinematics[skeleton] = Kinematics(skeleton)
        for rows in rows_at_once(self._motion.n_frames, len(skeleton.names)):
            gaps = np.take(self._kinematics[skeleton].axes(values_of(rows)).positions, self.joints, axis=1)
            gaps -= self._target[rows]
            x, y, z = np.moveaxis(gaps, 2, 0)
            yield x * x + y * y + z * z


def _sampled(animation: KeyedAnimation) -> Callable[[slice], Floats]:
    return lambda rows: animation.values_at(np.arange(rows.start, rows.stop, dtype=np.float64))


def _farthest(squares: Iterator[Floats]) -> Floats:
    return np.concatenate([np.sqrt(part.max(axis=1)) for part in squares])
