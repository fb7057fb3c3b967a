"""Forward kinematics: from local to world, down the hierarchy.

Two ways, the same to the last bit: joint by joint with arrays, for a process that compiles nothing, and frame by frame
in a kernel, which is fifteen times as fast or more. To import numba takes longer than the arrays need for `FEW`.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.ground.arrays import Floats, sealed

FEW = 500_000
"""Joints times frames: 16,000 frames of a figure of 31 joints."""


def forward_kinematics(parents: NDArray[np.int64], rotations: Floats, translations: Floats) -> tuple[Floats, Floats]:
    """Return the joints' positions (F, J, 3) and rotations (F, J, 4) in the world.

    Parameters
    ----------
    parents : (J,) a joint's parent, before it; −1 for none.
    rotations, translations : (F, J, 4) unit quaternions and (F, J, 3), both in the parent's frame.
    """
    is_quick = "numba" in sys.modules or rotations.shape[0] * rotations.shape[1] > FEW
    if is_quick:
        return by_kernel(parents, sealed(rotations), sealed(translations))
    return by_arrays(parents, rotations, translations)


def by_arrays(parents: NDArray[np.int64], rotations: Floats, translations: Floats) -> tuple[Floats, Floats]:
    """Do the same without a compiler; each operation as in the kernel, so that no bit differs."""
    places = np.array(translations.transpose(1, 2, 0), order="C")
    turns = np.array(rotations.transpose(1, 2, 0), order="C")
    for joint, parent in enumerate(parents):
        if parent < 0:
            continue
        x, y, z = places[joint]
        bx, by, bz, bw = turns[joint]
        ax, ay, az, aw = turns[parent]
        tx, ty, tz = 2.0 * (ay * z - az * y), 2.0 * (az * x - ax * z), 2.0 * (ax * y - ay * x)
        px, py, pz = places[parent]
        places[joint] = (
            px + (x + aw * tx + (ay * tz - az * ty)),
            py + (y + aw * ty + (az * tx - ax * tz)),
            pz + (z + aw * tz + (ax * ty - ay * tx)),
        )
        turns[joint] = (
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        )
    return np.ascontiguousarray(places.transpose(2, 0, 1)), np.ascontiguousarray(turns.transpose(2, 0, 1))


@njit(cache=True, nogil=True)
def by_kernel(parents: NDArray[np.int64], rotations: Floats, translations: Floats) -> tuple[Floats, Floats]:
    """Do the same frame by frame. (To take a row apart, `x, y, z = row`, is slow to compile.)"""
    places = np.empty_like(translations)
    turns = np.empty_like(rotations)
    for frame in range(len(rotations)):
        for joint in range(len(parents)):
            x, y, z = translations[frame, joint, 0], translations[frame, joint, 1], translations[frame, joint, 2]
            bx, by = rotations[frame, joint, 0], rotations[frame, joint, 1]
            bz, bw = rotations[frame, joint, 2], rotations[frame, joint, 3]
            parent = parents[joint]
            if parent < 0:
                places[frame, joint, 0], places[frame, joint, 1], places[frame, joint, 2] = x, y, z
                turns[frame, joint, 0], turns[frame, joint, 1] = bx, by
                turns[frame, joint, 2], turns[frame, joint, 3] = bz, bw
                continue
            ax, ay = turns[frame, parent, 0], turns[frame, parent, 1]
            az, aw = turns[frame, parent, 2], turns[frame, parent, 3]
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
