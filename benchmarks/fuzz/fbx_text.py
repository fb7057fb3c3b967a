"""A binary FBX file as text, as far as our writer goes: readers take both, and different code reads each."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

import numpy as np

HEAD = 27
_SCALARS = {b"C": "<?", b"I": "<i", b"L": "<q", b"D": "<d", b"F": "<f", b"Y": "<h"}
_ARRAYS = {b"i": "<i4", b"l": "<i8", b"f": "<f4", b"d": "<f8", b"b": "<i1"}


def text_of(data: bytes) -> bytes:
    """Return a binary file of version 7.4 as text."""
    return b"; FBX 7.4.0 project file\n" + b"\n".join(_nodes(data, HEAD, len(data))) + b"\n"


def _nodes(data: bytes, place: int, end: int) -> Iterator[bytes]:
    while place < end:
        stop, count, length, letters = struct.unpack_from("<IIIB", data, place)
        if not stop:
            return
        start = place + 13 + letters
        values = list(_values(data, start, count))
        children = list(_nodes(data, start + length, stop))
        yield data[place + 13 : start] + b": " + b", ".join(values)
        if children:
            yield b"{\n" + b"\n".join(children) + b"\n}"
        place = stop


def _values(data: bytes, place: int, count: int) -> Iterator[bytes]:
    for _ in range(count):
        kind = data[place : place + 1]
        place += 1
        if kind in _SCALARS:
            value = struct.unpack_from(_SCALARS[kind], data, place)[0]
            place += struct.calcsize(_SCALARS[kind])
            yield (b"T" if value else b"F") if kind == b"C" else repr(value).encode()
        elif kind in _ARRAYS:
            _, packed, length = struct.unpack_from("<III", data, place)
            raw = data[place + 12 : place + 12 + length]
            place += 12 + length
            numbers = np.frombuffer(zlib.decompress(raw) if packed else raw, _ARRAYS[kind])
            yield b"*%d {\n a: %s\n}" % (len(numbers), ",".join(map(str, numbers.tolist())).encode())
        else:
            length = struct.unpack_from("<I", data, place)[0]
            text = data[place + 4 : place + 4 + length]
            place += 4 + length
            name, _, of = text.partition(b"\0\1")
            yield b'"' + (of + b"::" + name if of else text if kind == b"S" else b"") + b'"'
