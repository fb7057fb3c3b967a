"""Types of handles, which say how a key's tangent behaves, and locks.

``aligned`` handles lie in one line and turn together, ``free`` ones go their own ways: both stay where a fit or a
person put them. The others follow a rule whenever keys change:

- ``vector``: each handle points at the neighbouring key, a third of the way.
- ``auto``: one smooth slope, the mean of the straight slopes to the two neighbours, handles a third of the way; level
  at the first and the last key. That is Blender's *Automatic*, which without smoothing has 17 % longer handles.
- ``auto-clamped``: the same, but level where the key is the highest or lowest of the three, and no handle reaches
  beyond its neighbour's value, so that the curve never overshoots.

A locked key of a curve keeps its frame, value and handles, whatever its type: by hand, by rules and by refits.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats

HandleType = Literal["aligned", "free", "vector", "auto", "auto-clamped"]
HANDLE_TYPES: tuple[HandleType, ...] = get_args(HandleType)
ALIGNED, FREE, VECTOR, AUTO, AUTO_CLAMPED = range(len(HANDLE_TYPES))
LOCKED = 16
"""Added to the code of a type, the index in `HANDLE_TYPES`."""

Tangents = NDArray[np.uint8]
"""(K,) codes, one a key."""


def types_of(tangents: Tangents) -> Tangents:
    """Return the types of codes, without locks."""
    return np.asarray(tangents & (LOCKED - 1), dtype=np.uint8)


def are_locked(tangents: Tangents) -> NDArray[np.bool_]:
    """Return which of the codes say that a key is locked."""
    return np.asarray(tangents & LOCKED > 0)


def are_fixed(tangents: Tangents) -> NDArray[np.bool_]:
    """Return which keys' handles a fit must leave alone: those that follow a rule, and locked ones."""
    return np.asarray((types_of(tangents) >= VECTOR) | are_locked(tangents))


def is_code(code: int) -> bool:
    """Return whether a number is the code of a type, locked or not."""
    return 0 <= code < 2 * LOCKED and code % LOCKED < len(HANDLE_TYPES)


def between(before: int, after: int) -> int:
    """Return the code for a new key between two others: a rule and a lock that both have are the new key's too."""
    kind = before % LOCKED if before % LOCKED == after % LOCKED >= VECTOR else ALIGNED
    return int(kind + (before & after & LOCKED))


def followed_handles(
    frames: Floats, values: Floats, left: Floats, right: Floats, tangents: Tangents
) -> tuple[Floats, Floats]:
    """Return left and right handles (K, 2) of a curve with those that follow a rule put where it wants them.

    Parameters
    ----------
    frames, values, left, right : (K,), (K,), (K, 2), (K, 2) as of `FCurve`.
    tangents : (K,) codes.
    """
    kinds = np.where(are_locked(tangents), ALIGNED, types_of(tangents))
    if not (kinds >= VECTOR).any() or len(frames) < 2:
        return left, right
    left, right = left.copy(), right.copy()
    runs, straight = np.diff(frames) / 3.0, np.diff(values) / np.diff(frames)
    smooth = np.zeros(len(frames))
    smooth[1:-1] = 0.5 * (straight[:-1] + straight[1:])
    limits = np.zeros(len(frames))
    # Level at a high or a low; elsewhere no handle, a third of the way long, passes its neighbour.
    limits[1:-1] = np.where(
        straight[:-1] * straight[1:] > 0.0, 3.0 * np.minimum(np.abs(straight[:-1]), np.abs(straight[1:])), 0.0
    )
    clamped = np.clip(smooth, -limits, limits)
    for handles, own, side, slopes in (
        (right, slice(None, -1), runs, straight),
        (left, slice(1, None), -runs, straight),
    ):
        of = kinds[own]
        slope = np.select([of == VECTOR, of == AUTO], [slopes, smooth[own]], clamped[own])
        put = np.stack([frames[own] + side, values[own] + slope * side], axis=1)
        handles[own] = np.where((of >= VECTOR)[:, None], put, handles[own])
    return left, right
