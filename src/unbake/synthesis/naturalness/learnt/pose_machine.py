"""The thesis' other way: a support vector machine that has seen natural and unnatural motion, a second of it at a time.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.2: joint
positions of 61 frames, a radial kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats, Floats32, Indices
from unbake.motion.body.body_path import BodyPath
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.score import Verdict, verdict

REACH = 30
"""Instants to either side of the one in the middle."""
EVERY = 4
"""A motion is judged at every fourth instant; those between are interpolated."""
COST = 100.0
"""Of examples on the wrong side: high, "to force a good fit" (section 4.2.3)."""


@dataclass(frozen=True, eq=False)
class PoseMachine:
    """How far windows are on the unnatural side.

    Parameters
    ----------
    vectors : (V, D) the windows that support the machine.
    weights : (V,) what each counts.
    offset : added to the sum.
    gamma : the kernel is exp(−gamma · squared distance).
    """

    vectors: Floats32
    weights: Floats
    offset: float
    gamma: float

    @property
    def name(self) -> str:
        """What it is called."""
        return "SVM"

    def __call__(self, judged: JudgedMotion) -> Verdict:
        """Return margins, above 0 on the unnatural side; of a motion and its mirror image, half each."""
        count = judged.path.n_instants
        inner = judged_instants(count)
        both = [self.margins(windows(path, inner)) for path in (judged.path, judged.path.mirrored())]
        margins = 0.5 * (both[0] + both[1])
        frames = np.interp(np.linspace(0.0, count - 1.0, judged.n_frames), inner, margins)
        return verdict(frames, float(margins.mean()))

    def margins(self, rows: Floats32) -> Floats:
        """Return how far windows (N, D) are on the unnatural side (N,)."""
        return kernel(rows, self.vectors, self.gamma) @ self.weights + self.offset


def judged_instants(count: int) -> Indices:
    """Return the instants at which a motion of so many is judged: a window fits around each, as far as possible."""
    return np.arange(min(REACH, (count - 1) // 2), max(count - REACH, (count - 1) // 2 + 1), EVERY)


def windows(path: BodyPath, centres: Indices) -> Floats32:
    """Return the joints of 61 instants around others, as the body sees them that stands there: (N, 3111)."""
    around = centres[:, None] + np.arange(-REACH, REACH + 1)
    return path.seen_from(centres, around).reshape(len(centres), -1)


def trained_machine(rows: Sequence[Floats32], is_unnatural: Sequence[bool]) -> PoseMachine:
    """Return a machine taught by windows of natural and of unnatural motion.

    Parameters
    ----------
    rows : (N, 3111) windows of a motion, one array each; give mirror images as well.
    is_unnatural : of each motion.

    Raises
    ------
    UsageError : motions of one kind alone; scikit-learn is not installed.
    """
    try:
        from sklearn.svm import SVC  # imported late: only training needs it
    except ImportError as error:
        message = (
            "the support vector machine needs scikit-learn, which is not installed: pip install 'unbake[annotate]'"
        )
        raise UsageError(message, code="no-scikit-learn") from error
    if all(is_unnatural) or not any(is_unnatural):
        raise UsageError("a support vector machine needs natural and unnatural motion")
    examples = np.concatenate(list(rows))
    labels: Booleans = np.repeat(np.array(is_unnatural, dtype=np.bool_), [len(own) for own in rows])
    gamma = 1.0 / (examples.shape[1] * max(float(examples.var(axis=0, dtype=np.float64).mean()), 1e-12))
    gram = kernel(examples, examples, gamma)
    machine = SVC(C=COST, kernel="precomputed", class_weight="balanced").fit(gram, labels)
    return PoseMachine(examples[machine.support_], machine.dual_coef_[0], float(machine.intercept_[0]), gamma)


def kernel(rows: Floats32, others: Floats32, gamma: float) -> Floats:
    """Return exp(−gamma · squared distance) of rows (N, D) and others (M, D), as (N, M)."""
    squared = (rows**2).sum(axis=1)[:, None] + (others**2).sum(axis=1) - 2.0 * (rows @ others.T)
    return np.exp(-gamma * np.maximum(squared, 0.0, dtype=np.float64))
