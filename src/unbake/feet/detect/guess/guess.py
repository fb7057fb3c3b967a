"""Where feet are planted, by default: trees that have seen people and the performer, within what is possible.

Certainties come from boosted trees on `traits`, or from an oracle that somebody taught; `bounds` overrules both, and
`whole_plants` makes plants of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from unbake.feet.detect.guess.bounds import bounded, is_too_fast
from unbake.feet.detect.guess.foot_paths import FootPaths, foot_paths
from unbake.feet.detect.guess.jumps import steady_stretches
from unbake.feet.detect.guess.traits import RATE_HZ, traits
from unbake.feet.detect.guess.trees_file import packaged_trees
from unbake.feet.detect.guess.whole_plants import plants_of
from unbake.feet.detect.oracle import Oracle
from unbake.feet.labels import FootLabels, Planted
from unbake.ground.arrays import Floats
from unbake.learning.trees import Trees
from unbake.motion.motion import Motion

Certainty = Callable[[FootPaths], Floats]
"""How certain (F, 4), 0 to 1, that each point is planted."""


@dataclass(frozen=True, eq=False)
class FootGuess:
    """Where feet are planted, and how certain that is.

    Parameters
    ----------
    certainty : (F, 4) 0 to 1, of each of `FOOT_POINTS`.
    labels : the plants.
    """

    certainty: Floats
    labels: FootLabels


def guess_feet(motion: Motion, oracle: Oracle | None = None) -> FootGuess:
    """Return where the feet of a motion are planted.

    Parameters
    ----------
    motion : any humanoid with legs, at any frame rate, on any floor.
    oracle : one that was taught, in place of the trees that come with the package. `Oracle.label` is the method of the
        thesis by itself; here nothing that an oracle says is taken where it cannot be.

    Returns
    -------
    FootGuess : no planted point is faster than `bounds.FASTEST_M_S` unless the capture shakes, points at rest on the
        lowest level of the clip are planted, and no plant reaches over a jump.

    Raises
    ------
    MotionError : a skeleton without hips, knees, ankles or toes.
    UsageError : an oracle without examples.
    """
    certainty, planted = guess_of_paths(foot_paths(motion), oracle)
    return FootGuess(certainty, FootLabels.from_frames(planted, motion.fps, motion.first_frame, source="oracle"))


def guess_of_paths(paths: FootPaths, oracle: Oracle | None = None) -> tuple[Floats, Planted]:
    """Return certainties and planted points, both (F, 4), of legs and feet over time, as `guess_feet` does."""
    if oracle is None:
        return guess_of_trees(paths, packaged_trees())
    known = oracle
    return _guessed(paths, lambda stretch: known.certainty_of_paths(stretch.legs))


def guess_of_trees(paths: FootPaths, trees: tuple[Trees, Trees]) -> tuple[Floats, Planted]:
    """Return the same by any trees, of heels and of toes."""
    return _guessed(paths, lambda stretch: tree_certainty(stretch, trees))


def _guessed(paths: FootPaths, certainty_of: Certainty) -> tuple[Floats, Planted]:
    stretches = [(part, paths.excerpt(*part)) for part in steady_stretches(paths.legs)]
    certainty = np.concatenate([bounded(certainty_of(stretch), stretch) for _, stretch in stretches])
    certainty[is_too_fast(paths)] = 0.0  # also those that a jump carries off
    plants = [
        plants_of(certainty[first : last + 1], stretch, is_whole=len(stretches) == 1)
        for (first, last), stretch in stretches
    ]
    return certainty, np.concatenate(plants)


def tree_certainty(paths: FootPaths, trees: tuple[Trees, Trees]) -> Floats:
    """Return how certain (F, 4) boosted trees are of every frame; between sixtieths of a second, on a straight line.

    Parameters
    ----------
    paths : one stretch without a jump.
    trees : of heels and of toes.
    """
    rows = traits(paths)
    known = [trees[point % 2].probability(rows[:, point]) for point in range(rows.shape[1])]
    at = np.arange(paths.n_frames) * (RATE_HZ / paths.fps)
    return np.stack([np.interp(at, np.arange(len(rows)), one) for one in known], axis=1)
