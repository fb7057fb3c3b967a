"""Files that are still being written, under names of their own, and what becomes of them when a process is killed.

A file that is being written is called ``.unbake-HOST-RANDOM.ext`` and stays locked until it has its real name. What a
killed process leaves is removed by the next one that writes to the same folder. It must be sure that nobody writes the
file any more: the file must belong to the same user, its lock must be free, and, where another host made it, nothing
may have changed for a day, because locks do not reach other hosts on every network file system. Windows renames no file
that is open, so there none is locked, and all of them have to be a day old.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import signal
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from threading import current_thread, main_thread
from types import FrameType

from unbake.ground.files.file_lock import IS_WINDOWS, lock

DAY_S = 24 * 3600.0
HOST = f"{zlib.crc32(platform.node().encode()):08x}"
_NAME = re.compile(r"\.unbake-([0-9a-f]{8})-[a-z0-9_]{8}(\.[^.]*)?")
_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))

unfinished: set[Path] = set()
"""What this process is still writing, files and folders."""


@contextmanager
def unfinished_file(folder: Path, suffix: str) -> Iterator[Path]:
    """Yield a new, locked file in `folder`; it is removed in the end unless it was renamed.

    Raises OSError where it cannot be made.
    """
    remove_abandoned(folder)
    with removed_when_killed():
        opened, file = _new_file(folder, suffix)
        unfinished.add(file)
        try:
            yield file
        finally:
            file.unlink(missing_ok=True)
            unfinished.discard(file)
            if opened is not None:
                os.close(opened)


def _new_file(folder: Path, suffix: str) -> tuple[int | None, Path]:
    while True:
        opened, name = tempfile.mkstemp(prefix=f".unbake-{HOST}-", suffix=suffix, dir=folder)
        if IS_WINDOWS:
            os.close(opened)
            return None, Path(name)
        try:
            lock(opened)
        except BlockingIOError:
            os.close(opened)  # whoever removes abandoned files was quicker
            continue
        except OSError:
            return opened, Path(name)  # no locks here: then nobody removes it
        if is_there(name, opened):
            return opened, Path(name)
        os.close(opened)


def is_there(name: str | Path, opened: int) -> bool:
    """Return whether an open file still has its name."""
    try:
        return os.path.samestat(os.lstat(name), os.fstat(opened))
    except FileNotFoundError:
        return False


def remove_abandoned(folder: Path) -> None:
    """Remove what killed processes of the same user left unfinished in a folder; whatever is in doubt stays."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if (match := _NAME.fullmatch(entry.name)) and _may_be_abandoned(entry, match[1]):
                with suppress(OSError):
                    _remove_unless_locked(entry.path)


def _may_be_abandoned(entry: os.DirEntry[str], host: str) -> bool:
    try:
        facts = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    is_own = not hasattr(os, "geteuid") or facts.st_uid == os.geteuid()
    is_known = host == HOST and not IS_WINDOWS
    return S_ISREG(facts.st_mode) and is_own and (is_known or time.time() - facts.st_mtime > DAY_S)


def _remove_unless_locked(path: str) -> None:
    opened = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        lock(opened)
        if not IS_WINDOWS:
            Path(path).unlink()
    finally:
        os.close(opened)
    if IS_WINDOWS:
        Path(path).unlink()  # it removes nothing that is open


@contextmanager
def removed_when_killed() -> Iterator[None]:
    """While it lasts, SIGTERM and SIGHUP remove what is unfinished before they end the process.

    Signals that somebody else handles are left to them, and so are all signals outside the main thread.
    """
    is_main = current_thread() is main_thread()
    taken = [number for number in _SIGNALS if is_main and signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def remove_unfinished() -> None:
    """Remove all files and folders that this process is still writing: it is about to end."""
    for file in tuple(unfinished):
        with suppress(OSError):
            shutil.rmtree(file) if file.is_dir() else file.unlink()


def _end(number: int, frame: FrameType | None) -> None:
    remove_unfinished()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
