"""C3D files of positions: joints or points as markers, in millimetres, Z up, one real number a coordinate.

Nothing that ezc3d's writer would add is needed, and it ends the process at some input; so the three sections are
written here: header, parameters, data, each a whole number of blocks.

References: The C3D File Format User Guide, Motion Lab Systems, 2008, chapters 3 to 5.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

import numpy as np

from unbake.errors import UsageError
from unbake.formats.c3d.parameters import BLOCK
from unbake.ground.arrays import Floats

HIGHEST = 65_535
"""Largest number of a frame in the header."""
MOST_FRAMES = 65_534
"""One more means to readers that the file says elsewhere how many there are, and they do not agree on where."""
_MOST_LABELS = 255
"""Labels in one parameter; the others go into LABELS2, LABELS3, …"""
_LONGEST_LABEL = 127
_MOST_BLOCKS = 255
_CHARACTERS, _WORDS, _REALS = -1, 2, 4
_INTEL = 84
_MAGIC = 0x50
_MM = 1000.0
_BESIDE_ORIGIN_MM = 1e-6


def c3d_bytes(positions_m: Floats, labels: Sequence[str], fps: float, first_frame: int) -> bytes:
    """Return a C3D file.

    Parameters
    ----------
    positions_m : (F, P, 3) in metres, Y up.
    labels : one a point; characters beyond 127 bytes are cut off.
    fps : frames a second.
    first_frame : number of the first frame, 1 to `HIGHEST`.

    Raises
    ------
    UsageError : more frames than `MOST_FRAMES`, or more labels than the parameter section has room for.
    """
    n_frames, n_points = positions_m.shape[:2]
    if n_frames > MOST_FRAMES:
        raise UsageError(f"a C3D file holds at most {MOST_FRAMES:,} frames, not {n_frames:,}")
    names = [_cut(label) for label in labels]
    blocks = -(-len(_section(names, n_frames, fps, 0)) // BLOCK)
    if blocks > _MOST_BLOCKS:
        raise UsageError(f"a C3D file has no room for the labels of {n_points:,} points")
    start = 2 + blocks
    parameters = bytearray(_section(names, n_frames, fps, start).ljust(blocks * BLOCK, b"\0"))
    parameters[2] = blocks
    header = struct.pack(
        "<BBHHHHHfHHf",
        *(2, _MAGIC, n_points, 0, first_frame, first_frame + n_frames - 1, 0, -1.0, start, 0, fps),
    )
    data = np.zeros((n_frames, n_points, 4), dtype="<f4")
    # Z up: X stays, our Z is the file's −Y, our Y its Z. The fourth number, the residual, is zero: seen.
    data[..., :3] = _MM * np.stack([positions_m[..., 0], -positions_m[..., 2], positions_m[..., 1]], axis=-1)
    # Readers take a point at the very origin for one that was not seen, such as a root that stands there.
    data[..., 2][(data[..., :3] == 0.0).all(axis=-1)] = _BESIDE_ORIGIN_MM
    numbers = data.tobytes()
    padded = -(-len(numbers) // BLOCK) * BLOCK
    return header.ljust(BLOCK, b"\0") + bytes(parameters) + numbers.ljust(padded, b"\0")


def _cut(label: str) -> bytes:
    """A label in bytes, without what would be too long; no character is cut in two."""
    return label.encode("utf-8")[:_LONGEST_LABEL].decode("utf-8", errors="ignore").encode("utf-8")


def _section(names: Sequence[bytes], n_frames: int, fps: float, data_start: int) -> bytes:
    """The parameter section; the number of its blocks, its third byte, is still to be set."""
    point, analog, plates = 1, 2, 3
    groups = ((point, "POINT"), (analog, "ANALOG"), (plates, "FORCE_PLATFORM"))
    parts = [
        bytes([1, _MAGIC, 0, _INTEL]),
        *(struct.pack("<bb", len(name), -number) + name.encode() + struct.pack("<hB", 3, 0) for number, name in groups),
        _words(point, "USED", len(names)),
        _reals(point, "SCALE", -1.0),
        _reals(point, "RATE", fps),
        _words(point, "DATA_START", data_start),
        _words(point, "FRAMES", n_frames),
        *_labels(point, names),
        _texts(point, "UNITS", [b"mm"]),
        _texts(point, "X_SCREEN", [b"+X"]),
        _texts(point, "Y_SCREEN", [b"+Z"]),
        _words(analog, "USED", 0),
        _reals(analog, "GEN_SCALE", 1.0),
        _reals(analog, "RATE", fps),
        _words(plates, "USED", 0),
        b"\0\0",
    ]
    return b"".join(parts)


def _labels(group: int, names: Sequence[bytes]) -> Iterator[bytes]:
    for number, start in enumerate(range(0, len(names), _MOST_LABELS), start=1):
        yield _texts(group, f"LABELS{number if number > 1 else ''}", names[start : start + _MOST_LABELS])


def _words(group: int, name: str, value: int) -> bytes:
    return _parameter(group, name, _WORDS, (), struct.pack("<H", value))


def _reals(group: int, name: str, value: float) -> bytes:
    return _parameter(group, name, _REALS, (), struct.pack("<f", value))


def _texts(group: int, name: str, texts: Sequence[bytes]) -> bytes:
    """A parameter of texts, each filled up with spaces to the longest."""
    width = max(1, *map(len, texts)) if len(texts) > 1 else max(1, len(texts[0]))
    return _parameter(group, name, _CHARACTERS, (width, len(texts)), b"".join(text.ljust(width) for text in texts))


def _parameter(group: int, name: str, kind: int, sizes: tuple[int, ...], data: bytes) -> bytes:
    """Name, group, distance to the next one, kind, sizes, data, no description."""
    body = struct.pack("<bB", kind, len(sizes)) + bytes(sizes) + data + b"\0"
    return struct.pack("<bb", len(name), group) + name.encode() + struct.pack("<H", len(body) + 2) + body
