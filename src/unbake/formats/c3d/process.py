"""ezc3d at arm's length: what it reads in a process of its own, as arrays that are what the sections say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from unbake.errors import FileError
from unbake.formats.c3d.sections import Sections
from unbake.formats.isolated.process import NativeReader
from unbake.ground.arrays import Floats
from unbake.ground.files.scratch import scratch_folder

EZC3D = NativeReader("ezc3d", reads="C3D", extra="c3d")
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
    with scratch_folder() as folder:
        file = folder / "checked.c3d"
        file.write_bytes(sections.data)
        EZC3D.run(path, CHILD, [str(file), str(folder)], LONGEST_S + SECONDS_A_BYTE * len(sections.data))
        points = (frames, sections.n_points)
        return Samples(
            _array(path, file.with_name("positions.npy"), (*points, 3)),
            _array(path, file.with_name("residuals.npy"), points),
            _array(path, file.with_name("channels.npy"), (samples, sections.n_channels)) if samples else _NONE,
        )


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
