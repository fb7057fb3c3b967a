"""Annotations as CSV: a row for each span.

Columns are parted by commas, semicolons or tabs. ``clip,flag,first,last`` are needed; ``value`` is yes or no (yes where
it is empty or missing), ``by`` person or classifier, ``confidence`` a classifier's.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from unbake.annotations.exchange.spans import Span, Spans, checked_span
from unbake.errors import FileError
from unbake.ground.files.whole_file import whole_file

LARGEST_BYTES = 100_000_000
NEEDED = ("clip", "flag", "first", "last")
COLUMNS = (*NEEDED, "value", "by", "confidence")
VALUES = {"yes": True, "no": False, "": True}
AUTHORS = {"person": False, "classifier": True, "": False}


def load_csv(file: str | os.PathLike[str]) -> Spans:
    """Return the spans of all clips in a file.

    Raises
    ------
    FileError : unreadable, binary, without the needed columns, or with a row that is no span.
    """
    file = Path(file)
    text = read_utf8(file)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    out: Spans = {}
    try:
        names = [str(name).strip() for name in reader.fieldnames or ()]
        reader.fieldnames = names
        if missing := [name for name in NEEDED if name not in names]:
            raise FileError(file, f"lacks the column {missing[0]}", line=1, expected=",".join(NEEDED))
        for row in reader:
            clip, span = _span(file, reader.line_num, row)
            out.setdefault(clip, []).append(span)
    except csv.Error as error:
        raise FileError(file, f"is no CSV ({error})", line=reader.line_num) from error
    return out


def _delimiter(text: str) -> str:
    """What parts the columns: commas, or what spreadsheets write where commas are for decimals."""
    header = text.split("\n", 1)[0]
    return max(",;\t", key=header.count)


def _span(file: Path, line: int, row: Mapping[str | None, str | list[str] | None]) -> tuple[str, Span]:
    if None in row:
        raise FileError(file, "a row has more columns than the first", line=line)
    fields = {str(name): str(value or "").strip() for name, value in row.items()}
    if not fields["clip"]:
        raise FileError(file, "a row names no clip", line=line)
    is_set = _choice(file, line, fields.get("value", ""), VALUES)
    is_guess = _choice(file, line, fields.get("by", ""), AUTHORS)
    confidence = _number(file, line, fields.get("confidence") or "0.5") if is_guess else None
    first, last = (_frame(file, line, fields[name]) for name in ("first", "last"))
    return fields["clip"], checked_span(str(file), line, fields["flag"], first, last, is_set, confidence)


def _choice(file: Path, line: int, text: str, choices: Mapping[str, bool]) -> bool:
    if text.lower() not in choices:
        raise FileError(file, "a value is none", line=line, expected=" or ".join(filter(None, choices)), actual=text)
    return choices[text.lower()]


def _frame(file: Path, line: int, text: str) -> int:
    if not text.lstrip("-").isascii() or not text.lstrip("-").isdigit() or len(text) > 10:
        raise FileError(file, "a frame is no number", line=line, expected="a whole number", actual=text)
    try:
        return int(text)
    except ValueError as error:
        raise FileError(file, "a frame is no number", line=line, actual=text) from error


def _number(file: Path, line: int, text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise FileError(file, "a confidence is no number", line=line, actual=text) from error


def save_csv(spans: Mapping[str, Sequence[Span]], file: str | os.PathLike[str]) -> None:
    """Write the spans of all clips, whole or not at all; FileError where that cannot be."""
    file = Path(file)
    with whole_file(file) as temporary, temporary.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        for clip, own in spans.items():
            for span in own:
                by, confidence = ("classifier", span.confidence) if span.is_guess else ("person", "")
                value = "yes" if span.is_set else "no"
                writer.writerow([clip, span.flag, span.first_number, span.last_number, value, by, confidence])


def read_utf8(file: Path) -> str:
    """Return the text of a file; FileError where it cannot be read, is empty, too large or no text."""
    try:
        if file.stat().st_size > LARGEST_BYTES:
            raise FileError(file, f"is larger than {LARGEST_BYTES // 1_000_000} MB")
        data = file.read_bytes()
    except OSError as error:
        raise FileError.of_system(file, "cannot be read", error) from error
    if not data.strip():
        raise FileError(file, "is empty")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(file, f"is no UTF-8 text (byte {error.start})") from error
    if "\0" in text:
        raise FileError(file, "is a binary file, not text")
    return text
