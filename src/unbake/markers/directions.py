"""Directions and axes over time, with NaN where what they follow from was not seen."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Booleans, Floats


def unit(vectors: Floats) -> Floats:
    """Return vectors (..., 3) at unit length; NaN where they have none."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(length > 1e-9, length, np.nan))


def without(vectors: Floats, axis: Floats) -> Floats:
    """Return vectors (..., 3) without their part along a unit axis (..., 3)."""
    return np.asarray(vectors - np.sum(vectors * axis, axis=-1, keepdims=True) * axis)


def axes_up_left(up: Floats, left: Floats) -> Floats:
    """Return frames (..., 3, 3) whose columns are left, up and ahead: up as given, left as near as that leaves it."""
    y = unit(up)
    x = unit(without(left, y))
    return np.stack([x, y, np.cross(x, y)], axis=-1)


def axes_up_ahead(up: Floats, ahead: Floats) -> Floats:
    """Return frames (..., 3, 3) whose columns are left, up and ahead: up as given, ahead as near as that leaves it."""
    y = unit(up)
    z = unit(without(ahead, y))
    return np.stack([np.cross(y, z), y, z], axis=-1)


def axes_left_ahead(left: Floats, ahead: Floats) -> Floats:
    """Return frames (..., 3, 3) whose columns are left, up and ahead: left as given, ahead as near as it leaves it."""
    x = unit(left)
    z = unit(without(ahead, x))
    return np.stack([x, np.cross(z, x), z], axis=-1)


def into(axes: Floats, vectors: Floats) -> Floats:
    """Return vectors (..., 3) in frames (..., 3, 3) whose columns are the axes."""
    return np.einsum("...ji,...j->...i", axes, vectors)


def out_of(axes: Floats, vectors: Floats) -> Floats:
    """Return vectors (..., 3) of frames (..., 3, 3) in the world."""
    return np.einsum("...ij,...j->...i", axes, vectors)


def median(vectors: Floats) -> Floats:
    """Return the median (...) over the frames of vectors (F, ...) that are known; NaN where none is."""
    known = vectors[np.isfinite(vectors).all(axis=-1)]
    return np.median(known, axis=0) if len(known) else np.full(vectors.shape[-1], np.nan)


def usual_length(vectors: Floats) -> float:
    """Return the median length of vectors (F, 3) over the frames in which they are known; NaN where none is."""
    lengths = np.linalg.norm(vectors[is_known(vectors)], axis=-1)
    return float(np.median(lengths)) if len(lengths) else float("nan")


def is_known(vectors: Floats) -> Booleans:
    """Return where (...) vectors (..., 3) are known."""
    return np.asarray(np.isfinite(vectors).all(axis=-1), dtype=np.bool_)
