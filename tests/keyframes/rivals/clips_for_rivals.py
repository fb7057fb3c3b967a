"""Clips that every rival method is tried on."""

import numpy as np

from clips import packaged_clip
from unbake.motion.points import Points, points_of


def points(values, size=3, fps=120):
    values = np.asarray(values, dtype=float)
    return Points(values, tuple(f"p{n}" for n in range(values.shape[1] // size)), size=size, fps=fps)


def plane(pairs, **options):
    """Points of a path in the plane, one pair a frame."""
    return points(np.pad(np.asarray(pairs, dtype=float), ((0, 0), (0, 1))), **options)


def random_walk(seed, frames=60, joints=3):
    steps = np.random.default_rng(seed).normal(size=(frames, 3 * joints))
    return points(np.cumsum(np.cumsum(steps, axis=0), axis=0) * 0.01)


def packaged(frames=120):
    """Every third frame of the clip that comes with the package."""
    every = points_of(packaged_clip())
    return points(every.values[::3][:frames], fps=40)


def zigzag():
    """A path in the plane whose splits are worked out by hand."""
    return plane([(0, 0), (1, 0), (2, 3), (3, 0), (4, 0), (5, -1), (6, 0)])


def polyline(corners, frames, joints=2, seed=0):
    """Evenly timed straight pieces between random poses at the given frames."""
    poses = np.random.default_rng(seed).normal(size=(len(corners), 3 * joints))
    return points(np.stack([np.interp(np.arange(frames), corners, column) for column in poses.T], axis=1))
