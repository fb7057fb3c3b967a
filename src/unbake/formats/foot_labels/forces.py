"""Foot labels of a clip from the force plates in its file."""

from __future__ import annotations

from pathlib import Path

from unbake.errors import UsageError
from unbake.feet.legs import legs_of
from unbake.feet.plates.stance import labels_of_plates
from unbake.formats.c3d.format import load_forces
from unbake.formats.foot_labels.parts import LabelledPart
from unbake.formats.registry import ReadOptions
from unbake.motion.motion import Motion


def parts_of_plates(
    file: Path, motion: Motion, options: ReadOptions
) -> tuple[tuple[LabelledPart, ...], tuple[str, ...]]:
    """Return the stretches of a clip in which its force plates tell of both feet, and what a person should know.

    Parameters
    ----------
    file : the C3D file.
    motion : the figure of its markers, as `load_walker` gives it.
    options : how the file is read.

    Raises
    ------
    UsageError : another kind of file, no plates in it that can be used, or none that tells of both feet; with the
        warnings on its plates.
    FileError : as for `load_forces`.
    """
    if file.suffix.lower() != ".c3d":
        raise UsageError(f"{file}: force plates are read from .c3d")
    forces = load_forces(file, options)
    notes = "".join(f"; {warning}" for warning in forces.warnings if warning.startswith("force plate"))
    if not forces.plates:
        raise UsageError(f"{file}: there are no force plates in it{' that can be used' if notes else ''}{notes}")
    forces = forces.excerpt(motion.first_frame, motion.last_frame)
    found = labels_of_plates(forces, legs_of(motion).points_m(motion))
    parts = tuple(LabelledPart(labels, "force-plate") for labels in found.stretches())
    if not parts:
        of = [sum(stance.foot == foot for stance in found.stances) for foot in (0, 1, None)]
        stances = f"stances of the left foot {of[0]}, of the right {of[1]}, of neither for sure {of[2]}"
        raise UsageError(f"{file}: the force plates tell of both feet in no frame ({stances}){notes}")
    said = "plates cannot tell heel from toe: both count as planted while their foot stands"
    return parts, (*forces.warnings, said)
