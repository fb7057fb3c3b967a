"""Joint positions of BVH and AMC text by another road than the package's: token by token, 4×4 matrices, SciPy.

Obvious and trusting: only for whole files. Of a BVH all frames go at once, for SciPy takes a tenth of a millisecond to
turn an angle into a matrix, be it one or a thousand.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

Positions = dict[str, NDArray[np.float64]]


def _matrix(rotation: NDArray[np.float64], translation: object) -> NDArray[np.float64]:
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = rotation, translation
    return matrix


def bvh_positions(text: str) -> Positions:
    """Return name → (F, 3) in the file's unit; an End Site is called ``<parent>_end``."""
    hierarchy, motion = text.split("MOTION")
    data = motion.split("\n", 3)[3].split()
    words = hierarchy.split()
    joints: list[tuple[str, str | None, list[float], list[str]]] = []
    open_names: list[str] = []
    for place, word in enumerate(words):
        if word in ("ROOT", "JOINT", "End"):
            parent = open_names[-1] if open_names else None
            name = f"{parent}_end" if word == "End" else words[place + 1]
            joints.append((name, parent, [], []))
            open_names.append(name)
        elif word == "OFFSET":
            joints[-1][2].extend(float(n) for n in words[place + 1 : place + 4])
        elif word == "CHANNELS":
            joints[-1][3].extend(words[place + 2 : place + 2 + int(words[place + 1])])
        elif word == "}":
            open_names.pop()
    width = sum(len(joint[3]) for joint in joints)
    columns = np.array(data, dtype=float).reshape(-1, width).T
    count, values = columns.shape[1], iter(columns)
    world: dict[str, NDArray[np.float64]] = {}
    for name, parent, offset, channels in joints:
        local = np.tile(_matrix(np.eye(3), offset), (count, 1, 1))
        for channel in channels:
            axis = "XYZ".index(channel[0])
            if channel.endswith("position"):
                local[:, axis, 3] = next(values)
            else:
                turn = Rotation.from_euler("xyz"[axis], next(values)[:, None], degrees=True).as_matrix()
                local[:, :3, :3] = local[:, :3, :3] @ turn
        world[name] = world[parent] @ local if parent else local
    return {name: matrices[:, :3, 3] for name, matrices in world.items()}


def amc_positions(asf: str, amc: str) -> Positions:
    """Return bone → (F, 3) positions of the *ends* of the bones, and of ``root``, in metres; degrees only."""
    bones: dict[str, dict[str, list[str]]] = {}
    for block in asf.split(":bonedata")[1].split(":hierarchy")[0].split("begin")[1:]:
        entries = [line.split() for line in block.strip().split("\n") if line.strip()]
        bone = {entry[0]: entry[1:] for entry in entries}
        bones[bone["name"][0]] = bone
    parents = {}
    for names in map(str.split, asf.split(":hierarchy")[1].strip().split("\n")):
        parents.update(dict.fromkeys(names[1:], names[0]))
    scale = 0.0254 / float(asf.split("length", 1)[1].split()[0])
    out: dict[str, list[NDArray[np.float64]]] = {name: [] for name in ("root", *bones)}
    frame: dict[str, list[float]] = {}

    def end_of(name: str, cache: dict[str, NDArray[np.float64]]) -> NDArray[np.float64]:
        if name in cache:
            return cache[name]
        if name == "root":
            tx, ty, tz, rx, ry, rz = frame["root"]
            cache[name] = _matrix(Rotation.from_euler("xyz", [rx, ry, rz], degrees=True).as_matrix(), [tx, ty, tz])
            return cache[name]
        bone = bones[name]
        axis = Rotation.from_euler("xyz", [float(n) for n in bone["axis"][:3]], degrees=True)
        angles = dict(zip(bone.get("dof", []), frame.get(name, []), strict=True))
        turn = Rotation.from_euler("xyz", [angles.get(n, 0.0) for n in ("rx", "ry", "rz")], degrees=True)
        vector = np.array([float(n) for n in bone["direction"]]) * float(bone["length"][0])
        local = _matrix((axis * turn * axis.inv()).as_matrix(), 0.0) @ _matrix(np.eye(3), vector)
        cache[name] = end_of(parents[name], cache) @ local
        return cache[name]

    def finish() -> None:
        cache: dict[str, NDArray[np.float64]] = {}
        for name in out:
            out[name].append(end_of(name, cache)[:3, 3] * scale)

    for line in amc.split("\n"):
        words = line.split()
        if len(words) == 1 and words[0].isdigit():
            if frame:
                finish()
            frame = {}
        elif words and words[0][0] not in "#:":
            frame[words[0]] = [float(n) for n in words[1:]]
    finish()
    return {name: np.array(rows) for name, rows in out.items()}
