"""Plants: guessed, labelled, cleaned, kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unbake.studio.server.messages.arrays import Float32, Int16
from unbake.studio.server.messages.edits.layers import PoseLayer
from unbake.studio.server.messages.motion import Keys, Plant


@dataclass(frozen=True)
class FindFeet:
    """Find the feet of a clip, and how they move. → FeetFound"""

    clip: str


@dataclass(frozen=True)
class FeetFound:
    """The feet of a clip. P is four points: left heel, left toe, right heel, right toe."""

    ankles: tuple[int, ...]  # joints, left and right
    toes: tuple[int, ...]
    heel_offsets: Float32  # (2, 3) the heels in the frames of their ankles, metres
    heights_cm: Float32  # (F, P) over the ground
    speeds: Float32  # (F, P) metres a second


@dataclass(frozen=True)
class GuessFeet:
    """Let the oracle say when the feet of a clip are planted. → FeetGuessed"""

    clip: str
    oracle: Literal["own", "packaged"]


@dataclass(frozen=True)
class FeetGuessed:
    """When the oracle takes the feet to be planted, and how sure it is."""

    plants: tuple[Plant, ...]
    certainty: Float32  # (F, P) 0 to 1 that the point is planted
    distance: Float32  # (F,) to the nearest example, as the oracle measures


@dataclass(frozen=True)
class CleanFeet:
    """Keep the feet in place while they are planted. → FeetCleaned"""

    clip: str
    plants: tuple[Plant, ...]
    keys: Keys | None  # None: of the capture
    detail: float
    layers: tuple[PoseLayer, ...] = ()


@dataclass(frozen=True)
class FeetCleaned:
    """The motion with its feet in place, and how far they slid."""

    positions: Float32  # (F, J, 3)
    rotations: Int16  # (F, J, 4) as those of Clip
    first: int  # the frame that they begin with
    drift_before_mm: float  # of planted points where they are held firmly, on average
    drift_after_mm: float
    worst_before_mm: float
    worst_after_mm: float
    moved_cm: Float32  # (F,) how far the joint that moved most did
    notes: tuple[str, ...]


@dataclass(frozen=True)
class ReadFootLabels:
    """Read the labels of a clip's feet from a file of an upload. → FootLabelsRead"""

    clip: str
    upload: str


@dataclass(frozen=True)
class FootLabelsRead:
    """The labels in a file."""

    plants: tuple[Plant, ...]


@dataclass(frozen=True)
class SaveFootLabels:
    """Save the labels of a clip's feet as a file beside it, or as a download. → Saved"""

    clip: str
    plants: tuple[Plant, ...]
    path: str
    is_download: bool
    may_replace: bool
