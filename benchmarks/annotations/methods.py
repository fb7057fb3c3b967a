"""What is compared: the thesis's machines, nearest neighbours and boosted trees, on the same windows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from benchmarks.annotations.labelled import Judged
from unbake.annotations.examples import Examples, examples_of, joined
from unbake.annotations.mirrored_flags import mirrored_columns
from unbake.annotations.queries import mirror_of
from unbake.annotations.training import COST, FOLDS, TrainingOptions, train
from unbake.annotations.windows import WindowShape
from unbake.ground.arrays import Floats, Floats32
from unbake.learning.neighbours import NeighbourIndex
from unbake.library.annotations import THIRTEEN
from unbake.motion.body.body_path import RATE_HZ

COMPONENTS = 32
"""Of windows, for trees: all columns would take ten times as long."""
Scores = Callable[[Floats32], Floats]
"""Windows (N, D) → (N, K), above 0 for yes."""


@dataclass(frozen=True)
class Method:
    """A way of learning flags.

    Parameters
    ----------
    name : for tables.
    shape : of its windows.
    fit : examples → what scores windows.
    every : instants from one example to the next.
    mirrored : whether mirror images of the examples are learnt too.
    """

    name: str
    shape: WindowShape
    fit: Callable[[Examples], Scores]
    every: int = 6
    mirrored: bool = False

    def taught(self, clips: list[Judged]) -> Scores:
        """Return what scores windows, taught by clips."""
        mirror = THIRTEEN if self.mirrored else None
        parts = [
            examples_of(clip.path, RATE, clip.values, self.shape, group=n, every=self.every, mirror=mirror)
            for n, clip in enumerate(clips)
        ]
        return self.fit(joined(parts))


RATE = Fraction(RATE_HZ)


def machines(
    name: str = "SVM",
    *,
    every: int = 6,
    instants: int = 1,
    mirrored: bool = False,
    calibrated: bool = False,
    cost: float = COST,
    width: float = 1.0,
) -> Method:
    """Return the thesis's machines; scores are margins, or logarithms of odds where they are calibrated.

    Windows have every `instants`-th instant.
    """
    shape = WindowShape(instants)
    chosen = TrainingOptions(shape, cost, width, FOLDS if calibrated else 0)

    def fit(examples: Examples) -> Scores:
        found = train(examples, THIRTEEN, chosen)
        slope, shift = found.sigmoids.T if calibrated else (1.0, 0.0)
        return lambda rows: np.where(found.is_taught, slope * np.nan_to_num(found.margins(rows)) + shift, -1.0)

    return Method(name, shape, fit, every, mirrored)


def neighbours(k: int = 10, instants: int = 5, every: int = 6) -> Method:
    """Return the labels of the nearest examples and their mirror images, whose sides are exchanged."""

    def fit(examples: Examples) -> Scores:
        index = NeighbourIndex(examples.rows, mirror_of(examples.rows.shape[1]))
        labels = examples.values.astype(np.float64)
        swapped = labels[:, mirrored_columns(THIRTEEN)]

        def score(rows: Floats32) -> Floats:
            near = index.nearest(rows, k)
            found = np.where(near.mirrored[..., None], swapped[near.examples], labels[near.examples])
            return np.asarray(found.mean(axis=1) - 0.5)

        return score

    return Method(f"{k} nearest neighbours", WindowShape(instants), fit, every)


def boosted_trees(instants: int = 10, rounds: int = 50, every: int = 6) -> Method:
    """Return scikit-learn's histogram gradient boosting, on the first principal components of the windows."""

    def fit(examples: Examples) -> Scores:
        from sklearn.decomposition import PCA
        from sklearn.ensemble import HistGradientBoostingClassifier

        turn = PCA(COMPONENTS, random_state=0).fit(examples.rows)
        rows, grown = turn.transform(examples.rows), []
        for labels in examples.values.T:
            trees = HistGradientBoostingClassifier(max_iter=rounds, early_stopping=False, random_state=0)
            grown.append(trees.fit(rows, labels) if 0 < labels.mean() < 1 else None)

        def score(judged: Floats32) -> Floats:
            turned = turn.transform(judged)
            none = np.full(len(judged), -1.0)
            return np.stack([none if t is None else t.decision_function(turned) for t in grown], axis=1)

        return score

    return Method("boosted trees", WindowShape(instants), fit, every)


def nothing() -> Method:
    """Return what says no to everything: what accuracy is worth."""
    return Method("no to all", WindowShape(30), lambda _: lambda rows: np.full((len(rows), len(THIRTEEN)), -1.0))
