"""Which frames look human: a support vector machine on a second of the body around each.

Reference: L. Ikemoto, Hybrid Animation, 2007, section 4.2.2: a radial kernel; positions of the frame, of the 30 before and
of the 30 after; frames of observed motions are positive, those of transplants as a person labelled them; the first and
the last 30 frames of a motion are left open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from unbake.annotations.examples import Examples, joined
from unbake.annotations.guessing import margins_at
from unbake.annotations.machines import FlagMachines
from unbake.annotations.training import TrainingOptions, train
from unbake.annotations.windows import SPAN, WindowShape
from unbake.ground.arrays import Booleans, Floats
from unbake.learning.smoothing import opened_and_closed
from unbake.motion.body.body_path import BodyPath

FLAG = "Looks Human"
OPEN = SPAN // 2
"""Frames at either end of a motion that have no whole window."""
REAL_EVERY, LABELLED_EVERY = 6, 2
"""Instants from one example to the next."""
JUDGED_EVERY, SMOOTHED = 3, 15
FILE = "judge.npz"


@dataclass(frozen=True, eq=False)
class Labelled:
    """A transplant that a person judged.

    Parameters
    ----------
    body : at 60 Hz.
    values : (T,) int8: 1 looks human, 0 does not, −1 unknown.
    group : transplants of one group are never divided between training and judging.
    """

    body: BodyPath
    values: NDArray[np.int8]
    group: int


def judged_instants(n_instants: int) -> NDArray[np.int64]:
    """Return the instants of a motion that have a whole window."""
    return np.arange(OPEN, max(n_instants - OPEN, OPEN), dtype=np.int64)


def judge_examples(real: Iterable[BodyPath], labelled: Iterable[Labelled], shape: WindowShape) -> Examples:
    """Return the windows that a judge is taught by; UsageError where there are none."""
    parts = []
    for number, body in enumerate(real):
        instants = judged_instants(body.n_instants)[::REAL_EVERY]
        values = np.ones((len(instants), 1), dtype=np.int8)
        # Groups of real clips are numbered below zero, so that none is that of a transplant.
        parts.append(Examples(shape.rows(body, instants), values, np.full(len(instants), -1 - number)))
    for one in labelled:
        instants = judged_instants(one.body.n_instants)[::LABELLED_EVERY]
        known = instants[one.values[instants] >= 0]
        parts.append(Examples(shape.rows(one.body, known), one.values[known][:, None], np.full(len(known), one.group)))
    return joined([part for part in parts if len(part)])


def train_judge(
    real: Iterable[BodyPath], labelled: Iterable[Labelled], options: TrainingOptions | None = None
) -> FlagMachines:
    """Return a judge: machines of the one flag `FLAG`. UsageError without examples, or without scikit-learn."""
    options = options or TrainingOptions()
    return train(judge_examples(real, labelled, options.shape), (FLAG,), options)


@cache
def packaged_judge() -> FlagMachines:
    """Return the judge that comes with the package, taught by transplants of CMU clips."""
    return FlagMachines.from_bytes(files("unbake.composition.enrichment").joinpath(FILE).read_bytes())


def judged(judge: FlagMachines, body: BodyPath) -> Floats:
    """Return how probable it is that a body looks human at every instant (T,); NaN in the first and last 30.

    Every third instant is judged; what is between lies on lines. Then one opening and one closing, as of other flags.
    """
    out = np.full(body.n_instants, np.nan)
    own = judged_instants(body.n_instants)
    if not len(own):
        return out
    some = np.unique(np.append(own[::JUDGED_EVERY], own[-1]))
    probability = judge.probability(margins_at(judge, body, some))[:, 0]
    out[own] = opened_and_closed(np.interp(own, some, probability), SMOOTHED)
    return out


def looks_human(probability: Floats) -> Booleans:
    """Return where a body was judged to look human (T,); frames that are open do not count."""
    return np.asarray(np.nan_to_num(probability, nan=0.0) >= 0.5)
