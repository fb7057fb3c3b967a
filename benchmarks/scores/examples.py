"""Natural and corrupted excerpts, made once, with what each score says of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks.scores.clips import fellows, source, starts
from benchmarks.scores.corruptions import KINDS, Corrupted, Place, natural
from unbake.synthesis.naturalness.judged import JudgedMotion


@dataclass(frozen=True, eq=False)
class Example:
    """A motion to be judged.

    Parameters
    ----------
    kind : how it was corrupted; "natural" where it was not.
    clip : what it was made of.
    judged : with plants that are guessed for it as it is, as for any motion of which nothing is known.
    knowing : with the plants that it should have.
    """

    kind: str
    clip: str
    judged: JudgedMotion
    knowing: JudgedMotion

    @property
    def is_unnatural(self) -> bool:
        """Whether it was corrupted."""
        return self.kind != "natural"


@cache
def examples(clips: tuple[str, ...], most: int, seed: int) -> list[Example]:
    """Return excerpts of clips, at most so many of each, as they are and corrupted in every way."""
    found = []
    for name in clips:
        rng = np.random.default_rng([seed, *name.encode()])
        pool = [source(other) for other in fellows(name, clips)]
        for start in starts(name, most):
            place = Place(source(name), start, pool)
            for kind, corrupt in {"natural": natural, **KINDS}.items():
                found.append(_example(kind, name, corrupt(place, rng)))
    return found


def _example(kind: str, clip: str, made: Corrupted) -> Example:
    return Example(kind, clip, JudgedMotion.of(made.motion), made.knowing)
