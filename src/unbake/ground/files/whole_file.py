"""Writing a file whole or not at all: every file that is written for a user goes through here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from unbake.errors import FileError
from unbake.ground.files.file_lock import IS_WINDOWS
from unbake.ground.files.unfinished import unfinished_file

# Read once: the mask can only be read by setting it, which is no business of a thread.
_UMASK = os.umask(0)
os.umask(_UMASK)

_NOT_ON_WINDOWS = '<>:"|?*'
"""What follows a colon there would be written beside the file, where nobody looks."""


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """Yield a temporary path with the suffix of `file` that takes its place on success and vanishes otherwise.

    A symbolic link stays, and what it leads to is written, on whatever file system that is; it may be missing as long
    as its folder is there. What is replaced hands on its permissions, and its owner where that is allowed. Of a file
    with several hard links only this name gets the new content: the others, backups often, keep the old.

    Raises
    ------
    FileError : the file cannot be written: a missing folder, no permission, a loop of links, a full disk.
    """
    target = link_target(file)
    check_folder(file)
    try:
        with unfinished_file(target.parent, file.suffix) as temporary:
            yield temporary
            _hand_on_permissions(target, temporary)
            temporary.replace(target)
    except OSError as error:
        raise FileError.of_system(file, "cannot be written", error) from error


def _hand_on_permissions(target: Path, temporary: Path) -> None:
    try:
        old = target.stat()
    except FileNotFoundError:
        with suppress(OSError):
            temporary.chmod(0o666 & ~_UMASK)
        return
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(temporary, old.st_uid, old.st_gid)
    with suppress(OSError):  # not every file system has permissions
        temporary.chmod(old.st_mode & 0o777)


def link_target(file: Path) -> Path:
    """Return the absolute path that a path leads to, all symbolic links followed; FileError where they form a loop."""
    target = Path(os.path.realpath(file))
    if target.is_symlink():
        raise FileError(file, "is a symbolic link that leads back to itself; remove it or name another file")
    return target


def check_folder(file: Path) -> None:
    """Raise FileError if no file can be written at this path."""
    target = link_target(file)
    odd = sorted(set(file.name) & set(_NOT_ON_WINDOWS)) if IS_WINDOWS else []
    if odd:
        raise FileError(file, f"cannot be written: on Windows, no name has {' '.join(odd)}")
    if target.is_dir():
        raise FileError(file, "is a folder, not a file")
    if not target.parent.is_dir():
        raise FileError(file, f"cannot be written: {_its_folder(file, target)} does not exist")
    if target.exists() and not target.is_file():
        raise FileError(file, "cannot be written: it is a device or a pipe, not a file")
    if not os.access(target.parent, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
        raise FileError(file, "cannot be written: permission denied")


def _its_folder(file: Path, target: Path) -> str:
    return f"the folder that its link leads to, {target.parent}," if file.is_symlink() else "its folder"
