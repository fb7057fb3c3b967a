"""What an FBX file holds of nodes and takes, as plain data, read through ufbx in a process of its own.

The root node, number 0, turns and scales the file's space to metres with Y up. Angles are in degrees, as in the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from unbake.errors import FileError
from unbake.formats.isolated.process import NativeReader
from unbake.ground.arrays import Floats
from unbake.ground.files.scratch import scratch_folder

UFBX = NativeReader("ufbx", reads="FBX", extra="fbx")
CHILD = "unbake.formats.fbx.child"
LONGEST_S = 60.0
SECONDS_A_BYTE = 2e-5
"""Time that a file may take: ufbx and the lists of Python need about 1e-6 seconds a byte of a compressed file."""


@dataclass(frozen=True, eq=False)
class Node:
    """A node: local matrix = T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹.

    `vectors` has those by name, as they are where no curve changes them. `object` is the node's place among all objects
    of the file. `order` is the product of the Euler rotations from left to right, such as ``"zyx"``; None for a spheric
    one. `own` are the properties this package writes.
    """

    name: str
    parent: int
    object: int
    kind: str
    order: str | None
    is_helper: bool
    vectors: Mapping[str, Floats]
    own: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Curve:
    """The curve of one component of a node's property.

    Parameters
    ----------
    layer, node : their numbers.
    name : of the property, such as ``Lcl Rotation``.
    axis : 0 to 2.
    default : the value where there are no keys.
    times_s, values : (K,) the keys.
    keys : (K, 4) reach and rise of the left handle, then of the right one, in seconds and the unit of the values;
        None where keys are so close that nothing between them matters.
    modes : (K,) how the segment after a key goes: 0 keeps its value, 1 takes the next, 2 is straight, 3 is cubic.
    repeats : whether it goes on beyond its keys by itself.
    """

    layer: int
    node: int
    name: str
    axis: int
    default: float
    times_s: Floats
    values: Floats
    keys: Floats | None
    modes: Floats
    repeats: bool


@dataclass(frozen=True)
class Take:
    """A take's name, its time in seconds, how many curves it has, and the numbers of the nodes that have some."""

    name: str
    begin_s: float
    end_s: float
    n_curves: int
    nodes: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Scene:
    """A file: its nodes, parents first, its takes, and the curves of the one that was read.

    `check_s` are some times (T,), and `check` (T, N, 10) where ufbx has every node then: translation, rotation x y z w
    and scale in its parent. `poses` (F, M, 10) are the same for the nodes that were asked for, on every frame.
    """

    creator: str
    fps: float
    time_mode: int
    has_axes: bool
    nodes: tuple[Node, ...]
    takes: tuple[Take, ...]
    take: int
    own: Mapping[str, Any]
    layers: tuple[Mapping[str, Any], ...]
    curves: tuple[Curve, ...]
    check_s: Floats
    check: Floats
    poses: Floats | None


@dataclass(frozen=True)
class Wanted:
    """Poses of nodes on frames: the time of the first, the rate, how many, and of which nodes."""

    start_s: float
    fps: Fraction
    count: int
    nodes: tuple[int, ...]


def read_scene(
    path: Path, take: str | int | None = None, fps: Fraction | None = None, poses: Wanted | None = None
) -> Scene:
    """Read a file.

    Parameters
    ----------
    path : the file.
    take : name or number of the take whose curves are read; by default the first that has curves.
    fps : frame rate that overrides the file's.
    poses : what is to be evaluated by ufbx, on every frame.

    Raises
    ------
    FileError : ufbx finds something wrong, takes too much time or memory, or crashes; no such take, or none at all.
    UsageError : ufbx is not installed, or cannot be loaded.
    """
    UFBX.check_installed()
    size = path.stat().st_size
    if not size:
        raise FileError(path, "is empty")
    wanted: dict[str, Any] = {"take": take, "fps": None if fps is None else float(fps), "poses": None}
    if poses is not None:
        wanted["poses"] = {
            "start": poses.start_s,
            "fps": float(poses.fps),
            "count": poses.count,
            "nodes": list(poses.nodes),
        }
    with scratch_folder() as folder:
        (folder / "wanted.json").write_text(json.dumps(wanted))
        UFBX.run(path, CHILD, [str(path), str(folder)], LONGEST_S + SECONDS_A_BYTE * size)
        try:
            found = json.loads((folder / "scene.json").read_text())
            return _scene(found, np.fromfile(folder / "numbers.bin"), poses)
        except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
            raise FileError(path, f"cannot be read (the scene did not come back from ufbx: {error})") from error


def _scene(found: dict[str, Any], numbers: Floats, poses: Wanted | None) -> Scene:
    nodes = tuple(_node(node) for node in found["nodes"])
    check = found.get("check", {"times": [], "start": 0})
    shape = (len(check["times"]), len(nodes), 10)
    return Scene(
        found["creator"],
        found["fps"],
        found["time_mode"],
        found["has_axes"],
        nodes,
        tuple(_take(take) for take in found["takes"]),
        -1 if found["take"] is None else found["take"],
        found["own"],
        tuple(found.get("layers", ())),
        tuple(_curve(curve, numbers) for curve in found.get("curves", ())),
        np.array(check["times"]),
        _block(numbers, check["start"], shape),
        None if poses is None else _block(numbers, found["poses"]["start"], (poses.count, len(poses.nodes), 10)),
    )


def _take(found: dict[str, Any]) -> Take:
    return Take(found["name"], found["begin"], found["end"], found["n_curves"], tuple(found["nodes"]))


def _node(found: dict[str, Any]) -> Node:
    orders = ("zyx", "yzx", "xzy", "zxy", "yxz", "xyz", None)  # XYZ, XZY, YZX, YXZ, ZXY, ZYX turn by the first first
    names = ("translation", "rotation", "scale", "pre_rotation", "post_rotation")
    pivots = ("rotation_offset", "rotation_pivot", "scaling_offset", "scaling_pivot")
    return Node(
        found["name"],
        found["parent"],
        found["object"],
        found["kind"],
        orders[found["order"]],
        found["is_helper"],
        {name: np.array(found[name], dtype=np.float64) for name in (*names, *pivots)},
        found["own"],
    )


def _curve(found: dict[str, Any], numbers: Floats) -> Curve:
    start, count = found["start"], found["count"]
    place = (found["layer"], found["node"], found["property"], found["axis"], found["default"])
    if found["is_whole"]:
        keys = _block(numbers, start, (count, 7))
        return Curve(*place, keys[:, 0], keys[:, 1], keys[:, 3:], keys[:, 2], found["repeats"])
    times, values = _block(numbers, found["times"], (count,)), _block(numbers, start, (count,))
    return Curve(*place, times, values, None, np.full(count, 2.0), found["repeats"])


def _block(numbers: Floats, start: int, shape: tuple[int, ...]) -> Floats:
    return numbers[start : start + int(np.prod(shape))].reshape(shape)
