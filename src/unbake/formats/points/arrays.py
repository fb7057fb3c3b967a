"""Points in NumPy's files.

``.npy`` holds an array (F, D) or (F, P, 3). ``.npz`` holds the same under ``points`` or ``positions``, or as its only
array of numbers; beside it may stand ``names`` (P,), ``fps`` (a number, or numerator and denominator) and
``first_frame``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.errors import FileError
from unbake.formats.points.numpy_file import array_from_bytes, arrays_in_zip
from unbake.ground.arrays import Floats
from unbake.motion.frame_rate import parse_rate
from unbake.motion.names import renamed_note, writable
from unbake.motion.points import Points

_POINT_KEYS = ("points", "positions")
_LARGEST_FRAME_NUMBER = 10**9


def read_npy(path: Path) -> tuple[Points, Fraction | None]:
    """Return the points of a ``.npy`` file, and no rate; FileError where it is damaged or holds no numbers."""
    return _points(path, array_from_bytes(path, path.read_bytes()), None, 1), None


def read_npz(path: Path) -> tuple[Points, Fraction | None]:
    """Return the points of a ``.npz`` file and its rate; FileError where it is damaged or holds no points."""
    arrays = arrays_in_zip(path)
    given = _names(path, arrays["names"]) if "names" in arrays else ()
    names = tuple(map(writable, given)) or None
    first = _whole_number(path, arrays["first_frame"]) if "first_frame" in arrays else 1
    fps = _rate(path, arrays["fps"]) if "fps" in arrays else None
    points = _points(path, _array_of_points(path, arrays), names, first)
    return replace(points, warnings=renamed_note(given, "points")), fps


def write_npy(points: Points, path: Path) -> None:
    """Write the numbers (F, D)."""
    with path.open("wb") as file:
        np.save(file, points.values, allow_pickle=False)


def write_npz(points: Points, path: Path) -> None:
    """Write the numbers (F, D) with names, rate (numerator and denominator) and first frame."""
    fps = np.array([points.fps.numerator, points.fps.denominator])
    with path.open("wb") as file:
        np.savez_compressed(
            file, points=points.values, names=np.array(points.names), fps=fps, first_frame=points.first_frame
        )


def _array_of_points(path: Path, arrays: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """Return the array that holds the points: by its name, or because it is the only one that could."""
    for key in _POINT_KEYS:
        if key in arrays:
            return arrays[key]
    candidates = [key for key, array in arrays.items() if array.dtype.kind in "fiu" and array.ndim in (2, 3)]
    if len(candidates) != 1:
        found = ", ".join(arrays) or "nothing"
        raise FileError(path, "does not say which array holds the points", expected="one called 'points'", actual=found)
    return arrays[candidates[0]]


def _points(path: Path, array: NDArray[Any], names: tuple[str, ...] | None, first_frame: int) -> Points:
    """Return an array (F, D) or (F, P, 3) as points."""
    values = _numbers(path, array)
    columns = values.shape[1]
    if names is None:
        size = 3 if columns % 3 == 0 else 1
        names = tuple(f"p{number}" for number in range(columns // size))
    elif columns in (len(names), 3 * len(names)):
        size = columns // len(names)
    else:
        expected = f"{len(names)} columns, or three for each"
        raise FileError(path, f"{len(names)} names do not fit the array", expected=f"{expected}, found {columns}")
    return Points(values, names, size, first_frame=first_frame)


def _numbers(path: Path, array: NDArray[Any]) -> Floats:
    """Return an array as float64 (F, D); FileError for other kinds and shapes."""
    if array.dtype.kind not in "fiu":
        raise FileError(path, "holds no numbers", expected="floats or integers", actual=str(array.dtype))
    if array.ndim not in (2, 3) or not array.size or (array.ndim == 3 and array.shape[2] != 3):
        expected = "(frames, numbers) or (frames, points, 3)"
        raise FileError(path, "holds an array of another shape", expected=expected, actual=str(array.shape))
    # A damaged float may be a signalling NaN or beyond float64: Points refuses both, NumPy need not warn.
    with np.errstate(all="ignore"):
        return array.astype(np.float64).reshape(len(array), -1)


def _names(path: Path, array: NDArray[Any]) -> tuple[str, ...]:
    names = tuple(str(name) for name in array.tolist()) if array.ndim == 1 and array.dtype.kind == "U" else ()
    if not names:
        raise FileError(path, "'names' is no list of names", actual=f"{array.dtype} {array.shape}")
    return names


def _whole_number(path: Path, array: NDArray[Any]) -> int:
    if array.dtype.kind not in "iu" or array.size != 1 or abs(int(array.item())) > _LARGEST_FRAME_NUMBER:
        raise FileError(path, "'first_frame' is no frame number", actual=str(array))
    return int(array.item())


def _rate(path: Path, array: NDArray[Any]) -> Fraction:
    try:
        if array.dtype.kind in "iu" and array.shape == (2,):
            rate = Fraction(*(int(number) for number in array))
            if 0 < rate <= 100_000:
                return rate
        elif array.dtype.kind in "fiu" and array.size == 1:
            return parse_rate(str(Fraction(float(array.item())).limit_denominator(100_000)))
    except (ValueError, OverflowError, ZeroDivisionError):
        pass
    raise FileError(path, "'fps' is no frame rate", expected="a positive number", actual=str(array))
