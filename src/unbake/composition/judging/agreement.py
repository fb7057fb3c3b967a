"""How far two passes over the same things agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from unbake.composition.judging.passes import Pass, Run
from unbake.errors import UsageError
from unbake.ground.arrays import Booleans


@dataclass(frozen=True)
class Agreement:
    """How far two passes agree on what both judged.

    Parameters
    ----------
    kind : of what.
    n : how many things both judged.
    same, kappa : the part of things on which both say the same, and Cohen's kappa; a thing with any *no* counts as no.
    n_frames : frames that both judged.
    frames_same, frames_kappa : the same by frames.
    no_first, no_second : the part of these frames that each pass says no to.
    only_first, only_second : how many things one pass judged and the other did not.
    differ : names of things on which they differ, in order.
    """

    kind: str
    n: int
    same: float
    kappa: float
    n_frames: int
    frames_same: float
    frames_kappa: float
    no_first: float
    no_second: float
    only_first: int
    only_second: int
    differ: tuple[str, ...]


def agreement(first: Pass, second: Pass) -> Agreement:
    """Return how far two passes agree; UsageError where they judged nothing of one kind in common."""
    if first.kind != second.kind:
        raise UsageError(f"one pass judges {first.kind}, the other {second.kind}")
    names = sorted(first.answers.keys() & second.answers.keys())
    frames = [_shared(first.answers[name], second.answers[name]) for name in names]
    a, b = (np.concatenate([pair[which] for pair in frames] or [np.zeros(0, np.bool_)]) for which in (0, 1))
    if not len(a):
        raise UsageError("the two passes have judged nothing in common")
    said = [_is_yes(one.answers[name] for name in names) for one in (first, second)]
    return Agreement(
        first.kind,
        len(names),
        float((said[0] == said[1]).mean()),
        kappa(said[0], said[1]),
        len(a),
        float((a == b).mean()),
        kappa(a, b),
        float((~a).mean()),
        float((~b).mean()),
        len(first.answers) - len(names),
        len(second.answers) - len(names),
        tuple(name for name, x, y in zip(names, *said, strict=True) if x != y),
    )


def kappa(a: Booleans, b: Booleans) -> float:
    """Return Cohen's kappa of two judgements (N,): agreement beyond chance, 1 where both say one thing throughout.

    Reference: J. Cohen, A coefficient of agreement for nominal scales, 1960.
    """
    same = float((a == b).mean())
    chance = float(a.mean() * b.mean() + (~a).mean() * (~b).mean())
    return (same - chance) / (1.0 - chance) if chance < 1.0 else 1.0


def _is_yes(answers: Iterable[Sequence[Run]]) -> Booleans:
    return np.array([all(run.is_yes for run in runs) for runs in answers], dtype=np.bool_)


def _shared(a: Sequence[Run], b: Sequence[Run]) -> tuple[Booleans, Booleans]:
    """What both say on the frames that both judged."""
    x, y = _by_frame(a), _by_frame(b)
    frames = sorted(x.keys() & y.keys())
    return tuple(np.array([said[frame] for frame in frames], dtype=np.bool_) for said in (x, y))  # type: ignore[return-value]


def _by_frame(runs: Sequence[Run]) -> dict[int, bool]:
    return {frame: run.is_yes for run in runs for frame in range(run.first, run.last + 1)}
