"""The chosen keyframes of a clip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from operator import lt
from typing import Literal

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.ground.choices import check_choice, check_number, whole_numbers

KeyClass = Literal["keypose", "breakdown", "hold"]
"""A hold is a keypose at the start or the end of a pose that is kept: a moving hold."""


@dataclass(frozen=True, eq=False)
class Selection:
    """Sorted keyframes with their error and the class of each. Equal where all three are; two NaN count as equal.

    Parameters
    ----------
    frames : indices from 0, strictly rising; the first and last frame of the clip are always among them.
    error : what the criterion says of this selection, in metres (or m² for sums of squares); NaN where unknown.
    classes : ``keypose``, ``breakdown`` or ``hold`` for each frame; all keyposes by default.

    Raises
    ------
    UsageError : no frames, frames that are not whole or do not rise, a class too many or too few, or an unknown one.
    """

    frames: tuple[int, ...]
    error: float = float("nan")
    classes: tuple[KeyClass, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "frames", whole_numbers(self.frames, "keyframes"))
        check_number(self.error, "the error of a selection")
        if not self.frames:
            raise UsageError("a selection needs at least one keyframe")
        if self.frames[0] < 0 or not all(map(lt, self.frames, self.frames[1:])):
            raise UsageError("keyframes must be counted from 0 and rise strictly")
        if not self.classes:
            object.__setattr__(self, "classes", ("keypose",) * len(self.frames))
        if len(self.classes) != len(self.frames):
            raise UsageError(f"{len(self.classes)} key classes for {len(self.frames)} keyframes")
        for key_class in set(self.classes):
            check_choice("key class", key_class, ("keypose", "breakdown", "hold"))

    def __eq__(self, other: object) -> bool:
        return self._compared() == other._compared() if isinstance(other, Selection) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[object, ...]:
        return self.frames, None if isnan(self.error) else self.error, self.classes

    def __len__(self) -> int:
        return len(self.frames)

    def with_ends(self, n_frames: int) -> Selection:
        """Return the same keys, and keyposes on the first and the last frame of a clip where there are none."""
        begin, end = self.frames[0] > 0, self.frames[-1] < n_frames - 1
        if not begin and not end:
            return self
        frames = ((0,) if begin else ()) + self.frames + ((n_frames - 1,) if end else ())
        pose: tuple[KeyClass, ...] = ("keypose",)
        return Selection(frames, classes=(pose if begin else ()) + self.classes + (pose if end else ()))

    @property
    def keyposes(self) -> tuple[int, ...]:
        """The frames classed as keyposes, those of moving holds among them."""
        return tuple(f for f, c in zip(self.frames, self.classes, strict=True) if c != "breakdown")

    @property
    def holds(self) -> tuple[int, ...]:
        """The frames at which a moving hold starts or ends."""
        return tuple(f for f, c in zip(self.frames, self.classes, strict=True) if c == "hold")

    @property
    def breakdowns(self) -> tuple[int, ...]:
        """The frames classed as breakdowns."""
        return tuple(f for f, c in zip(self.frames, self.classes, strict=True) if c == "breakdown")


def by_segment(values: Floats, frames: Sequence[int]) -> Floats:
    """Return the largest of some values (F,) in each segment (K − 1,) between keys, its first key included."""
    return np.asarray(np.maximum.reduceat(values, frames[:-1]))
