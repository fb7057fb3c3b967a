"""Pelvis and legs: joint centres and axes from markers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from unbake.ground.arrays import Booleans, Floats
from unbake.markers.directions import (
    axes_left_ahead,
    axes_up_ahead,
    axes_up_left,
    into,
    median,
    out_of,
    unit,
    usual_length,
)
from unbake.markers.hinges import Hinge, Limb, hinge
from unbake.markers.measures import STATURE_PER_SHANK, Measures
from unbake.markers.sets import SIDES
from unbake.markers.turns import least_turn

Places = Mapping[str, Floats]
"""Landmark → (F, 3) in metres, NaN where it was not seen."""

_STILL_M_S = 0.2
_LOW_M = 0.03
_STANDING_FRAMES = 5
_MOST_TILT = float(np.cos(np.radians(40.0)))
_BALL_OF_FOOT = 0.73
"""Where the ball lies along the foot, from the heel."""
_UNDER_TOE_MARKER_M = 0.02
"""From a marker on top of the forefoot to the joint below it."""


class Body:
    """Joint centres and axes of segments as they are worked out, by the names of the skeleton's joints.

    Parameters
    ----------
    joints : name → (F, 3) in metres, y up.
    axes : name → (F, 3, 3): the columns are left, up and ahead of the segment below a joint.
    """

    def __init__(self) -> None:
        self.joints: dict[str, Floats] = {}
        self.axes: dict[str, Floats] = {}

    def put(self, name: str, joint: Floats, axes: Floats | None = None) -> None:
        """Add a joint, and the axes of its segment unless it is the end of one."""
        self.joints[name] = joint
        if axes is not None:
            self.axes[name] = axes


def add_pelvis(body: Body, places: Places) -> None:
    """Add hips and hip joints.

    The joints follow from the width between the fronts of the pelvis and its depth, in millimetres from the middle of
    the fronts: 0.33 width + 7.3 to the side, 0.30 width + 10.9 down, 0.24 depth + 9.9 back. The root is half way
    between them.

    References: Harrington, Zavatsky, Lawson, Yuan, Theologis, Prediction of the hip joint centre in adults, children,
    and patients with cerebral palsy based on magnetic resonance imaging, 2007.
    """
    left, right = places["left-asis"], places["right-asis"]
    front, back = 0.5 * (left + right), pelvis_back(places)
    axes = axes_left_ahead(left - right, front - back)
    width = usual_length(left - right)
    depth = usual_length(front - back)
    aside, below, behind = 0.33 * width + 0.0073, 0.30 * width + 0.0109, 0.24 * depth + 0.0099
    body.put("Hips", front + out_of(axes, np.array([0.0, -below, -behind])), axes)
    for side, sign in zip(("Left", "Right"), (1.0, -1.0), strict=True):
        body.joints[f"{side}UpLeg"] = front + out_of(axes, np.array([sign * aside, -below, -behind]))


def pelvis_back(places: Places) -> Floats:
    """Return the middle of the back of the pelvis (F, 3)."""
    if "left-psis" in places and "right-psis" in places:
        return np.asarray(0.5 * (places["left-psis"] + places["right-psis"]))
    return places["sacrum"]


def add_leg(body: Body, places: Places, side: str, measures: Measures, fps: float) -> None:
    """Add the knee, ankle and toes of a side, and the axes of thigh, shank and foot.

    Where knee and ankle have markers on both sides, the centres are half way; see `hinge` for those with one.
    """
    name, sign = side.capitalize(), 1.0 if side == "left" else -1.0
    hip = body.joints[f"{name}UpLeg"]
    found = _knee_and_ankle(body, places, side, sign, measures)
    body.put(f"{name}UpLeg", hip, axes_up_left(hip - found.middle, found.left))
    body.put(f"{name}Leg", found.middle, axes_up_left(found.middle - found.end, found.left))
    _add_foot(body, places, side, found.end, fps)


def stature_m(places: Places) -> float:
    """Return roughly how tall somebody is, by the shanks; NaN where neither is seen."""
    shanks = [places[f"{side}-knee-lateral"] - places[f"{side}-ankle-lateral"] for side in SIDES]
    return STATURE_PER_SHANK * usual_length(np.concatenate(shanks))


def _knee_and_ankle(body: Body, places: Places, side: str, sign: float, measures: Measures) -> Hinge:
    hip, hips = body.joints[f"{side.capitalize()}UpLeg"], body.axes["Hips"]
    knee, ankle = places[f"{side}-knee-lateral"], places[f"{side}-ankle-lateral"]
    neutral = least_turn(-hips[..., 1], knee - hip, hips[..., 0])
    limb = Limb(hip, knee, ankle, places.get(f"{side}-thigh"), neutral, False, sign)
    stature = stature_m(places)
    found = hinge(limb, measures.inward_m(side, "knee", stature), measures.inward_m(side, "ankle", stature))
    middle, end, left = found.middle, found.end, found.left
    if f"{side}-knee-medial" in places:
        inner = places[f"{side}-knee-medial"]
        middle, left = 0.5 * (knee + inner), sign * (knee - inner)
    if f"{side}-ankle-medial" in places:
        end = 0.5 * (ankle + places[f"{side}-ankle-medial"])
    return Hinge(middle, end, left)


def _add_foot(body: Body, places: Places, side: str, ankle: Floats, fps: float) -> None:
    """Add ankle and toes; the foot's up is that of the world while the foot stands, if it does."""
    name, heel = side.capitalize(), places[f"{side}-heel"]
    top, drop_m = _forefoot(places, side, heel)
    ahead = unit(top - heel)
    axes = np.stack([unit(np.cross(ankle - heel, ahead)), np.zeros_like(ahead), ahead], axis=-1)
    axes[..., 1] = np.cross(axes[..., 2], axes[..., 0])
    axes = axes @ _levelled(axes, _standing(heel, top, fps))
    ball = top - drop_m * axes[..., 1]
    reach = np.sum((ball - heel) * axes[..., 2], axis=-1, keepdims=True)
    tip = ball + (1.0 / _BALL_OF_FOOT - 1.0) * reach * axes[..., 2]
    body.put(f"{name}Foot", ankle, axes)
    body.put(f"{name}ToeBase", ball, axes)
    body.put(f"{name}ToeBase_end", tip)


def _forefoot(places: Places, side: str, heel: Floats) -> tuple[Floats, float]:
    """Return a place (F, 3) at the ball of the foot, and how far above the joint it lies."""
    if f"{side}-toe" in places:
        return places[f"{side}-toe"], _UNDER_TOE_MARKER_M
    beside = [places[f"{side}-{toe}"] for toe in ("toe-big", "toe-little") if f"{side}-{toe}" in places]
    if beside:
        return np.mean(beside, axis=0), 0.0
    return heel + _BALL_OF_FOOT * (places[f"{side}-toe-tip"] - heel), 0.0


def _standing(heel: Floats, toe: Floats, fps: float) -> Booleans:
    """Return the frames (F,) in which a foot stands flat: heel and toe are still, and as low as they usually get."""
    out = np.ones(len(heel), dtype=np.bool_)
    for path in (heel, toe):
        known = np.isfinite(path[:, 1])
        if len(path) < 2 or not known.any():
            return np.zeros(len(heel), dtype=np.bool_)
        speed = np.linalg.norm(np.gradient(path, axis=0), axis=1) * fps
        with np.errstate(invalid="ignore"):
            out &= (speed < _STILL_M_S) & (path[:, 1] < np.percentile(path[known, 1], 5.0) + _LOW_M)
    return out


def _levelled(axes: Floats, standing: Booleans) -> Floats:
    """Return the turn (3, 3) of a foot's axes after which up is the world's while it stands."""
    up = median(into(axes[standing], np.array([0.0, 1.0, 0.0])))
    if standing.sum() < _STANDING_FRAMES or not up[1] > _MOST_TILT:
        return np.eye(3)
    return axes_up_ahead(up, np.array([0.0, 0.0, 1.0]))
