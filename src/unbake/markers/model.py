"""A skeleton of constant lengths with markers fixed to its segments: what is fitted to every frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats
from unbake.markers.directions import into, median
from unbake.markers.legs import Body, Places
from unbake.markers.sets import SIDES
from unbake.motion.skeleton import Skeleton

_TRUNK = {"Spine": "Hips", "Spine1": "Spine", "Neck": "Spine1", "Head": "Neck", "Head_end": "Head"}
_ARM = {"Shoulder": "Spine1", "Arm": "?Shoulder", "ForeArm": "?Arm", "Hand": "?ForeArm", "Hand_end": "?Hand"}
_LEG = {"UpLeg": "Hips", "Leg": "?UpLeg", "Foot": "?Leg", "ToeBase": "?Foot", "ToeBase_end": "?ToeBase"}
_SIDED = {
    f"{side}{joint}": parent.replace("?", side)
    for limb in (_ARM, _LEG)
    for side in ("Left", "Right")
    for joint, parent in limb.items()
}
PARENTS = {**_TRUNK, **_SIDED}
"""Joint → its parent, of the whole body below the hips; parents first. The names are those of Mixamo's skeletons."""

_ON_MIDDLE = {
    "Hips": ("sacrum",),
    "Spine1": ("c7", "t10", "jugular-notch", "xiphoid"),
    "Head": ("head-front", "head-top"),
}
_ON_SIDES = {
    "Hips": ("asis", "psis", "iliac"),
    "Spine1": ("back",),
    "Head": ("head", "head-front", "head-back"),
    "?Shoulder": ("acromion", "shoulder-back"),
    "?Arm": ("upper-arm", "elbow-lateral", "elbow-medial"),
    "?ForeArm": ("forearm", "wrist-thumb", "wrist-little"),
    "?Hand": ("knuckle", "knuckle-little", "thumb"),
    "?UpLeg": ("thigh", "knee-lateral", "knee-medial"),
    "?Leg": ("shank", "ankle-lateral", "ankle-medial"),
    "?Foot": ("heel", "toe", "toe-little", "toe-big", "toe-tip"),
}
SEGMENT_OF = {landmark: joint for joint, landmarks in _ON_MIDDLE.items() for landmark in landmarks} | {
    f"{side}-{landmark}": joint.replace("?", side.capitalize())
    for side in SIDES
    for joint, landmarks in _ON_SIDES.items()
    for landmark in landmarks
}
"""Landmark → the joint that turns the segment on which it lies."""


@dataclass(frozen=True, eq=False)
class MarkerModel:
    """A skeleton and its markers.

    Parameters
    ----------
    names, parents, offsets_m : of the joints, as a `Skeleton` has them; the root's offset is where it usually is.
    turning : joints that turn; the others are the ends of bones, and toes that no marker shows.
    landmarks : of the markers, each once.
    on : (M,) the joint whose segment each marker lies on.
    places_m : (M, 3) where, in the segment's frame.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    offsets_m: Floats
    turning: tuple[int, ...]
    landmarks: tuple[str, ...]
    on: NDArray[np.int64]
    places_m: Floats

    def skeleton(self) -> Skeleton:
        """Return the joints with Euler channels, and a translation of the root."""
        ends = tuple(name.endswith("_end") for name in self.names)
        channels = [() if end else ("ry", "rx", "rz") for end in ends]
        channels[0] = ("tx", "ty", "tz", *channels[0])
        limbs = ("Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot", "ToeBase")
        orders = ["yxz"] * len(self.names)
        for joint, name in enumerate(self.names):
            if name.removeprefix("Left").removeprefix("Right") in limbs:  # a raised knee or arm is far from locking
                orders[joint], channels[joint] = "xzy", ("rx", "rz", "ry")
        return Skeleton(self.names, self.parents, self.offsets_m, tuple(channels), tuple(orders), end_sites=ends)

    def with_places(self, places_m: Floats) -> MarkerModel:
        """Return the model with its markers elsewhere on their segments."""
        return replace(self, places_m=places_m)


def model_of(body: Body, places: Places) -> MarkerModel:
    """Return the skeleton and markers of somebody: every length and place the median over the frames.

    Joints that are seen in no frame, and what hangs from them, are left out; so are markers that lie on none of the
    segments that there are.
    """
    offsets = _offsets(body)
    names = tuple(offsets)
    index = {name: joint for joint, name in enumerate(names)}
    local = _local_places(body, places, index)
    turning = tuple(index[name] for name in names if name in body.axes and not name.endswith(("ToeBase", "_end")))
    return MarkerModel(
        names,
        tuple(index[PARENTS[name]] if name in PARENTS else -1 for name in names),
        np.stack(list(offsets.values())),
        turning,
        tuple(local),
        np.array([index[SEGMENT_OF[landmark]] for landmark in local], dtype=np.int64),
        np.stack(list(local.values())) if local else np.zeros((0, 3)),
    )


def _offsets(body: Body) -> dict[str, Floats]:
    """Return the offset of each joint from its parent, in the parent's frame."""
    out = {"Hips": median(body.joints["Hips"])}
    for name, parent in PARENTS.items():
        if name in body.joints and parent in out and parent in body.axes:
            offset = median(into(body.axes[parent], body.joints[name] - body.joints[parent]))
            if np.isfinite(offset).all():
                out[name] = offset
    return out


def _local_places(body: Body, places: Places, index: Mapping[str, int]) -> dict[str, Floats]:
    out: dict[str, Floats] = {}
    for landmark, place in places.items():
        name = SEGMENT_OF.get(landmark)
        if landmark.endswith("toe-tip") and _has_ball(places, landmark):
            continue  # the toes bend, and the fitted foot does not
        if name is None or name not in index or name not in body.axes:
            continue
        local = median(into(body.axes[name], place - body.joints[name]))
        if np.isfinite(local).all():
            out[landmark] = local
    return out


def _has_ball(places: Places, tip: str) -> bool:
    side = tip.removesuffix("-toe-tip")
    return any(f"{side}-{toe}" in places for toe in ("toe", "toe-little", "toe-big"))
