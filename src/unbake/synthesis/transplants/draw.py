"""Draws: a rule and what it is applied to, uniformly at random; each draw has a number, and its own random numbers.

So draws can be made in any order and on any number of cores, and those of a seed are always the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.motion.composed.recipe import Recipe
from unbake.synthesis.transplants.pool import Pool
from unbake.synthesis.transplants.rule import Rule

LARGEST_SEED = 2**63


@dataclass(frozen=True, eq=False)
class Draw:
    """What came of one application of a rule.

    Parameters
    ----------
    number : of the draw, from 0.
    rule : that was drawn.
    recipes : what it proposes; sources are numbers of the pool. Empty where what it was applied to does not fit.
    """

    number: int
    rule: str
    recipes: tuple[Recipe, ...]


def draw(pool: Pool, rules: Sequence[Rule], seed: int, number: int) -> Draw:
    """Return the draw of a number; UsageError for no rules or a seed below 0."""
    if not rules or not 0 <= seed < LARGEST_SEED:
        raise UsageError("draws need at least one rule, and a seed that is a whole number of 0 or more")
    rng = np.random.default_rng([seed, number])
    rule = rules[int(rng.integers(len(rules)))]
    return Draw(number, rule.name, tuple(rule.propose(pool, rng)))
