"""Forward kinematics: from local to world, down the hierarchy, frame by frame."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from unbake.motion.rotations import Floats


@njit(cache=True, nogil=True)
def forward_kinematics(parents: NDArray[np.int64], rotations: Floats, translations: Floats) -> tuple[Floats, Floats]:
    """Return the joints' positions (F, J, 3) and rotations (F, J, 4) in the world.

    Parameters
    ----------
    parents : (J,) a joint's parent, before it; −1 for none.
    rotations, translations : (F, J, 4) unit quaternions and (F, J, 3), both in the parent's frame.
    """
    places = np.empty_like(translations)
    turns = np.empty_like(rotations)
    for frame in range(len(rotations)):
        for joint in range(len(parents)):
            x, y, z = translations[frame, joint]
            bx, by, bz, bw = rotations[frame, joint]
            parent = parents[joint]
            if parent < 0:
                places[frame, joint] = translations[frame, joint]
                turns[frame, joint] = rotations[frame, joint]
                continue
            ax, ay, az, aw = turns[frame, parent]
            # v + 2 w (a × v) + 2 a × (a × v), with a the imaginary part
            tx, ty, tz = 2.0 * (ay * z - az * y), 2.0 * (az * x - ax * z), 2.0 * (ax * y - ay * x)
            places[frame, joint, 0] = places[frame, parent, 0] + (x + aw * tx + (ay * tz - az * ty))
            places[frame, joint, 1] = places[frame, parent, 1] + (y + aw * ty + (az * tx - ax * tz))
            places[frame, joint, 2] = places[frame, parent, 2] + (z + aw * tz + (ax * ty - ay * tx))
            turns[frame, joint, 0] = aw * bx + ax * bw + ay * bz - az * by
            turns[frame, joint, 1] = aw * by - ax * bz + ay * bw + az * bx
            turns[frame, joint, 2] = aw * bz + ax * by - ay * bx + az * bw
            turns[frame, joint, 3] = aw * bw - ax * bx - ay * by - az * bz
    return places, turns
