"""One draw, tried out: transplants made, measured and judged, by a worker that keeps nothing but recipes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.composition.enrichment.judge import Judge, MeasuresJudge, judged, looks_human
from unbake.composition.enrichment.library_pool import pool_of_file
from unbake.errors import MotionError
from unbake.feet.labels import FootLabels
from unbake.ground.arrays import Floats32
from unbake.ground.intervals import intervals
from unbake.motion.body.body_path import body_path
from unbake.motion.composed.assembled import assembled
from unbake.motion.composed.recipe import Recipe
from unbake.synthesis.transplants.draw import draw
from unbake.synthesis.transplants.pool import Pool
from unbake.synthesis.transplants.rule import rules_named
from unbake.synthesis.transplants.scores.measured import Measured, measured

LEAST_KEPT = 60
"""Shortest stretch that is kept of what looks human, in frames: a second."""


@dataclass(frozen=True, eq=False)
class Transplant:
    """A transplant that was made and looked at.

    Parameters
    ----------
    recipe : how it is made; sources are numbers of the pool.
    measured : what was measured of it.
    probability : (F,) float32 how probable it is that it looks human; NaN where that is open.
    """

    recipe: Recipe
    measured: Measured
    probability: Floats32


@dataclass(frozen=True, eq=False)
class Trial:
    """What came of a draw.

    Parameters
    ----------
    number, rule : of the draw.
    transplants : what it made; none where its rule did not apply.
    """

    number: int
    rule: str
    transplants: tuple[Transplant, ...]


def tried(path: str, stamp: str, rules: tuple[str, ...], seed: int, number: int, judge: Judge | None) -> Trial:
    """Return the trial of a draw from the library in a file, see `draw`; no judge is the one by measures."""
    pool = pool_of_file(path, stamp)
    return trial_of(pool.pool, rules, seed, number, judge or MeasuresJudge(pool.arms))


def trial_of(pool: Pool, rules: tuple[str, ...], seed: int, number: int, judge: Judge) -> Trial:
    """Return the trial of a draw from a pool."""
    drawn = draw(pool, rules_named(rules), seed, number)
    made = [transplant_of(pool, recipe, judge) for recipe in drawn.recipes]
    return Trial(number, drawn.rule, tuple(one for one in made if one is not None))


def transplant_of(pool: Pool, recipe: Recipe, judge: Judge) -> Transplant | None:
    """Return a recipe's transplant, made and looked at; None where what it makes is no motion."""
    try:
        motion = assembled([donor.motion for donor in pool.donors], recipe)
        body = body_path(motion)
        base = pool.donors[recipe.base.source]
        frames = np.rint(recipe.base.instants).astype(np.int64)
        labels = FootLabels.from_frames(base.planted[frames], recipe.fps)
        found = measured(motion, labels, body)
    except MotionError:
        return None
    return Transplant(recipe, found, judged(judge, body).astype(np.float32))


def human_stretches(one: Transplant) -> list[tuple[int, int]]:
    """Return the stretches that look human for a second or more, start and the frame behind the end."""
    runs = intervals(looks_human(one.probability.astype(np.float64)))
    return [(first, last + 1) for first, last in runs if last + 1 - first >= LEAST_KEPT]
