"""What is compared: one second of a body's joints, seen from the body's own place and heading in the middle of it.

References: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.3 (61
frames at 60 a second, in the body's own frame). Every second of these instants is looked at: neighbours in time are
nearly the same.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.learning.neighbours import Mirror
from unbake.motion.body.body_path import ROLES, BodyPath

HALF = 30
"""Instants on either side of the middle; a window is one second."""
SPAN = 2 * HALF + 1
"""Instants of a window, from its first to its last."""
STEP = 2
"""From one instant that is looked at to the next."""
MOMENTS: Indices = np.arange(-HALF, HALF + 1, STEP, dtype=np.int64)
"""(31,) the instants that are looked at, from the middle."""
SHAPE = (len(MOMENTS), len(ROLES), 3)
SIZE = len(MOMENTS) * len(ROLES) * 3
"""Numbers of a window."""
POINTS = len(MOMENTS) * len(ROLES)
"""Joints times instants."""


def n_windows(n_instants: int) -> int:
    """Return how many windows a body path has: all whole ones, or one where it is shorter than a window."""
    return max(1, n_instants - 2 * HALF)


def first_centre(n_instants: int) -> int:
    """Return the middle of a path's first window; the others follow at every instant.

    A path shorter than a window has its only one around its middle; end poses last on.
    """
    return HALF if n_instants >= SPAN else n_instants // 2


def centres(path: BodyPath) -> Indices:
    """Return (N,) the middles of a path's windows."""
    return first_centre(path.n_instants) + np.arange(n_windows(path.n_instants), dtype=np.int64)


def windows_of(path: BodyPath, middles: Indices) -> Floats32:
    """Return windows (N, 31, 17, 3) in leg lengths: in a tenth of the time what `BodyPath.seen_from` gives.

    Parameters
    ----------
    path : the body.
    middles : (N,) the instants in the middle.
    """
    # Imported late: reading a file needs no compiler.
    from unbake.search.similar.window_kernels import see

    out = np.empty((len(middles), len(MOMENTS), *SHAPE[1:]), dtype=np.float32)
    see(path.positions, *path.frame, middles, MOMENTS, out)
    return out


def rms_cm(squared: Floats | float, n_points: int, leg_m: float) -> Floats:
    """Return squared distances in leg lengths, summed over joints and instants, as centimetres for each joint."""
    return 100.0 * leg_m * np.sqrt(np.asarray(squared, dtype=np.float64) / n_points)


def mirrored(windows: Floats32) -> Floats32:
    """Return the mirror images of windows, or of poses (…, 17, 3)."""
    return windows[..., _OTHER_SIDE, :] * np.array([-1.0, 1.0, 1.0], dtype=np.float32)


def _other_side() -> list[int]:
    """Where each joint's counterpart is among `ROLES`."""
    sides = {"left": "right", "right": "left"}
    parts = [role.partition("-") for role in ROLES]
    return [ROLES.index(f"{sides[side]}-{part}") if side in sides else j for j, (side, _, part) in enumerate(parts)]


_OTHER_SIDE = _other_side()
MIRROR = Mirror(np.arange(SIZE).reshape(SHAPE)[:, _OTHER_SIDE].ravel(), np.tile([-1.0, 1.0, 1.0], POINTS))
"""What mirroring does to windows of `SIZE` numbers, laid out flat."""
