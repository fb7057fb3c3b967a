"""Poses of a model that bring its markers nearest to those that were seen, all segments at once.

Each frame is a least-squares problem of its own, solved by Gauss–Newton steps from a first pose, many frames at a time.

References: Lu, O'Connor, Bone position estimation from skin marker co-ordinates using global optimisation with joint
constraints, 1999; Huber, Robust estimation of a location parameter, 1964.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Booleans, Floats
from unbake.markers.directions import is_known
from unbake.markers.first_poses import Poses, world_of
from unbake.markers.model import MarkerModel
from unbake.markers.turns import matrix_of_vector, vector_of_matrix

_AT_ONCE = 256
"""Frames a batch: some 20 MB of derivatives."""
_MOST_STEPS = 60
"""Most frames need half a dozen; an arm that swings from a first pose far from its markers may need thirty."""
_CLOSE_RAD = 1e-4
_FIRST_POSE_M = 0.005
"""Weight of the first pose: to turn a joint away from it by one radian costs as much as a marker 5 mm off."""
_FAR_M = 0.03
"""Markers farther off than this count less and less: they are mislabelled, or loose."""
_LONGEST_STEP_RAD = 0.5


def solved(model: MarkerModel, seen_m: Floats, first: Poses) -> Poses:
    """Return the poses nearest to the markers seen.

    Parameters
    ----------
    seen_m : (F, M, 3) the model's markers; NaN where one was not seen.
    first : where to start, and what decides where the markers leave something open.
    """
    root, turns = first.root_m.copy(), first.turns.copy()
    for start in range(0, len(seen_m), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        root[part], turns[part] = _solved_batch(model, seen_m[part], root[part], turns[part])
    return replace(first, root_m=root, turns=turns)


def distances_m(model: MarkerModel, seen_m: Floats, poses: Poses) -> Floats:
    """Return how far each marker (F, M) is from where the model has it; NaN where it was not seen."""
    return np.linalg.norm(_markers(model, *world_of(model, poses.root_m, poses.turns)) - seen_m, axis=2)


def _markers(model: MarkerModel, positions: Floats, rotations: Floats) -> Floats:
    return positions[:, model.on] + np.einsum("fmij,mj->fmi", rotations[:, model.on], model.places_m)


def _solved_batch(model: MarkerModel, seen_m: Floats, root: Floats, turns: Floats) -> tuple[Floats, Floats]:
    there = is_known(seen_m)
    target, first = np.where(there[..., None], seen_m, 0.0), turns.copy()
    root, turns, moved_by = root.copy(), turns.copy(), _moved_by(model)
    active = np.arange(len(seen_m))
    for _ in range(_MOST_STEPS):
        at = root[active], turns[active]
        step = _step(model, target[active], there[active], first[active], moved_by, *at)
        root[active] += step[:, :3]
        turns[active], size = _turned(model, at[1], step[:, 3:].reshape(len(active), -1, 3))
        active = active[size > _CLOSE_RAD]
        if not len(active):
            break
    return root, turns


def _moved_by(model: MarkerModel) -> Booleans:
    """Return which joints that turn move which markers (M, T)."""
    out = np.zeros((len(model.on), len(model.turning)), dtype=np.bool_)
    column = {joint: place for place, joint in enumerate(model.turning)}
    for marker, joint in enumerate(model.on):
        above = int(joint)
        while above >= 0:
            if above in column:
                out[marker, column[above]] = True
            above = model.parents[above]
    return out


def _step(
    model: MarkerModel,
    target: Floats,
    there: Booleans,
    first: Floats,
    moved_by: Booleans,
    root: Floats,
    turns: Floats,
) -> Floats:
    """Return the Gauss–Newton step (F, 3 + 3 T): a shift of the root, and a rotation vector of the world a joint."""
    turning = list(model.turning)
    positions, rotations = world_of(model, root, turns)
    markers = _markers(model, positions, rotations)
    off = np.where(there[..., None], target - markers, 0.0)
    weight = np.where(there, np.minimum(1.0, _FAR_M / np.maximum(np.linalg.norm(off, axis=2), 1e-12)), 0.0)
    jacobian = _jacobian(markers, positions[:, turning], moved_by, np.sqrt(weight))
    wanted = (np.sqrt(weight)[..., None] * off).reshape(len(off), -1, 1)
    normal = np.swapaxes(jacobian, 1, 2) @ jacobian
    right = (np.swapaxes(jacobian, 1, 2) @ wanted)[..., 0]
    diagonal = np.arange(normal.shape[1])
    normal[:, diagonal[:3], diagonal[:3]] += 1e-9
    normal[:, diagonal[3:], diagonal[3:]] += _FIRST_POSE_M**2
    right[:, 3:] += _FIRST_POSE_M**2 * _back_to(model, first, turns, rotations).reshape(len(right), -1)
    return np.asarray(np.linalg.solve(normal, right[..., None])[..., 0])


def _jacobian(markers: Floats, pivots: Floats, moved_by: Booleans, scale: Floats) -> Floats:
    """Return how markers move with the root and with rotations of the world about the joints (F, 3 M, 3 + 3 T)."""
    frames, count = markers.shape[:2]
    out = np.zeros((frames, count, 3, 1 + pivots.shape[1], 3))
    out[:, :, range(3), 0, range(3)] = scale[..., None]
    arm = (markers[:, :, None] - pivots[:, None]) * (moved_by * 1.0)[None, :, :, None] * scale[:, :, None, None]
    for row, column, axis, sign in _CROSS:
        out[:, :, row, 1:, column] = sign * arm[..., axis]
    return out.reshape(frames, 3 * count, -1)


_CROSS = ((0, 1, 2, 1.0), (0, 2, 1, -1.0), (1, 0, 2, -1.0), (1, 2, 0, 1.0), (2, 0, 1, 1.0), (2, 1, 0, -1.0))
"""Row, column, axis and sign of the entries of the matrix by which a rotation vector moves an arm."""


def _back_to(model: MarkerModel, first: Floats, turns: Floats, rotations: Floats) -> Floats:
    """Return the rotation vectors of the world (F, T, 3) that take each joint back to its first pose."""
    turning = list(model.turning)
    back = vector_of_matrix(first[:, turning] @ np.swapaxes(turns[:, turning], 2, 3))
    return np.einsum("ftij,ftj->fti", _above(model, rotations), back)


def _above(model: MarkerModel, rotations: Floats) -> Floats:
    """Return the rotations in the world (F, T, 3, 3) of the parents of the joints that turn."""
    parents: NDArray[np.int64] = np.array([model.parents[joint] for joint in model.turning])
    return np.where((parents >= 0)[None, :, None, None], rotations[:, np.maximum(parents, 0)], np.eye(3))


def _turned(model: MarkerModel, turns: Floats, vectors: Floats) -> tuple[Floats, Floats]:
    """Return local rotations after rotation vectors of the world (F, T, 3), and the largest of each frame (F,)."""
    size = np.linalg.norm(vectors, axis=2)
    vectors = vectors * np.minimum(1.0, _LONGEST_STEP_RAD / np.maximum(size, 1e-12))[..., None]
    above = _above(model, world_of(model, np.zeros((len(turns), 3)), turns)[1])
    local = matrix_of_vector(np.einsum("ftji,ftj->fti", above, vectors))
    out, turning = turns.copy(), list(model.turning)
    out[:, turning] = local @ turns[:, turning]
    return out, size.max(axis=1)
