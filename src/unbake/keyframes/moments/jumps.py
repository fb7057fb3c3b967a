"""Jumps: a joint is somewhere else from one frame to the next, because the capture lost it.

No smooth curve follows them, so the frames on both sides are keys. Markers that were swapped, and recordings that begin
with another pose, leave such jumps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import median_filter

from unbake.motion.motion import Motion
from unbake.motion.points import default_joints

AROUND = 5
"""A speed is compared with the median of so many around it, which a jump there and one back do not move."""
FASTER, FASTER_M_S = 3.0, 8.0
"""Speeds that are so many times that median and so much more are jumps. Of 90 CMU captures five have jumps, by 11 to
82 m/s more; all others stay below 5.6 m/s, punches below 3.1."""


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
    above_m = steps_m - FASTER * median_filter(steps_m, size=(AROUND, 1), mode="reflect")
    found = []
    for frame in np.flatnonzero(above_m.max(axis=1) * float(motion.fps) > FASTER_M_S):
        worst = int(np.argmax(steps_m[frame]))
        found.append(Jump(int(frame), motion.skeleton.names[joints[worst]], float(steps_m[frame, worst])))
    return tuple(found)
