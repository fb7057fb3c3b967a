"""ASF, the skeleton file of Acclaim: bones with a direction, a length, an axis frame and degrees of freedom.

A bone becomes the joint at its start. The joint's offset is therefore its parent bone's direction times length; the
last bone of a chain gets an end site ``<bone>_end``. The file's own unit of length stays out of
`Skeleton.metres_per_unit` (None): it belongs to the Acclaim pair and should not become that of a BVH file written
from it.

References: Lander, Working with Motion Capture File Formats, Game Developer, 1998.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from unbake.errors import FileError, MotionError, shorten
from unbake.formats.acclaim.asf_sections import ROOT_NAME, DeclaredBone, DeclaredFigure, parse_asf
from unbake.formats.unique_names import UniqueNames, usual_end_name
from unbake.ground.arrays import Floats
from unbake.motion.rotations import IDENTITY_XYZW, quaternion_from_euler
from unbake.motion.skeleton import ROTATIONS, TRANSLATIONS, Skeleton


@dataclass(frozen=True)
class AcclaimSkeleton:
    """What an ASF file says.

    Parameters
    ----------
    file : where it was read from.
    skeleton : joints in metres, the root first, then the bones depth first; end sites behind their bone.
    freedoms : for the root and each bone that moves, its degrees of freedom (``tx … rz``) as listed.
    metres_per_unit : length of the file's unit in metres.
    radians_per_unit : its unit of angle, which an AMC file may override.
    """

    file: Path
    skeleton: Skeleton
    freedoms: dict[str, tuple[str, ...]]
    metres_per_unit: float
    radians_per_unit: float


@dataclass(frozen=True)
class _Place:
    """A joint to be: the bone that turns it, None at a bone's tip."""

    name: str
    parent: int
    offset: Floats
    bone: DeclaredBone | None


def read_asf(path: Path) -> AcclaimSkeleton:
    """Read a skeleton; FileError with file, line and what was expected where it is none."""
    figure = parse_asf(path)
    places = _places(path, figure)
    bones = [place.bone for place in places]
    try:
        skeleton = Skeleton(
            names=tuple(place.name for place in places),
            parents=tuple(place.parent for place in places),
            offsets_m=np.array([place.offset for place in places]) * figure.metres_per_unit,
            channels=tuple(_channels(bone) for bone in bones),
            rotation_orders=tuple(bone.axis_order[::-1].lower() if bone else "zyx" for bone in bones),
            axes_xyzw=np.array([_axis_frame(bone, figure.radians_per_unit) for bone in bones]),
            end_sites=tuple(bone is None for bone in bones),
        )
    except MotionError as error:
        raise FileError.of(path, error) from error
    freedoms = {bone.name: bone.freedoms for bone in bones if bone and bone.freedoms}
    if not freedoms:
        raise FileError(path, "neither the root nor any bone has a degree of freedom, so nothing can move")
    return AcclaimSkeleton(path, skeleton, freedoms, figure.metres_per_unit, figure.radians_per_unit)


def _places(path: Path, figure: DeclaredFigure) -> list[_Place]:
    """Return the joints from the root on, depth first, in the file's unit; FileError where a bone is left out."""
    children: dict[str, list[str]] = {}
    for child, owner in figure.parent_of.items():
        children.setdefault(owner, []).append(child)
    leaves = [name for name in figure.bones if name not in children and name != ROOT_NAME]
    unique = UniqueNames(figure.bones)
    tips = {name: unique.take(usual_end_name(name)) for name in leaves}
    places: list[_Place] = []
    waiting: list[tuple[str, int, Floats]] = [(ROOT_NAME, -1, figure.bones[ROOT_NAME].vector)]
    while waiting:
        name, parent, start = waiting.pop()
        bone, index = figure.bones[name], len(places)
        places.append(_Place(name, parent, start, bone))
        if name in tips:
            places.append(_Place(tips[name], index, bone.vector, None))
        # The root is a point: its children start where it is.
        end = np.zeros(3) if name == ROOT_NAME else bone.vector
        waiting.extend((child, index, end) for child in reversed(children.get(name, [])))
    placed = {place.name for place in places}
    for bone in figure.bones.values():
        if bone.name not in placed:
            raise FileError(
                path, f"bone {shorten(bone.name)} is not joined to the root by the hierarchy", line=bone.line
            )
    return places


def _channels(bone: DeclaredBone | None) -> tuple[str, ...]:
    """Channels of a joint: the bone's freedoms; all three positions if it has one, since its axis frame mixes them."""
    freedoms = bone.freedoms if bone else ()
    if not set(freedoms) & set(TRANSLATIONS):
        return freedoms
    return (*TRANSLATIONS, *(name for name in freedoms if name in ROTATIONS))


def _axis_frame(bone: DeclaredBone | None, radians_per_unit: float) -> Floats:
    """Return the frame C of a bone's rotations: ``axis 10 20 30 XYZ`` turns about X first, so C = Rz · Ry · Rx."""
    if bone is None:
        return IDENTITY_XYZW
    angles = dict(zip("xyz", bone.axis, strict=True))
    order = bone.axis_order[::-1].lower()
    return quaternion_from_euler(order, np.array([angles[axis] for axis in order]) * radians_per_unit)
