"""Folders for as long as something is being done, and what becomes of them when a process is killed.

A folder is called ``unbake-HOST-RANDOM`` and stays locked until it is removed. SIGTERM and SIGHUP remove it. What a
process leaves that had no time for that is removed by the next one that needs a folder, if both run on this host for
the same user and the lock is free.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from unbake.ground.files.file_lock import lock
from unbake.ground.files.unfinished import HOST, is_there, removed_when_killed, unfinished

_NAME = re.compile(rf"unbake-{HOST}-[a-z0-9_]{{8}}")


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Yield a new folder among the system's temporary files; in the end it is removed with all that is in it.

    Raises OSError where it cannot be made.
    """
    _remove_abandoned(Path(tempfile.gettempdir()))
    with removed_when_killed():
        folder, opened = _new_folder()
        unfinished.add(folder)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            unfinished.discard(folder)
            if opened is not None:
                os.close(opened)


def _new_folder() -> tuple[Path, int | None]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=f"unbake-{HOST}-"))
        try:
            opened = os.open(folder, os.O_RDONLY)
        except FileNotFoundError:
            continue  # whoever removes abandoned folders was quicker
        except OSError:
            return folder, None  # no such locks on Windows: then nobody removes it
        try:
            lock(opened)
        except BlockingIOError:
            os.close(opened)
            continue
        except OSError:
            return folder, opened
        if is_there(folder, opened):
            return folder, opened
        os.close(opened)


def _remove_abandoned(place: Path) -> None:
    """Remove the folders of killed processes; whatever is in doubt stays."""
    with suppress(OSError), os.scandir(place) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False) and _is_own(entry):
                with suppress(OSError):
                    _remove_unless_locked(Path(entry.path))


def _is_own(entry: os.DirEntry[str]) -> bool:
    return hasattr(os, "geteuid") and entry.stat(follow_symlinks=False).st_uid == os.geteuid()


def _remove_unless_locked(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    try:
        lock(opened)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(opened)
