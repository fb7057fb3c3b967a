"""Spine, head and arms: joint centres and axes from markers."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.markers.directions import axes_left_ahead, axes_up_ahead, axes_up_left, out_of, unit, usual_length, without
from unbake.markers.hinges import Limb, hinge
from unbake.markers.legs import Body, Places, stature_m
from unbake.markers.measures import Measures
from unbake.markers.sets import SIDES
from unbake.markers.turns import half_way, least_turn

# The lumbar joint from the middle of the fronts of the pelvis, in widths between these: mean of men and women.
_LUMBAR_UP, _LUMBAR_BEHIND = 0.149, 0.277
# The neck from the seventh cervical vertebra: along the line to the jugular notch, turned up. Mean of men and women.
_NECK_PART, _NECK_UP = 0.54, float(np.radians(11.0))
_SHOULDER_BELOW = 0.17
"""The shoulder joint below the marker on the acromion, in distances between both acromia."""
_STERNUM_ASIDE_M, _STERNUM_BEHIND_M = 0.025, 0.025
"""The inner end of the collar bone from the marker in the jugular notch."""
_HAND_PER_KNUCKLE = 2.0
"""The tip of the fingers from the wrist, in distances from the wrist to the knuckles."""


def has_trunk(places: Places) -> bool:
    """Whether the markers show the trunk: neck, jugular notch and one below."""
    return {"c7", "jugular-notch"} <= set(places) and bool({"t10", "xiphoid"} & set(places))


def has_head(places: Places) -> bool:
    """Whether the markers show how the head is turned."""
    return _head_axes(places) is not None


def has_arm(places: Places, side: str) -> bool:
    """Whether the markers show an arm: shoulder, elbow and wrist."""
    needed = {f"{side}-acromion", f"{side}-elbow-lateral"}
    return needed <= set(places) and bool({f"{side}-wrist-thumb", f"{side}-wrist-little"} & set(places))


def add_trunk(body: Body, places: Places) -> None:
    """Add the joints of the spine up to the neck.

    References: Wu et al., ISB recommendation on definitions of joint coordinate systems, part II, 2005 (axes of the
    thorax); Reed, Manary, Schneider, Methods for measuring and representing automobile occupant posture, 1999, as given
    by Dumas, Chèze, Verriest, 2007 (lumbar joint, joint of neck and thorax).
    """
    c7, notch, depth = places["c7"], places["jugular-notch"], places["jugular-notch"] - places["c7"]
    low_back, low_front = places.get("t10"), places.get("xiphoid")
    if low_back is None:
        low_back = low_front - depth if low_front is not None else c7
    if low_front is None:
        low_front = low_back + depth
    low = 0.5 * (low_back + low_front)
    axes = axes_up_ahead(0.5 * (c7 + notch) - low, notch + low_front - c7 - low_back)
    front, pelvis = 0.5 * (places["left-asis"] + places["right-asis"]), body.axes["Hips"]
    width = usual_length(places["left-asis"] - places["right-asis"])
    lumbar = front + out_of(pelvis, width * np.array([0.0, _LUMBAR_UP, -_LUMBAR_BEHIND]))
    body.put("Spine", lumbar, half_way(pelvis, axes))
    body.put("Spine1", low, axes)
    up = unit(without(axes[..., 1], unit(depth)))
    length = np.linalg.norm(depth, axis=-1, keepdims=True)
    neck = c7 + _NECK_PART * (np.cos(_NECK_UP) * depth + np.sin(_NECK_UP) * length * up)
    body.joints["Neck"] = neck


def add_head(body: Body, places: Places) -> None:
    """Add neck and head: the joint of the head is half way from the neck to the middle of the head's markers, which is
    half way from there to the crown. (Both are choices; no marker shows where the skull turns.)"""
    axes = _head_axes(places)
    if axes is None:
        return
    middle, neck = _head_middle(places), body.joints["Neck"]
    joint = 0.5 * (neck + middle)
    body.put("Neck", neck, half_way(body.axes["Spine1"], axes))
    body.put("Head", joint, axes)
    body.put("Head_end", 2.0 * middle - joint)


def _head_middle(places: Places) -> Floats:
    """Return the middle of the head (F, 3): of the left and right markers, or of the front and back ones."""
    pairs = [
        ("left-head-front", "right-head-front"),
        ("left-head-back", "right-head-back"),
        ("left-head", "right-head"),
    ]
    there = [0.5 * (places[a] + places[b]) for a, b in pairs if a in places and b in places]
    return np.asarray(np.mean(there, axis=0))


def _head_axes(places: Places) -> Floats | None:
    """Return the axes of the head (F, 3, 3); None without three markers that show them."""
    four = [f"{side}-head-{end}" for end in ("front", "back") for side in SIDES]
    if all(name in places for name in four):
        lf, rf, lb, rb = (places[name] for name in four)
        return axes_left_ahead(lf + lb - rf - rb, lf + rf - lb - rb)
    if {"left-head", "right-head"} <= set(places):
        left, right = places["left-head"], places["right-head"]
        if "head-front" in places:
            return axes_left_ahead(left - right, places["head-front"] - 0.5 * (left + right))
    return None


def add_arm(body: Body, places: Places, side: str, measures: Measures) -> None:
    """Add collar bone, shoulder, elbow, wrist and hand of a side.

    The shoulder joint lies below the acromion by 17 % of the distance between both acromia; the elbow is found as the
    knee is (`hinge`), or half way between two markers; the wrist is half way between the markers beside it.

    References: Rab, Petuskey, Bagley, A method for determination of upper extremity kinematics, 2002.
    """
    name, sign, thorax = side.capitalize(), 1.0 if side == "left" else -1.0, body.axes["Spine1"]
    shoulder = places[f"{side}-acromion"] - _SHOULDER_BELOW * _between_acromia(places, side) * thorax[..., 1]
    aside = np.array([sign * _STERNUM_ASIDE_M, 0.0, -_STERNUM_BEHIND_M])
    body.put(f"{name}Shoulder", places["jugular-notch"] + out_of(thorax, aside), thorax)
    elbow, left = _elbow(body, places, side, shoulder, measures)
    wrist, ahead = _wrist(places, side)
    body.put(f"{name}Arm", shoulder, axes_up_left(shoulder - elbow, left))
    forearm = axes_up_left(elbow - wrist, left) if ahead is None else axes_up_ahead(elbow - wrist, ahead)
    body.put(f"{name}ForeArm", elbow, forearm)
    _add_hand(body, places, side, wrist, forearm)


def _between_acromia(places: Places, side: str) -> float:
    """Return the usual distance between the acromia; where one has no marker, twice that of the other from the neck."""
    if "left-acromion" in places and "right-acromion" in places:
        between = places["left-acromion"] - places["right-acromion"]
    else:
        between = 2.0 * (places[f"{side}-acromion"] - places["c7"])
    return usual_length(between)


def _elbow(body: Body, places: Places, side: str, shoulder: Floats, measures: Measures) -> tuple[Floats, Floats]:
    """Return the elbow's centre and its leftward axis, (F, 3) each."""
    sign, thorax, outer = 1.0 if side == "left" else -1.0, body.axes["Spine1"], places[f"{side}-elbow-lateral"]
    inner = places.get(f"{side}-elbow-medial")
    if inner is not None:
        return 0.5 * (outer + inner), sign * (outer - inner)
    neutral = least_turn(-thorax[..., 1], outer - shoulder, thorax[..., 0])
    limb = Limb(shoulder, outer, _wrist(places, side)[0], places.get(f"{side}-upper-arm"), neutral, True, sign)
    found = hinge(limb, measures.inward_m(side, "elbow", stature_m(places)), 0.0)
    return found.middle, found.left


def _wrist(places: Places, side: str) -> tuple[Floats, Floats | None]:
    """Return the wrist's centre, and the direction from its little finger's side to its thumb's, where both are seen.

    That is ahead where an arm hangs with its palm towards the thigh.
    """
    thumb, little = places.get(f"{side}-wrist-thumb"), places.get(f"{side}-wrist-little")
    if thumb is not None and little is not None:
        return 0.5 * (thumb + little), thumb - little
    only = thumb if thumb is not None else little
    assert only is not None, "has_arm looks for a wrist"
    return only, None


def _add_hand(body: Body, places: Places, side: str, wrist: Floats, forearm: Floats) -> None:
    knuckles = [places[f"{side}-{name}"] for name in ("knuckle", "knuckle-little") if f"{side}-{name}" in places]
    if not knuckles:
        body.put(f"{side.capitalize()}Hand", wrist)
        return
    along = np.mean(knuckles, axis=0) - wrist
    body.put(f"{side.capitalize()}Hand", wrist, axes_up_ahead(-along, forearm[..., 2]))
    body.put(f"{side.capitalize()}Hand_end", wrist + _HAND_PER_KNUCKLE * along)
