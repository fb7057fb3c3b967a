"""What a studio keeps for next time, in a folder of the person who uses it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import platformdirs

from unbake.errors import FileError
from unbake.ground.files.whole_file import whole_file


def state_folder() -> Path:
    """Return the folder for what is kept from one session to the next; ``UNBAKE_STATE`` names another."""
    given = os.environ.get("UNBAKE_STATE")
    return Path(given) if given else platformdirs.user_state_path("unbake", appauthor=False)


def make_private(folder: Path) -> None:
    """Make a folder that others on this machine cannot look into; FileError where that cannot be done."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FileError.of_system(folder, "cannot be made", error) from error


def read_json(file: Path) -> Any:
    """Return what a JSON file holds; None where there is none that can be read: what is kept here can be lost."""
    try:
        return json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def write_json(file: Path, value: Any) -> None:
    """Write a JSON file, whole or not at all, with its folder if that is missing."""
    make_private(file.parent)
    with whole_file(file) as temporary:
        temporary.write_text(json.dumps(value), encoding="ascii")
