"""ezc3d at arm's length: it reads in a process of its own, so that a file which makes it crash is one line of error.

A plain new process, neither a fork nor `multiprocessing`: it may be started from any thread, also of a process whose
kernels have run, and from scripts without an ``if __name__ == "__main__"``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import numpy as np

from unbake.errors import FileError, UsageError
from unbake.formats.c3d.child import BROKEN_EXTRA, OUT_OF_MEMORY
from unbake.formats.c3d.sections import Sections
from unbake.ground.arrays import Floats

MISSING_EXTRA = "reading C3D needs ezc3d, which is not installed: pip install unbake[c3d]"
CHILD = "unbake.formats.c3d.child"
LONGEST_S = 60.0
SECONDS_A_BYTE = 1e-5
"""Time that a file may take: ezc3d needs about 1e-7 seconds a byte."""
_NONE = np.empty((0, 0))


@dataclass(frozen=True, eq=False)
class Samples:
    """The numbers of a recording.

    Parameters
    ----------
    positions : (F, P, 3) of the points, as the file has them.
    residuals : (F, P) negative where a point was not seen.
    channels : (S, C) of the analog channels, scaled as the file says; (0, 0) where there are none.
    """

    positions: Floats
    residuals: Floats
    channels: Floats


def check_installed() -> None:
    """Raise UsageError unless ezc3d is installed."""
    if find_spec("ezc3d") is None:
        raise UsageError(MISSING_EXTRA)


def read_samples(path: Path, sections: Sections) -> Samples:
    """Return the numbers of a file.

    Parameters
    ----------
    path : for messages.
    sections : of the file; it is their bytes that are read.

    Raises
    ------
    FileError : ezc3d finds something wrong, takes too much time or memory, crashes, or reads something else than the
        sections say.
    UsageError : ezc3d is installed but cannot be loaded.
    """
    frames, samples = sections.n_frames, sections.n_frames * sections.samples_per_frame
    with tempfile.TemporaryDirectory(prefix="unbake-") as folder:
        file = Path(folder) / "checked.c3d"
        file.write_bytes(sections.data)
        _run(path, file, LONGEST_S + SECONDS_A_BYTE * len(sections.data))
        points = (frames, sections.n_points)
        return Samples(
            _array(path, file.with_name("positions.npy"), (*points, 3)),
            _array(path, file.with_name("residuals.npy"), points),
            _array(path, file.with_name("channels.npy"), (samples, sections.n_channels)) if samples else _NONE,
        )


def _run(path: Path, file: Path, seconds: float) -> None:
    """Let another process read a file; FileError unless all went well."""
    # Neither the folder it is started in nor warnings made into errors are to change how it reads.
    command = [sys.executable, "-P", "-W", "ignore", "-m", CHILD, str(file), str(file.parent)]
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},  # the same packages as here
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        _fail(path, f"ezc3d was not done after {seconds:.0f} seconds; the file is probably damaged")
    except OSError as error:
        _fail(path, f"the process that reads C3D could not be started: {error.strerror or error}")
    if done.returncode == BROKEN_EXTRA:
        raise UsageError(f"reading C3D needs ezc3d, which cannot be loaded ({_said(done.stderr)})")
    if done.returncode == OUT_OF_MEMORY:
        _fail(path, "ezc3d needs more memory than there is; the file is damaged or too large")
    if done.returncode < 0:
        _fail(path, f"ezc3d crashed on it, {_signal_name(-done.returncode)}; the file is probably damaged")
    if done.returncode:
        _fail(path, f"ezc3d: {_said(done.stderr) or f'exit code {done.returncode}'}")


def _fail(path: Path, reason: str) -> NoReturn:
    raise FileError(path, f"cannot be read ({reason})")


def _said(stderr: bytes) -> str:
    """Return the last line of what a process wrote."""
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].strip() if lines else ""


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _array(path: Path, file: Path, shape: tuple[int, ...]) -> Floats:
    """Return an array that came back; FileError unless it is what the sections say."""
    try:
        values = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise FileError(path, f"cannot be read ({file.stem} did not come back from ezc3d: {error})") from error
    if values.shape != shape or values.dtype != np.float64:
        text = f"its {file.stem} were read as something else than it says"
        raise FileError(path, text, expected=str(shape), actual=f"{values.dtype} {values.shape}")
    return np.ascontiguousarray(values)
