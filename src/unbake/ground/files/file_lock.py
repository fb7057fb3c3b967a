"""A lock on a file that ends with its process, however that ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

IS_WINDOWS = os.name == "nt"
"""There, a file that is open can be neither renamed nor removed."""


class FileLock:
    """A lock that one holder at a time has, in this process or in another.

    Parameters
    ----------
    file : is made where it is missing; its content does not matter.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._held: int | None = None

    def take(self) -> bool:
        """Return whether the lock is held now; False where somebody else holds it, or no file can be made."""
        try:
            opened = os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return False
        try:
            lock(opened)
        except OSError:
            os.close(opened)
            return False
        self._held = opened
        return True

    def release(self) -> None:
        """Let others take the lock."""
        if self._held is not None:
            os.close(self._held)  # which gives up the lock
            self._held = None


if sys.platform == "win32":
    import msvcrt

    _BEYOND = 2**30
    """Locked bytes cannot be written by others; these are none of the file's."""

    def lock(opened: int) -> None:
        """Lock an open file until it is closed; BlockingIOError at once where another holder has it."""
        os.lseek(opened, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
        except PermissionError as held:
            raise BlockingIOError(*held.args) from None

else:
    import fcntl

    def lock(opened: int) -> None:
        """Lock an open file until it is closed; BlockingIOError at once where another holder has it.

        Raises OSError where the file system has no locks.
        """
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
