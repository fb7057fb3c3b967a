"""Whether an edit follows its source: another take, named by mistake, does not turn its joints as the source does."""

from __future__ import annotations

import numpy as np
import scipy

from unbake.editing.propagation.features import RATE_HZ, SMOOTHED
from unbake.ground.arrays import Floats
from unbake.motion.rotations import quaternion_conjugate, quaternion_product
from unbake.synthesis.blending.tracks import Tracks

SLOWEST_RAD = np.radians(3.0)
"""Speed a second, as a root of the mean square, from which on a joint says anything."""
ALIKE = 0.5
"""Correlation of angular velocities from which on a joint turns as its source's."""
LEAST_PART = 0.25
"""Part of the moving joints that turn as the source's in any edit. On captures, edits keep three quarters of the joints
and more; other actions nearly none; other walks, which may fall into step, up to half."""
FEWEST = 8
"""Moving joints below which nothing is said."""


def joints_alike(source: Tracks, target: Tracks) -> tuple[int, int]:
    """Return how many joints turn alike in a source and its edit, and how many move in both.

    Parameters
    ----------
    source, target : the same joints at corresponding instants, `RATE_HZ` a second.
    """
    before, after = _velocities(source.rotations_xyzw), _velocities(target.rotations_xyzw)
    speeds = [np.sqrt((one**2).sum(axis=2).mean(axis=0)) for one in (before, after)]
    moves = np.minimum(*speeds) > SLOWEST_RAD
    together = (before * after).sum(axis=2).mean(axis=0)
    return int((together > ALIKE * speeds[0] * speeds[1])[moves].sum()), int(moves.sum())


def unlike_note(source: Tracks, target: Tracks, which: str) -> str | None:
    """Return the sentence that says that an edit is hardly one of its source; None where it may well be.

    Parameters
    ----------
    source, target : see `joints_alike`.
    which : the edit's name in the sentence.
    """
    alike, moving = joints_alike(source, target)
    if moving < FEWEST or alike >= LEAST_PART * moving:
        return None
    return (
        f"{which} is hardly an edit of its source: of {moving} moving joints, {alike} turn as they do there; "
        "if it is another clip, the result means nothing, however sure"
    )


def _velocities(rotations_xyzw: Floats) -> Floats:
    """Angular velocities (T − 1, J, 3) as each joint sees them, averaged over an eighth of a second."""
    steps = quaternion_product(quaternion_conjugate(rotations_xyzw[:-1]), rotations_xyzw[1:])
    steps = steps * np.where(steps[..., 3:] < 0.0, -1.0, 1.0)
    vectors = 2.0 * RATE_HZ * steps[..., :3]
    return np.asarray(scipy.ndimage.uniform_filter1d(vectors, SMOOTHED, axis=0, mode="nearest"))
