"""C3D files: markers as points, force plates beside them; read through ezc3d, an extra (``pip install unbake[c3d]``).

What the file leaves open, unit, rate, which way is up, is taken from what it shows, or assumed, and said in the
warnings; so is every gap that was filled, and every marker that was left out because its gaps are too long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unbake.errors import FileError, MotionError
from unbake.formats.c3d_axes import space_of
from unbake.formats.c3d_plates import plates_of
from unbake.formats.c3d_recording import Recording, read_recording
from unbake.formats.registry import ReadOptions
from unbake.motion.ground_forces import ForcePlates
from unbake.motion.marker_gaps import Gap, fill_gaps
from unbake.motion.points import Points

USUAL_FPS = Fraction(100)
_MOST_NAMED = 8
"""Markers that a warning names one by one."""
_HOW = {
    "cubic": "by a cubic through the frames beside the gap",
    "rigid": "from markers on the same part of the body",
    "held": "at an end of the clip, by holding the nearest place",
}


def load(path: Path, options: ReadOptions) -> Points:
    """Read the markers of a C3D file in metres, Y up.

    Angles, forces, moments and powers that gait models leave among the points are left out. The options' rate and unit
    override the file's.

    Raises
    ------
    UsageError : ezc3d is not installed.
    FileError : a file that is damaged or no C3D file; no marker that is seen long enough to be used.
    """
    recording = read_recording(path)
    space = space_of(recording, options.metres_per_unit)
    fps, notes = _rate(recording, options)
    places = [n for n, is_place in enumerate(recording.is_place) if is_place]
    labels = [recording.labels[n] for n in places]
    raw_m = recording.positions[:, places] * space.metres[places][:, None] @ space.turn.T
    positions_m, gaps = fill_gaps(raw_m, float(fps))
    whole = np.asarray(np.isfinite(positions_m).all(axis=(0, 2)), dtype=np.bool_)
    if not whole.any():
        raise FileError(path, "has no marker that is seen in every frame, or whose gaps could be filled")
    warnings = [*recording.warnings, *space.warnings, *notes]
    warnings += _left_out(recording, len(places)) + _told_gaps(gaps, labels, whole, recording.first_frame)
    values = positions_m[:, whole].reshape(len(positions_m), -1)
    names = tuple(label for label, kept in zip(labels, whole, strict=True) if kept)
    try:
        return Points(values, names, 3, fps, recording.first_frame, tuple(warnings))
    except MotionError as error:
        raise FileError(path, str(error)) from error


def load_forces(path: str | Path, options: ReadOptions | None = None) -> ForcePlates:
    """Read the force plates of a C3D file: forces of the ground in newtons, centres of pressure in metres, Y up.

    The space is that of the markers that `load` gives. Samples keep their own rate. A file without plates gives none.

    Raises
    ------
    UsageError : ezc3d is not installed.
    FileError : as for `load`.
    """
    options = options or ReadOptions()
    try:
        recording = read_recording(Path(path))
    except OSError as error:
        raise FileError(path, f"cannot be read ({error.strerror or error})") from error
    space = space_of(recording, options.metres_per_unit)
    fps, notes = _rate(recording, options)
    plates, more = plates_of(recording, space)
    return ForcePlates(
        plates,
        fps,
        recording.samples_per_frame,
        len(recording.positions),
        recording.first_frame,
        (*recording.warnings, *space.warnings, *notes, *more),
    )


def _rate(recording: Recording, options: ReadOptions) -> tuple[Fraction, list[str]]:
    if options.fps is not None:
        return options.fps, []
    if recording.fps is not None:
        return recording.fps, []
    return USUAL_FPS, [f"no frame rate in the file: taken as {USUAL_FPS} a second; --fps overrides"]


def _left_out(recording: Recording, places: int) -> list[str]:
    count = len(recording.labels) - places
    return [f"{count} of the file's points are no places but angles, forces, moments or powers: left out"] * (count > 0)


def _told_gaps(gaps: Sequence[Gap], labels: Sequence[str], whole: NDArray[np.bool_], first_frame: int) -> list[str]:
    """Return a sentence for each way in which gaps were filled, and one for the markers that were left out."""
    out = []
    for method, how in _HOW.items():
        frames: dict[str, int] = {}
        for gap in gaps:
            if gap.method == method and whole[gap.marker]:
                frames[labels[gap.marker]] = frames.get(labels[gap.marker], 0) + gap.n_frames
        if frames:
            listed = _listed(f"{label} {count}" for label, count in frames.items())
            out.append(f"frames that were not seen were filled {how}: {listed}")
    longest: dict[str, Gap] = {}
    for gap in gaps:
        if not whole[gap.marker]:
            name = labels[gap.marker]
            longest[name] = max(longest.get(name, gap), gap, key=lambda g: g.n_frames)
    if longest:
        listed = _listed(
            f"{label} (frames {gap.first + first_frame}–{gap.last + first_frame})" for label, gap in longest.items()
        )
        out.append(f"markers that were not seen for too long were left out: {listed}")
    return out


def _listed(parts: Iterable[str]) -> str:
    words = list(parts)
    more = f" and {len(words) - _MOST_NAMED} more" if len(words) > _MOST_NAMED else ""
    return ", ".join(words[:_MOST_NAMED]) + more
