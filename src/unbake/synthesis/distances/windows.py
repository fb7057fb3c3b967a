"""Distances of all pairs of windows of two motions, each pair turned and shifted over the floor to fit best.

The best turn and shift have a closed form, and so has what is left (Kovar, Gleicher and Pighin, Motion graphs, 2002,
section 3.1, carried one step on): with weighted sums over a pair of windows, primes for the second,

    N = Σ w (x z′ − x′ z) − (x̄ z̄′ − x̄′ z̄) / W        M = Σ w (x x′ + z z′) − (x̄ x̄′ + z̄ z̄′) / W

the angle is atan2(N, M) and the least sum of squares is S + S′ − 2 √(N² + M²) + Σ w (y − y′)², where S is the spread of
each window over the floor. So all pairs of *frames* need three products, and windows are sums along their
diagonals: 4 billion multiplications for 5,000 frames of 17 joints against 5,000 and windows of 20 frames, where a loop
over pairs of windows needs ten times as many for one angle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32, Indices

ROWS = 1024
"""Windows of the first motion in a stripe."""


@dataclass(frozen=True, eq=False)
class WindowWeights:
    """What counts in a window.

    Parameters
    ----------
    taper : (W,) a weight for each frame of a window.
    joints : (P,) a weight for each joint.

    Raises
    ------
    UsageError : no weights, weights below zero or not finite, or all zero.
    """

    taper: Floats
    joints: Floats

    def __post_init__(self) -> None:
        for name in ("taper", "joints"):
            weights = np.array(getattr(self, name), dtype=np.float64)
            if weights.ndim != 1 or not weights.size or not np.isfinite(weights).all() or weights.min() < 0.0:
                raise UsageError(f"weights of a window ({name}) must be a list of finite numbers of at least 0")
            if not weights.any():
                raise UsageError(f"weights of a window ({name}) must not all be zero")
            object.__setattr__(self, name, weights)

    @classmethod
    def even(cls, n_frames: int, n_joints: int) -> WindowWeights:
        """Return weights by which all frames and joints count alike."""
        return cls(np.ones(max(n_frames, 0)), np.ones(n_joints))

    @classmethod
    def tapered(cls, n_frames: int, n_joints: int) -> WindowWeights:
        """Return weights that fall from the middle of the window to its ends, as a raised cosine."""
        at = (np.arange(n_frames) + 0.5) / max(n_frames, 1)
        return cls(np.sin(np.pi * at) ** 2, np.ones(n_joints))

    @property
    def total(self) -> float:
        """Sum over a window."""
        return float(self.taper.sum() * self.joints.sum())


def window_distances(a_m: ArrayLike, b_m: ArrayLike, weights: WindowWeights | int = 20) -> Floats32:
    """Return how far each window of one motion is from each of another.

    Parameters
    ----------
    a_m, b_m : (F, P, 3) and (G, P, 3) positions of the same joints, in metres, y up.
    weights : of frames and joints; a number for windows of so many frames in which all counts alike. The default is a
        third of a second at 60 frames a second.

    Returns
    -------
    (F − W + 1, G − W + 1) weighted means of squared distances in m², float32; entry (i, j) is of the windows that begin
    at frames i and j. Rounding is below 10⁻⁵ m² where a body moves within ten metres for some seconds.

    Raises
    ------
    UsageError : joints that do not match, positions that are not finite, motions shorter than a window.
    """
    stripes = [stripe for _, stripe in distance_stripes(a_m, b_m, weights)]
    return np.concatenate(stripes) if len(stripes) > 1 else stripes[0]


def distance_stripes(
    a_m: ArrayLike, b_m: ArrayLike, weights: WindowWeights | int = 20, rows: int = ROWS
) -> Iterator[tuple[int, Floats32]]:
    """Yield the same by stripes of rows: the first row of each, and its distances (R, G − W + 1).

    For motions whose whole table would not fit into memory. Parameters and errors are those of `window_distances`.
    """
    # Imported late: reading a file needs no compiler.
    from unbake.synthesis.distances.window_kernels import ROWS as FEW
    from unbake.synthesis.distances.window_kernels import rows_of_distances, stripe_of_distances

    a, b = _checked(a_m), _checked(b_m)
    chosen = weights if isinstance(weights, WindowWeights) else WindowWeights.even(weights, a.shape[1])
    _check_sizes(a, b, chosen)
    more = len(chosen.taper) - 1
    # Heights must keep their difference, so those of both are taken from one level.
    level = float(0.5 * (a[..., 1].mean() + b[..., 1].mean()))
    first_of, second_of = (np.ascontiguousarray(values.transpose(2, 1, 0)) for values in (a, b))
    for first in range(0, len(a) - more, rows):
        own = np.ascontiguousarray(first_of[:, :, first : first + rows + more])
        stripe = np.empty((own.shape[2] - more, len(b) - more), dtype=np.float32)
        # To wake the other cores takes longer than two seconds of motion against two do.
        fill = rows_of_distances if len(stripe) <= FEW else stripe_of_distances
        fill(own, second_of, chosen.taper, chosen.joints, level, stripe)
        yield first, stripe


@dataclass(frozen=True)
class FloorMove:
    """A turn about the vertical and a shift over the floor.

    Parameters
    ----------
    angle_rad : from +Z towards +X.
    x_m, z_m : the shift after it.
    """

    angle_rad: float
    x_m: float
    z_m: float

    def __call__(self, positions_m: Floats) -> Floats:
        """Return positions (..., 3) moved."""
        cosine, sine = np.cos(self.angle_rad), np.sin(self.angle_rad)
        x, y, z = positions_m[..., 0], positions_m[..., 1], positions_m[..., 2]
        return np.stack([cosine * x + sine * z + self.x_m, y, cosine * z - sine * x + self.z_m], axis=-1)


def best_move(a_m: Floats, b_m: Floats, weights: WindowWeights | None = None) -> FloorMove:
    """Return the turn and shift of `b_m` over the floor that bring it nearest to `a_m`.

    Parameters
    ----------
    a_m, b_m : (W, P, 3) two windows, in metres, y up.
    weights : of frames and joints; all alike by default.

    Raises
    ------
    UsageError : windows of different shapes, or of others than the weights; numbers that are not finite.
    """
    a, b = _checked(a_m), _checked(b_m)
    if a.shape != b.shape:
        raise UsageError(f"windows of shapes {a.shape} and {b.shape} cannot be laid on each other")
    chosen = weights or WindowWeights.even(len(a), a.shape[1])
    w = np.outer(chosen.taper, chosen.joints)
    if w.shape != a.shape[:2]:
        raise UsageError(f"windows of {a.shape[0]} frames and {a.shape[1]} joints have weights of {w.shape}")
    x, z, u, v = a[..., 0], a[..., 2], b[..., 0], b[..., 2]
    mean_x, mean_z, mean_u, mean_v = (float((w * values).sum() / chosen.total) for values in (x, z, u, v))
    x, z, u, v = x - mean_x, z - mean_z, u - mean_u, v - mean_v
    angle = float(np.arctan2((w * (x * v - u * z)).sum(), (w * (x * u + z * v)).sum()))
    cosine, sine = np.cos(angle), np.sin(angle)
    return FloorMove(angle, mean_x - mean_u * cosine - mean_v * sine, mean_z + mean_u * sine - mean_v * cosine)


def padded(positions_m: Floats, n_frames: int) -> tuple[Floats, Indices]:
    """Return positions whose windows of an odd number of frames are one for each frame, and the frames they are of.

    The end poses are repeated before the start and after the end.
    """
    reach = n_frames // 2
    frames = np.clip(np.arange(-reach, len(positions_m) + reach), 0, len(positions_m) - 1)
    return positions_m[frames], frames


def _checked(positions_m: ArrayLike) -> Floats:
    out = np.asarray(positions_m, dtype=np.float64)
    if out.ndim != 3 or out.shape[2] != 3:
        raise UsageError(f"positions have shape {out.shape}, expected (frames, joints, 3)")
    if not np.isfinite(out).all():
        raise UsageError("positions that are compared must be finite numbers")
    return out


def _check_sizes(a: Floats, b: Floats, weights: WindowWeights) -> None:
    joints = (a.shape[1], b.shape[1], len(weights.joints))
    if len(set(joints)) > 1:
        raise UsageError(f"{joints[0]} and {joints[1]} joints with {joints[2]} weights cannot be compared")
    if min(len(a), len(b)) < len(weights.taper):
        raise UsageError(
            f"a window has {len(weights.taper)} frames, but a motion only {min(len(a), len(b))}: add longer clips"
        )
