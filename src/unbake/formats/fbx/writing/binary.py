"""Binary FBX: a tree of named nodes with typed properties.

There is no public specification. References: A. Gessler, FBX binary file format specification (Blender developers'
blog, 2013); assimp, FBXExporter (for the constants at the end of a file).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError

VERSIONS = (7400, 7500)
LARGEST_7400 = 2**31
"""Bytes; version 7.4 has 32-bit offsets, which some readers take as signed."""
MAGIC = b"Kaydara FBX Binary  \x00\x1a\x00"
FILE_ID = bytes.fromhex("28b32aebb624ccc2bfc8b02aa92bfcf1")
CREATED = "1970-01-01 10:00:00:000"
"""File id, creation time and footer belong together: Autodesk's readers check one against the others."""
_FOOTER_ID = bytes.fromhex("fabcab09d0c8d466b176fb831cf7267e")
_FOOTER_END = bytes.fromhex("f85a8c6adef5d97eece90ce3758f290b")
_LEAST_PACKED = 128
"""Bytes from which on an array is compressed."""
_ALWAYS_OPEN = ("AnimationStack", "AnimationLayer", "References")
"""Nodes that end as if they had children even when they have none."""


class Long(int):
    """A whole number of 64 bits; plain ones have 32."""


@dataclass(frozen=True)
class Packed:
    """An array property, ready to be written, perhaps many times."""

    data: bytes


Value = bool | int | float | str | bytes | Packed


@dataclass(frozen=True)
class Node:
    """A node: its name, its properties and its children."""

    name: str
    values: tuple[Value, ...] = ()
    children: Sequence[Node] = ()


def node(name: str, *values: Value, children: Sequence[Node] = ()) -> Node:
    """Return a node."""
    return Node(name, values, children)


def packed(array: np.ndarray) -> Packed:
    """Return an array of int32, int64, float32 or float64 as a property, compressed where that pays."""
    letter = {"i4": "i", "i8": "l", "f4": "f", "f8": "d"}[array.dtype.str[1:]]
    raw = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).tobytes()
    is_small = len(raw) < _LEAST_PACKED
    data = raw if is_small else zlib.compress(raw, 1)
    return Packed(letter.encode() + struct.pack("<III", array.size, not is_small, len(data)) + data)


def named(name: str, kind: str) -> str:
    """Return how an object of a kind is called in a binary file."""
    return f"{name}\x00\x01{kind}"


def binary(nodes: Sequence[Node], version: int | None = None) -> bytes:
    """Return a file of top-level nodes.

    Parameters
    ----------
    nodes : the tree.
    version : 7400 or 7500; by default 7400, but 7500 for what needs its offsets of 64 bits.

    Raises
    ------
    UsageError : another version, or 7400 for a file beyond `LARGEST_7400`.
    """
    if version not in (None, *VERSIONS):
        raise UsageError(f"FBX is written in version 7400 or 7500, not {version}")
    data = _file(nodes, version or 7400)
    if data is None and version is None:
        data = _file(nodes, 7500)
    if data is None:
        raise UsageError("FBX 7400 cannot hold so much; 7500 can")
    return data


def _file(nodes: Sequence[Node], version: int) -> bytes | None:
    """Return the file; None where it is larger than its version can be."""
    is_wide = version >= 7500
    head = MAGIC + struct.pack("<I", version)
    parts, end = [head], len(head)
    for top in nodes:
        part = _encoded(top, end, is_wide)
        if part is None:
            return None
        parts.append(part)
        end += len(part)
        if end > LARGEST_7400 and not is_wide:
            return None
    parts += [_closing(is_wide), _FOOTER_ID, bytes(4)]
    end += len(parts[-3]) + 20
    parts += [bytes(16 - end % 16), struct.pack("<I", version), bytes(120), _FOOTER_END]
    return b"".join(parts)


def _closing(is_wide: bool) -> bytes:
    return bytes(25 if is_wide else 13)


def _encoded(what: Node, start: int, is_wide: bool) -> bytes | None:
    """Return a node that begins at an offset; None where an offset does not fit."""
    name = what.name.encode("ascii")
    properties = b"".join(map(_property, what.values))
    inner = start + (25 if is_wide else 13) + len(name) + len(properties)
    parts, end = [b"", name, properties], inner
    for child in what.children:
        part = _encoded(child, end, is_wide)
        if part is None:
            return None
        parts.append(part)
        end += len(part)
    if what.children or what.name in _ALWAYS_OPEN:
        parts.append(_closing(is_wide))
        end += len(parts[-1])
    if end > LARGEST_7400 and not is_wide:
        return None
    parts[0] = struct.pack("<QQQB" if is_wide else "<IIIB", end, len(what.values), len(properties), len(name))
    return b"".join(parts)


def _property(value: Value) -> bytes:
    if isinstance(value, Packed):
        return value.data
    if isinstance(value, bool):
        return b"C" + bytes([value])
    if isinstance(value, Long):
        return b"L" + struct.pack("<q", value)
    if isinstance(value, int):
        return b"I" + struct.pack("<i", value)
    if isinstance(value, float):
        return b"D" + struct.pack("<d", value)
    data = value.encode("utf-8", "replace") if isinstance(value, str) else value
    return (b"S" if isinstance(value, str) else b"R") + struct.pack("<I", len(data)) + data
