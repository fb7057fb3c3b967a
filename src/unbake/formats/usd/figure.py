"""What a stage shows as a tree of joints, and how their matrices become turns and places.

Matrices are as USD has them, for row vectors: rows are where the axes point to, and the last one is the place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from pxr import Gf, Usd, UsdGeom

from unbake.ground.arrays import Floats
from unbake.motion.rotations import quaternion_conjugate, quaternion_product, rotate

UNEVEN = 1e-3
"""Axes whose lengths differ by more than this part are said to be scaled unevenly."""


@dataclass(frozen=True)
class Figure:
    """Joints, parents before children, and their matrices at any time.

    Parameters
    ----------
    names, paths : of the joints; paths are used where names are not unique.
    parents : −1 for those without.
    end_sites : whether a joint only marks the end of its parent's bone.
    turning : whether a joint turns on its own; the others keep the turn that they have at rest.
    codes : (N,) time codes of all samples.
    world : gives the matrices (T, J, 4, 4) in the stage's space at time codes (T,).
    rest : (J, 4, 4) at rest.
    notes : what was assumed.
    rigid : gives local turns (T, J, 4), local places (T, J, 3) and the matrices (T, 4, 4) above all joints, where
        nothing is scaled; a third of the work.
    """

    names: tuple[str, ...]
    paths: tuple[str, ...]
    parents: tuple[int, ...]
    end_sites: tuple[bool, ...]
    turning: tuple[bool, ...]
    codes: Floats
    world: Callable[[Floats], Floats]
    rest: Floats
    notes: list[str] = field(default_factory=list)
    rigid: Callable[[Floats], tuple[Floats, Floats, Floats] | None] | None = None


def matrix(value: Gf.Matrix4d) -> Floats:
    """Return a matrix as an array (4, 4)."""
    return np.array(value, dtype=np.float64)


def stage_to_ours(stage: Usd.Stage, metres_per_unit: float | None, notes: list[str]) -> Floats:
    """Return the matrix from a stage's space to metres and Y up."""
    metres = float(UsdGeom.GetStageMetersPerUnit(stage))
    if not UsdGeom.StageHasAuthoredMetersPerUnit(stage):
        metres = metres_per_unit or metres
        if metres_per_unit is None:
            notes.append("no unit in the file: taken as centimetres, as USD says")
    if not (np.isfinite(metres) and 1e-9 < metres < 1e9):
        notes.append(f"metersPerUnit {metres:g} is no unit: taken as metres")
        metres = 1.0
    out = np.eye(4)
    if UsdGeom.GetStageUpAxis(stage) == UsdGeom.Tokens.z:
        out[:3, :3] = [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]
    out[:3, :3] *= metres
    return out


def joints_at(figure: Figure, codes: Floats, to_ours: Floats) -> tuple[Floats, Floats, bool]:
    """Return local turns (T, J, 4) and places (T, J, 3) at time codes, in our space, and whether scales are lost."""
    parts = figure.rigid(codes) if figure.rigid else None
    if parts is not None:
        turns, places, above = parts
        above = above @ to_ours
        if not scaled_unevenly(above):
            turn, place = (part[:, 0] for part in turned_and_placed(above[:, None], (-1,)))
            places = places * np.linalg.norm(above[:, 0, :3], axis=-1)[:, None, None]
            for root in [joint for joint, parent in enumerate(figure.parents) if parent < 0]:
                turns[:, root] = quaternion_product(turn, turns[:, root])
                places[:, root] = rotate(turn, places[:, root]) + place
            return turns, places, False
    world = figure.world(codes) @ to_ours
    return *turned_and_placed(world, figure.parents), scaled_unevenly(world)


def turned_and_placed(world: Floats, parents: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Return local turns (T, J, 4), x y z w, and places (T, J, 3) of joints whose matrices are (T, J, 4, 4).

    Places in the world are exact whatever scales and shears there are; turns are those of the axes made upright.
    """
    turns, places = _upright(world[..., :3, :3]), world[..., 3, :3]
    local_turns, local_places = turns.copy(), places.copy()
    for joint, parent in enumerate(parents):
        if parent >= 0:
            back = quaternion_conjugate(turns[:, parent])
            local_turns[:, joint] = quaternion_product(back, turns[:, joint])
            local_places[:, joint] = rotate(back, places[:, joint] - places[:, parent])
    return local_turns, local_places


def scaled_unevenly(world: Floats) -> bool:
    """Return whether some axes (..., 4, 4) are of different lengths, or mirrored."""
    x, y, z = (world[..., row, :3] for row in range(3))
    lengths = np.sqrt(np.stack([np.einsum("...i,...i", axis, axis) for axis in (x, y, z)]))
    is_mirrored = np.einsum("...i,...i", np.cross(x, y), z) < 0.0
    return bool((np.ptp(lengths, axis=0) > UNEVEN * lengths.max(axis=0)).any() or is_mirrored.any())


def _upright(axes: Floats) -> Floats:
    """The rotations (..., 4) of axes (..., 3, 3): the first as it is, the second as far as it is across it."""
    first = _unit(axes[..., 0, :], np.array([1.0, 0.0, 0.0]))
    across = axes[..., 1, :] - np.sum(axes[..., 1, :] * first, axis=-1, keepdims=True) * first
    spare = np.where(np.abs(first[..., :1]) < 0.9, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    second = _unit(across, _unit(np.cross(first, spare), np.array([0.0, 1.0, 0.0])))
    return _quaternions(first, second, np.cross(first, second))


def _unit(vectors: Floats, otherwise: Floats) -> Floats:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    is_sound = (length > 1e-12) & (length < 1e150)
    return np.where(is_sound, vectors / np.where(is_sound, length, 1.0), otherwise)


def _quaternions(x: Floats, y: Floats, z: Floats) -> Floats:
    """Quaternions from orthonormal axes: of four forms the one that divides by the largest number."""
    a, b, c = x[..., 0], y[..., 1], z[..., 2]
    squares = np.stack([1 + a - b - c, 1 - a + b - c, 1 - a - b + c, 1 + a + b + c], axis=-1)
    xy, xz, yz = x[..., 1] + y[..., 0], x[..., 2] + z[..., 0], y[..., 2] + z[..., 1]
    wx, wy, wz = y[..., 2] - z[..., 1], z[..., 0] - x[..., 2], x[..., 1] - y[..., 0]
    forms = np.stack(
        [
            np.stack([squares[..., 0], xy, xz, wx], axis=-1),
            np.stack([xy, squares[..., 1], yz, wy], axis=-1),
            np.stack([xz, yz, squares[..., 2], wz], axis=-1),
            np.stack([wx, wy, wz, squares[..., 3]], axis=-1),
        ],
        axis=-2,
    )
    best = np.argmax(squares, axis=-1)[..., None, None]
    chosen = np.take_along_axis(forms, best, axis=-2)[..., 0, :]
    return np.asarray(chosen / np.linalg.norm(chosen, axis=-1, keepdims=True))
