"""Which way is up in a C3D file, and how long its unit: said by the file, shown by the body, or assumed and said so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from unbake.feet.plates.markers import LOWER, UPPER, find_markers
from unbake.formats.c3d.recording import Recording, unit_m
from unbake.formats.length_unit import guessed_unit
from unbake.ground.arrays import Floats
from unbake.ground.notes import Note
from unbake.markers.sets import SIDES, likeliest

_AXES = ("X", "Y", "Z")
_CLEAR = 0.8
"""How much of the way from feet to hips must lie along one axis for it to tell which way is up."""
_ONE_SIDE = 0.8
"""How many of the markers' places must lie on one side of the force plates for that to be clear."""


_PELVIS = ("left-asis", "right-asis", "left-psis", "right-psis", "sacrum")
_FEET = tuple(f"{side}-{part}" for side in SIDES for part in ("ankle-lateral", "heel", "toe"))


@dataclass(frozen=True, eq=False)
class Space:
    """From a file's space to ours: metres, Y up, right-handed.

    Parameters
    ----------
    turn : (3, 3) rows are our axes in the file's.
    metres : (P,) length of each point's unit.
    warnings : what had to be assumed.
    """

    turn: Floats
    metres: Floats
    warnings: tuple[str, ...]

    @property
    def usual_m(self) -> float:
        """The unit of most points, in metres, which is that of the force plates' corners."""
        return float(np.median(self.metres))


def space_of(
    recording: Recording, metres_per_unit: float | None = None, roles: Mapping[str, str] | None = None
) -> Space:
    """Return how a recording's places become ours.

    The file's X_SCREEN and Y_SCREEN are taken at their word unless hips and feet, where they are known, show another
    axis to be vertical, or, where they are not, the force plates with the markers above them. Where the file says
    nothing, hips and feet decide, then the plates, and in the end Z.

    Parameters
    ----------
    recording : the file.
    metres_per_unit : overrides the file's unit.
    roles : role → label of markers whose labels do not say what they are.

    Raises
    ------
    UsageError : an unknown role or label.
    """
    up, notes = _up(recording, roles)
    right = _axis(next(iter(recording.parameters.texts("POINT", "X_SCREEN")), ""))
    if right is None or abs(float(right @ up)) > 0.5:
        right = np.eye(3)[1 if abs(up[0]) > 0.5 else 0]
    metres, more = _metres(recording, metres_per_unit)
    return Space(np.stack([right, up, np.cross(right, up)]), metres, (*notes, *more))


def _axis(text: str) -> Floats | None:
    """Return the direction that ``+X`` or ``-z`` names; None for anything else."""
    word = text.strip().upper()
    sign = -1.0 if word.startswith("-") else 1.0
    letter = word.lstrip("+-")
    return sign * np.eye(3)[_AXES.index(letter)] if letter in _AXES else None


def _named(axis: Floats) -> str:
    place = int(np.argmax(np.abs(axis)))
    return f"{'+' if axis[place] > 0.0 else '-'}{_AXES[place]}"


def _up(recording: Recording, roles: Mapping[str, str] | None) -> tuple[Floats, tuple[str, ...]]:
    said = _axis(next(iter(recording.parameters.texts("POINT", "Y_SCREEN")), ""))
    body, plates = _from_feet_to_hips(recording, roles), _from_plates_to_markers(recording, said)
    for shown, how, contradiction in (
        (body, "from the feet to the hips", "the hips are above the feet"),
        (plates, "square to the force plates", "the markers are above the force plates"),
    ):
        if shown is None:
            continue
        name = _named(shown)
        if said is None:
            return shown, (f"the file does not say which way is up: {name} was taken, {how}",)
        if float(said @ shown) > 0.5:
            return said, ()
        note = f"the file says that {_named(said)} is up, but {contradiction} along {name}: {name} was taken as up"
        return shown, (note,)
    if said is not None:
        return said, ()
    return np.array([0.0, 0.0, 1.0]), ("the file does not say which way is up: +Z was assumed",)


def _from_feet_to_hips(recording: Recording, roles: Mapping[str, str] | None) -> Floats | None:
    """Return the axis along which the hips are above the feet in most frames; None where nobody can tell."""
    found = find_markers(recording.labels, roles)
    high = [n for role, n in found.items() if role.split("-", 1)[1] in UPPER]
    low = [n for role, n in found.items() if role.split("-", 1)[1] in LOWER]
    if not high or not low:
        places = likeliest(recording.labels).places
        high = [places[landmark] for landmark in _PELVIS if landmark in places]
        low = [places[landmark] for landmark in _FEET if landmark in places]
    if not high or not low:
        return None
    seen = np.isfinite(recording.positions[:, [*high, *low]]).all(axis=(1, 2))
    if not seen.any():
        return None
    raised = recording.positions[seen][:, high].mean(axis=1) - recording.positions[seen][:, low].mean(axis=1)
    way = np.median(raised, axis=0)
    length = float(np.linalg.norm(way))
    place = int(np.argmax(np.abs(way)))
    if not length or abs(way[place]) < _CLEAR * length:
        return None
    return np.asarray(np.sign(way[place]) * np.eye(3)[place])


def _from_plates_to_markers(recording: Recording, said: Floats | None) -> Floats | None:
    """Return the axis square to the force plates, on the side of the markers; None where there are no level plates.

    The order of a plate's corners would tell the side, too, but is wrong in many a file; nobody walks below a plate.
    """
    corners = recording.parameters.numbers("FORCE_PLATFORM", "CORNERS")
    if corners.ndim not in (2, 3) or corners.shape[:2] != (3, 4) or not np.isfinite(corners).all():
        return None
    corners = corners.reshape(3, -1, order="F")
    extent = np.ptp(corners, axis=1)
    place = int(np.argmin(extent))
    if not extent[place] < 0.1 * np.sort(extent)[1]:
        return None
    heights = recording.positions[:, recording.is_place, place]
    heights = heights[np.isfinite(heights)]
    above = float(np.mean(heights > corners[place].mean())) if heights.size else 0.5
    if 1.0 - _ONE_SIDE < above < _ONE_SIDE:  # no side is clear: that of the file, if it says one
        above = 0.5 if said is None else 0.5 + 0.5 * float(said[place])
    return np.asarray((-1.0 if above < 0.5 else 1.0) * np.eye(3)[place])


def _metres(recording: Recording, given: float | None) -> tuple[Floats, tuple[str, ...]]:
    """Return the length of each point's unit, and what was assumed."""
    count = len(recording.labels)
    if given is not None:
        return np.full(count, given), ()
    known = [unit_m(unit) for unit in recording.units]
    of_markers = [metres for metres, is_place in zip(known, recording.is_place, strict=True) if is_place]
    lengths = [metres for metres in of_markers if metres is not None]
    if lengths and len(lengths) == len(of_markers):
        usual = float(np.median(lengths))
        return np.array([metres or usual for metres in known]), ()
    of_places = recording.positions[:, recording.is_place]
    sides = np.zeros(0)
    if of_places.size:
        sides = (np.fmax.reduce(of_places, axis=1) - np.fmin.reduce(of_places, axis=1)).max(axis=1)
    metres, note = guessed_unit((float(np.median(sides[sides >= 0.0])) if (sides >= 0.0).any() else 0.0,))
    said = sorted({unit for unit in recording.units if unit and unit_m(unit) is None})
    if said:
        note = Note(f"the file's unit '{said[0]}' is unknown; {note}", note.code)
    return np.array([m or metres for m in known]), (note,)
