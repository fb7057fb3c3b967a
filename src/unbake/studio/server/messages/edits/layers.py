"""Layers of offsets in pose and time, on top of the keys or of the capture itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unbake.studio.server.messages.arrays import Float32, Float64, Int16, Int32
from unbake.studio.server.messages.motion import Keys


@dataclass(frozen=True)
class PoseLayer:
    """A layer: K delta keys of n joints that turn and m that move, and T time keys."""

    id: str  # the page's own; the server hands it back
    name: str
    weight: float
    is_muted: bool
    is_solo: bool
    frames: Int32  # (K,)
    joints: Int32  # (n,)
    vectors: Float64  # (K, n, 3) radians, each in its joint's own frame
    moved: Int32  # (m,)
    shifts: Float64  # (K, m, 3) metres, in the frame of the joint's parent
    time_frames: Int32  # (T,)
    time_offsets: Float64  # (T,) seconds by which what is below is looked at later


@dataclass(frozen=True)
class Stack:
    """All layers, and what a hand changes."""

    layers: tuple[PoseLayer, ...] = ()  # the first below the others
    selected: str = ""  # id of the layer that gets the keys; none: the take's own keys change


@dataclass(frozen=True)
class ApplyLayers:
    """Show the keys, or the capture, with layers on top. → LayersApplied"""

    clip: str
    keys: Keys | None  # None: of the capture
    layers: tuple[PoseLayer, ...]
    detail: float


@dataclass(frozen=True)
class LayersApplied:
    """The motion with its layers at every frame."""

    positions: Float32  # (F, J, 3)
    rotations: Int16  # (F, J, 4) as those of Clip
    first: int


@dataclass(frozen=True)
class KeyLayer:
    """Set or delete a key of the selected layer. → PoseDragged"""

    clip: str
    keys: Keys | None
    stack: Stack
    frame: int
    what: Literal["unchanged", "no-delta", "time", "no-time"]
    offset_s: float  # of a time key
    detail: float


@dataclass(frozen=True)
class ReadLayers:
    """Read layers from an uploaded file. → LayersRead"""

    clip: str
    upload: str


@dataclass(frozen=True)
class LayersRead:
    """The layers of a file, in their order."""

    layers: tuple[PoseLayer, ...]


@dataclass(frozen=True)
class SaveLayers:
    """Write layers to a file of their own, as `unbake layers` reads them. → Saved"""

    clip: str
    layers: tuple[PoseLayer, ...]
    path: str
    is_download: bool
    may_replace: bool
