"""All scores on the same examples: those that are learnt know the tuning clips alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from benchmarks.scores.clips import TUNING, source
from benchmarks.scores.corruptions import KINDS
from benchmarks.scores.examples import Example
from benchmarks.scores.ours import fitted, totals
from unbake.ground.arrays import Floats, Floats32
from unbake.motion.body.body_path import body_path
from unbake.synthesis.naturalness.calibrated import TERMS, packaged_weights
from unbake.synthesis.naturalness.learnt.hmm_ensemble import trained_ensemble
from unbake.synthesis.naturalness.learnt.pose_machine import PoseMachine, judged_instants, trained_machine, windows
from unbake.synthesis.naturalness.score import Score
from unbake.synthesis.naturalness.thesis_sum import ThesisSum

Judged = dict[str, Callable[[str], Floats]]
"""By name: the numbers (N,) of all examples, given the kind that is being told from natural motion."""


def judged_examples(
    taught: Sequence[Example], taught_rows: Sequence[Floats], asked: Sequence[Example], asked_rows: Sequence[Floats]
) -> Judged:
    """Return what every score says of examples.

    Parameters
    ----------
    taught, taught_rows : of the tuning clips, with their rows of our terms.
    asked, asked_rows : those that are judged.
    """
    plain: dict[str, Floats] = {}
    for score in (ThesisSum(with_balance=False), ThesisSum(with_plants=False), ThesisSum()):
        plain[score.name] = _of(score, asked, knows=False)
    plain["thesis, plants known"] = _of(ThesisSum(), asked, knows=True)
    plain["HMM ensemble"] = _of(trained_ensemble([body_path(source(name).motion) for name in TUNING]), asked)
    rows = [_windows(example) for example in asked]
    plain["SVM"] = _margins(_machine(taught), rows)
    plain["calibrated"] = totals(packaged_weights(), asked_rows)
    found: Judged = {name: lambda kind, own=values: own for name, values in plain.items()}  # type: ignore[misc]
    unseen = {kind: totals(fitted(taught, taught_rows, kind), asked_rows) for kind in KINDS}
    found["calibrated without that kind"] = unseen.__getitem__
    machines = {kind: _margins(_machine([e for e in taught if e.kind != kind]), rows) for kind in KINDS}
    found["SVM without that kind"] = machines.__getitem__
    return found


def terms_alone(rows: Sequence[Floats]) -> dict[str, Floats]:
    """Return what each term alone says of examples (N,)."""
    return {term.name: np.array([own[:, row].max() for own in rows]) for row, term in enumerate(TERMS)}


def _of(score: Score, examples: Sequence[Example], knows: bool = False) -> Floats:
    return np.array([score(e.knowing if knows else e.judged).total for e in examples])


def _windows(example: Example) -> Floats32:
    """The windows (N, 3111) by which a machine judges an example and its mirror image; eleven machines ask."""
    path = example.judged.path
    inner = judged_instants(path.n_instants)
    return np.concatenate([windows(one, inner) for one in (path, path.mirrored())])


def _margins(machine: PoseMachine, rows: Sequence[Floats32]) -> Floats:
    """The totals of a machine's verdicts; all at once, as its thousands of vectors are squared at every call."""
    starts = np.cumsum([0, *(len(own) for own in rows)])
    margins = machine.margins(np.concatenate(list(rows)))
    return np.add.reduceat(margins, starts[:-1]) / np.diff(starts)


def _machine(taught: Sequence[Example]) -> PoseMachine:
    """Taught the second in the middle of each example, and its mirror image."""
    rows: list[Floats32] = []
    for example in taught:
        both = (example.judged.path, example.judged.path.mirrored())
        rows.append(np.concatenate([windows(path, np.array([path.n_instants // 2])) for path in both]))
    return trained_machine(rows, [example.is_unnatural for example in taught])
