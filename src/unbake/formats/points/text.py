"""Points in comma-separated text: a row a frame, with or without a row of titles.

``frame`` and ``time`` (in seconds), in the first two columns, number and time the frames. Columns titled
``hips_x, hips_y, hips_z`` (or ``hips.x``, ``hips X``, ``hips:x``) in a row make the point ``hips``; unless all columns
come in such threes, each is a loose number. Without titles, columns whose count is a multiple of three are the points
p0, p1, … Semicolons and tabs separate as well. A first column without a title that counts, as pandas writes its index,
numbers the frames.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np

from unbake.errors import FileError, shorten
from unbake.formats.text_file import read_text
from unbake.formats.text_numbers import first_wrong, number_at, strict_number, strict_numbers, text_lines
from unbake.ground.arrays import Floats
from unbake.motion.frame_rate import snapped_rate
from unbake.motion.names import renamed_note, writable
from unbake.motion.points import Points

_COUNTERS = ("frame", "time")
_AXIS_TITLE = re.compile(r"(.*\S|)[\s_.:\-]+([xyz])", re.IGNORECASE | re.DOTALL)

Row = tuple[int, list[str]]
"""The number of a line, from 1, and its cells."""


def read_csv(path: Path) -> tuple[Points, Fraction | None]:
    """Return the points of a file, and the rate where it has a column of times.

    Raises
    ------
    FileError : cells that are no numbers, rows of different lengths, frames or times that do not run on.
    """
    rows = _rows(path)
    titles: list[str] | None = None
    notes: tuple[str, ...] = ()
    if any(strict_number(cell) is None for cell in rows[0][1]) and not _looks_numeric(rows[0][1]):
        given = rows.pop(0)[1]
        titles, notes = [writable(title) for title in given], renamed_note(given, "columns")
        if not rows:
            raise FileError(path, "has titles but no frames", line=1)
    values = _values(path, rows, len(titles or rows[0][1]))
    if titles and not titles[0] and (values[:, 0] == np.round(values[0, 0]) + np.arange(len(values))).all():
        titles[0] = "frame"
    counters = _counters(titles)
    body = values[:, len(counters) :]
    if not body.shape[1]:
        raise FileError(path, "has no columns of numbers beside its frame numbers and times")
    names, size = _grouped(titles[len(counters) :] if titles else None, body.shape[1])
    first, fps = 1, None
    for column, counter in enumerate(counters):
        if counter == "frame":
            first = _first_frame(path, rows, values[:, column])
        else:
            fps = _rate(path, rows, column, values[:, column])
    return Points(body, names, size, first_frame=first, warnings=notes), fps


def write_csv(points: Points, path: Path) -> None:
    """Write titles, frame numbers, times and all digits of the values."""
    titles = [f"{name}_{axis}" for name in points.names for axis in "xyz"] if points.size == 3 else list(points.names)
    with path.open("w", encoding="utf-8", errors="replace", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*_COUNTERS, *titles])
        for index, row in enumerate(points.values.tolist()):
            time_s = float(index / points.fps)
            writer.writerow([points.first_frame + index, f"{time_s:.17f}", *(repr(value) for value in row)])


def _rows(path: Path) -> list[Row]:
    """Return the rows that are not blank, with their lines."""
    lines = text_lines(read_text(path))
    first = next((line for line in lines if line.strip()), "")
    delimiter = next((letter for letter in ",;\t" if letter in first), ",")
    reader = csv.reader(iter(lines), delimiter=delimiter, strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader if any(map(str.strip, cells))]
    except csv.Error as error:
        raise FileError(path, f"no comma-separated text ({error})", line=reader.line_num) from error
    if not rows:
        raise FileError(path, "has no cells with anything in them", line=1)
    return rows


def _looks_numeric(cells: Sequence[str]) -> bool:
    """Whether a first row that holds something else than numbers is still meant as numbers: most cells are.

    Behind the title of a counter numbers are names.
    """
    return not _counters(cells) and sum(strict_number(cell) is not None for cell in cells) > len(cells) / 2


def _values(path: Path, rows: Sequence[Row], columns: int) -> Floats:
    """Return the numbers (F, columns); FileError naming the line of the first row or cell that is wrong."""
    for line, cells in rows:
        if len(cells) != columns:
            expected = f"{columns} cells as in the first row, found {len(cells)}"
            raise FileError(path, "a row of another length", line=line, expected=expected)
    values = strict_numbers([cell for _, cells in rows for cell in cells])
    if values is None:
        line, cells, place = next((n, c, p) for n, c in rows if (p := first_wrong(c)) is not None)
        number_at(path, line, cells[place], f"a number in column {place + 1}")
        raise AssertionError("strict_numbers and first_wrong disagree")
    return values.reshape(len(rows), columns)


def _counters(titles: Sequence[str] | None) -> list[str]:
    """Return which of the first columns count frames or time."""
    counters: list[str] = []
    for title in (titles or [])[: len(_COUNTERS)]:
        word = re.split(r"[\s_(\[]", title.lower())[0]
        if word not in _COUNTERS or word in counters or _AXIS_TITLE.fullmatch(title):
            break
        counters.append(word)
    return counters


def _grouped(titles: Sequence[str] | None, columns: int) -> tuple[tuple[str, ...], int]:
    """Return the names of the points and how many columns each has."""
    if titles is None:
        size = 3 if columns % 3 == 0 else 1
        return tuple(f"p{number}" for number in range(columns // size)), size
    matches = [_AXIS_TITLE.fullmatch(title) for title in titles]
    names = []
    for place in range(0, columns, 3):
        group = [match for match in matches[place : place + 3] if match]
        if "".join(match[2].lower() for match in group) != "xyz" or len({match[1] for match in group}) != 1:
            return tuple(titles), 1
        names.append(group[0][1])
    return tuple(names), 3


def _first_frame(path: Path, rows: Sequence[Row], numbers: Floats) -> int:
    wrong = np.flatnonzero(numbers != np.round(numbers[0]) + np.arange(len(numbers)))
    if wrong.size:
        place = int(wrong[0])
        line = rows[place][0]
        expected = f"frame {round(numbers[0]) + place}, found {numbers[place]:g}"
        raise FileError(path, "frames do not run on", line=line, expected=expected)
    return int(numbers[0])


def _rate(path: Path, rows: Sequence[Row], column: int, times_s: Floats) -> Fraction | None:
    """Return the rate of evenly spaced times, undoing the rounding of their digits; None for a single frame."""
    last = len(times_s) - 1
    if not last:
        return None
    step_s = (times_s[-1] - times_s[0]) / last
    cell = rows[last][1][column].lower()
    decimals = 17 if "e" in cell else len(cell.partition(".")[2])
    # Steps may jitter, and both their ends may be rounded coarsely, but no frame may be missing.
    slack = 0.25 * step_s + 2.1 * 10.0**-decimals
    wrong = np.flatnonzero(np.abs(np.diff(times_s) - step_s) > slack)
    if step_s <= 0.0 or wrong.size:
        line = rows[last if step_s <= 0.0 else int(wrong[0]) + 1][0]
        raise FileError(path, "the times are not evenly spaced", line=line, expected="steps of one frame's time")
    digits = min(decimals + int(math.log10(last)), 17)
    try:
        return snapped_rate(f"{step_s:.{digits}f}")
    except ValueError:
        found = shorten(f"{step_s:.6g} s")
        raise FileError(path, f"no usable frame rate from times in steps of {found}", line=rows[last][0]) from None
