"""Rule 2: stretches in which the same feet stand at the same time.

Feet show the clock by which arms and legs swing, so limbs of motions whose plants agree are likely to go together.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.1. How much
disagreement ends a stretch, and how long it has to be, is ours, and so is to go on to the next common plant where it is
not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Booleans, Indices
from unbake.motion.composed.recipe import Recipe
from unbake.synthesis.transplants.exchange import exchanged
from unbake.synthesis.transplants.part_sets import SIX
from unbake.synthesis.transplants.pool import Pool
from unbake.synthesis.transplants.rule import LEAST_INSTANTS, register

TRAILING = 30
"""Instants over which agreement is judged: half a second."""
MOST_APART = 0.3
"""Part of them that may disagree."""


@dataclass(frozen=True)
class AlignedPlants:
    """Two motions from their first common plant until their plants disagree: two results for each part set."""

    name: str = "plants"
    part_sets: Sequence[str] = SIX

    def propose(self, pool: Pool, rng: np.random.Generator) -> list[Recipe]:
        """Return recipes for all part sets in both directions; none where plants do not agree for long enough."""
        pair = pool.pair(rng)
        if pair is None:
            return []
        stretch = agreeing(*(pool.donors[number].stands for number in pair))
        if stretch is None:
            return []
        instants = np.arange(*stretch, dtype=np.float64)
        return exchanged(pool, self.name, ((pair[0], instants), (pair[1], instants)), self.part_sets)


def agreeing(one: Indices, other: Indices) -> tuple[int, int] | None:
    """Return the stretch, start and end, over which two courses of plants agree; None where it is too short.

    Parameters
    ----------
    one, other : (T,) and (U,) see `Donor.stands`.
    """
    count = min(len(one), len(other))
    same = one[:count] == other[:count]
    common = np.flatnonzero(same & (one[:count] != 0))
    while len(common):
        start = int(common[0])
        stop = start + _until_apart(~same[start:])
        if stop - start >= LEAST_INSTANTS:
            return start, stop
        common = common[common >= stop]
    return None


def _until_apart(apart: Booleans) -> int:
    """How many instants there are before too many of the last half second disagree; what is missing agrees."""
    counted = np.concatenate([[0], np.cumsum(apart)])
    ends = np.arange(1, len(counted))
    share = (counted[ends] - counted[np.maximum(ends - TRAILING, 0)]) / TRAILING
    over = np.flatnonzero(share > MOST_APART)
    return int(over[0]) if len(over) else len(apart)


register(AlignedPlants())
