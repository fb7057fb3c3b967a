"""Poses that are dragged, turned, blended and copied, and the keys that differ from the capture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from unbake.studio.server.messages.arrays import Float32, Float64, Int32, no_numbers
from unbake.studio.server.messages.motion import Evaluation, Keys


@dataclass(frozen=True)
class DragPose:
    """Drag a joint of the pose at a frame to a place; a key is put there where there is none. → PoseDragged"""

    clip: str
    keys: Keys  # as they were when the hand took hold
    frame: int
    gesture: str  # the same for all steps of a drag: each begins at the pose of the one before
    joint: int
    place: tuple[float, float, float]  # metres, in the world
    pins: tuple[int, ...]  # joints that stay where they were
    detail: float
    influence: Float32 = field(default_factory=no_numbers)  # (J,) 0 to 1, how far joints follow; none: as bones want
    floor: bool = False  # whether no joint goes below 0


@dataclass(frozen=True)
class TurnJoint:
    """Turn a joint, and all that hangs on it, about an axis through it. → PoseDragged"""

    clip: str
    keys: Keys
    frame: int
    joint: int
    axis: tuple[float, float, float]  # in the world
    angle: float  # radians
    detail: float


@dataclass(frozen=True)
class TweenPose:
    """Make the pose at a frame one between those of the keys before and after it. → PoseDragged"""

    clip: str
    keys: Keys
    frame: int
    part: float  # 0 the key before, 1 the key after
    detail: float


@dataclass(frozen=True)
class PoseDragged:
    """The animation with the pose as it became."""

    keys: Keys
    evaluation: Evaluation
    missed_cm: float  # how far the dragged joint is from its place, as it is seen
    notes: tuple[str, ...]


@dataclass(frozen=True)
class ReadPose:
    """Tell the pose of an animation at a frame. → PoseRead"""

    clip: str
    keys: Keys
    frame: int


@dataclass(frozen=True)
class PoseRead:
    """A pose, to be set elsewhere with PasteKeys."""

    values: Float64  # (C,) metres, radians


@dataclass(frozen=True)
class PaintInfluence:
    """Pass the brush over a joint. → InfluencePainted"""

    clip: str
    keys: Keys
    frame: int
    joint: int
    radius_m: float
    along: Literal["skeleton", "space"]
    onto: Float32  # (J,) what was painted before; none at first
    mirrors: bool  # whether the other side is painted, too


@dataclass(frozen=True)
class InfluencePainted:
    """How far each joint follows a drag."""

    influence: Float32  # (J,) 0 to 1


@dataclass(frozen=True)
class FindDeltas:
    """Tell which keys have another pose than the capture. → DeltasFound"""

    clip: str
    keys: Keys


@dataclass(frozen=True)
class DeltasFound:
    """The delta keys, in the order of their frames."""

    frames: Int32  # (D,)
    moved_cm: Float32  # (D,) how far the joint that moved most is from where it was captured
    joints: Int32  # (D,) which joint that is
