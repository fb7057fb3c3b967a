"""Training: one support vector machine a flag, and its confidence.

References: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.3: each
flag on its own, a radial kernel, and a high cost of what is out of margin "to force a good fit".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.annotations.calibration import UNCALIBRATED, Sigmoid, fitted_sigmoid
from unbake.annotations.examples import Examples
from unbake.annotations.machines import FlagMachines, kernel
from unbake.annotations.windows import WindowShape
from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.ground.choices import check_number, check_whole
from unbake.ground.progress import Progress

COST = 100.0
FOLDS = 5
MOST_EXAMPLES = 6000
"""Of more, as many are taken, evenly spread: the kernel between all pairs then has 288 MB."""
SEED = 0


@dataclass(frozen=True)
class TrainingOptions:
    """How machines are trained.

    Parameters
    ----------
    shape : of the windows.
    cost : of what is out of margin (C), above 0.
    width : the kernel's gamma is this by the number of columns and their variance; 1 is scikit-learn's ``scale``.
    folds : parts of the examples that are left out in turn to calibrate; 0 calibrates nothing.

    Raises
    ------
    UsageError : a cost or a width that is not above 0 and finite, folds that are no whole number of at least 0.
    """

    shape: WindowShape = WindowShape()  # noqa: RUF009 – frozen
    cost: float = COST
    width: float = 1.0
    folds: int = FOLDS

    def __post_init__(self) -> None:
        for what, number in (("the cost", self.cost), ("the width", self.width)):
            check_number(number, what)
            if not 0.0 < number < np.inf:
                raise UsageError(f"{what} must be a finite number above 0, not {number}")
        check_whole(self.folds, "the number of folds")
        if self.folds < 0:
            raise UsageError(f"the number of folds must not be negative, but {self.folds} is")


def check_scikit_learn() -> None:
    """Raise UsageError, with the way to get it, unless scikit-learn is installed."""
    try:
        import sklearn.svm  # noqa: F401 – imported late: few commands need it, and it takes a second
    except ImportError as error:
        message = "learning annotations needs scikit-learn, which is not installed: pip install 'unbake[annotate]'"
        raise UsageError(message, code="no-scikit-learn") from error


def train(
    examples: Examples,
    flags: Sequence[str],
    options: TrainingOptions = TrainingOptions(),
    progress: Progress = lambda part: None,
) -> FlagMachines:
    """Return machines for all flags, trained at once; a flag without both yes and no among its examples gets none.

    Parameters
    ----------
    examples : labelled windows; of more than `MOST_EXAMPLES`, as many.
    flags : names of the K columns of their values.
    progress : called with the part that is done, 0 to 1.

    Raises
    ------
    UsageError : no examples, windows of another shape, scikit-learn is not installed.

    Notes
    -----
    The kernel between all pairs of examples is computed once and shared by all flags and folds.
    """
    check_scikit_learn()
    if not len(examples) or examples.rows.shape[1] != options.shape.n_columns:
        raise UsageError("nothing is labelled" if not len(examples) else "these windows have another shape")
    some = thinned(examples)
    variance = float(some.rows.var(axis=0, dtype=np.float64).mean())
    gamma = options.width / (options.shape.n_columns * max(variance, 1e-12))
    gram = kernel(some.rows, some.rows, gamma)
    weights, offsets = np.zeros((len(some), len(flags))), np.zeros(len(flags))
    sigmoids, taught, calibrated = [], [], []
    for place in range(len(flags)):
        known = np.flatnonzero(some.values[:, place] >= 0)
        is_yes = some.values[known, place] == 1
        has_both = bool(is_yes.any() and not is_yes.all())
        sigmoid = UNCALIBRATED
        if has_both:
            weights[known, place], offsets[place] = fitted_machine(gram[np.ix_(known, known)], is_yes, options.cost)
            sigmoid = _sigmoid(gram[np.ix_(known, known)], is_yes, some.groups[known], options)
        taught.append(has_both)
        calibrated.append(sigmoid is not UNCALIBRATED)
        sigmoids.append(sigmoid)
        progress((place + 1) / len(flags))
    used = (weights != 0.0).any(axis=1)
    return FlagMachines(
        tuple(flags),
        options.shape,
        gamma,
        some.rows[used],
        weights[used],
        offsets,
        np.array(sigmoids, dtype=np.float64).reshape(len(flags), 2),
        np.array(taught, dtype=np.bool_),
        np.array(calibrated, dtype=np.bool_),
    )


def thinned(examples: Examples, most: int = MOST_EXAMPLES) -> Examples:
    """Return at most so many of the examples, evenly spread."""
    if len(examples) <= most:
        return examples
    return examples.taken(np.linspace(0, len(examples) - 1, most).astype(np.int64))


def fitted_machine(gram: Floats, is_yes: Booleans, cost: float) -> tuple[Floats, float]:
    """Return what each of N examples counts (N,) and the offset, by the kernel (N, N) between them and their labels.

    Both labels must occur; the margin of a window is the sum of counts times kernel, and the offset.
    """
    from sklearn.svm import SVC

    machine = SVC(C=cost, kernel="precomputed").fit(gram, is_yes)
    weights = np.zeros(len(gram))
    weights[machine.support_] = machine.dual_coef_[0]
    return weights, float(machine.intercept_[0])


def _sigmoid(gram: Floats, is_yes: Booleans, groups: Indices, options: TrainingOptions) -> Sigmoid:
    """From margins to probabilities, by margins of groups of examples that were left out in turn."""
    margins = np.full(len(gram), np.nan)
    for judged in folds_of(groups, is_yes, options.folds):
        taught = np.flatnonzero(~judged)
        if is_yes[taught].any() and not is_yes[taught].all():
            weights, offset = fitted_machine(gram[np.ix_(taught, taught)], is_yes[taught], options.cost)
            margins[judged] = gram[np.ix_(judged, taught)] @ weights + offset
    known = np.isfinite(margins)
    return fitted_sigmoid(margins[known], is_yes[known])


def folds_of(groups: NDArray[np.int64], is_yes: Booleans, count: int) -> list[Booleans]:
    """Return which examples (N,) each fold judges: whole groups, at random but always the same; none for one group.

    Groups that have a yes are dealt out first: no fold is judged by a machine that saw hardly any.
    """
    names = np.random.default_rng(SEED).permutation(np.unique(groups))
    names = names[np.argsort(~np.isin(names, groups[is_yes]), kind="stable")]
    parts = min(count, len(names))
    if parts < 2:
        return []
    return [np.isin(groups, names[part::parts]) for part in range(parts)]
