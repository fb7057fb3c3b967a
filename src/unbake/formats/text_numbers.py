"""Numbers in text files, read strictly: what Python calls a number and motion files do not is refused.

``float`` takes ``nan``, ``inf``, ``1_000`` and digits of any script; a motion file that holds one of these is broken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from unbake.errors import FileError
from unbake.ground.arrays import Floats

LARGEST_NUMBER = 1e9
"""Larger numbers are refused: neither a position nor an angle, and squares of such leave no digits."""

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)


def strict_number(token: str) -> float | None:
    """Return the number that a token spells in decimal or scientific notation; None where it spells none.

    Numbers beyond `LARGEST_NUMBER` count as none.
    """
    if not _NUMBER.fullmatch(token):
        return None
    value = float(token)
    return value if abs(value) <= LARGEST_NUMBER else None


def strict_integer(token: str) -> int | None:
    """Return the integer of at most 18 digits that a token spells; None where it spells none."""
    return int(token) if _INTEGER.fullmatch(token) else None


def strict_numbers(tokens: Sequence[str]) -> Floats | None:
    """Return many tokens as an array; None where one of them is no number (`first_wrong` says which).

    Agrees with `strict_number` on every token, at a fifth of its cost.
    """
    letters = "".join(tokens)
    if "_" in letters or not letters.isascii():
        return None
    try:
        values = np.array([float(token) for token in tokens])
    except ValueError:
        return None
    return values if (np.abs(values) <= LARGEST_NUMBER).all() else None


def first_wrong(tokens: Sequence[str]) -> int | None:
    """Return the place of the first token that is no number; None where all are."""
    return next((place for place, token in enumerate(tokens) if strict_number(token) is None), None)


def number_at(path: Path, line: int, token: str, what: str = "a number") -> float:
    """Return the number in `token`; FileError naming file and line where it is none or too large."""
    value = strict_number(token)
    if value is None:
        wrong = "is too large" if _NUMBER.fullmatch(token) else "is not a number"
        raise FileError(path, f"'{_short(token)}' {wrong}", line=line, expected=what)
    return value


def numbers_at(path: Path, line: int, tokens: Sequence[str], count: int, what: str) -> tuple[float, ...]:
    """Return exactly `count` numbers; FileError naming file, line and `what` otherwise."""
    if len(tokens) != count:
        raise FileError(
            path, f"{what} is incomplete or too long", line=line, expected=f"{count} numbers", actual=" ".join(tokens)
        )
    return tuple(number_at(path, line, token, f"a number of {what}") for token in tokens)


def text_lines(text: str) -> list[str]:
    """Split text at the line ends of any system, and only there, so that line numbers are those of an editor."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _short(token: str) -> str:
    return token if len(token) <= 24 else f"{token[:12]}…{token[-8:]}"
