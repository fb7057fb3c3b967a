"""Unbake's messages as bytes, as its worker speaks them; docs/worker.md of Unbake describes them."""

from __future__ import annotations

import json
import struct

import numpy as np

PROTOCOL = 1
LENGTH = struct.Struct("<I")
ALIGNMENT = 8


def encode(kind, request, body):
    """Return a message with the length in front; NumPy arrays anywhere in `body` travel as they lie in memory."""
    arrays, length = [], 0

    def plain(value):
        nonlocal length
        if isinstance(value, np.ndarray):
            data = np.ascontiguousarray(value)
            place = {"$": [data.dtype.str, length, int(data.size)]}
            arrays.append(data.tobytes() + b"\0" * (-data.nbytes % ALIGNMENT))
            length += len(arrays[-1])
            return place
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items()}
        if isinstance(value, (list, tuple)):
            return [plain(inner) for inner in value]
        return value

    text = json.dumps({"type": kind, "request": request, "body": plain(body)}).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    message = struct.pack("<II", len(text), 0) + text + b"".join(arrays)
    return LENGTH.pack(len(message)) + message


def decode(message):
    """Return kind, number of the request, and body of a message without the length in front."""
    (size,) = struct.unpack_from("<I", message)
    header, arrays = json.loads(message[8 : 8 + size]), message[8 + size :]
    return header["type"], header["request"], _with_arrays(header["body"], arrays)


def _with_arrays(value, arrays):
    if isinstance(value, dict):
        if "$" in value:
            dtype, start, count = value["$"]
            return np.frombuffer(arrays, dtype, count, start) if count else np.empty(0, dtype)
        return {key: _with_arrays(inner, arrays) for key, inner in value.items()}
    return [_with_arrays(inner, arrays) for inner in value] if isinstance(value, list) else value
