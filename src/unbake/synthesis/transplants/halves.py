"""Rule 1: upper and lower bodies of two motions exchanged, from their first frames on.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.motion.composed.recipe import Recipe
from unbake.synthesis.transplants.exchange import exchanged
from unbake.synthesis.transplants.pool import Pool
from unbake.synthesis.transplants.rule import LEAST_INSTANTS, register


@dataclass(frozen=True)
class Halves:
    """Two motions, the longer cut to the length of the shorter: two results."""

    name: str = "halves"

    def propose(self, pool: Pool, rng: np.random.Generator) -> list[Recipe]:
        """Return two recipes; none for a motion that is too short to be judged."""
        pair = pool.pair(rng)
        if pair is None:
            return []
        count = min(pool.donors[number].n_instants for number in pair)
        if count < LEAST_INSTANTS:
            return []
        instants = np.arange(count, dtype=np.float64)
        return exchanged(pool, self.name, ((pair[0], instants), (pair[1], instants)), ("upper body",))


register(Halves())
