"""Turns of the world: the least one between two directions, one about an axis, and the nearest of equal ones."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.rotations import normalised, quaternion_from_vector


def turn_between(start: Floats, end: Floats) -> Floats:
    """Return the least rotation (..., 4) that turns the directions `start` (..., 3) into `end`.

    A direction without length turns nothing. Opposite directions have no least rotation: any half turn is taken.
    """
    lengths = np.linalg.norm(start, axis=-1) * np.linalg.norm(end, axis=-1)
    axis, cosine = np.cross(start, end), np.sum(start * end, axis=-1)
    turn = normalised(np.concatenate([axis, (lengths + cosine)[..., None]], axis=-1))
    is_opposite = (lengths > 0.0) & (lengths + cosine <= 1e-12 * lengths)
    half_turn = np.concatenate([across(start), np.zeros_like(lengths)[..., None]], axis=-1)
    return np.where(is_opposite[..., None], half_turn, turn)


def across(direction: Floats) -> Floats:
    """Return some unit vector (..., 3) at a right angle to a direction (..., 3)."""
    least = np.eye(3)[np.argmin(np.abs(direction), axis=-1)]
    found = np.cross(direction, least)
    length = np.linalg.norm(found, axis=-1, keepdims=True)
    return np.where(length > 0.0, found / np.where(length > 0.0, length, 1.0), least)


def nearest_vectors(vectors_rad: Floats, near_rad: Floats) -> Floats:
    """Return the rotation vectors (..., 3) of the same turns, whole turns more or less, nearest to others (..., 3).

    What lies between two vectors takes the short way then; a vector without length takes the other's axis.
    """
    lengths, others = (np.linalg.norm(v, axis=-1, keepdims=True) for v in (vectors_rad, near_rad))
    is_turn = lengths > 1e-9
    axes = np.where(is_turn, vectors_rad, near_rad) / np.where(is_turn, lengths, np.where(others > 0.0, others, 1.0))
    along = np.sum(axes * near_rad, axis=-1, keepdims=True)
    whole = np.round((along - np.where(is_turn, lengths, 0.0)) / (2.0 * np.pi))
    return np.asarray(np.where(whole, vectors_rad + 2.0 * np.pi * whole * axes, vectors_rad))


def turn_about(axis: Floats, angle_rad: Floats) -> Floats:
    """Return the rotations (..., 4) about unit axes (..., 3) by angles (...)."""
    return quaternion_from_vector(axis * angle_rad[..., None])
