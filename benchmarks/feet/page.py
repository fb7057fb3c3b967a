"""Tables of the page on feet, each between two marks, written by what measures them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "measured" / "feet.md"
END = "<!-- end -->"


def with_table(page: str, name: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a page with the table of that name replaced; its first column is text.

    Raises
    ------
    ValueError : the page has no marks of that name.
    """
    begin = f"<!-- {name} -->"
    before, rest = page.split(begin, 1)
    after = rest.split(END, 1)[1]
    lines = ["| " + " | ".join(line) + " |" for line in (header, ["---"] * len(header), *rows)]
    return before + "\n".join([begin, *lines, END]) + after


def write_table(name: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write one table into the page."""
    PAGE.write_text(with_table(PAGE.read_text(), name, header, rows))
