"""C3D files: markers as points or as a skeleton, force plates beside them; read through ezc3d, an extra
(``pip install unbake[c3d]``).

Written are positions: of all joints of a motion, ends of bones too, or points.

What the file leaves open, unit, rate, which way is up, is taken from what it shows, or assumed, and said in the
warnings; so is every gap that was filled, and every marker that was left out because its gaps are too long.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from unbake.errors import UsageError
from unbake.formats.c3d.axes import space_of
from unbake.formats.c3d.legs import stretch_of_legs
from unbake.formats.c3d.plates import plates_of
from unbake.formats.c3d.recording import read_recording
from unbake.formats.c3d.trial import rate_of, read_trial
from unbake.formats.c3d.writer import HIGHEST, c3d_bytes
from unbake.formats.registry import ReadOptions, WriteOptions, readable
from unbake.ground.notes import Note
from unbake.motion.markers.forces import ForcePlates
from unbake.motion.motion import Motion
from unbake.motion.points import Points


def load(path: Path, options: ReadOptions) -> Points | Motion:
    """Read the markers of a C3D file in metres, Y up; as a skeleton fitted to them where the options ask for one.

    Angles, forces, moments and powers that gait models leave among the points are left out. The options' rate and unit
    override the file's. With frames in the options, these are returned, with the markers that are seen in all of them.

    Raises
    ------
    UsageError : ezc3d is not installed; frames that the file does not have; an unknown role or label.
    FileError : a file that is damaged or no C3D file; no marker that is seen long enough to be used, or, for a
        skeleton, markers that none can be fitted to.
    """
    if options.as_skeleton:
        from unbake.formats.c3d.skeleton import load_skeleton

        return load_skeleton(path, options)
    return read_trial(path, options).points(options.frame_numbers)


def save_motion(motion: Motion, path: Path, options: WriteOptions) -> None:
    """Write the positions of all joints, labelled by their names."""
    first = _first_number(motion)
    path.write_bytes(c3d_bytes(motion.positions(), motion.skeleton.names, float(motion.fps), first))


def save_points(points: Points, path: Path, options: WriteOptions) -> None:
    """Write points; UsageError for loose numbers, which are no positions."""
    if points.size != 3:
        raise UsageError("a C3D file holds positions, and these are loose numbers")
    path.write_bytes(c3d_bytes(points.positions(), points.names, float(points.fps), _first_number(points)))


def notes(what: Motion | Points, path: Path, options: WriteOptions) -> tuple[Note, ...]:
    """Return what a C3D file does not keep."""
    found = []
    if isinstance(what, Motion):
        found.append(Note("positions of all joints were written; they have no skeleton any more", "skeleton-left-out"))
    if _first_number(what) != what.first_frame:
        text = f"frames are numbered from 1, not from {what.first_frame}: a C3D file numbers 1 to {HIGHEST}"
        found.append(Note(text, "frames-renumbered"))
    return tuple(found)


def _first_number(what: Motion | Points) -> int:
    """Return the number of the first frame in the file, which cannot hold every number."""
    return what.first_frame if what.first_frame >= 1 and what.last_frame <= HIGHEST else 1


def load_legs(path: Path, options: ReadOptions) -> tuple[Points, dict[str, str]]:
    """Read the markers of a C3D file for as long as all those are seen that legs follow from.

    Of several such stretches the one around the options' frames is taken, or else the longest; a warning says what was
    left out.

    Returns
    -------
    The markers, and of the options' roles those whose markers are among them.

    Raises
    ------
    UsageError : as for `load`; the options' frames are not all in one such stretch.
    FileError : as for `load`; a leg has no marker for one of its joints, or there is no such stretch.
    """
    with readable(path):
        trial = read_trial(path, options)
    roles = dict(options.roles)
    stretch, notes = stretch_of_legs(trial, options.frame_numbers, roles)
    points = trial.points(stretch)
    present = {name.rpartition(":")[2].strip().lower() for name in points.names}
    kept = {role: label for role, label in roles.items() if label.rpartition(":")[2].strip().lower() in present}
    return replace(points, warnings=(*points.warnings, *notes)), kept


def load_forces(path: str | Path, options: ReadOptions | None = None) -> ForcePlates:
    """Read the force plates of a C3D file: forces of the ground in newtons, centres of pressure in metres, Y up.

    The space is that of the markers that `load` gives. Samples keep their own rate. A file without plates gives none.

    Raises
    ------
    UsageError : ezc3d is not installed; an unknown role or label.
    FileError : as for `load`.
    """
    options, file = options or ReadOptions(), Path(path)
    with readable(file):
        recording = read_recording(file)
    space = space_of(recording, options.metres_per_unit, dict(options.roles))
    fps, notes = rate_of(recording, options)
    plates, more = plates_of(recording, space)
    return ForcePlates(
        plates,
        fps,
        recording.samples_per_frame,
        len(recording.positions),
        recording.first_frame,
        (*recording.warnings, *space.warnings, *notes, *more),
    )
