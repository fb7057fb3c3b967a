"""Messages as bytes: a JSON header, then the arrays that it names, each at a multiple of eight bytes.

::

    uint32 length of the header │ uint32 zero │ header, UTF-8, padded with spaces │ arrays

The header is ``{"type": name, "request": number, "body": {…}}``, an array in it ``{"$": [dtype, start, count]}`` with
`start` in bytes from the end of the header. Everything is little-endian.
"""

from __future__ import annotations

import dataclasses
import json
import struct
import sys
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

import numpy as np

from unbake.errors import UsageError
from unbake.studio.server import messages

ALIGNMENT = 8


class MessageError(UsageError):
    """A message that is none; `request` is the number it has, 0 where that cannot be read."""

    request = 0


DTYPES = {"Float32Array": "<f4", "Float64Array": "<f8", "Int16Array": "<i2", "Int32Array": "<i4", "Uint8Array": "|u1"}


def encode(message: Any, request: int) -> bytes:
    """Return a message, a dataclass of `messages`, as bytes."""
    arrays: list[bytes | memoryview] = []
    length = 0

    def plain(value: Any) -> Any:
        nonlocal length
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        if isinstance(value, np.ndarray):
            data = np.ascontiguousarray(value).astype(value.dtype.newbyteorder("<"), copy=False)
            found = {"$": [data.dtype.str, length, int(data.size)]}
            gap = -data.nbytes % ALIGNMENT
            arrays.extend((data.data, b"\0" * gap))
            length += data.nbytes + gap
            return found
        if isinstance(value, Mapping):
            return {key: plain(inner) for key, inner in value.items()}
        if isinstance(value, (tuple, list)):
            return [plain(inner) for inner in value]
        return value

    header = {"type": type(message).__name__, "request": request, "body": plain(message)}
    # Names of files may hold bytes that are no text: only escaped do they come back as they were.
    text = json.dumps(header, allow_nan=False).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    return b"".join([struct.pack("<II", len(text), 0), text, *arrays])


def decode(data: bytes) -> tuple[Any, int]:
    """Return the request in a message, and its number; MessageError for anything that is none."""
    try:
        (size, _) = struct.unpack_from("<II", data)
        header = json.loads(data[8 : 8 + size])
        kind, request = header.get("type"), header.get("request")
    except (struct.error, ValueError, AttributeError, RecursionError) as error:
        raise MessageError("a message that cannot be read") from error
    if type(request) is not int or abs(request) > LAST_NUMBER:
        raise MessageError("a message without a number")
    try:
        if not isinstance(kind, str) or kind not in REQUESTS:
            raise MessageError("a message of an unknown kind")
        if "body" not in header:
            raise MessageError(f"{kind} in a message lacks its body")
        return _built(REQUESTS[kind], header["body"], memoryview(data)[8 + size :], kind), request
    except MessageError as error:
        error.request = request
        raise


LAST_NUMBER = 2**53
"""Beyond this, numbers are no whole numbers for the page."""

REQUESTS: dict[str, type] = {kind.__name__: kind for kind in get_args(messages.Request)}


@cache
def fields_of(kind: type) -> Mapping[str, Any]:
    """Return the types of a message's fields."""
    return typing.get_type_hints(kind, include_extras=True)


def _built(kind: Any, value: Any, arrays: memoryview, place: str) -> Any:
    """Return a value of the type asked for; MessageError, naming the place, where it is something else."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is typing.Annotated:
        return _array(inner[1], value, arrays, place)
    if origin in (Union, types.UnionType):
        if value is None and type(None) in inner:
            return None
        return _built(next(one for one in inner if one is not type(None)), value, arrays, place)
    if origin is Literal:
        if value in inner:
            return value
    elif origin is tuple:
        if isinstance(value, list):
            return tuple(_built(inner[0], one, arrays, f"{place}[{n}]") for n, one in enumerate(value))
    elif origin is Mapping:
        if isinstance(value, dict):
            return {key: _built(inner[1], one, arrays, f"{place}.{key}") for key, one in value.items()}
    elif dataclasses.is_dataclass(kind):
        if isinstance(value, dict):
            return _built_dataclass(kind, value, arrays, place)
    elif kind is float:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and _is_finite(value):
            return float(value)
    elif isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
        return value
    raise MessageError(f"{place} in a message is not what it should be")


def _built_dataclass(kind: Any, value: Mapping[str, Any], arrays: memoryview, place: str) -> Any:
    found = {}
    for name, inner in fields_of(kind).items():
        if name in value:
            found[name] = _built(inner, value[name], arrays, f"{place}.{name}")
    try:
        return kind(**found)
    except TypeError as error:
        raise MessageError(f"{place} in a message lacks a part") from error


def _array(name: str, value: Any, arrays: memoryview, place: str) -> Any:
    dtype = np.dtype(DTYPES[name])
    try:
        kind, start, count = value["$"]
        is_right = kind == dtype.str and type(start) is int and type(count) is int
        if not is_right or start < 0 or not 0 <= count <= len(arrays):
            raise ValueError(kind)
        return np.frombuffer(arrays, dtype, count, start).copy() if count else np.empty(0, dtype)
    except (TypeError, KeyError, ValueError, OverflowError) as error:
        raise MessageError(f"{place} in a message is no array of the right kind") from error


def _is_finite(value: float) -> bool:
    return abs(value) <= sys.float_info.max  # which a whole number can exceed, and NaN does not keep to
