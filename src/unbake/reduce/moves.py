"""Keys that move by a few frames, many at a time, where that lowers what the curves around them miss."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from itertools import product

from unbake.ground.arrays import Floats
from unbake.keyframes.layers import LEAST_GAP_S
from unbake.motion.motion import Motion
from unbake.reduce.options import ReduceOptions

Frames = tuple[int, ...]

APART = 4
"""Keys from one change to the next that is tried with it: a slope is hardly felt three keys on."""
LONGEST_MOVED = 30_000
"""In takes of more frames keys do not move: an hour has four hundred thousand, and each trial fits them all."""


class Moves:
    """Which keys of a motion may move, and how far.

    Parameters
    ----------
    motion : the capture.
    options : pins and gaps.
    shifts_s : seconds that keys are moved by, one after the other.
    """

    def __init__(self, motion: Motion, options: ReduceOptions, shifts_s: Collection[float]) -> None:
        self.fixed = {0, motion.n_frames - 1, *options.pin_indices(motion)}
        self.near = max(options.least_gap, math.ceil(float(motion.fps) * LEAST_GAP_S))
        self.most = options.max_gap or motion.n_frames
        is_moved = motion.n_frames <= LONGEST_MOVED
        self._shifts = sorted({max(1, round(float(motion.fps) * s)) for s in shifts_s if is_moved}, reverse=True)

    def made(self, frames: Frames, missed: Callable[[Frames], Floats]) -> Frames:
        """Move keys where that lowers what the four segments around them miss.

        Parameters
        ----------
        frames : (K,) the keys, from 0.
        missed : (K − 1,) what each segment misses between some keys, in any measure.
        """
        own = None
        for shift in self._shifts:
            for phase, step in product(range(APART), (-shift, shift)):
                trial, moved = self._trial(frames, phase, step)
                if not moved:
                    continue
                own = missed(frames) if own is None else own
                other = missed(tuple(trial))
                for k in moved:
                    around = slice(max(0, k - 2), k + 2)
                    if (other[around] ** 4).sum() >= (own[around] ** 4).sum():
                        trial[k] = frames[k]
                own = own if tuple(trial) == frames else None
                frames = tuple(trial)
        return frames

    def _trial(self, frames: Frames, phase: int, step: int) -> tuple[list[int], list[int]]:
        """Return the keys with some of them moved, and the places of these."""
        trial, moved = list(frames), []
        for k in range(1 + phase, len(frames) - 1, APART):
            before, after = frames[k] + step - frames[k - 1], frames[k + 1] - frames[k] - step
            if frames[k] not in self.fixed and self.near <= min(before, after) and max(before, after) <= self.most:
                trial[k] += step
                moved.append(k)
        return trial, moved
