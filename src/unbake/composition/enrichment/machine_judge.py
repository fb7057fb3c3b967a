"""The thesis's judge of what looks human: a support vector machine on a second of the body around each frame.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.2: a radial
kernel; positions of the frame, of the 30 before and of the 30 after; frames of observed motions are positive, those of
transplants as a person labelled them; the first and the last 30 frames of a motion are left open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.annotations.examples import Examples, joined
from unbake.annotations.guessing import margins_at
from unbake.annotations.in_library import by_person, stamp_of
from unbake.annotations.instants import labels_at
from unbake.annotations.machines import FlagMachines
from unbake.annotations.training import TrainingOptions, train
from unbake.annotations.windows import WindowShape
from unbake.composition.enrichment.judge import FLAG, judged_instants
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices
from unbake.library.annotations import flag_index
from unbake.library.library import Library
from unbake.library.tables import BODY, body_of
from unbake.motion.body.body_path import BodyPath

REAL_EVERY, LABELLED_EVERY = 6, 2
"""Instants from one example to the next."""
EVERY = 3
"""Instants from one that is judged to the next; what is between lies on lines."""


@dataclass(frozen=True, eq=False)
class Labelled:
    """A transplant that a person judged.

    Parameters
    ----------
    body : at 60 Hz.
    values : (T,) int8: 1 looks human, 0 does not, −1 unknown.
    group : transplants of one group are never divided between training and calibrating.
    """

    body: BodyPath
    values: NDArray[np.int8]
    group: int


@dataclass(frozen=True, eq=False)
class MachineJudge:
    """A judge by a machine of the one flag `FLAG`."""

    machines: FlagMachines

    @property
    def stamp(self) -> str:
        """What was learnt."""
        return stamp_of(self.machines)

    def probability(self, body: BodyPath, instants: Indices) -> Floats:
        """Return how probable it is that a body looks human at instants (N,), 0 to 1."""
        some = np.unique(np.append(instants[::EVERY], instants[-1:]))
        found = self.machines.probability(margins_at(self.machines, body, some))[:, 0]
        return np.interp(instants, some, found)


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
) -> MachineJudge:
    """Return a judge that was taught; UsageError without examples, or without scikit-learn."""
    options = options or TrainingOptions()
    return MachineJudge(train(judge_examples(real, labelled, options.shape), (FLAG,), options))


def judge_of_library(library: Library) -> MachineJudge:
    """Return a judge taught by what a person labelled of a library's transplants, and by all of its captured clips.

    Raises
    ------
    UsageError : no frame of a transplant is labelled as not looking human; scikit-learn is not installed.
    """
    real, labelled = [], []
    known = FLAG.casefold() in {flag.casefold() for flag in library.vocabulary}
    for clip in library.clips():
        if not clip.has_body:
            continue
        body = body_of(library.derived(clip.id, BODY))
        if not clip.is_composed:
            real.append(body)
        elif known:
            values = by_person(library.annotations(clip.id))[[flag_index(library.vocabulary, FLAG)]]
            at = labels_at(values, np.arange(body.n_instants), clip.fps)[0]
            labelled.append(Labelled(body, at, clip.id))
    if not any((one.values[judged_instants(one.body.n_instants)] == 0).any() for one in labelled):
        raise UsageError(
            f"{library.path}: no transplant in it is labelled as not looking human",
            code="no-rejected-transplant",
            flag=FLAG,
        )
    return train_judge(real, labelled)
