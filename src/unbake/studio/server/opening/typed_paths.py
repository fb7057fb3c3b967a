"""Paths that a person types or pastes: where they lead, and what can be opened on the way there."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from unbake.errors import FileError, UnbakeError, UsageError
from unbake.ground.files.file_lock import IS_WINDOWS
from unbake.studio.server.messages import FolderEntry, FolderListed
from unbake.studio.server.opening.sources import LIBRARY, PROJECT, check_startup, clip_suffixes

MOST_ENTRIES = 500
"""Of one folder; a longer list says that there are more."""

QUOTES = "\"'"


def typed_path(text: str, folder: Path) -> Path:
    """Return the path that a person means; files are not looked at.

    Parameters
    ----------
    text : what was typed: absolute, within `folder`, or with ``~``; quotes around it and ``file://`` are as file
        managers and terminals copy them.
    folder : where paths that are not absolute begin.

    Raises
    ------
    UsageError : nothing, a character that no path can have, the home of a user that there is not.
    """
    name = text.strip()
    if len(name) > 1 and name[0] == name[-1] and name[0] in QUOTES:
        name = name[1:-1]
    if name.lower().startswith("file://"):
        name = unquote(urlsplit(name).path)
        if IS_WINDOWS and re.match("/[a-z]:", name.lower()):
            name = name[1:]
    if not name:
        raise UsageError("type the path of a file")
    if any(ord(c) < 32 for c in name):
        raise UsageError("a path has no line breaks or other control characters")
    try:
        return folder / Path(name).expanduser()
    except RuntimeError as error:
        raise UsageError(f"{name}: there is no such user's folder") from error


def checked_path(text: str, folder: Path) -> Path:
    """Return the path of a file that can be opened; see `typed_path`.

    Raises
    ------
    UsageError : no path, a suffix that is unknown.
    FileError : as `checked_file`, a file that cannot be read.
    """
    path = checked_file(text, folder)
    check_startup(path)
    return path


def checked_file(text: str, folder: Path) -> Path:
    """Return the path of a file that is there; see `typed_path`.

    Raises
    ------
    UsageError : no path.
    FileError : nothing there, a folder, something that is no file.
    """
    path = typed_path(text, folder)
    try:
        if not path.exists():
            raise FileError(path, "there is no such file")
        # To open a pipe would wait for whoever writes into it.
        if not path.is_dir() and not path.is_file():
            raise FileError(path, "is a device or a pipe, not a file")
    except OSError as error:
        raise FileError.of_system(path, "cannot be read", error) from error
    if path.is_dir():
        raise FileError(path, "is a folder, not a file")
    return path


def listed(text: str, folder: Path) -> FolderListed:
    """Return what a path that is being typed can go on with: folders, and files that can be opened.

    A folder that is missing or cannot be read has no entries, and is the problem that is named.

    Parameters
    ----------
    text : a folder, or the beginning of a name in one; see `typed_path`.
    folder : where paths that are not absolute begin; listed where nothing is typed.
    """
    place, problem = folder, _problem(text, folder)
    found: list[FolderEntry] = []
    try:
        path = typed_path(text, folder) if text.strip() else folder
        is_whole = not text.strip() or text.strip().endswith(("/", os.sep)) or text.strip() in ("~", ".", "..")
        place, begun = (path, "") if is_whole else (path.parent, path.name)
        if text.strip().endswith(("/.", f"{os.sep}.")):
            place, begun = path, "."
        found = sorted(_entries(place, begun), key=lambda entry: (not entry.is_folder, entry.name.lower()))
    except UnbakeError as error:
        problem = str(error)
    return FolderListed(str(place), tuple(found[:MOST_ENTRIES]), len(found) > MOST_ENTRIES, problem)


def _problem(text: str, folder: Path) -> str | None:
    try:
        checked_path(text, folder)
    except UnbakeError as error:
        return str(error)
    return None


def _entries(folder: Path, begun: str) -> list[FolderEntry]:
    """What a folder holds that begins so, in any case; hidden things only where a dot was typed."""
    known = (*clip_suffixes(), PROJECT, LIBRARY)
    found = []
    try:
        with os.scandir(folder) as inside:
            for entry in inside:
                is_hidden = entry.name.startswith(".") and not begun.startswith(".")
                if is_hidden or not entry.name.lower().startswith(begun.lower()):
                    continue
                is_folder = _is_folder(entry)
                if is_folder or entry.name.lower().endswith(known):
                    found.append(FolderEntry(entry.name, is_folder))
    except OSError as error:
        raise FileError.of_system(folder, "cannot be looked into", error) from error
    return found


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False
