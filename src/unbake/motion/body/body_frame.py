"""Where a body is and heads: the frame in which motions of different places and headings are alike."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats


def heading(hips_m: Floats) -> tuple[Floats, Floats]:
    """Return sine and cosine (F,) of the direction ahead, from +Z towards +X, square to the hips.

    Parameters
    ----------
    hips_m : (F, 2, 3) the hip joints, left before right, y up. Frames in which they lie above each other have the
        heading of the frame before, or of the next.
    """
    across = hips_m[:, 0] - hips_m[:, 1]
    length = np.hypot(across[:, 0], across[:, 2])
    # Somebody lying on the side has no such line over the ground.
    known = np.flatnonzero(length > 1e-6)
    if not len(known):
        return np.zeros(len(hips_m)), np.ones(len(hips_m))
    latest = known[np.clip(np.searchsorted(known, np.arange(len(hips_m)), side="right") - 1, 0, None)]
    return -across[latest, 2] / length[latest], across[latest, 0] / length[latest]


def over_floor(vectors: Floats, sine: Floats, cosine: Floats) -> Floats:
    """Return vectors (..., 2) over the floor, x and z, as a body sees them with a heading, turned into the world.

    Parameters
    ----------
    vectors : to the left and ahead.
    sine, cosine : (...) of the heading, as `heading` returns them; with the sine negated, vectors of the world become
        those that the body sees.
    """
    x, z = vectors[..., 0], vectors[..., 1]
    return np.stack([cosine * x + sine * z, cosine * z - sine * x], axis=-1)
