"""Jumps: a joint is somewhere else from one frame to the next, because the capture lost it.

No smooth curve follows them, so the frames on both sides are keys. Markers that were swapped, and recordings that begin
with another pose, leave such jumps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints

AROUND = 5
"""A speed is compared with the median of five around it, which a jump there and one back do not move."""
FASTER, FASTER_M_S = 3.0, 8.0
"""Speeds that are so many times that median and so much more are jumps. Of 90 CMU captures five have jumps, by 11 to
82 m/s more; all others stay at 5.6 m/s or below, punches at 3.1."""


@dataclass(frozen=True)
class Jump:
    """A jump of the capture.

    Parameters
    ----------
    frame : from 0; the jump lies between it and the next.
    joint : the name of the joint that goes farthest.
    distance_m : how far it goes.
    """

    frame: int
    joint: str
    distance_m: float


def jumps(motion: Motion) -> tuple[Jump, ...]:
    """Return the jumps of a motion's default joints, in the order of time."""
    joints = default_joints(motion)
    steps_m = np.linalg.norm(np.diff(motion.positions()[:, joints], axis=0), axis=2)
    if len(steps_m) < AROUND:
        return ()
    above_m = steps_m - FASTER * _medians(steps_m)
    found = []
    for frame in np.flatnonzero(above_m.max(axis=1) * float(motion.fps) > FASTER_M_S):
        worst = int(np.argmax(steps_m[frame]))
        found.append(Jump(int(frame), motion.skeleton.names[joints[worst]], float(steps_m[frame, worst])))
    return tuple(found)


def _medians(steps: Floats) -> Floats:
    """The median (T, J) of the five steps around each; SciPy's filter would take longer to import than this to run."""
    rows = np.pad(steps, ((2, 2), (0, 0)), mode="symmetric")
    a, b, c, d, e = (rows[shift : shift + len(steps)] for shift in range(AROUND))
    # The third of five is the middle one of the greater lower one of two pairs, the lesser upper one, and what is left.
    low = np.maximum(np.minimum(a, b), np.minimum(d, e))
    high = np.minimum(np.maximum(a, b), np.maximum(d, e))
    return np.asarray(np.maximum(np.minimum(low, high), np.minimum(np.maximum(low, high), c)))
