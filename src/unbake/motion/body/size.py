"""How large a figure is, and by how much lengths that are meant for people have to be scaled for it."""

from __future__ import annotations

import numpy as np

from unbake.motion.motion import Motion

LEAST_M, MOST_M = 1.0, 5.0
"""Figures of a size between these are as large as people, who crouch and sit as well."""
FRAMES = 64
"""So many frames are looked at."""


def figure_size_m(motion: Motion) -> float:
    """Return the longest side of the box around a figure, in its usual pose or at rest, whichever is longer.

    Ends of bones that more than double it do not count: some programs give them any length.
    """
    rows = np.linspace(0, motion.n_frames - 1, min(motion.n_frames, FRAMES)).astype(int)
    joints = ~np.array(motion.skeleton.end_sites)
    poses = motion.positions()[rows], motion.skeleton.rest_positions()[None]
    whole, own = (
        max(float(np.median(np.ptp(p[:, seen], axis=1).max(axis=1))) for p in poses) for seen in (..., joints)
    )
    return own if 0.0 < 2.0 * own < whole else whole


def scale_of_lengths(motion: Motion) -> float:
    """Return what a length that is meant for people has to be multiplied by, such as the least way that counts.

    It is 1 for figures of `LEAST_M` to `MOST_M`, and for what has no size, such as a camera.
    """
    size = figure_size_m(motion)
    return size / float(np.clip(size, LEAST_M, MOST_M)) if size > 0.0 else 1.0
