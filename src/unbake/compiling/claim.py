"""A kernel is compiled by one process at a time: others that need it wait, and load what that one has kept.

Who waits may compile something else; see `meanwhile`.

Claims are locks on files in the cache, which end with their process, however that ends. Where files cannot be locked,
each process compiles for itself.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from unbake.compiling.meanwhile import one_call_made
from unbake.ground.files.file_lock import IS_WINDOWS, lock

PATIENCE_S = 60.0
"""Nobody waits longer than this for another process, which may have been stopped."""
PAUSE_S = 0.02


class Claim:
    """The right to compile a kernel, once `taken`.

    Parameters
    ----------
    path : the file that is locked, as long as the claim is held.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: int | None = None

    def taken(self) -> bool:
        """Take the claim, and return whether another process had it until now."""
        try:
            self._held = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return False
        until = time.monotonic() + PATIENCE_S
        has_waited = False
        while time.monotonic() < until:
            try:
                lock(self._held)
            except BlockingIOError:
                has_waited = True
                if not one_call_made():
                    time.sleep(PAUSE_S)
            except OSError:  # a file system without locks
                break
            else:
                break
        return has_waited

    def release(self) -> None:
        """Give the claim back, if it was taken."""
        if self._held is not None:
            # Who waits for the file that is gone finds the kernel; who comes now does, too.
            with contextlib.suppress(OSError):
                self._path.unlink()
            with contextlib.suppress(OSError):
                os.close(self._held)
            if IS_WINDOWS:
                with contextlib.suppress(OSError):  # somebody who waits has it open
                    self._path.unlink()
            self._held = None
