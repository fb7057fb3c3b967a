"""Words that messages share: numbers with nouns, the first few of many names, ranges, lines to paste into a shell."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

from unbake.ground.files.file_lock import IS_WINDOWS

_PLAIN = re.compile(r"[\w@%+=:,./\\~-]+")


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: ``1 clip``, ``12 clips``, ``1,200 frames``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def listed(names: Iterable[str], most: int = 8) -> str:
    """Return the first names, and how many more there are."""
    every = list(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(every[:most]) + more


def frame_range(first: int, last: int) -> str:
    """Return the frames from one to another: ``12–30``, or ``12`` where they are the same."""
    return f"{first}–{last}" if last > first else f"{first}"


def shell_line(words: Iterable[str]) -> str:
    """Return the line for a shell of this system, POSIX's or, on Windows, cmd and PowerShell.

    On Windows, cmd knows no quotes but double ones; it and PowerShell take backslashes as they are.
    """
    return " ".join(map(_for_windows, words)) if IS_WINDOWS else shlex.join(words)


def _for_windows(word: str) -> str:
    if _PLAIN.fullmatch(word):
        return word
    escaped = word.replace('"', '\\"')
    return f'"{escaped}"'
