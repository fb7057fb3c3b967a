"""Corners: the frames at which all channels of a bake change their speed at once.

Between two keys that straight lines join, joints turn and move evenly; at a key they begin to go elsewhere. A pose that
is held and then jumps to the next one has two such frames at each jump, and so has a key that lies between two frames,
where the bake has another rate. Capture bends everywhere, by chance in one joint and another.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unbake.ground.arrays import Booleans, Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import in_one_hemisphere

SHARE = 0.7
"""Part of the moving joints that have to bend together: of straight lines nearly all do, of 90 captures, at 24 to 120
frames a second, 54 % at most."""
FEWER = 0.05
"""Part that is enough at further frames of a bake, where a hand waves, or a head looks up."""
TIMES = 4.0
"""A bend is so many times what is left on both sides of it."""
LEAST = 5e-5
"""Smaller bends of a quaternion, or of metres, for each frame squared are rounding."""
SAMPLED_S, FAST_S, MANY = 0.08, 0.15, 24
"""Corners nearer to each other than the first, in the median, are samples; nearer than the second, where there are so
many. A run that is keyed on every two and three of 30 frames a second, and a walk on every three of 24, are not."""
CURVED_S = 0.09
"""The second, where curves join the keys."""
BLOCK = 1024
"""Frames that are looked at together: where something bends in so many and nothing bends together, it is no bake."""


def corners(motion: Motion, share: float = SHARE) -> tuple[int, ...]:
    """Return the frames, from 0, at which a bake of straight lines or held poses bends; none where it is none.

    Ends of the clip are never among them. That lines between these frames give the motion is for the caller to see.

    Parameters
    ----------
    motion : the clip.
    share : how many of its moving joints have to bend together, 0 to 1.
    """
    found: list[int] = []
    for first in range(0, motion.n_frames, BLOCK):
        begin = max(first - 2, 0)
        rows = slice(begin, first + BLOCK + 2)
        bends = np.linalg.norm(_bends(motion, rows), axis=2)
        moving = int((bends > LEAST).any(axis=0).sum())
        together = _stand_out(bends).sum(axis=1)[first - begin :][:BLOCK]
        frames = np.flatnonzero(together >= share * moving) + first if moving else np.empty(0, dtype=np.intp)
        if moving and not len(frames):
            return ()
        found.extend(frames.tolist())
    return tuple(found)


def are_samples(corners: Sequence[int], motion: Motion) -> bool:
    """Return whether corners are no keys, but the frames of a capture that was made at a lower rate."""
    # Both sides of a jump count once.
    found = set(corners)
    gaps = np.diff([frame for frame in corners if frame - 1 not in found])
    between_s = float(np.median(gaps)) / float(motion.fps) if len(gaps) else np.inf
    return between_s < SAMPLED_S or (between_s < FAST_S and len(gaps) >= MANY)


def are_curved_samples(keys: Sequence[int], motion: Motion) -> bool:
    """Return the same of keys that curves join.

    Three in four are near to the next, so that limbs which follow others by two frames count as keys; and many may be
    nearer, as a long walk on every three of 24 is keyed so.
    """
    gaps = np.diff(keys)
    between_s = float(np.quantile(gaps, 0.75)) / float(motion.fps) if len(gaps) else np.inf
    return between_s < SAMPLED_S or (between_s < CURVED_S and len(gaps) >= MANY)


def on_one_frame(motion: Motion, corners: Sequence[int]) -> tuple[int, ...]:
    """Return corners with one of each two that were a single key between frames: the nearer one, where more bends.

    There both bend the same way; where a pose jumps, the second one bends back.
    """
    kept: list[int] = []
    for frame in corners:
        if kept and kept[-1] == frame - 1:
            before, after = _bends(motion, slice(frame - 2, frame + 2))[1:3]
            if np.sum(before * after) > 0.0:
                kept[-1] = (
                    frame if np.linalg.norm(after, axis=1).sum() > np.linalg.norm(before, axis=1).sum() else kept[-1]
                )
                continue
        kept.append(frame)
    return tuple(kept)


def _bends(motion: Motion, rows: slice) -> Floats:
    """By how much joints leave an even turn and an even way at each frame, (F, J + T, 4)."""
    turns, ways = in_one_hemisphere(motion.rotations_xyzw[rows]), motion.translations_m[rows]
    bends = np.zeros((len(turns), turns.shape[1] + ways.shape[1], 4))
    if len(turns) > 2:
        changes = np.diff(turns, 2, axis=0)
        along = np.sum(changes * turns[1:-1], axis=2, keepdims=True)
        bends[1:-1, : turns.shape[1]] = changes - along * turns[1:-1]
        bends[1:-1, turns.shape[1] :, :3] = np.diff(ways, 2, axis=0)
        # Nothing tells how the first and last frames would go on.
        bends[[0, -1]] = bends[[1, -2]]
    return bends


def _stand_out(bends: Floats) -> Booleans:
    """Whether a bend stands alone, or with one beside it, as those of a jump do."""
    padded = np.pad(bends, ((2, 2), (0, 0)), mode="edge")
    before, after = np.minimum(padded[:-4], padded[1:-3]), np.minimum(padded[3:-1], padded[4:])
    return (bends > LEAST) & (bends > TIMES * np.maximum(before, after))
