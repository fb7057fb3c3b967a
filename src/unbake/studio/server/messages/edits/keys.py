"""Changes of keys that need the library."""

from __future__ import annotations

from dataclasses import dataclass

from unbake.studio.server.messages.arrays import Float64, Uint8
from unbake.studio.server.messages.motion import Evaluation, Keys


@dataclass(frozen=True)
class MoveKeys:
    """Move keys in time; those that stay keep their place. → Edited"""

    clip: str
    keys: Keys
    frames: tuple[int, ...]
    by: int
    detail: float


@dataclass(frozen=True)
class RetimeKeys:
    """Put keys on other frames, in the order in which they stand. → Edited"""

    clip: str
    keys: Keys
    frames: tuple[int, ...]
    to: tuple[int, ...]
    detail: float


@dataclass(frozen=True)
class InsertKey:
    """Put a key on the curves, which do not change. → Edited"""

    clip: str
    keys: Keys
    frame: int
    detail: float


@dataclass(frozen=True)
class DeleteKeys:
    """Take keys away; first and last stay. → Edited"""

    clip: str
    keys: Keys
    frames: tuple[int, ...]
    detail: float


@dataclass(frozen=True)
class PasteKeys:
    """Set poses on frames, with new keys where there are none. → Edited"""

    clip: str
    keys: Keys
    frames: tuple[int, ...]
    poses: Float64  # (frames, C)
    classes: Uint8  # (frames,)
    detail: float
    is_mirrored: bool = False  # left and right change places, where the first pose stands


@dataclass(frozen=True)
class Refit:
    """Fit handles to the capture again, between two keys, in some channels. → Edited"""

    clip: str
    keys: Keys
    from_frame: int
    to_frame: int
    channels: tuple[int, ...]
    detail: float


@dataclass(frozen=True)
class Edited:
    """The animation after an edit, and what it could not do to the letter."""

    keys: Keys
    evaluation: Evaluation
    notes: tuple[str, ...]
