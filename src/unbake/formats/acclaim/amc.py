"""AMC, the motion file of Acclaim: for every frame its number, and a line of values for the root and each moving bone.

Two ways through the values: whole columns at once where every frame lists the same bones in the same order, as
programs write them (5,400 frames: 0.1 s), and line by line (0.4 s) for everything else, which also finds the line that
is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from unbake.errors import FileError, shorten
from unbake.formats.text_file import read_text
from unbake.formats.text_numbers import first_wrong, number_at, strict_integer, strict_numbers, text_lines
from unbake.ground.arrays import Floats

Freedoms = Mapping[str, tuple[str, ...]]
"""For the root and each moving bone its degrees of freedom, as the skeleton lists them."""

_MOST_DIGITS_OF_A_FRAME = 9


@dataclass(frozen=True)
class AcclaimFrames:
    """The values of an AMC file.

    Parameters
    ----------
    values : (F, C) as written: the freedoms of every bone in the order of the skeleton.
    first_frame : number of the first frame.
    angle_unit : ``deg`` or ``rad`` where the file says so.
    """

    values: Floats
    first_frame: int
    angle_unit: str | None


def read_amc(path: Path, freedoms: Freedoms, skeleton_file: Path) -> AcclaimFrames:
    """Read all frames.

    Parameters
    ----------
    path : the AMC file.
    freedoms : what moves, from the skeleton.
    skeleton_file : its name, for messages.

    Raises
    ------
    FileError : a broken file, or one that does not fit the skeleton: a bone unknown, missing or listed twice in a
        frame, a wrong number of values, frame numbers that do not run on.
    """
    lines = text_lines(read_text(path))
    start, angle_unit = _header(path, lines)
    first_frame = _first_frame(path, lines, start)
    values = _by_columns(lines[start:], freedoms, first_frame)
    if values is None:
        values = _by_lines(path, lines, start, freedoms, skeleton_file)
    return AcclaimFrames(values, first_frame, angle_unit)


def _header(path: Path, lines: Sequence[str]) -> tuple[int, str | None]:
    """Return the index of the first line behind comments and ``:KEYWORD`` lines, and the unit of angle if named."""
    unit = None
    for index, line in enumerate(lines):
        word = line.strip().upper()
        if word.startswith(":DEG"):
            unit = "deg"
        elif word.startswith(":RAD"):
            unit = "rad"
        elif word and not word.startswith(("#", ":")):
            return index, unit
    raise FileError(path, "has no frames", line=len(lines), expected="the number of the first frame")


def _first_frame(path: Path, lines: Sequence[str], start: int) -> int:
    number = _frame_number(lines[start].split())
    if number is None:
        actual = lines[start].strip()
        raise FileError(path, "no frame", line=start + 1, expected="the number of the first frame", actual=actual)
    return number


def _frame_number(words: Sequence[str]) -> int | None:
    """Return the number of a frame that a line announces; None where the line is another."""
    if len(words) != 1 or len(words[0]) > _MOST_DIGITS_OF_A_FRAME or not words[0].isdecimal():
        return None
    return strict_integer(words[0])


def _by_columns(lines: Sequence[str], freedoms: Freedoms, first_frame: int) -> Floats | None:
    """Return the values (F, C) if every frame is laid out like the first and nothing is wrong; None otherwise."""
    order = []
    for line in lines[1 : len(freedoms) + 1]:
        words = line.split()
        if not words or len(words) - 1 != len(freedoms.get(words[0], ())):
            return None
        order.append(words[0])
    if sorted(order) != sorted(freedoms):
        return None
    words = " ".join(lines).split()
    per_frame = 1 + sum(1 + len(freedoms[name]) for name in order)
    frames, rest = divmod(len(words), per_frame)
    if rest or words[::per_frame] != [str(first_frame + frame) for frame in range(frames)]:
        return None
    columns: dict[str, list[Floats]] = {}
    place = 1
    for name in order:
        if words[place::per_frame].count(name) != frames:
            return None
        blocks = [strict_numbers(words[place + 1 + n :: per_frame]) for n in range(len(freedoms[name]))]
        columns[name] = [block for block in blocks if block is not None]
        if len(columns[name]) != len(blocks):
            return None
        place += 1 + len(blocks)
    return np.stack([column for name in freedoms for column in columns[name]], axis=1)


def _by_lines(path: Path, lines: Sequence[str], start: int, freedoms: Freedoms, skeleton_file: Path) -> Floats:
    """Return the values (F, C), or raise FileError for the first line that is wrong."""
    rows: list[list[float]] = []
    number = _first_frame(path, lines, start)
    frame: dict[str, list[float]] = {}
    for line, text in enumerate(lines[start + 1 :], start=start + 2):
        words = text.split()
        if not words or words[0].startswith("#"):
            continue
        announced = _frame_number(words)
        if announced is None:
            _read_bone(path, line, words, frame, freedoms, skeleton_file)
            continue
        rows.append(_row(path, line, number, frame, freedoms))
        if announced != number + 1:
            raise FileError(path, "frames do not run on", line=line, expected=str(number + 1), actual=words[0])
        number, frame = announced, {}
    rows.append(_row(path, len(lines), number, frame, freedoms))
    return np.array(rows)


def _read_bone(
    path: Path, line: int, words: list[str], frame: dict[str, list[float]], freedoms: Freedoms, skeleton_file: Path
) -> None:
    """Add the values on a bone's line to its frame."""
    name, values = words[0], words[1:]
    if name not in freedoms:
        message = f"the skeleton {skeleton_file} has no bone {shorten(name)} that moves"
        raise FileError(path, message, line=line)
    if name in frame:
        raise FileError(path, f"bone {shorten(name)} is listed twice in one frame", line=line)
    wanted = freedoms[name]
    if len(values) != len(wanted):
        expected = f"{len(wanted)} ({' '.join(wanted)}), found {len(values)}"
        raise FileError(path, f"wrong number of values for bone {shorten(name)}", line=line, expected=expected)
    if (place := first_wrong(values)) is not None:
        number_at(path, line, values[place], f"the value {wanted[place]} of bone {shorten(name)}")
    frame[name] = [float(value) for value in values]


def _row(path: Path, line: int, number: int, frame: dict[str, list[float]], freedoms: Freedoms) -> list[float]:
    missing = [name for name in freedoms if name not in frame]
    if missing:
        message = f"frame {number} lacks {len(missing)} of {len(freedoms)} bones"
        raise FileError(path, message, line=line, expected=f"bone {shorten(missing[0])}")
    return [value for name in freedoms for value in frame[name]]
