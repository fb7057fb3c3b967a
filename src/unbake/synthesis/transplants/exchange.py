"""Recipes for limbs that change bodies."""

from __future__ import annotations

from collections.abc import Sequence

from unbake.ground.arrays import Floats
from unbake.motion.composed.recipe import Course, Graft, Recipe
from unbake.synthesis.transplants.part_sets import joints_of
from unbake.synthesis.transplants.pool import Pool


def exchanged(
    pool: Pool, rule: str, sides: tuple[tuple[int, Floats], tuple[int, Floats]], part_sets: Sequence[str]
) -> list[Recipe]:
    """Return the recipes of two stretches that correspond, for all part sets and in both directions.

    Parameters
    ----------
    rule : what they are by.
    sides : number of a donor and its instants (T,) at 60 Hz, of either motion.
    part_sets : what is transplanted, one recipe each.
    """
    courses = [Course(number, pool.donors[number].frames(instants)) for number, instants in sides]
    out = []
    for base, giver in (courses, courses[::-1]):
        skeleton = pool.donors[base.source].motion.skeleton
        out += [Recipe(rule, pool.fps, base, (Graft(joints_of(skeleton, name), giver),)) for name in part_sets]
    return out
