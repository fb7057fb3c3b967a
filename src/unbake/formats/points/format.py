"""Points in files: positions of joints or markers, or any numbers over time, without a skeleton.

``.npy`` and ``.npz`` (see `points_numpy`), and ``.csv`` (see `points_csv`). Columns in threes are positions in metres.
Keyframes can be selected on points; saved as an animation they cannot be, since they have no joints to turn.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from unbake.errors import FileError, MotionError, UsageError
from unbake.formats.points.arrays import read_npy, read_npz, write_npy, write_npz
from unbake.formats.points.numpy_file import names_in_zip
from unbake.formats.points.text import read_csv, write_csv
from unbake.formats.registry import ReadOptions, WriteOptions
from unbake.formats.smpl.reader import is_smpl, read_smpl
from unbake.ground.notes import Note
from unbake.motion.frame_rate import rate_note
from unbake.motion.motion import Motion
from unbake.motion.points import Points

USUAL_FPS = Fraction(120)

_READERS = {".npy": read_npy, ".npz": read_npz, ".csv": read_csv}
_WRITERS = {".npy": write_npy, ".npz": write_npz, ".csv": write_csv}


def load(path: Path, options: ReadOptions) -> Points | Motion:
    """Read points; of a ``.npz`` that holds a motion of the SMPL family, that motion (`unbake.formats.smpl`).

    The frame rate is that of the options, else the file's, else 120 with a warning. `options.metres_per_unit` scales
    positions; loose numbers stay as they are.

    Raises
    ------
    FileError : a file that is damaged, holds no numbers, or numbers that are not finite.
    """
    unit = options.metres_per_unit
    if unit is not None and not (math.isfinite(unit) and unit > 0.0):
        raise UsageError(f"the unit of length must be a positive number of metres, not {unit}")
    try:
        if path.suffix.lower() == ".npz" and is_smpl(names_in_zip(path)):
            return read_smpl(path, options.fps, unit)
        points, fps = _READERS[path.suffix.lower()](path)
        if unit is not None and points.size == 3:
            points = replace(points, values=points.values * unit)
    except MotionError as error:
        raise FileError.of(path, error) from error
    if (known := options.fps or fps) is not None:
        return replace(points, fps=known)
    warning = rate_note(USUAL_FPS)
    return replace(points, fps=USUAL_FPS, warnings=(*points.warnings, warning))


def notes(points: Points, path: Path, options: WriteOptions) -> tuple[Note, ...]:
    """Return what a file of points does not keep of them."""
    if path.suffix.lower() != ".npy":
        return ()
    return (Note("a .npy holds numbers alone: names, rate and frame numbers are left out", "numbers-alone"),)


def save_points(points: Points, path: Path, options: WriteOptions) -> None:
    """Write points so that they load back equal; a ``.npy`` file holds the numbers only, no names and no rate.

    `options.metres_per_unit` divides positions by the length of the unit wanted.
    """
    if options.metres_per_unit is not None and points.size == 3:
        points = replace(points, values=points.values / options.metres_per_unit)
    _WRITERS[path.suffix.lower()](points, path)
