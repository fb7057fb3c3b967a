"""Lines that a person can paste into a shell."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

from unbake.ground.file_lock import IS_WINDOWS

_PLAIN = re.compile(r"[\w@%+=:,./\\~-]+")


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
