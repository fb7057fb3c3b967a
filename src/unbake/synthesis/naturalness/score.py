"""What every score of naturalness is: a number for each frame and one for the clip, larger for less natural motion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from unbake.ground.arrays import Floats
from unbake.synthesis.naturalness.judged import JudgedMotion


@dataclass(frozen=True, eq=False)
class Verdict:
    """What a score says of a clip.

    Parameters
    ----------
    per_frame : (F,) larger is less natural; finite.
    total : of the clip as a whole.
    worst_frame : from 0, where it is least natural.
    parts : what adds up to it, by name, each (F,) in a unit of its own; empty where nothing does.
    """

    per_frame: Floats
    total: float
    worst_frame: int
    parts: Mapping[str, Floats] = field(default_factory=dict)


class Score(Protocol):
    """A way of telling natural motion from unnatural."""

    @property
    def name(self) -> str:
        """What it is called, in a word or two."""

    def __call__(self, judged: JudgedMotion) -> Verdict:
        """Return how unnatural a motion is, frame by frame and as a whole.

        Raises
        ------
        MotionError : a skeleton without legs or arms.
        """


def verdict(per_frame: Floats, total: float, parts: Mapping[str, Floats] | None = None) -> Verdict:
    """Return a verdict whose worst frame is the first of those with the largest number."""
    return Verdict(per_frame, total, int(np.argmax(per_frame)), parts or {})
