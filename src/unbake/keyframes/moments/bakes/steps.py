"""Steps: the frames on both sides of each jump of an animation that holds every pose until the next one."""

from __future__ import annotations

import numpy as np

from unbake.keyframes.moments.bakes.corners import LEAST
from unbake.motion.motion import Motion
from unbake.motion.rotations import in_one_hemisphere

STILL, ALONE = 0.75, 0.75
"""Parts of the frames that repeat the one before, and of the jumps that have none beside them. Animation on twos or
threes has less of the first and is keyed otherwise; a capture that stands frozen has none of the second."""
BLOCK = 1024


def steps(motion: Motion) -> tuple[int, ...]:
    """Return the last frame of each pose and the first one of the next, from 0, where a motion goes in steps.

    The clip's ends are not among them. Where a motion does not go in steps, there are none.
    """
    jumps = _jumps(motion)
    if not jumps.size or len(jumps) > (1.0 - STILL) * (motion.n_frames - 1):
        return ()
    far = np.diff(jumps, prepend=-np.inf, append=np.inf) > 1
    if np.mean(far[1:] & far[:-1]) < ALONE:
        return ()
    return tuple(sorted({*jumps.tolist(), *(jumps + 1).tolist()} - {0, motion.n_frames - 1}))


def _jumps(motion: Motion) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """The frames after which anything changes."""
    changed = np.zeros(max(motion.n_frames - 1, 0), dtype=np.bool_)
    for first in range(0, len(changed), BLOCK):
        rows = slice(first, first + BLOCK + 1)
        for values in (in_one_hemisphere(motion.rotations_xyzw[rows]), motion.translations_m[rows]):
            changes = np.abs(np.diff(values, axis=0)).reshape(len(values) - 1, -1)
            changed[first : first + BLOCK] |= changes.max(axis=1, initial=0.0) > LEAST
    return np.flatnonzero(changed)
