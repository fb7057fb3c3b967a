"""From the curve of error against count to the keys of one count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unbake.studio.server.messages.arrays import Float32, Float64, Int32, Uint8
from unbake.studio.server.messages.motion import Evaluation, Keys, Plant
from unbake.studio.server.messages.settings import Choice, Joining, Settings


@dataclass(frozen=True)
class FindSpace:
    """Make the selection space, or a preview of it. → SpaceFound"""

    clip: str
    settings: Settings
    holds_feet: bool = False  # of the capture with its feet in place
    plants: tuple[Plant, ...] = ()  # as in Choose
    is_preview: bool = False  # where the whole space takes long, at once that of the take cut into pieces


@dataclass(frozen=True)
class SpaceFound:
    """Every count of keys with its least error, as a length (the root of the mean where squares are summed)."""

    counts: Int32
    errors_cm: Float32
    pose_range_cm: float
    note: str | None  # how, where the take is too long for the whole space
    is_preview: bool = False  # whether the whole space is still to be asked for


@dataclass(frozen=True)
class Choose:
    """Choose keys and join them: with the quick fit or the full one. → Chosen"""

    clip: str
    settings: Settings
    choice: Choice
    joining: Joining
    detail: float
    is_preview: bool
    plants: tuple[Plant, ...] = ()  # where feet hold: the labels; without any, the oracle says when they are planted


@dataclass(frozen=True)
class FeetHeld:
    """How far planted points stray where they are held firmly, on average and at worst."""

    captured_mean_mm: float
    captured_worst_mm: float
    mean_mm: float  # by keys and handles
    worst_mm: float


@dataclass(frozen=True)
class Chosen:
    """The keys that were asked for."""

    keys: Keys
    evaluation: Evaluation | None  # None of a preview of many frames: to be asked for (Evaluate) once it is wanted
    is_preview: bool
    criterion_error_cm: float | None
    layers: Uint8  # (K,) 1 to 3: which layer chose the key; empty otherwise
    ends: str  # which of wrists, ankles, toes and head there are; empty without any, and without the match
    ends_before_cm: float | None  # these at worst, before the match, if that is known
    ends_after_cm: float | None  # and after it
    feet: FeetHeld | None  # where feet hold; None of previews
    command: str  # the same on the command line
    notes: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class Evaluate:
    """Evaluate an animation. → Evaluated"""

    clip: str
    keys: Keys
    detail: float


@dataclass(frozen=True)
class Evaluated:
    """The animation as it moves."""

    evaluation: Evaluation


@dataclass(frozen=True)
class FitValues:
    """Join values that are no channels of joints, such as sizes and properties, through keys. → ValuesFitted"""

    frames: Int32  # (K,) the keys, from 0; the first and the last frame are among them
    values: Float64  # (F, N) on every frame
    scales: Float64  # (N,) how many units of a graph editor, where one weighs as much as a frame, make one of each
    fit: Literal["free", "tightest", "hermite", "schneider", "broken", "thesis"]


@dataclass(frozen=True)
class ValuesFitted:
    """Curves through values, which keys keep: handles as frame from 0 and value."""

    left: Float64  # (K, N, 2)
    right: Float64  # (K, N, 2)
    broken: Uint8  # (K, N) 1 where the two are not in line
