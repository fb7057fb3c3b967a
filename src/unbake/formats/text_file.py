"""Text files, whatever their letters are."""

from __future__ import annotations

from pathlib import Path

from unbake.errors import FileError


def read_text(path: Path) -> str:
    """Return a text file's content; FileError where it is empty or binary.

    What is no UTF-8 is taken as Latin-1: names stay apart, whatever their letters were. A Ctrl-Z behind everything, by
    which old programs end a file, is left out.
    """
    data = path.read_bytes()
    if not data.strip():
        raise FileError(path, "is empty")
    if b"\0" in data:
        raise FileError(path, "is a binary file, not text")
    if data.rstrip().endswith(b"\x1a"):
        data = data.rstrip().rstrip(b"\x1a")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
