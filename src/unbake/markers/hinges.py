"""Knees and elbows: about which axis they bend, and the joint's centre beside the marker on its skin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.markers.directions import axes_up_left, into, out_of, unit, without

_LEAST_BEND = float(np.sin(np.radians(20.0)))
"""Less bent, the plane of a limb says little about the axis."""
_LEAST_FRAMES = 5
_ROUNDS = 4
"""The axis follows from the centres and they from the axis; each round leaves about a sixth of the error."""


@dataclass(frozen=True, eq=False)
class Limb:
    """The markers of a limb, each (F, 3), NaN where it was not seen.

    Parameters
    ----------
    start : centre of the joint that it hangs from.
    middle, end : markers at the knee and the ankle, or at the elbow and the wrist.
    wand : another marker on the upper segment; the neutral direction takes its place where there is none.
    neutral : leftward, for a limb that hangs straight down turned to where this one points.
    bends_ahead : whether the lower segment bends forwards (an elbow) or backwards (a knee).
    outward : +1 on the left side, −1 on the right: where along leftward the outer markers lie.
    """

    start: Floats
    middle: Floats
    end: Floats
    wand: Floats | None
    neutral: Floats
    bends_ahead: bool
    outward: float


@dataclass(frozen=True, eq=False)
class Hinge:
    """The centres (F, 3) of the middle and the end of a limb, and its leftward axis of bending (F, 3)."""

    middle: Floats
    end: Floats
    left: Floats


def hinge(limb: Limb, middle_inward_m: float, end_inward_m: float) -> Hinge:
    """Return the centres and the axis of a limb that has markers on its outer side only.

    The centre lies inward of the marker by half the joint's width and the marker's radius, along the axis, which is at
    right angles to the segment. That is the chord function of Plug-in Gait; but its plane is given by how the joint
    bends in this trial, not by a wand that somebody had to place with care. Where the limb never bends by 20°, the axis
    is the neutral one.

    Parameters
    ----------
    middle_inward_m, end_inward_m : from each marker to the centre, in metres.

    References: Davis, Õunpuu, Tyburski, Gage, A gait analysis data collection and reduction technique, 1991 (chord);
    Kadaba, Ramakrishnan, Wootten, Measurement of lower extremity kinematics during level walking, 1990.
    """
    middle, end = limb.middle, limb.end
    cluster = axes_up_left(limb.start - limb.middle, limb.neutral if limb.wand is None else limb.wand - limb.middle)
    left = limb.neutral
    for _ in range(_ROUNDS):
        local = _bending_axis(cluster, limb, middle, end)
        left = limb.neutral if local is None else out_of(cluster, local)
        middle = _inward(limb.middle, limb.start - middle, left, limb.outward * middle_inward_m)
        end = _inward(limb.end, middle - end, left, limb.outward * end_inward_m)
    return Hinge(middle, end, left)


def _inward(marker: Floats, along: Floats, left: Floats, outward_m: float) -> Floats:
    """Return the centre beside a marker: inward along the axis, at right angles to the segment."""
    return np.asarray(marker - outward_m * unit(without(left, unit(along))))


def _bending_axis(cluster: Floats, limb: Limb, middle: Floats, end: Floats) -> Floats | None:
    """Return the leftward axis of bending in the frame of the upper segment; None where it hardly bends."""
    turned = np.cross(unit(middle - limb.start), unit(end - middle)) * (-1.0 if limb.bends_ahead else 1.0)
    bend = np.linalg.norm(turned, axis=1)
    with np.errstate(invalid="ignore"):
        bent = (bend > _LEAST_BEND) & np.isfinite(cluster).all(axis=(1, 2))
    if bent.sum() < _LEAST_FRAMES:
        return None
    axis = into(cluster[bent], turned[bent]).mean(axis=0)
    return np.asarray(axis / np.linalg.norm(axis)) if np.linalg.norm(axis) > 0.0 else None
