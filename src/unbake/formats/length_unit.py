"""The unit of length of files that name none, guessed from the size of the figure in them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats
from unbake.ground.notes import Note
from unbake.motion.motion import Motion

CMU_METRES_PER_UNIT = 0.0254 / 0.45
"""Unit of the Carnegie Mellon database, and of the BVH conversions that kept it: 1/0.45 inch."""

METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048, "cmu": CMU_METRES_PER_UNIT}
"""Units of length by name; `cmu` is the unit of the Carnegie Mellon database's files."""

# Height of a person in the unit → the unit in metres and its name. Where two could be meant, the first.
_UNITS: tuple[tuple[float, float, float, str], ...] = (
    (1.2, 2.2, 1.0, "metres"),
    (120.0, 220.0, 0.01, "centimetres"),
    (1200.0, 2200.0, 0.001, "millimetres"),
    (50.0, 85.0, 0.0254, "inches"),
    (20.0, 40.0, CMU_METRES_PER_UNIT, "the unit of the CMU database, 5.64 cm"),
)
_POWERS_OF_TEN = ((1.0, "metres"), (0.1, "decimetres"), (0.01, "centimetres"), (0.001, "millimetres"))
_USUAL_HEIGHT_M = 1.7
_UNITS_OF_THINGS = tuple(unit for unit in _POWERS_OF_TEN if unit[1] != "decimetres")
_USUAL_REACH_M = 5.0
"""How far off from the origin a thing without any size, such as a camera, goes in a room."""


def metres_named(text: str) -> float | None:
    """Return the length of a unit in metres from its name or from a number of metres; None where it is neither."""
    if text.lower() in METRES:
        return METRES[text.lower()]
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 1e-9 < value < 1e6 else None


def figure_sizes(motion: Motion) -> tuple[float, ...]:
    """Return how large the figure is, in the motion's unit, by two measures: in its usual pose, and at rest.

    A size is the longest side of the box around the joints: the height of a standing figure and the span of a T-pose
    alike, whichever way is up. The median over frames shrugs off single crouches and leaps; the rest pose of some
    files has every bone along one axis, so it comes second. End sites count unless they more than double the figure:
    Blender gives the last bones of imported figures any length.
    """
    is_joint = ~np.array(motion.skeleton.end_sites)
    return tuple(_size(places, is_joint) for places in (motion.positions(), motion.skeleton.rest_positions()[None]))


def reach(motion: Motion) -> float:
    """Return the longest side of the box around the way of all joints and the origin, in the motion's unit."""
    way = motion.positions().reshape(-1, 3)
    return float((np.maximum(way.max(axis=0), 0.0) - np.minimum(way.min(axis=0), 0.0)).max())


def _size(positions: Floats, is_joint: NDArray[np.bool_]) -> float:
    whole, joints = _longest_side(positions), _longest_side(positions[:, is_joint])
    return joints if 0.0 < 2.0 * joints < whole else whole


def _longest_side(positions: Floats) -> float:
    return float(np.median(np.ptp(positions, axis=1).max(axis=1)))


def guessed_unit(sizes: tuple[float, ...], reach: float = 0.0) -> tuple[float, Note]:
    """Return the likely length of the unit in metres and a note that says what was assumed.

    Parameters
    ----------
    sizes : how large the figure is by one or more measures, the most trusted first. The first that is a person's
        height in a usual unit decides; failing that, the power of ten that brings the first nearest to a person's.
    reach : how far off from the origin it goes, which decides where nothing has a size; see `reach`.
    """
    for size in sizes:
        for low, high, metres, name in _UNITS:
            if low <= size <= high:
                return metres, _note(name, f"the figure {size * metres:.3g} m tall")
    if (size := next((s for s in sizes if s > 0.0), 0.0)) > 0.0:
        metres, name = _nearest(_POWERS_OF_TEN, size, _USUAL_HEIGHT_M)
        return metres, _note(name, f"the figure {size * metres:.3g} m tall")
    if reach > 0.0:
        metres, name = _nearest(_UNITS_OF_THINGS, reach, _USUAL_REACH_M)
        return metres, _note(name, f"a way of {reach * metres:.3g} m from the origin at most")
    return 1.0, _note("metres")


def _nearest(units: Sequence[tuple[float, str]], length: float, usual_m: float) -> tuple[float, str]:
    """Return the unit that brings a length nearest to what is usual."""
    return min(units, key=lambda unit: abs(math.log10(length * unit[0] / usual_m)))


def _note(unit: str, makes: str = "") -> Note:
    which = f", which makes {makes}" if makes else ""
    return Note(f"no unit in the file: taken as {unit}{which}", "unit-assumed")
