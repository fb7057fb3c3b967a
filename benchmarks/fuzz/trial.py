"""Damaged files, read in processes that are forked from this one: how each ended, how long it took, and what memory.

Native libraries read in a process of their own. To start one for each file would take most of the time, so they read in
the forked process, by the same module and under the same limits.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import signal
import subprocess
import tempfile
import traceback
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import UnbakeError
from unbake.formats.isolated.limits import written_bytes
from unbake.formats.isolated.process import NativeReader
from unbake.motion.motion import Motion
from unbake.motion.points import Points

LONGEST_S = 60
"""A file that takes longer is a hang."""
AT_A_TIME = 100
"""Files that one process reads, unless it ends before."""
LARGEST = 1e12
"""Positions beyond this many metres are no positions."""
READ, REFUSED, NATIVE_CRASH = "read", "refused", "library crashed"
NATIVE_MEMORY, NATIVE_SLOW = "library out of memory", "library too slow"
ESCAPED, TWO_LINES, NO_NUMBERS = "TRACEBACK", "TWO LINES", "NO NUMBERS"
_SAYS = {"crashed on it": NATIVE_CRASH, "needs more memory": NATIVE_MEMORY, "was not done after": NATIVE_SLOW}
_ENDED = {"SIGALRM": NATIVE_SLOW}
"""What a signal is called where a native library reads, in a process of its own outside of this; else a crash."""


@dataclass(frozen=True)
class Outcome:
    """How reading ended, in one of the words above or as a signal.

    Parameters
    ----------
    end : capital letters are what a reader should not do.
    said : the message.
    seconds : of processor time.
    memory_mb : the most that the reader took, beyond what it had at first.
    size_kb : of the file.
    """

    end: str
    said: str
    seconds: float
    memory_mb: float
    size_kb: float

    @property
    def is_bad(self) -> bool:
        """Whether the reader should have done better."""
        return self.end.isupper()


def outcomes(
    make: Callable[[int], Path],
    read: Callable[[Path], Any],
    numbers: range,
    folder: Path,
    *,
    is_native: bool = False,
    sound: Sequence[Path] = (),
) -> list[Outcome]:
    """Make and read files in a forked process, a new one after each that does not come back; `folder` is for reports.

    Sound files are read first: imports and kernels that are compiled are no damaged file's time and memory.
    Where native libraries read (`is_native`), the process that does not come back stands for their own.

    What a process leaves behind lies in a folder that goes with it.
    """
    found: list[Outcome] = []
    while rest := numbers[len(found) :]:
        report = folder / "report.txt"
        report.write_text("")
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            process = os.fork()
            if not process:
                os._exit(_in_the_fork(make, read, rest, report, scratch, sound))
            _, status, usage = os.wait4(process, 0)
        found += [Outcome(*json.loads(line)) for line in report.read_text().splitlines()]
        if len(found) < len(numbers):
            number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
            end = signal.Signals(number).name if number else ESCAPED
            end = _ENDED.get(end, NATIVE_CRASH) if is_native and number else end
            found.append(Outcome(end, "", LONGEST_S * (number == signal.SIGALRM), usage.ru_maxrss / 1024, 0.0))
    return found


def _in_the_fork(
    make: Callable[[int], Path],
    read: Callable[[Path], Any],
    numbers: range,
    report: Path,
    scratch: str,
    sound: Sequence[Path],
) -> int:
    tempfile.tempdir = scratch
    for path in sound:
        _read(partial(read, path))
    at_first = _most_mb()
    try:
        with report.open("a") as out:
            for number in numbers:
                found = _outcome(make(number), read, at_first)
                out.write(json.dumps(astuple(found)) + "\n")
                out.flush()
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _outcome(path: Path, read: Callable[[Path], Any], at_first: float) -> Outcome:
    signal.alarm(LONGEST_S)
    Path("/proc/self/clear_refs").write_text("5")  # the most memory is counted anew
    began = sum(os.times()[:4])
    try:
        end, said = _read(partial(read, path))
    except BaseException:
        end, said = ESCAPED, traceback.format_exc()
    seconds = sum(os.times()[:4]) - began
    signal.alarm(0)
    memory = _most_mb() - at_first
    return Outcome(end, said, seconds, max(memory, 0.0), path.stat().st_size / 1024)


def _most_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _read(read: Callable[[], Any]) -> tuple[str, str]:
    try:
        loaded = read()
    except UnbakeError as error:
        text = str(error)
        end = TWO_LINES if "\n" in text else next((end for word, end in _SAYS.items() if word in text), REFUSED)
        return end, text
    return (READ if _is_sound(loaded) else NO_NUMBERS), ""


def _is_sound(loaded: Any) -> bool:
    """Whether all positions are numbers that a body can have; whatever else was read is sound as it is."""
    if isinstance(loaded, KeyedAnimation):
        loaded = loaded.sample()
    if isinstance(loaded, Motion):
        return bool((np.abs(loaded.positions()) < LARGEST).all())
    return bool(np.isfinite(loaded.values).all()) if isinstance(loaded, Points) else True


def read_natively_here() -> None:
    """Let native libraries read in the process that reads, which a crash then ends: `outcomes` starts another.

    Each in a fork of its own took five times as long.
    """
    NativeReader._ended = _called  # type: ignore[method-assign, assignment]


def _called(
    reader: NativeReader, path: Path, module: Sequence[str], seconds: float
) -> subprocess.CompletedProcess[bytes]:
    name, *arguments = module
    child: Any = import_module(name)
    child.limit_memory = _limit_memory
    given = [Path(text) for text in arguments[:2]] + [json.loads(text) for text in arguments[2:]]
    try:
        with contextlib.redirect_stderr(io.StringIO()) as said:
            code: int = child.main(*given)
    finally:
        for limit in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
            _set_soft(limit)
    return subprocess.CompletedProcess(list(module), code, b"", said.getvalue().encode("utf-8", "replace"))


def _limit_memory(most: int, more: int | None = None) -> None:
    """As the child's own limits, for a process that has taken much already; they can be lifted again."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    _set_soft(resource.RLIMIT_AS, most + pages * resource.getpagesize())
    if more is not None:
        _set_soft(resource.RLIMIT_DATA, written_bytes() + more)


def _set_soft(limit: int, most: int = resource.RLIM_INFINITY) -> None:
    resource.setrlimit(limit, (most, resource.RLIM_INFINITY))
