"""A first pose for every frame, from the trunk to the limbs, and between frames where too few markers are seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Booleans, Floats
from unbake.markers.directions import is_known
from unbake.markers.model import MarkerModel
from unbake.markers.turns import filled_between, half_way, nearest_turn

_OF_PARENT = 1e-4
"""Weight of the parent's own rotation, in m²: it decides about turns that the markers leave open, and no others."""
_THICK_M2 = 4e-4
"""Markers whose spread across a line (or a point) is at least this show a turn about it."""
_ENOUGH = 0.25
"""Part of that spread that must be seen."""


@dataclass(frozen=True, eq=False)
class Poses:
    """Poses of a model.

    Parameters
    ----------
    root_m : (F, 3).
    turns : (F, J, 3, 3) local rotations.
    known : (F, J) whether enough markers of a joint's segment were seen; else its turn lies between other frames'.
    """

    root_m: Floats
    turns: Floats
    known: Booleans

    def refilled(self) -> Poses:
        """Return the poses with all turns that are not known between those that are, anew."""
        filled = [filled_between(self.turns[:, j], self.known[:, j]) for j in range(self.turns.shape[1])]
        return replace(self, turns=np.stack(filled, axis=1))


def world_of(model: MarkerModel, root_m: Floats, turns: Floats) -> tuple[Floats, Floats]:
    """Return the joints' positions (F, J, 3) and rotations (F, J, 3, 3) in the world."""
    positions, rotations = np.empty(turns.shape[:-1]), np.empty_like(turns)
    positions[:, 0], rotations[:, 0] = root_m, turns[:, 0]
    for joint, parent in list(enumerate(model.parents))[1:]:
        positions[:, joint] = positions[:, parent] + rotations[:, parent] @ model.offsets_m[joint]
        rotations[:, joint] = rotations[:, parent] @ turns[:, joint]
    return positions, rotations


def first_poses(model: MarkerModel, seen_m: Floats) -> Poses:
    """Return a pose for every frame.

    Segments with three markers or more are turned as these are; others about the joint that they hang from. A joint
    that none shows, in the lumbar spine and the neck, takes half of the turn of the next.

    Parameters
    ----------
    seen_m : (F, M, 3) the model's markers; NaN where one was not seen.
    """
    frames, joints = len(seen_m), len(model.names)
    turns, known = np.tile(np.eye(3), (frames, joints, 1, 1)), np.ones((frames, joints), dtype=np.bool_)
    positions, rotations = np.zeros((frames, joints, 3)), turns.copy()
    free = {joint: _turned_alone(model, seen_m, joint) for joint in model.turning if np.sum(model.on == joint) >= 3}
    for joint, parent in enumerate(model.parents):
        above = rotations[:, parent] if parent >= 0 else np.tile(np.eye(3), (frames, 1, 1))
        if parent >= 0:
            positions[:, joint] = positions[:, parent] + above @ model.offsets_m[joint]
        if joint in model.turning:
            turned, known[:, joint] = free.get(joint) or _turned(model, seen_m, joint, above, positions[:, joint], free)
            turns[:, joint] = filled_between(np.swapaxes(above, 1, 2) @ turned, known[:, joint])
        rotations[:, joint] = above @ turns[:, joint]
        if parent < 0:
            positions[:, joint] = _root(model, seen_m, rotations[:, 0])
    return Poses(positions[:, 0], turns, known)


def _turned_alone(model: MarkerModel, seen_m: Floats, joint: int) -> tuple[Floats, Booleans]:
    """Return how three or more markers are turned about their middle (F, 3, 3), and in which frames they show it."""
    own = np.flatnonzero(model.on == joint)
    local, there = model.places_m[own], is_known(seen_m[:, own])
    count = np.maximum(there.sum(axis=1), 1)[:, None, None]
    world = np.where(there[..., None], seen_m[:, own], 0.0)
    local_seen = np.where(there[..., None], local, 0.0)
    local_seen = np.where(there[..., None], local_seen - local_seen.sum(axis=1, keepdims=True) / count, 0.0)
    world = np.where(there[..., None], world - world.sum(axis=1, keepdims=True) / count, 0.0)
    known = _shown(local_seen, local - local.mean(axis=0), about_a_line=True)
    return nearest_turn(np.swapaxes(world, 1, 2) @ local_seen), known


def _turned(
    model: MarkerModel,
    seen_m: Floats,
    joint: int,
    above: Floats,
    pivot_m: Floats,
    free: dict[int, tuple[Floats, Booleans]],
) -> tuple[Floats, Booleans]:
    """Return how a segment is turned about its joint (F, 3, 3), and in which frames its markers show it."""
    own = np.flatnonzero(model.on == joint)
    if not len(own):
        below = next((free[child] for child, p in enumerate(model.parents) if p == joint and child in free), None)
        return (half_way(above, below[0]), below[1]) if below else (above, np.ones(len(above), dtype=np.bool_))
    local, there = model.places_m[own], is_known(seen_m[:, own])
    world = np.where(there[..., None], seen_m[:, own] - pivot_m[:, None], 0.0)
    local_seen = np.where(there[..., None], local, 0.0)
    known = _shown(local_seen, local, about_a_line=False)
    return nearest_turn(np.swapaxes(world, 1, 2) @ local_seen + _OF_PARENT * above), known


def _shown(local_seen: Floats, local: Floats, *, about_a_line: bool) -> Booleans:
    """Return where (F,) the markers that are seen (F, M, 3) show what all of them (M, 3) do."""
    whole = np.linalg.eigvalsh(local.T @ local)[::-1]
    seen = np.linalg.eigvalsh(np.swapaxes(local_seen, 1, 2) @ local_seen)[:, ::-1]
    place = 1 if about_a_line or whole[1] > _THICK_M2 else 0
    return np.asarray(seen[:, place] >= _ENOUGH * whole[place], dtype=np.bool_)


def _root(model: MarkerModel, seen_m: Floats, turn: Floats) -> Floats:
    """Return the root (F, 3) from the markers around it; on a straight way between frames in which none is seen."""
    own = np.flatnonzero(model.on == 0)
    there = is_known(seen_m[:, own])
    guesses = np.where(there[..., None], seen_m[:, own] - np.einsum("fij,mj->fmi", turn, model.places_m[own]), 0.0)
    count = there.sum(axis=1)
    root = guesses.sum(axis=1) / np.maximum(count, 1)[:, None]
    return _joined(root, np.flatnonzero(count > 0))


def _joined(path: Floats, known: NDArray[np.int64]) -> Floats:
    frames = np.arange(len(path))
    if not len(known):
        return path
    return np.stack([np.interp(frames, known, path[known, axis]) for axis in range(3)], axis=1)
