"""Arrays in NumPy's files, read without trusting their headers.

``numpy.load`` allocates what a header claims before it looks at the data, evaluates the header as Python, and fails in
a dozen ways on a damaged one. Here the header must match a plain pattern, and its claim is compared with the bytes
that are there first. Pickled objects are never read.

References: Kern, A Simple File Format for NumPy Arrays (NEP 1), 2007.
"""

from __future__ import annotations

import lzma
import math
import re
import struct
import sys
import zipfile
import zlib
from collections.abc import Container
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from unbake.errors import FileError

_MAGIC = b"\x93NUMPY"
_DESCR = re.compile(r"'descr':\s*'([<>|=]?[fiubU][0-9]{1,6}|[|]O[0-9]?)'")
_ORDER = re.compile(r"'fortran_order':\s*(True|False)")
_SHAPE = re.compile(r"'shape':\s*\(([0-9, ]{0,200})\)")
_LONGEST_HEADER = 10_000
_LARGE_BYTES, _TIGHTEST = 64_000_000, 200
"""A larger array that is packed into less than a two-hundredth is made to fill the memory."""
_DAMAGED = (zipfile.BadZipFile, struct.error, zlib.error, lzma.LZMAError, EOFError, RuntimeError, ValueError)


def array_from_bytes(path: Path, data: bytes, what: str = "the file") -> NDArray[Any]:
    """Return the array in the bytes of a ``.npy`` file.

    Parameters
    ----------
    path : for messages.
    data : the whole file.
    what : what to call it in messages, such as ``the array 'points'``.

    Raises
    ------
    FileError : no array file, an array of objects, fewer or more bytes than the header claims.
    """
    if data[:6] != _MAGIC:
        raise FileError(path, f"{what} is no NumPy array", expected="a .npy header")
    header, start = _header(path, data, what)
    descr, order, shape_text = _DESCR.search(header), _ORDER.search(header), _SHAPE.search(header)
    if descr is None or order is None or shape_text is None:
        raise FileError(path, f"{what} has no header of a plain array of numbers or text", actual=header.strip())
    if "O" in descr[1]:
        raise FileError(path, f"{what} is an array of Python objects, which are never read", expected="numbers")
    try:
        kind = np.dtype(descr[1])
        shape = tuple(int(n) for n in shape_text[1].replace(" ", "").split(",") if n)
        wanted, there = math.prod(shape) * kind.itemsize, len(data) - start
        if wanted != there:
            expected = f"{wanted:,} bytes for an array of shape {shape}, found {there:,}"
            raise FileError(path, f"{what} is cut off or too long", expected=expected)
        array = np.frombuffer(data, kind, offset=start) if wanted else np.empty(0, kind)
        array = array.reshape(shape, order="F" if order[1] == "True" else "C")
    except (TypeError, ValueError) as error:  # a kind or a shape that NumPy does not know
        raise FileError(path, f"{what} has a broken header", actual=header.strip()) from error
    if kind.kind == "U" and wanted and np.frombuffer(data, f"{kind.byteorder}u4", offset=start).max() > sys.maxunicode:
        raise FileError(path, f"{what} holds text that is damaged")  # Python stops at such characters
    return array


def _header(path: Path, data: bytes, what: str) -> tuple[str, int]:
    """Return the header's text and where the data start."""
    digits = 2 if data[6:7] == b"\x01" else 4
    start = 8 + digits + int.from_bytes(data[8 : 8 + digits], "little")
    if data[6:7] not in (b"\x01", b"\x02", b"\x03") or start > min(len(data), _LONGEST_HEADER):
        raise FileError(path, f"{what} has a broken header, or ends within it")
    return data[8 + digits : start].decode("latin-1"), start


def names_in_zip(file: Path | IO[bytes]) -> set[str]:
    """Return the names of the arrays in a ``.npz`` file; none where it is damaged, which `arrays_in_zip` explains."""
    try:
        with zipfile.ZipFile(file) as archive:
            return {member.filename.removesuffix(".npy") for member in archive.infolist()}
    except _DAMAGED:
        return set()


def arrays_in_zip(path: Path, only: Container[str] | None = None) -> dict[str, NDArray[Any]]:
    """Return the arrays of a ``.npz`` file by name; FileError where it is damaged or holds anything but arrays.

    Parameters
    ----------
    path : the file.
    only : the names that are wanted, of those that are there; others are not looked at. By default all.
    """
    arrays = {}
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                name = member.filename.removesuffix(".npy")
                if only is not None and name not in only:
                    continue
                if member.file_size > max(_LARGE_BYTES, _TIGHTEST * member.compress_size):
                    packed = f"{member.compress_size:,} bytes that unpack to {member.file_size:,}"
                    raise FileError(path, f"the array '{name}' is packed tighter than numbers are ({packed})")
                # The claimed size is not trusted: what is read is compared with the array's own header.
                arrays[name] = array_from_bytes(path, archive.read(member), f"the array '{name}'")
    except _DAMAGED as error:
        raise FileError(path, f"is no whole .npz file ({error})", expected="a zip archive of arrays") from error
    return arrays
