"""What a person asks of selection and of the curves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Settings:
    """What selection looks at, and within which limits."""

    criterion: str
    metric: Literal["pose", "joint"]
    compose: Literal["max", "sum"] | None  # None: as the criterion has it
    lead: tuple[str, ...]  # joints or groups; none: all that are measured
    pins: tuple[int, ...]
    first: int
    last: int
    min_gap: int | None
    max_gap: int | None


@dataclass(frozen=True)
class LayerSettings:
    """One of the three layers; accuracy and significance are parts of one."""

    criterion: str
    metric: Literal["pose", "joint"]
    lead: bool
    space: Literal["world", "body"]
    accuracy: float
    significance: float
    floor_cm: float


@dataclass(frozen=True)
class Choice:
    """How many keys: by count, by a promised error, by two thresholds, or by three layers. What is not used waits."""

    by: Literal["count", "error", "auto", "layers"]
    keys: int
    error_cm: float
    accuracy: float
    significance: float
    layers: tuple[LayerSettings, ...]
    nudges: bool = False  # by count: keys move by a few frames where the finished curves then come nearer
    tips: bool = False  # by error: it is promised for hands, fingers, toes and the ends of bones, too


@dataclass(frozen=True)
class Joining:
    """How the keys are joined."""

    fit: Literal["free", "tightest", "hermite", "schneider", "broken", "thesis"]
    break_weight: float
    holds_ends: bool
    end_weights: Mapping[str, float]
    holds_feet: bool = False  # planted feet hold, as far as keys and handles reach
