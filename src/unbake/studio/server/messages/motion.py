"""What is seen of a clip: the capture, its keys, the animation as it moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from unbake.studio.server.messages.arrays import Float32, Float64, Int16, Int32, Uint8, no_numbers


@dataclass(frozen=True)
class Joint:
    """One joint of the figure."""

    name: str
    parent: int  # −1 for the root
    is_end: bool
    side: Literal["left", "right", "middle"]
    role: str | None
    part: int  # which body part it belongs to


@dataclass(frozen=True)
class Channel:
    """One animated number of a joint: tx … tz in metres, rx … rz in radians, qx … qw."""

    joint: int
    name: str


@dataclass(frozen=True)
class LeadSpan:
    """A part of the body that carries the action for a while."""

    first: int  # frames, both included
    last: int
    part: str  # hips, right-foot, …; a joint's name where there are no roles


@dataclass(frozen=True)
class Clip:
    """A clip that is open."""

    id: str
    name: str
    path: str | None  # where it lies, if the server read it from there
    format: str
    fps: float
    first_frame: int
    last_frame: int
    height_m: float
    joints: tuple[Joint, ...]
    channels: tuple[Channel, ...]
    parts: tuple[str, ...]  # body parts, from head to foot
    leads: tuple[str, ...]  # groups and roles that can lead
    lead_joints: tuple[tuple[int, ...], ...]  # which joints each of them stands for
    lead_spans: tuple[LeadSpan, ...]  # which part leads, over time, where nobody names one
    measured: tuple[int, ...]  # joints that errors are measured on
    warnings: tuple[str, ...]
    takes: tuple[str, ...]  # names of those that its file holds, where these are several
    take: str | None  # which of them it is
    positions: Float32  # (F, J, 3) of the capture, metres, in the world
    rotations: Int16  # (F, J, 4) x y z w, in the world, in units of 1/32,767
    values: Float32  # (F, C) of the capture's channels
    rest_positions: Float32  # (J, 3)
    rest_rotations: Float32  # (J, 4)


@dataclass(frozen=True)
class Plant:
    """One stay of a point of a foot on the ground."""

    first: int  # frames, both included
    last: int
    point: int  # 0 left heel, 1 left toe, 2 right heel, 3 right toe
    source: Literal["hand", "oracle", "force-plate", "performer", "thresholds"]


@dataclass(frozen=True)
class Keys:
    """A keyed animation: whole-pose keys with one value and two handles a channel."""

    first: int  # the frames that it covers, both included
    last: int
    fit: str
    frames: Int32  # (K,)
    classes: Uint8  # (K,) 0 keypose, 1 breakdown, 2 at the start or end of a moving hold
    values: Float64  # (K, C) metres, radians
    left: Float64  # (K, C, 2) frame, value
    right: Float64  # (K, C, 2)
    tangents: Uint8  # (K, C) types of handles: 0 aligned, 1 free, 2 vector, 3 auto, 4 auto-clamped; 16 more if locked
    holds: tuple[Plant, ...] = ()  # they are of, and measured against, the capture with its feet in place by these


@dataclass(frozen=True)
class Evaluation:
    """An animation at every frame of its range, and how far it is from the capture."""

    positions: Float32  # (F, J, 3)
    rotations: Int16  # (F, J, 4) as those of Clip
    error_cm: Float32  # (F,) the worst joint of each frame
    worst_joints: Int32  # (F,) which joint that is
    max_cm: float
    mean_cm: float
    rms_cm: float
    worst_joint: str
    worst_frame: int
    against: Float32 = field(default_factory=no_numbers)  # (F, J, 3) what it is measured against; none: the capture
