"""Poses that are dragged, turned, blended and copied, and the keys that differ from the capture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from unbake.studio.server.messages.arrays import Float32, Float64, Int32, no_numbers
from unbake.studio.server.messages.edits.layers import LayersApplied, PoseLayer, Stack
from unbake.studio.server.messages.motion import Evaluation, Keys


@dataclass(frozen=True)
class DragPose:
    """Drag a joint of the pose at a frame to a place; a key is put there where there is none. → PoseDragged"""

    clip: str
    keys: Keys | None  # as they were when the hand took hold; None: layers are on the capture
    frame: int
    gesture: str  # the same for all steps of a drag: each begins at the pose of the one before
    joint: int
    place: tuple[float, float, float]  # metres, in the world
    pins: tuple[int, ...]  # joints that stay where they were
    detail: float
    influence: Float32 = field(default_factory=no_numbers)  # (J,) 0 to 1, how far joints follow; none: as bones want
    floor: bool = False  # whether no joint goes below 0
    stack: Stack = field(default_factory=Stack)


@dataclass(frozen=True)
class TurnJoint:
    """Turn a joint, and all that hangs on it, about an axis through it. → PoseDragged"""

    clip: str
    keys: Keys | None
    frame: int
    joint: int
    axis: tuple[float, float, float]  # in the world
    angle: float  # radians
    detail: float
    stack: Stack = field(default_factory=Stack)


@dataclass(frozen=True)
class TweenPose:
    """Make the pose at a frame one between those of the keys before and after it. → PoseDragged"""

    clip: str
    keys: Keys | None
    frame: int
    part: float  # 0 the key before, 1 the key after
    detail: float
    stack: Stack = field(default_factory=Stack)


@dataclass(frozen=True)
class PutPose:
    """Set a pose that was read on a frame; a key is put there where there is none. → PoseDragged"""

    clip: str
    keys: Keys | None
    frame: int
    rotations: Float64  # (J, 4) as of PoseRead
    translations: Float64
    is_mirrored: bool  # left and right change places, where the pose stands
    detail: float
    stack: Stack = field(default_factory=Stack)


@dataclass(frozen=True)
class PoseDragged:
    """What the pose became: other keys, or another layer; with layers, what is seen of all of it."""

    keys: Keys | None
    evaluation: Evaluation | None
    missed_cm: float  # how far the dragged joint is from its place, as it is seen
    notes: tuple[str, ...]
    layer: PoseLayer | None = None
    layered: LayersApplied | None = None


@dataclass(frozen=True)
class ReadPose:
    """Tell the pose of an animation at a frame. → PoseRead"""

    clip: str
    keys: Keys | None
    frame: int
    stack: Stack = field(default_factory=Stack)


@dataclass(frozen=True)
class PoseRead:
    """A pose, to be set elsewhere with PutPose."""

    rotations: Float64  # (J, 4) x y z w, each in its parent's frame
    translations: Float64  # (M, 3) metres, of the joints that move


@dataclass(frozen=True)
class PaintInfluence:
    """Pass the brush over a joint. → InfluencePainted"""

    clip: str
    keys: Keys | None
    frame: int
    joint: int
    radius_m: float
    along: Literal["skeleton", "space"]
    onto: Float32  # (J,) what was painted before; none at first
    mirrors: bool  # whether the other side is painted, too
    stack: Stack = field(default_factory=Stack)


@dataclass(frozen=True)
class InfluencePainted:
    """How far each joint follows a drag."""

    influence: Float32  # (J,) 0 to 1


@dataclass(frozen=True)
class FindDeltas:
    """Tell which keys have another pose than the capture, or which the selected layer has. → DeltasFound"""

    clip: str
    keys: Keys | None
    stack: Stack = field(default_factory=Stack)


@dataclass(frozen=True)
class DeltasFound:
    """The delta keys, in the order of their frames."""

    frames: Int32  # (D,)
    moved_cm: Float32  # (D,) how far the joint that moved most is from the capture, or would be without these keys
    joints: Int32  # (D,) which joint that is
