"""A pass: one person's judgement of transplants or blends, by runs of frames, as a CSV file.

A row is a run: ``transplant,first,last,human`` or ``blend,first,last,natural``, frames as the motion numbers them, both
included, and ``yes`` or ``no``. What has no row was not judged.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.2: labels by
runs of frames, in two separate passes.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from unbake.errors import FileError, UsageError
from unbake.ground.files.whole_file import whole_file

Kind = Literal["transplants", "blends"]
COLUMNS: Mapping[Kind, tuple[str, ...]] = {
    "transplants": ("transplant", "first", "last", "human"),
    "blends": ("blend", "first", "last", "natural"),
}
WORDS = {"yes": True, "no": False}
_NAME = re.compile(r"[\w-]{1,40}")
LARGEST_BYTES = 20_000_000


@dataclass(frozen=True, order=True)
class Run:
    """Frames `first` to `last`, both included, that look human or natural, or that do not."""

    first: int
    last: int
    is_yes: bool


@dataclass(frozen=True)
class Pass:
    """What a person said in one pass.

    Parameters
    ----------
    kind : of what.
    answers : runs of each thing that was judged, by its name; in order of time, none over another.
    """

    kind: Kind
    answers: Mapping[str, tuple[Run, ...]]

    def with_answer(self, name: str, runs: Iterable[Run]) -> Pass:
        """Return the pass with another answer for one thing; no runs take its answer back.

        Raises
        ------
        UsageError : runs that end before they begin, or that lie over each other.
        """
        ordered = tuple(sorted(runs))
        _check(name, ordered)
        answers = {other: said for other, said in self.answers.items() if other != name}
        return Pass(self.kind, answers | {name: ordered} if ordered else answers)


def kind_named(word: str) -> Kind:
    """Return the kind that a word means; UsageError where it means none."""
    for kind in get_args(Kind):
        if kind == word:
            return kind
    raise UsageError(f"'{word}' is not judged; expected transplants or blends")


def pass_file(library: Path, kind: Kind, name: str) -> Path:
    """Return the file of a pass, beside its library: ``moves-transplants-first.csv``.

    Raises
    ------
    UsageError : a name with anything but letters, digits, ``-`` and ``_``, or of more than 40 characters.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(f"'{name}' cannot name a pass; expected up to 40 letters, digits, - and _")
    return library.with_name(f"{library.stem}-{kind}-{name}.csv")


def read_pass(path: str | os.PathLike[str]) -> Pass:
    """Read a pass.

    Raises
    ------
    FileError : a file that cannot be read, other columns, a row that is no run, runs that lie over each other; the line
        is named.
    """
    file = Path(path)
    try:
        if file.stat().st_size > LARGEST_BYTES:
            raise FileError(file, f"is larger than {LARGEST_BYTES:,} bytes, so it is no pass")
        rows = list(csv.reader(io.StringIO(file.read_bytes().decode("utf-8-sig")), strict=True))
    except OSError as error:
        raise FileError.of_system(file, "cannot be read", error) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise FileError(file, f"is no table ({str(error)[:100]})") from error
    kind = next((kind for kind, columns in COLUMNS.items() if rows and tuple(rows[0]) == columns), None)
    if kind is None:
        raise FileError(file, "is no pass", line=1, expected=" or ".join(map(",".join, COLUMNS.values())))
    found: dict[str, list[Run]] = {}
    for line, row in enumerate(rows[1:], start=2):
        if row:
            name, run = _row(file, line, row)
            found.setdefault(name, []).append(run)
    try:
        answers = {name: _checked(name, sorted(runs)) for name, runs in found.items()}
    except UsageError as error:
        raise FileError(file, str(error)) from error
    return Pass(kind, answers)


def _row(file: Path, line: int, row: list[str]) -> tuple[str, Run]:
    words = [word.strip() for word in row]
    is_run = len(words) == 4 and words[0] and words[3].lower() in WORDS
    if not is_run or not all(re.fullmatch(r"-?\d{1,9}", word) for word in words[1:3]):
        raise FileError(file, "is no run", line=line, expected="a name, two frames, yes or no")
    return words[0], Run(int(words[1]), int(words[2]), WORDS[words[3].lower()])


def _checked(name: str, runs: list[Run]) -> tuple[Run, ...]:
    _check(name, runs)
    return tuple(runs)


def _check(name: str, runs: Iterable[Run]) -> None:
    before: Run | None = None
    for run in runs:
        if run.last < run.first or (before is not None and run.first <= before.last):
            raise UsageError(f"'{name}': frames {run.first} to {run.last} end before they begin, or are judged twice")
        before = run


def write_pass(one: Pass, path: Path) -> None:
    """Write a pass; the file appears whole or not at all. FileError where it cannot be written."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS[one.kind])
    for name in sorted(one.answers):
        for run in one.answers[name]:
            table.writerow((name, run.first, run.last, "yes" if run.is_yes else "no"))
    with whole_file(path) as temporary:
        temporary.write_text(text.getvalue(), encoding="utf-8")
