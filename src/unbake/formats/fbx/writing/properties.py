"""Properties of FBX objects: rows of a name, types, flags and values."""

from __future__ import annotations

from collections.abc import Iterable

from unbake.formats.fbx.writing.binary import Long, Node, Value, node
from unbake.ground.arrays import Floats

_TYPES = {
    "int": ("int", "Integer", ""),
    "bool": ("bool", "", ""),
    "enum": ("enum", "", ""),
    "number": ("double", "Number", ""),
    "time": ("KTime", "Time", ""),
    "object": ("object", "", ""),
    "text": ("KString", "", ""),
    "colour": ("ColorRGB", "Color", ""),
    "vector": ("Vector3D", "Vector", ""),
    "animated": ("Number", "", "A"),
    "Lcl Translation": ("Lcl Translation", "", "A"),
    "Lcl Rotation": ("Lcl Rotation", "", "A"),
    "Lcl Scaling": ("Lcl Scaling", "", "A"),
    "own text": ("KString", "", "U"),
    "own bool": ("Bool", "", "U"),
}
"""Kind → FBX's type, label and flags: A can be animated, U is a user's own."""


def properties(rows: Iterable[Node]) -> Node:
    """Return the node that holds an object's properties."""
    return node("Properties70", children=tuple(rows))


def row(name: str, kind: str, *values: Value) -> Node:
    """Return one property, its kind one of `_TYPES`."""
    return node("P", name, *_TYPES[kind], *values)


def vector_row(name: str, kind: str, vector: Floats) -> Node:
    """Return a property of three numbers."""
    return row(name, kind, *(float(number) for number in vector))


def time_row(name: str, ticks: int) -> Node:
    """Return a property that is a time."""
    return row(name, "time", Long(ticks))
