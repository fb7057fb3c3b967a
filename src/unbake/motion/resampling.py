"""Motions between their frames, and at other frame rates."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.frame_rate import checked_rate
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_conjugate, quaternion_product


def resampled(motion: Motion, fps: Fraction | int | float) -> Motion:
    """Return a motion at another frame rate, from the same first frame as far as whole frames go.

    Rotations are interpolated along the shortest arc, translations by Catmull–Rom. Frames that both rates have keep
    their values. Capture noise above half of a lower rate is not filtered: it stays in the frames that are left.

    Parameters
    ----------
    motion : the clip.
    fps : frames a second of the result, above 0.

    Raises
    ------
    UsageError : a rate that is not positive and finite.
    """
    rate = checked_rate(fps)
    if rate == motion.fps:
        return motion
    step = motion.fps / rate
    count = int((motion.n_frames - 1) / step) + 1
    frames = np.array([float(n * step) for n in range(count)])
    return replace(
        motion,
        rotations_xyzw=rotations_at(motion.rotations_xyzw, frames),
        translations_m=positions_at(motion.translations_m, frames),
        fps=rate,
    )


def rotations_at(rotations_xyzw: Floats, frames: Floats) -> Floats:
    """Return rotations (N, …, 4) at frames (N,), whole or not, by the shortest arc; the ends are held outside."""
    last = len(rotations_xyzw) - 1
    inside = np.clip(frames, 0.0, last)
    before = np.minimum(inside.astype(int), max(last - 1, 0))
    part = (inside - before).reshape(-1, *([1] * (rotations_xyzw.ndim - 1)))
    start, end = rotations_xyzw[before], rotations_xyzw[np.minimum(before + 1, last)]
    turn = quaternion_product(quaternion_conjugate(start), end)
    turn = np.where(turn[..., 3:] < 0.0, -turn, turn)
    sine = np.linalg.norm(turn[..., :3], axis=-1, keepdims=True)
    half = part * np.arctan2(sine, turn[..., 3:])
    # Of a turn too small to have an axis, the vector part itself is as good.
    scale = np.where(sine > 1e-12, np.sin(half) / np.maximum(sine, 1e-12), part)
    return quaternion_product(start, np.concatenate([scale * turn[..., :3], np.cos(half)], axis=-1))


def positions_at(positions_m: Floats, frames: Floats) -> Floats:
    """Return positions (N, …) at frames (N,) that need not be whole, by Catmull–Rom; the ends are held outside."""
    last = len(positions_m) - 1
    held: Floats = np.clip(frames, 0.0, last)
    before = np.minimum(held.astype(int), max(last - 1, 0))
    part = held - before
    if not np.any(part % 1.0):
        return np.asarray(positions_m[np.round(held).astype(int)])
    u = part.reshape(-1, *([1] * (positions_m.ndim - 1)))
    a, b, c, d = (positions_m[np.clip(before + n, 0, last)] for n in (-1, 0, 1, 2))
    # Linear interpolation would be off by 7 mm where a foot lands (50 m/s²) in 30 frames a second.
    slope_b, slope_c = 0.5 * (c - a), 0.5 * (d - b)
    change = c - b
    return np.asarray(
        b + u * (slope_b + u * ((3.0 * change - 2.0 * slope_b - slope_c) + u * (slope_b + slope_c - 2.0 * change)))
    )
