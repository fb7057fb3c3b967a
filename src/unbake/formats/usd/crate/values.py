"""Values of a crate file: arrays, lists and time samples whose lengths the file can hold.

References: Pixar, OpenUSD, pxr/usd/sdf/crateFile.cpp and crateDataTypes.h, 2026.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from unbake.formats.usd.crate.packed import CrateError, check_numbers

_ARRAY, _PACKED, _EDIT = 1 << 63, 1 << 61, 1 << 60
"""Flags of a value. One more says that it stands in these bytes themselves, which no array and no list does."""
_PLACE = (1 << 48) - 1
_SIZES = {1: 1, 2: 1, 3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 4, 9: 8, 10: 4, 11: 4, 12: 4, 13: 32, 14: 72, 15: 128}
_SIZES |= {16: 32, 17: 16, 18: 8, 19: 16, 20: 8, 21: 4, 22: 8, 23: 24, 24: 12, 25: 6, 26: 12, 27: 32, 28: 16, 29: 8}
_SIZES |= {30: 16, 56: 8, 57: 4}
"""Bytes of an element, by the number of its type."""
_LISTS = {40: 4, 41: 4, 48: 8, 49: 16, 50: 4, 59: 1}
"""The same for values that are lists: paths, names, doubles, offsets of layers, texts, and a spline's bytes."""
_TABLES = {40: "PATHS", 41: "TOKENS", 50: "STRINGS"}
"""What the elements of some lists are numbers of."""
_NAMES = 41
_TIME_SAMPLES = 46
_REAL = (7, 8, 9)
_LEAST_PACKED = 16
"""Shorter arrays are not packed, whatever is said of them."""
Numbers = npt.NDArray[np.uint64]


def check_values(data: bytes, fields: bytes, version: tuple[int, ...], counts: Mapping[str, int]) -> None:
    """Check the values that fields stand for.

    Parameters
    ----------
    data : the whole file.
    fields : eight bytes for each, little-endian: flags, type, and the value or its place.
    version : of the format.
    counts : how many paths, tokens and strings the file's tables have.

    Raises
    ------
    CrateError : a length is beyond the file's, or a list names what is not there, or one name twice.
    """
    found = np.unique(np.frombuffer(fields, "<u8"))
    samples = _of_types(found, np.array([_TIME_SAMPLES])).tolist()
    found = np.unique(np.concatenate([found, *(_time_samples(data, value & _PLACE) for value in samples)]))
    edits = found[(found & np.uint64(_EDIT)) != 0].tolist()
    values = np.concatenate([found, *(_edited(data, value & _PLACE) for value in edits)])
    for size_of, is_array in ((_SIZES, True), (_LISTS, False)):
        _check_lengths(data, _of_types(values, np.array(list(size_of)), is_array=is_array), size_of, version)
    for value in _of_types(values, np.array(list(_TABLES))).tolist():
        _check_members(data, value, counts)


def _of_types(values: Numbers, types: npt.NDArray[np.int64], *, is_array: bool = False) -> Numbers:
    """Values of some types that stand elsewhere in the file."""
    kind = (values >> np.uint64(48)) & np.uint64(255)
    flags = ((values & np.uint64(_ARRAY)) != 0) == is_array
    return values[flags & np.isin(kind, types.astype(np.uint64)) & ((values & np.uint64(_PLACE)) != 0)]


def _edited(data: bytes, place: int) -> Numbers:
    """Both arrays of an edit of an array: its values, and where they go."""
    return np.frombuffer(data[place : place + 16] if place and place + 16 <= len(data) else b"", "<u8")


def _time_samples(data: bytes, place: int) -> Numbers:
    """Values of time samples; the times come last. Each part begins with the way to where it goes on."""
    times_at = place + struct.unpack_from("<q", data, place)[0]
    if times_at < 0:
        raise CrateError("time samples lie before its start")
    times = data[times_at : times_at + 8]
    place = times_at + 8
    place += struct.unpack_from("<q", data, place)[0]
    if place < 0:
        raise CrateError("time samples lie before its start")
    (count,) = struct.unpack_from("<Q", data, place)
    if place + 8 + 8 * count > len(data):
        raise CrateError(f"{count:,} time samples are beyond its end")
    return np.frombuffer(data[place + 8 : place + 8 + 8 * count] + times, "<u8")


def _check_lengths(data: bytes, values: Numbers, size_of: dict[int, int], version: tuple[int, ...]) -> None:
    """Check what stands at the values' places: a length, then so many elements, packed or not."""
    for value in values.tolist():
        kind, place = (value >> 48) & 255, value & _PLACE
        place += 4 * (version < (0, 5, 0) and bool(value & _ARRAY))
        form = "<I" if version < (0, 7, 0) and value & _ARRAY else "<Q"
        (count,) = struct.unpack_from(form, data, place)
        place += struct.calcsize(form)
        if value & _PACKED and value & _ARRAY and count >= _LEAST_PACKED:
            _check_packed(data, place, count, size_of[kind] if kind in _REAL else 0)
        elif place + size_of[kind] * count > len(data):
            raise CrateError(f"an array of {count:,} elements is beyond its end")


def _check_members(data: bytes, value: int, counts: Mapping[str, int]) -> None:
    """Check a list of numbers in a table. usd-core crashes on a stage whose children have the same name."""
    kind, place = (value >> 48) & 255, value & _PLACE
    (count,) = struct.unpack_from("<Q", data, place)
    members = np.frombuffer(data, "<u4", count, place + 8)
    table = _TABLES[kind]
    if count and int(members.max()) >= counts.get(table, 0):
        raise CrateError(f"a list has an entry beyond the {counts.get(table, 0):,} of {table}")
    if kind == _NAMES and len(np.unique(members)) < count:
        raise CrateError("a list has a name twice")


def _check_packed(data: bytes, place: int, count: int, real_size: int) -> None:
    """Check a packed array: whole numbers, or reals that are such, or that are places in a table before them."""
    if real_size:
        code, place = data[place : place + 1], place + 1
        if code == b"t":
            place += 4 + real_size * struct.unpack_from("<I", data, place)[0]
        elif code != b"i":
            raise CrateError("an array is packed in an unknown way")
    (size,) = struct.unpack_from("<Q", data, place)
    if place + 8 + size > len(data):
        raise CrateError(f"an array of {size:,} packed bytes is beyond its end")
    check_numbers(data[place + 8 : place + 8 + size], count)
