"""Native readers at arm's length: each reads in a process of its own, so that a crash is one line of error.

A plain new process, neither a fork nor `multiprocessing`: it may be started from any thread, also of a process whose
kernels have run, and from scripts without an ``if __name__ == "__main__"``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from unbake.errors import FileError, UsageError
from unbake.formats.isolated.limits import BROKEN_EXTRA, OUT_OF_MEMORY

_WINDOWS_ERROR = 0xC0000000
"""The codes of Windows' exceptions begin here: 0xC0000005 is an access violation."""


@dataclass(frozen=True)
class NativeReader:
    """A library that reads a format, in a process of its own.

    Parameters
    ----------
    library : name of its package.
    reads : the format, as messages call it.
    extra : of this package, which brings the library along.
    module : to import it by, where that is not the package's name.
    """

    library: str
    reads: str
    extra: str
    module: str = ""

    def check_installed(self, doing: str = "reading") -> None:
        """Raise UsageError, with the way to get it, unless the library is installed."""
        if find_spec(self.module or self.library) is None:
            what = f"{doing} {self.reads} needs {self.library}, which is not installed"
            raise UsageError(f"{what}: pip install unbake[{self.extra}]")

    def run(self, path: Path, child: str, arguments: Sequence[str], seconds: float) -> None:
        """Let the child read.

        Parameters
        ----------
        path : of the file, for messages.
        child : module that is run; see `limits` for how it is to end.
        arguments : of the child.
        seconds : after which it is ended.

        Raises
        ------
        FileError : the library finds something wrong, takes too much time or memory, or crashes.
        UsageError : the library is installed but cannot be loaded.
        """
        done = self._ended(path, [child, *arguments], seconds)
        name = self.library
        if done.returncode == BROKEN_EXTRA:
            raise UsageError(f"reading {self.reads} needs {name}, which cannot be loaded ({_said(done.stderr)})")
        if done.returncode == OUT_OF_MEMORY:
            _fail(path, f"{name} needs more memory than there is; the file is damaged or too large")
        if crash := _crash(done.returncode):
            _fail(path, f"{name} crashed on it, {crash}; the file is probably damaged")
        if done.returncode:
            _fail(path, f"{name}: {_said(done.stderr) or f'exit code {done.returncode}'}")

    def _ended(self, path: Path, module: Sequence[str], seconds: float) -> subprocess.CompletedProcess[bytes]:
        # Neither the folder it is started in nor warnings made into errors are to change how it reads.
        command = [sys.executable, "-P", "-W", "ignore", "-m", *module]
        try:
            return subprocess.run(
                command,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},  # the same packages as here
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            _fail(path, f"{self.library} was not done after {seconds:.0f} seconds; the file is probably damaged")
        except OSError as error:
            _fail(path, f"the process that reads {self.reads} could not be started: {error.strerror or error}")


def _fail(path: Path, reason: str) -> NoReturn:
    raise FileError(path, f"cannot be read ({reason})")


def _said(stderr: bytes) -> str:
    """Return the last line of what a process wrote."""
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].strip() if lines else ""


def _crash(code: int) -> str:
    """Return what ended a process, by its code: a signal, on Windows an exception; nothing if it ended by itself."""
    if code >= _WINDOWS_ERROR:
        return f"error {code:#x}"
    if code >= 0:
        return ""
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
