"""Strips that people judge: 400 random multi-way blends, and a few captures among them as a check on the judges.

The thesis (section 5.5) labels 400 random blends. Blends are split by source clip: those of even numbers are made of
one half of the clips, those of odd numbers of the other half, so that what learns from labels of the first half meets
no clip of it in the second. Clips that are for reporting only are in the second half.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks.scores.clips import REPORTED, TUNING, source
from unbake.synthesis.blending.multiway import multiway_blend
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.naturalness.judged import JudgedMotion

BLENDS, CAPTURES, LENGTH, SEED = 400, 16, 60, 5
MOST_BETWEEN = 2
ITEMS = BLENDS + CAPTURES
HALVES = (TUNING[::2], TUNING[1::2] + REPORTED)


@dataclass(frozen=True, eq=False)
class Item:
    """What one strip shows.

    Parameters
    ----------
    number : from 0.
    clips : what it is made of.
    judged : the motion with its plants; of a blend, those that it should have.
    is_blend : whether it is a blend or a capture.
    """

    number: int
    clips: tuple[str, ...]
    judged: JudgedMotion
    is_blend: bool

    @property
    def half(self) -> int:
        """Which half of the clips it is made of."""
        return self.number % 2


@cache
def captures() -> frozenset[int]:
    """Return the numbers of the items that are captures."""
    return frozenset(int(n) for n in np.random.default_rng(SEED).choice(ITEMS, CAPTURES, replace=False))


@cache
def item(number: int) -> Item:
    """Return one of the items: random stretches of a second, by way of up to two others; or one such stretch."""
    rng = np.random.default_rng([SEED, number])
    if number in captures():
        (name,), (stretch,) = _stretches(rng, number % 2, 1)
        return Item(number, (name,), JudgedMotion.of(stretch.motion, stretch.labels, stretch.legs), is_blend=False)
    names, stretches = _stretches(rng, number % 2, 2 + int(rng.integers(MOST_BETWEEN + 1)))
    return Item(number, names, JudgedMotion.of_blend(multiway_blend(stretches)), is_blend=True)


def _stretches(rng: np.random.Generator, half: int, count: int) -> tuple[tuple[str, ...], list[BlendSource]]:
    """Random stretches of the clips of one person, whose skeleton is the same."""
    clips = [name for name in HALVES[half] if source(name).n_frames >= LENGTH]
    person = str(rng.choice(clips))[:2]
    names = tuple(str(name) for name in rng.choice([name for name in clips if name[:2] == person], count))
    stretches = []
    for name in names:
        first = int(rng.integers(source(name).n_frames - LENGTH + 1))
        stretches.append(source(name).window(first, first + LENGTH - 1))
    return names, stretches
