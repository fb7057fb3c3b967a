"""Poses by dragging: some joints go to places, others stay where they can, and bones keep their lengths.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, 6.5. Joints turn as
rigid bodies, elbows and knees are hinges, shoulders and hips are sockets, and pins weigh a hundred thousand times as
much as wishes; that is ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats
from unbake.ground.choices import check_kind, check_number, check_whole, check_words
from unbake.kinematics.full_body.figure import CALM, Figure, Reached
from unbake.kinematics.full_body.joint_limits import JointLimits
from unbake.motion.body.roles import resolve_joints
from unbake.motion.motion import LARGEST_M, Motion
from unbake.motion.skeleton import Skeleton

STAY = 3e-4
"""Weight of a joint that is not dragged: how much it wants to stay, beside 1 for what is dragged."""
STAY_KNEES = 3e-3
"""The same of knees: in a crouch it keeps them above the feet."""
STIFF = {"clavicle": 30.0, "wrist": 3.0, "ankle": 2.0, "toe": 5.0}
"""How many times as stiff as shoulders, elbows, hips and knees some joints are against turning."""
STIFF_SPINE = 5.0
PERSON_M = 1.4
"""From the hips of a person to the farthest tip, along the bones. Other bodies are posed as if of this size."""
MISSED_M = 1e-3
"""A pin that is missed by more is told, of bodies of a person's size."""
Limits = Literal["body"] | JointLimits | None
"""The limits of elbows, knees, shoulders and hips in a clip, limits of one's own, or none."""


@dataclass(frozen=True, eq=False)
class Posed:
    """A pose, and how near it comes to what was asked.

    Parameters
    ----------
    motion : one frame, with the number that it has in its clip.
    missed_m : for each joint that was dragged or pinned, by name, how far it is from its place.
    notes : pins that could not be met, a sentence each.
    """

    motion: Motion
    missed_m: Mapping[str, float]
    notes: tuple[str, ...]


class Poser:
    """A pose of a clip that is being dragged about; every drag starts where the one before ended.

    Parameters
    ----------
    motion, frame : the pose, its frame from 0.
    limits : ``"body"`` (default) keeps elbows, knees, shoulders and hips within the usual ranges and whatever else the
        clip shows, see `JointLimits`; None lets every joint turn freely.
    floor_m : height below which no joint goes, unless it is there already; None for no floor.

    Raises
    ------
    UsageError : a frame outside the clip, a floor that is not finite.
    """

    def __init__(self, motion: Motion, frame: int, *, limits: Limits = "body", floor_m: float | None = None) -> None:
        check_kind(motion, Motion, "the motion", "keyed.sample() makes one of an animation")
        check_whole(frame, "a frame")
        frame = int(frame)
        if not 0 <= frame < motion.n_frames:
            raise UsageError(
                f"frame {frame + motion.first_frame} is outside the clip's {motion.first_frame}–{motion.last_frame}"
            )
        if floor_m is not None:
            check_number(floor_m, "the height of a floor")
        if floor_m is not None and not np.isfinite(floor_m):
            raise UsageError(f"a floor has a height in metres, not {floor_m}")
        self._motion, self._frame = motion, frame
        known = JointLimits.of(motion) if limits == "body" else limits
        if known is not None:
            check_kind(known, JointLimits, "limits", "'body', None, or JointLimits.of(motion)")
        figure, self._size = Figure.of(motion, frame, known), _size_of(motion.skeleton)
        self._figure = replace(figure, offsets_m=figure.offsets_m / self._size, root_m=figure.root_m / self._size)
        self._positions = motion.positions()[frame]
        self._floors = None if floor_m is None else np.minimum(floor_m, self._positions[:, 1]) / self._size
        self._stay = np.full(len(self._positions), STAY)
        self._stay[[joint for role, joint in motion.skeleton.roles.items() if role.endswith("knee")]] = STAY_KNEES
        self._calm = _calm_of(motion.skeleton)
        self._root_is_fixed = 0 not in motion.skeleton.translated
        self._reached: Reached | None = None

    def drag(
        self,
        wishes: Mapping[str, ArrayLike],
        *,
        influence: Floats | None = None,
        pins: Iterable[str] | Mapping[str, ArrayLike] = (),
        weights: Mapping[str, float] | None = None,
    ) -> Posed:
        """Return the pose in which joints are as near to their places as they can be.

        Parameters
        ----------
        wishes : joint, by name or role → place (3,) in the world, in metres.
        influence : (J,) 0 to 1, how far the other joints follow the one that is dragged.
        pins : joints that stay where they were when the drag began, or joint → place (3,) in the world, in metres.
        weights : joint → weight, from 0 to 1,000,000, in place of 1 for dragged joints, `STAY` for the others.

        Raises
        ------
        UsageError : a joint that is not there, a place that is none, a joint dragged and pinned, an influence on
            several dragged joints or of another shape, a weight out of its range.
        """
        check_kind(wishes, Mapping, "the wishes", "{'left-wrist': (0.2, 1.4, 0.3)}, for one")
        check_words("pins", pins)  # type: ignore[arg-type]
        places, heavy = self._wished(wishes, influence)
        for name, weight in (weights or {}).items():
            check_number(weight, f"the weight of '{name}'")
            if not 0.0 <= weight <= 1e6:
                raise UsageError(f"the weight of '{name}' must be from 0 to 1,000,000, not {weight}")
            heavy[self._joint(name)] = weight
        is_pinned = self._pinned(pins, {self._joint(name) for name in wishes}, places)
        held = is_pinned.copy()
        held[0] |= self._root_is_fixed
        self._reached = self._figure.reaching(
            places / self._size, heavy, is_pinned=held, floors_m=self._floors, start=self._reached, calm=self._calm
        )
        asked = [self._joint(name) for name in wishes]
        return self._posed(places, asked, is_pinned)

    def _joint(self, name: str) -> int:
        joints = resolve_joints(self._motion.skeleton, [name])
        if len(joints) > 1:
            raise UsageError(f"'{name}' is several joints; name one of them", joint=name)
        return joints[0]

    def _wished(self, wishes: Mapping[str, ArrayLike], influence: Floats | None) -> tuple[Floats, Floats]:
        """Places (J, 3) and weights (J,) of all joints."""
        places, weights = self._positions.copy(), self._stay.copy()
        if influence is not None:
            if len(wishes) != 1:
                raise UsageError(f"an influence says how joints follow one that is dragged; here are {len(wishes)}")
            influence = np.asarray(influence)
            if influence.shape != weights.shape or not ((influence >= 0.0) & (influence <= 1.0)).all():
                raise UsageError(f"an influence is {len(weights)} numbers from 0 to 1, one a joint")
            weights = np.maximum(weights, influence)
        for name, wish in wishes.items():
            joint, place = self._joint(name), _place(name, wish)
            if influence is not None:
                places += influence[:, None] * (place - self._positions[joint])
            places[joint], weights[joint] = place, 1.0
        return places, weights

    def _pinned(self, pins: Iterable[str] | Mapping[str, ArrayLike], dragged: set[int], places: Floats) -> Booleans:
        """Which joints (J,) are pinned; their places are put among the others."""
        is_pinned = np.zeros(len(places), dtype=np.bool_)
        for name in pins:
            joint = self._joint(name)
            if joint in dragged:
                raise UsageError(f"'{name}' is dragged and pinned; one of the two", joint=name)
            is_pinned[joint] = True
            places[joint] = _place(name, pins[name]) if isinstance(pins, Mapping) else self._positions[joint]
        return is_pinned

    def _posed(self, places: Floats, dragged: list[int], is_pinned: Booleans) -> Posed:
        motion, frame, reached = self._motion, self._frame, self._reached
        assert reached is not None
        names, positions = motion.skeleton.names, reached.positions_m * self._size
        off = np.linalg.norm(positions - places, axis=1)
        pinned = np.flatnonzero(is_pinned).tolist()
        notes = tuple(
            f"'{names[joint]}' cannot reach its pin: it is {100.0 * off[joint]:.1f} cm away"
            for joint in pinned
            if off[joint] > MISSED_M * self._size
        )
        translations = motion.translations_m[frame : frame + 1].copy()
        if 0 in motion.skeleton.translated:
            translations[0, motion.skeleton.translated.index(0)] = positions[0]
        posed = replace(
            motion,
            rotations_xyzw=reached.rotations_xyzw[None],
            translations_m=translations,
            first_frame=motion.first_frame + frame,
        )
        return Posed(posed, {names[joint]: float(off[joint]) for joint in [*dragged, *pinned]}, notes)


def pose(
    motion: Motion,
    frame: int,
    wishes: Mapping[str, ArrayLike],
    *,
    influence: Floats | None = None,
    pins: Iterable[str] | Mapping[str, ArrayLike] = (),
    weights: Mapping[str, float] | None = None,
    limits: Limits = "body",
    floor_m: float | None = None,
) -> Posed:
    """Return a pose of a clip in which some joints are dragged to places; bones keep their lengths.

    Every joint wishes to be somewhere: the dragged ones at their places, the others where they are. The pose is the one
    with the least weighted squares of distances. It is found down from the present pose.

    Parameters
    ----------
    motion, frame : the pose, its frame from 0.
    wishes : joint, by name or role → place (3,) in the world, in metres.
    influence : (J,) 0 to 1, how far the other joints follow the one that is dragged, as `brushed` and `part` give it.
    pins : joints that stay where they are, or joint → place (3,) in the world, in metres. Pins come before
        wishes; of those that cannot all be met, the squared misses are least, and a note states them.
    weights : joint → weight, from 0 to 1,000,000, in place of 1 for dragged joints, `STAY` for the others.
    limits : ``"body"`` (default) keeps elbows, knees, shoulders and hips within the usual ranges and whatever else the
        clip shows; None lets every joint turn freely.
    floor_m : height below which no joint goes, unless it is there already; it may give way by a millimetre.

    Raises
    ------
    UsageError : a joint that is not there, a place that is none, a joint dragged and pinned, a frame outside the clip,
        an influence on several dragged joints or of another shape, a weight out of its range.
    """
    return Poser(motion, frame, limits=limits, floor_m=floor_m).drag(
        wishes, influence=influence, pins=pins, weights=weights
    )


def _size_of(skeleton: Skeleton) -> float:
    """How many times as large as a person a skeleton is, by its longest chain of bones; 1 from a half to double."""
    bones, reach = np.linalg.norm(skeleton.offsets_m, axis=1), np.zeros(len(skeleton.names))
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0:
            reach[joint] = reach[parent] + bones[joint]
    size = float(reach.max(initial=0.0)) / PERSON_M
    return 1.0 if 0.5 <= size <= 2.0 or not size else size


def _calm_of(skeleton: Skeleton) -> Floats:
    """What turning against the parent costs for each joint (J,): arms and legs give way before spine and collar."""
    calm, roles = np.full(len(skeleton.names), CALM), skeleton.roles
    joint = roles.get("head", -1)
    while joint >= 0:
        calm[joint] *= STIFF_SPINE
        joint = skeleton.parents[joint]
    for side in ("left", "right"):
        for part, times in STIFF.items():
            if (joint := roles.get(f"{side}-{part}", -1)) >= 0:
                calm[joint] *= times
    return calm


def _place(name: str, place: ArrayLike) -> Floats:
    try:
        array = np.array(place, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.empty(0)
    if array.shape != (3,) or not (np.abs(array) <= LARGEST_M).all():
        raise UsageError(f"the place of '{name}' must be three finite numbers in metres", joint=name)
    return array
