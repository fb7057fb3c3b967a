"""One damaged file, read in a process that is forked from this one: how it ended, how long it took, and what memory.

Native libraries read in a process of their own. To start one for each file would take most of the time, so what starts
it is replaced by a fork, in which the same module runs under the same limits.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import UnbakeError
from unbake.formats.native_process import NativeReader
from unbake.motion.motion import Motion
from unbake.motion.points import Points

LONGEST_S = 60
"""A file that takes longer is a hang."""
LARGEST = 1e12
"""Positions beyond this many metres are no positions."""
READ, REFUSED, NATIVE_CRASH, NATIVE_MEMORY, NATIVE_SLOW = range(5)
ESCAPED, TWO_LINES, NO_NUMBERS = 10, 11, 12
ENDS = {READ: "read", REFUSED: "refused", NATIVE_CRASH: "library crashed", NATIVE_MEMORY: "library out of memory"}
ENDS |= {NATIVE_SLOW: "library too slow", ESCAPED: "TRACEBACK", TWO_LINES: "TWO LINES", NO_NUMBERS: "NO NUMBERS"}
_SAYS = {"crashed on it": NATIVE_CRASH, "needs more memory": NATIVE_MEMORY, "was not done after": NATIVE_SLOW}


@dataclass(frozen=True)
class Outcome:
    """How reading ended (one of `ENDS`, or a signal), what was said, processor seconds, and the most memory in MB."""

    end: str
    said: str
    seconds: float
    memory_mb: float

    @property
    def is_bad(self) -> bool:
        """Whether the reader should have done better."""
        return self.end.isupper() or self.end.startswith("SIG")


def outcome(read: Callable[[], Any], folder: Path) -> Outcome:
    """Read in a forked process, and say how it ended; what it leaves behind lies in a folder that goes with it."""
    said = folder / "said.txt"
    said.write_text("")
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        process = os.fork()
        if not process:
            os._exit(_in_the_fork(read, said, scratch))
        _, status, usage = os.wait4(process, 0)
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    end = signal.Signals(number).name if number else ENDS.get(os.WEXITSTATUS(status), "TRACEBACK")
    # What is counted is that of the fork and of all that it waited for, the most of either.
    return Outcome(end, said.read_text(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _in_the_fork(read: Callable[[], Any], said: Path, scratch: str) -> int:
    code = ESCAPED
    try:
        signal.alarm(LONGEST_S)
        tempfile.tempdir = scratch
        code = _read(read, said)
    except BaseException:
        said.write_text(traceback.format_exc())
    return code


def _read(read: Callable[[], Any], said: Path) -> int:
    try:
        loaded = read()
    except UnbakeError as error:
        text = str(error)
        said.write_text(text)
        return TWO_LINES if "\n" in text else next((code for word, code in _SAYS.items() if word in text), REFUSED)
    return READ if _is_sound(loaded) else NO_NUMBERS


def _is_sound(loaded: Any) -> bool:
    """Whether all positions are numbers that a body can have; whatever else was read is sound as it is."""
    if isinstance(loaded, KeyedAnimation):
        loaded = loaded.sample()
    if isinstance(loaded, Motion):
        return bool((np.abs(loaded.positions()) < LARGEST).all())
    return bool(np.isfinite(loaded.values).all()) if isinstance(loaded, Points) else True


def fork_native_readers() -> None:
    """Let native libraries read in a fork of this process instead of a new one."""
    NativeReader._ended = _forked  # type: ignore[method-assign]


def _forked(
    reader: NativeReader, path: Path, module: Sequence[str], seconds: float
) -> subprocess.CompletedProcess[bytes]:
    errors = Path(tempfile.gettempdir()) / "errors.txt"
    process = os.fork()
    if not process:
        code = 1
        try:
            signal.alarm(LONGEST_S // 2)
            os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
            code = _child(*module)
            sys.stderr.flush()
        except BaseException as error:
            os.write(2, str(error).encode("utf-8", "replace"))
        finally:
            os._exit(code)
    _, status, _ = os.wait4(process, 0)
    code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    if code == -signal.SIGALRM:
        raise UnbakeError(f"{path}: {reader.library} was not done after {LONGEST_S // 2} seconds")
    return subprocess.CompletedProcess(list(module), code, b"", errors.read_bytes())


def _child(name: str, *arguments: str) -> int:
    """Run a child's ``main``, which takes paths and, where it takes a third thing, JSON."""
    import json

    given = [Path(text) for text in arguments[:2]] + [json.loads(text) for text in arguments[2:]]
    code: int = import_module(name).main(*given)
    return code
