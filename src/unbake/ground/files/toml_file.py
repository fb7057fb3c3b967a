"""Small TOML files that people write."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from unbake.errors import FileError


def read_toml(file: Path, most_bytes: int, what: str) -> tuple[dict[str, Any], str]:
    """Return what a TOML file holds, and its text.

    Parameters
    ----------
    file : its path.
    most_bytes : a larger file is refused.
    what : what it is to be, such as "a table of names".

    Raises
    ------
    FileError : a file that cannot be read, is too large, or is no TOML; the line is named where it is known.
    """
    try:
        if file.stat().st_size > most_bytes:
            raise FileError(file, f"is larger than {most_bytes:,} bytes, so it is no {what}")
        text = file.read_bytes().decode("utf-8")
    except OSError as error:
        raise FileError.of_system(file, "cannot be read", error) from error
    except UnicodeDecodeError as error:
        raise FileError(file, f"is no TOML ({str(error)[:200]})") from error
    return parsed_toml(text, file), text


def parsed_toml(text: str, file: Path) -> dict[str, Any]:
    """Return what a TOML text holds, which stands in a file, or would; FileError with the line where it is none."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"\(at line (\d+)", str(error))
        raise FileError(file, f"is no TOML ({str(error)[:200]})", line=int(found[1]) if found else None) from error
