"""The same selection written plainly, in C++ and in NumPy, to compare with."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class PlainCpp:
    """The baseline in C++, compiled with ``-O3 -march=native`` where a compiler is present."""

    def __init__(self) -> None:
        compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
        if compiler is None:
            raise FileNotFoundError("no C++ compiler")
        self._folder = tempfile.TemporaryDirectory()
        library = Path(self._folder.name) / "plain.so"
        source = Path(__file__).with_name("plain_selection.cpp")
        options = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(library)]
        subprocess.run([compiler, *options, str(source)], check=True)
        self._library = ctypes.CDLL(str(library))

    def table(self, points: Floats) -> Floats:
        """Return the error table of points (F, D)."""
        frames, columns = points.shape
        table = np.zeros((frames, frames))
        pointer = ctypes.c_void_p
        self._library.plain_table(pointer(points.ctypes.data), frames, columns, pointer(table.ctypes.data))
        return table

    def selections(self, table: Floats, counts: int) -> Floats:
        """Return the least error for every count and end frame."""
        frames = len(table)
        best = np.empty((counts, frames))
        before = np.empty((counts, frames), dtype=np.int32)
        pointer = ctypes.c_void_p
        self._library.plain_selections(
            pointer(table.ctypes.data), frames, counts, pointer(best.ctypes.data), pointer(before.ctypes.data)
        )
        return best


def numpy_table(points: Floats) -> Floats:
    """Return the error table, one NumPy expression a pair of frames."""
    frames = len(points)
    table = np.zeros((frames, frames))
    for i in range(frames):
        for j in range(i + 2, frames):
            direction = points[j] - points[i]
            direction = direction / max(float(np.linalg.norm(direction)), 1e-300)
            away = points[i + 1 : j] - points[i]
            away = away - np.outer(away @ direction, direction)
            table[i, j] = np.sqrt(np.einsum("kd,kd->k", away, away).max())
    return table


def numpy_selections(table: Floats, counts: int) -> Floats:
    """Return the least error for every count and end frame, one NumPy expression for each."""
    frames = len(table)
    best = np.full((counts, frames), np.inf)
    best[0, 0] = 0.0
    for k in range(1, counts):
        for j in range(k, frames):
            best[k, j] = np.maximum(best[k - 1, :j], table[:j, j]).min()
    return best


def plain_frames(table: NDArray[np.float32], best: NDArray[np.float32], count: int) -> tuple[int, ...]:
    """Return the frames of the best selection of so many keys, each found among all frames before it.

    `table` (F, F) has the errors of segments that compose by their maximum, `best` (F, K) what `select` made of them.
    """
    keys = np.empty(count, dtype=np.int64)
    _trace_plainly(table, best, keys)
    return tuple(keys.tolist())


@njit
def _trace_plainly(table, best, keys):  # type: ignore[no-untyped-def]
    j = len(table) - 1
    keys[-1] = j
    for k in range(len(keys) - 1, 0, -1):
        chosen, least, least_sum = -1, np.inf, np.inf
        for i in range(k - 1, j):
            both = best[i, k - 1] + table[i, j]
            total = max(best[i, k - 1], table[i, j])
            if total < least or (total == least and both < least_sum):
                chosen, least, least_sum = i, total, both
        j = chosen
        keys[k - 1] = j
