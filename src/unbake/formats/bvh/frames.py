"""The lines of values of a BVH file, and what tells that they are all there.

A file is cut off where a line is too short, or where its very last number is. The second shows only by what is around:
without a line end behind it the number may have had more digits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from unbake.errors import FileError
from unbake.formats.text_numbers import first_wrong, number_at, strict_numbers
from unbake.ground.arrays import Floats

_ROWS_AT_ONCE = 2048
_ENOUGH = 20
"""So many numbers that are written alike are so on purpose."""
_SHAPE = re.compile(r"[+-]?[0-9]*\.?([0-9]*)([eE][+-]?[0-9]*)?")


def read_frames(
    path: Path, lines: Sequence[str], first: int, columns: int, claimed: tuple[int, int]
) -> tuple[Floats, tuple[str, ...]]:
    """Return the values (F, C) of the lines from index `first` on, and what a person should know of their number.

    Memory follows what stands in the file, never what its header claims.

    Parameters
    ----------
    path : for messages.
    lines : of the whole file; the last is empty where the file ends with a line end.
    first : index of the first line of values.
    columns : how many numbers a frame has.
    claimed : the announced number of frames, and its line.

    Raises
    ------
    FileError : a word that is no number, a line of the wrong length, no frames at all, a last number that was cut off.
    """
    blocks: list[Floats] = []
    counts: list[int] = []
    for start in range(first, len(lines), _ROWS_AT_ONCE):
        rows = [line.split() for line in lines[start : start + _ROWS_AT_ONCE]]
        counts += map(len, rows)
        block = strict_numbers(list(chain.from_iterable(rows)))
        if block is None:
            row, place = next((r, p) for r, tokens in enumerate(rows) if (p := first_wrong(tokens)) is not None)
            number_at(path, start + row + 1, rows[row][place], f"the number of channel {place + 1} of {columns}")
        else:
            blocks.append(block)
    _check_lines(path, counts, first, columns, claimed)
    values = np.concatenate(blocks).reshape(-1, columns)
    return _trusted(path, lines, first, values, claimed[0])


def _check_lines(path: Path, counts: Sequence[int], first: int, columns: int, claimed: tuple[int, int]) -> None:
    """Refuse lines that do not hold a frame each.

    A frame may be wrapped over several lines, if all numbers together are exactly those of the claimed frames.
    """
    frames, frames_line = claimed
    filled = [(first + row + 1, count) for row, count in enumerate(counts) if count]
    if not filled:
        expected = f"{frames:,} frames as announced, found 0"
        raise FileError(path, "the number of frames is wrong", line=frames_line, expected=expected)
    if len(filled) != frames and sum(counts) == frames * columns:
        return
    wrong = next(((line, count) for line, count in filled if count != columns), None)
    if wrong is not None:
        line, count = wrong
        expected = f"{columns} numbers, one for each channel of the hierarchy"
        raise FileError(path, "a line of the wrong length", line=line, expected=f"{expected}, found {count}")


def _trusted(
    path: Path, lines: Sequence[str], first: int, values: Floats, announced: int
) -> tuple[Floats, tuple[str, ...]]:
    """Return the frames that are whole; FileError where the last number is known to be cut off."""
    frames, notes = len(values), []
    if frames != announced:
        may_be = "; the file may have been cut off" if frames < announced else ""
        notes.append(f"{announced:,} frames are announced and {frames:,} are there: these were read{may_be}")
    ends_behind_number = lines[-1] != "" and not lines[-1][-1].isspace()
    if not ends_behind_number or _is_last_whole(path, lines, first):
        return values, tuple(notes)
    last = lines[-1].split()[-1]
    if frames < announced and frames > 1:
        notes.append(f"the last frame was left out: no line end follows its last number, {last}, which may be cut off")
        return values[:-1], tuple(notes)
    return values, (*notes, f"no line end follows the last number, {last}: it may be cut off")


def _is_last_whole(path: Path, lines: Sequence[str], first: int) -> bool:
    """Whether the last number of a file without a last line end has all its digits: it is written like all others.

    Raises FileError where it is shorter than the others, which are alike; returns False where nobody can tell.
    """
    words = list(chain.from_iterable(line.split() for line in lines[first:]))
    *above, last = map(_shape, words)
    if len(above) < _ENOUGH or len(set(above)) != 1 or not above[0][0]:
        return False
    if last == above[0]:
        return True
    if last[0] <= above[0][0] and last[1] <= above[0][1]:
        expected = f"{above[0][0]} decimals as in all others"
        raise FileError(path, "the file ends within a number", line=len(lines), expected=expected, actual=words[-1])
    return False


def _shape(word: str) -> tuple[int, int]:
    """Return how many decimals a number is written with, and how many characters its exponent has."""
    match = _SHAPE.fullmatch(word)
    return (len(match[1]), len(match[2] or "")) if match and "." in word else (0, 0)
