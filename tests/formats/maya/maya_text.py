"""What Maya makes of the texts, by its documented semantics: a judge that shares nothing with the writer.

- Commands: ``createNode``, ``addAttr``, ``setAttr`` and ``connectAttr`` of a Maya ASCII scene; .anim as described in
  Maya's manual ("ANIM file format"), and as the source of animImportExport reads it.
- Curves: ``MFnAnimCurve``. Control points lie a third of the tangent from the key; a tangent is in seconds and in
  centimetres or radians. Angle and weight of .anim are those of the graph editor, in the file's units.
- Joints: ``MFnIkJoint``. Row vectors, [S][RA][R][JO][IS][T]; joint orient and rotate axis in xyz.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

RATES = {
    **{"game": 15, "film": 24, "pal": 25, "ntsc": 30, "show": 48, "palf": 50, "ntscf": 60},
    **{"23.976fps": Fraction(24000, 1001), "29.97fps": Fraction(30000, 1001), "47.952fps": Fraction(48000, 1001)},
    **{"59.94fps": Fraction(60000, 1001), "119.88fps": Fraction(120000, 1001)},
}
ORDERS = ("xyz", "yzx", "zxy", "xzy", "yxz", "zyx")
ATTRIBUTES = {"tx": ("t", 0), "ty": ("t", 1), "tz": ("t", 2), "rx": ("r", 0), "ry": ("r", 1), "rz": ("r", 2)}
FIXED, LINEAR = 1, 2


def rate_of(unit: str) -> float:
    """Frames a second of a unit of time."""
    return float(RATES[unit] if unit in RATES else int(re.fullmatch(r"(\d+)fps", unit)[1]))


@dataclass
class Curve:
    """Keys in frames and in centimetres or degrees; tangents in seconds and centimetres or radians."""

    is_angular: bool
    fps: float
    keys: list[tuple[float, float]]
    into: list[tuple[float, float]] | None = None
    out: list[tuple[float, float]] | None = None
    locked: list[bool] = field(default_factory=list)
    breakdowns: list[bool] = field(default_factory=list)

    def at(self, frames: np.ndarray) -> np.ndarray:
        """The values (T,), in centimetres or degrees: the cubic in time is halved to its root; constant outside."""
        times, values = np.array(self.keys).T
        out = np.where(frames <= times[0], values[0], values[-1])
        for place in range(len(times) - 1):
            inside = (frames > times[place]) & (frames <= times[place + 1])
            if inside.any():
                out[inside] = self._segment(place, frames[inside])
        return out

    def _segment(self, place: int, frames: np.ndarray) -> np.ndarray:
        (t0, v0), (t3, v3) = self.keys[place], self.keys[place + 1]
        if self.out is None:
            return v0 + (v3 - v0) * (frames - t0) / (t3 - t0)
        up = 180.0 / math.pi if self.is_angular else 1.0
        (ox, oy), (ix, iy) = self.out[place], self.into[place + 1]
        assert ox > 0.0, "a tangent of no length is a step"
        times = t0, t0 + ox * self.fps / 3.0, t3 - ix * self.fps / 3.0, t3
        assert t0 <= times[1] <= t3 + 1e-6, "a curve that runs backwards"
        assert t0 - 1e-6 <= times[2] <= t3, "a curve that runs backwards"
        low, high = np.zeros(len(frames)), np.ones(len(frames))
        for _ in range(54):
            middle = 0.5 * (low + high)
            is_late = cubic(times, middle) > frames
            low, high = np.where(is_late, low, middle), np.where(is_late, middle, high)
        return cubic((v0, v0 + oy * up / 3.0, v3 - iy * up / 3.0, v3), 0.5 * (low + high))


def cubic(points: tuple[float, float, float, float], u: np.ndarray) -> np.ndarray:
    """A Bézier curve's coordinate at parameters (T,)."""
    v = 1.0 - u
    return points[0] * v**3 + 3.0 * points[1] * v * v * u + 3.0 * points[2] * v * u * u + points[3] * u**3


@dataclass
class Node:
    """A node, its attributes as words, and what is connected to them."""

    kind: str
    name: str
    parent: str | None
    attributes: dict[str, list[str]] = field(default_factory=dict)
    added: list[str] = field(default_factory=list)


def statements(text: str) -> list[list[str]]:
    """The commands as words; strings lose their quotes and escapes and get a quote in front."""
    text = re.sub(r"^//.*$", "", text, flags=re.MULTILINE)
    out, words = [], []
    for match in re.finditer(r'"((?:[^"\\]|\\.)*)"|(;)|([^\s;"]+)', text):
        string, end, word = match.groups()
        if end:
            out.append(words)
            words = []
        elif word is not None:
            words.append(word)
        else:
            words.append('"' + re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t", "r": "\r"}.get(m[1], m[1]), string))
    assert not words, words
    return out


class Scene:
    """A Maya ASCII scene, and where its joints are at any frame."""

    def __init__(self, text: str) -> None:
        self.nodes: dict[str, Node] = {}
        self.connections: dict[str, str] = {}
        current = None
        for command, *words in statements(text):
            if command == "currentUnit":
                assert words[:4] == ["-l", "centimeter", "-a", "degree"]
                self.unit = words[5]
            elif command == "createNode":
                flags = dict(zip(words[1::2], words[2::2], strict=True))
                parent = flags["-p"][1:] if "-p" in flags else None
                current = Node(words[0], flags["-n"][1:], parent)
                assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", current.name)
                assert current.name not in self.nodes
                assert parent is None or parent in self.nodes
                self.nodes[current.name] = current
            elif command == "addAttr":
                current.added.append(words[words.index("-ln") + 1][1:])
            elif command == "setAttr":
                flags = 2 if words[0] == "-s" else 0
                name, values = words[flags], words[flags + 1 :]
                if values[0] == "-type":
                    values = values[2:]
                current.attributes[name.lstrip('".').split("[")[0]] = values
            elif command == "select":
                assert words == ["-ne", ":time1"]
                current = Node("time", "time1", None)
            elif command == "connectAttr":
                source, target = (word[1:] for word in words)
                assert source.split(".")[0] in self.nodes
                assert target.split(".")[0] in self.nodes
                assert target not in self.connections
                self.connections[target] = source
            else:
                assert command in ("requires", "fileInfo")
        self.fps = rate_of(self.unit)
        self.joints = [node for node in self.nodes.values() if node.kind == "joint"]
        self.curves = {
            target: self._curve(self.nodes[source.split(".")[0]])
            for target, source in self.connections.items()
            if source.endswith(".o")
        }

    @property
    def playback(self) -> tuple[float, ...]:
        """Begin and end of the playback, then of the animation."""
        script = self.nodes["sceneConfigurationScriptNode"].attributes
        assert script["st"] == ["6"]
        numbers = re.fullmatch(r"playbackOptions -min (\S+) -max (\S+) -ast (\S+) -aet (\S+) ", script["b"][0][1:])
        return tuple(map(float, numbers.groups()))

    def _curve(self, node: Node) -> Curve:
        numbers = [float(word) for word in node.attributes["ktv"]]
        keys = list(zip(numbers[::2], numbers[1::2], strict=True))
        flags = {name: [word == "yes" for word in node.attributes.get(name, ())] for name in ("ktl", "kbd")}
        assert node.kind in ("animCurveTA", "animCurveTL")
        curve = Curve(node.kind == "animCurveTA", self.fps, keys, locked=flags["ktl"], breakdowns=flags["kbd"])
        if int(node.attributes["tan"][0]) == LINEAR:
            assert node.attributes["wgt"] == ["no"]
            return curve
        assert int(node.attributes["tan"][0]) == FIXED
        assert node.attributes["wgt"] == ["yes"]
        for side in ("i", "o"):
            x, y = ([float(word) for word in node.attributes[f"k{side}{axis}"]] for axis in "xy")
            setattr(curve, {"i": "into", "o": "out"}[side], list(zip(x, y, strict=True)))
        assert all(len(part) == len(keys) for part in (curve.into, curve.out, curve.locked))
        return curve

    def positions(self, frames: np.ndarray) -> np.ndarray:
        """Where the joints are in the world at Maya's frames (T,): (T, J, 3) in centimetres, in the file's order."""
        world: dict[str, np.ndarray] = {}
        for joint in self.joints:
            local = self._matrix(joint, np.asarray(frames, dtype=float))
            world[joint.name] = local @ world[joint.parent] if joint.parent else local
        return np.stack([matrix[:, 3, :3] for matrix in world.values()], axis=1)

    def _matrix(self, joint: Node, frames: np.ndarray) -> np.ndarray:
        def vector(attribute):
            words = joint.attributes.get(attribute, ("0", "0", "0"))
            return np.tile([float(word) for word in words], (len(frames), 1))

        parts = {"t": vector("t"), "r": vector("r")}
        for channel, (attribute, axis) in ATTRIBUTES.items():
            curve = self.curves.get(f"{joint.name}.{channel}")
            if curve is not None:
                assert curve.is_angular == (attribute == "r")
                parts[attribute][:, axis] = curve.at(frames)
        order = ORDERS[int(joint.attributes.get("ro", ["0"])[0])]
        move = np.tile(np.eye(4), (len(frames), 1, 1))
        move[:, 3, :3] = parts["t"]
        return euler(vector("ra"), "xyz") @ euler(parts["r"], order) @ euler(vector("jo"), "xyz") @ move


def euler(angles_deg: np.ndarray, order: str) -> np.ndarray:
    """The matrices (T, 4, 4), for row vectors, of turns (T, 3) about the axes in this order, the first one first."""
    out = np.tile(np.eye(4), (len(angles_deg), 1, 1))
    for axis in order:
        i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
        angles = np.radians(angles_deg[:, "xyz".index(axis)])
        turn = np.tile(np.eye(4), (len(angles), 1, 1))
        turn[:, i, i] = turn[:, j, j] = np.cos(angles)
        turn[:, i, j], turn[:, j, i] = np.sin(angles), -np.sin(angles)
        out = out @ turn
    return out


@dataclass
class Pasted:
    """A node of a .anim: where it belongs, and its curves by attribute."""

    name: str
    depth: int
    n_children: int
    curves: dict[str, Curve] = field(default_factory=dict)


def read_anim(text: str) -> tuple[dict[str, str], list[Pasted]]:
    """The header and the nodes of a .anim, in order."""
    lines = iter(text.split("\n"))
    header: dict[str, str] = {}
    nodes: list[Pasted] = []
    for line in lines:
        words = line.rstrip(";").split()
        if not words:
            continue
        if words[0] != "anim":
            assert not nodes
            header[words[0]] = words[1]
            continue
        assert line.endswith(";")
        *names, depth, n_children, number = words[1:]
        if len(nodes) == 0 or nodes[-1].name != names[-1]:
            nodes.append(Pasted(names[-1], int(depth), int(n_children)))
        if len(names) == 3:
            full, leaf, _ = names
            assert full == f"{leaf[:-1]}.{leaf}"
            assert int(number) == len(nodes[-1].curves)
            nodes[-1].curves[leaf] = _read_curve(lines, rate_of(header["timeUnit"]))
    assert (header["linearUnit"], header["angularUnit"]) == ("cm", "deg")
    return header, nodes


def _read_curve(lines, fps: float) -> Curve:
    assert next(lines) == "animData {"
    data = {}
    for line in lines:
        if line.strip() == "keys {":
            break
        assert line.endswith(";")
        name, value = line.rstrip(";").split()
        data[name] = value
    assert data["input"] == "time"
    assert data["preInfinity"] == data["postInfinity"] == "constant"
    curve = Curve(data["output"] == "angular", fps, [])
    down = math.pi / 180.0 if curve.is_angular else 1.0
    tangents: list[list[tuple[float, float]]] = [[], []]
    for line in lines:
        if line.strip() == "}":
            break
        assert line.endswith(";")
        time, value, kind_in, kind_out, locked, _, breakdown, *numbers = line.rstrip(";").split()
        curve.keys.append((float(time), float(value)))
        curve.locked.append(locked == "1")
        curve.breakdowns.append(breakdown == "1")
        assert (kind_in, kind_out) == (("fixed", "fixed") if data["weighted"] == "1" else ("linear", "linear"))
        for side, (angle, weight) in enumerate(zip(numbers[::2], numbers[1::2], strict=True)):
            # The editor's handle, in frames and in centimetres or degrees, as a tangent, three times as long.
            x, y = (float(weight) * turn(math.radians(float(angle))) for turn in (math.cos, math.sin))
            tangents[side].append((3.0 * x / fps, 3.0 * y * down))
    assert next(lines) == "}"
    if data["weighted"] == "1":
        curve.into, curve.out = tangents
        assert len(curve.into) == len(curve.out) == len(curve.keys)
    return curve
