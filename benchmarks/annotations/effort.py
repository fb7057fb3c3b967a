"""How much has to be labelled: a simulated user, and each rule for what to label next.

The user labels the stretch that a rule shows, all flags at once, as the labels by hand have it; then all machines are
trained again and judged on other clips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.annotations.labelled import Judged
from unbake.annotations.machines import kernel
from unbake.annotations.queries import FarthestStretch, LeastMargin, Pool, QueryRule, RandomStretch
from unbake.annotations.stretches import Stretch, stretches_of
from unbake.annotations.training import COST, fitted_machine
from unbake.annotations.windows import WindowShape
from unbake.ground.arrays import Booleans, Floats, Floats32

SHAPE = WindowShape(10)
EVERY = 30
"""Windows of seven instants, two a second: the user is asked hundreds of times."""
RULES: dict[str, Callable[[int], QueryRule]] = {
    "margin": lambda seed: LeastMargin(),
    "least margin of one instant": lambda seed: LeastMargin("least"),
    "farthest first": lambda seed: FarthestStretch(),
    "random": RandomStretch,
}


@dataclass(frozen=True, eq=False)
class Course:
    """How well flags were known after so many minutes.

    Parameters
    ----------
    minutes : (N,) labelled so far.
    accuracy, all_right, f1 : (N,) labels right; instants at which all flags are; F1, mean of the flags that are there.
    """

    minutes: Floats
    accuracy: Floats
    all_right: Floats
    f1: Floats

    def needed(self, what: str, level: float) -> float:
        """Return the minutes after which a figure stays at a level or above; NaN where it never does."""
        below = np.flatnonzero(getattr(self, what) < level)
        first = int(below[-1]) + 1 if len(below) else 0
        return float(self.minutes[first]) if first < len(self.minutes) else float("nan")


def course(rule: QueryRule, clips: Sequence[Judged], judged: Sequence[Judged], start: int) -> Course:
    """Let a user label clips in the order of a rule, and return how well others are known after each stretch.

    Parameters
    ----------
    rule : what is asked.
    clips : what can be labelled.
    judged : other clips.
    start : the stretch that comes first, whatever the rule.
    """
    stretches = stretches_of((n, clip.path.n_instants) for n, clip in enumerate(clips))
    rows = [SHAPE.rows(clips[s.clip].path, s.instants(EVERY)) for s in stretches]
    truths = [clips[s.clip].truth[:, s.instants(EVERY)].T for s in stretches]
    asked = np.concatenate([SHAPE.rows(c.path, np.arange(0, c.path.n_instants, EVERY)) for c in judged])
    truth = np.concatenate([c.truth[:, ::EVERY].T for c in judged])
    desk = _Desk(rows, truths, asked)
    done = np.zeros(len(stretches), dtype=np.bool_)
    figures = []
    margins: list[Floats] = []
    while not done.all():
        chosen = rule.next(Pool(rows, margins, done)) if done.any() else start
        done[chosen] = True
        margins, found = desk.margins(done)
        figures.append((_minutes(stretches, done), *_scores(found > 0.0, truth)))
    return Course(*np.array(figures).T)


class _Desk:
    """Machines trained again and again: kernels between all windows are computed once."""

    def __init__(self, rows: Sequence[Floats32], truths: Sequence[Booleans], asked: Floats32) -> None:
        whole = np.concatenate(rows)
        self._truth = np.concatenate(truths)
        self._ends = np.cumsum([len(some) for some in rows])[:-1]
        self._owner = np.repeat(np.arange(len(rows)), [len(some) for some in rows])
        gamma = 1.0 / (whole.shape[1] * float(whole.var(axis=0).mean()))
        self._gram, self._asked = kernel(whole, whole, gamma), kernel(asked, whole, gamma)

    def margins(self, done: Booleans) -> tuple[list[Floats], Floats]:
        """Return the margins of all stretches, and of what is judged; −1 for flags without a machine."""
        taught = np.flatnonzero(done[self._owner])
        flags = self._truth.shape[1]
        weights, offsets = np.zeros((len(self._truth), flags)), np.full(flags, np.nan)
        gram = self._gram[np.ix_(taught, taught)]
        for flag in range(flags):
            is_yes = self._truth[taught, flag]
            if is_yes.any() and not is_yes.all():
                weights[taught, flag], offsets[flag] = fitted_machine(gram, is_yes, COST)
        own, other = self._gram @ weights + offsets, self._asked @ weights + offsets
        return np.split(own, self._ends), np.where(np.isnan(offsets), -1.0, other)


def _minutes(stretches: Sequence[Stretch], done: Booleans) -> float:
    return sum(s.stop - s.start for s, is_done in zip(stretches, done, strict=True) if is_done) / 3600.0


def _scores(found: Booleans, truth: Booleans) -> tuple[float, float, float]:
    there = truth.any(axis=0)
    hits = (found & truth).sum(axis=0)[there]
    f1 = 2.0 * hits / (found.sum(axis=0) + truth.sum(axis=0))[there]
    return float((found == truth).mean()), float((found == truth).all(axis=1).mean()), float(f1.mean())


def courses(clips: Sequence[Judged], seeds: Iterable[int]) -> dict[str, list[Course]]:
    """Return the courses of each rule: every seed another quarter of the clips that is judged, and another start."""
    out: dict[str, list[Course]] = {name: [] for name in RULES}
    for seed in seeds:
        rng = np.random.default_rng(seed)
        order = rng.permutation(len(clips))
        judged, pool = order[: len(clips) // 4], order[len(clips) // 4 :]
        start = int(rng.integers(len(pool)))
        for name, make in RULES.items():
            found = course(make(seed), [clips[n] for n in pool], [clips[n] for n in judged], start)
            out[name].append(found)
            print(f"  {name}, seed {seed}: F1 {found.f1[-1]:.2f} after {found.minutes[-1]:.1f} min", flush=True)
    return out


AT_MINUTES = (0.25, 0.5, 1.0, 2.0, 3.0, 4.0)
LEVELS = (("accuracy", 0.9), ("accuracy", 0.95), ("share", 0.9), ("share", 0.95))
"""What has to be reached: labels right; or the share of the F1 that all of the clips would give."""


def figures(all_courses: dict[str, list[Course]]) -> dict[str, dict[str, list[float]]]:
    """Return for each rule the minutes that every seed needs to each level, and the figures after some minutes."""
    out: dict[str, dict[str, list[float]]] = {}
    for name, found in all_courses.items():
        out[name] = {}
        for what, level in LEVELS:
            needed = [
                c.needed("f1", level * float(c.f1[-1])) if what == "share" else c.needed(what, level) for c in found
            ]
            out[name][f"{what} {level:g}"] = needed
        for minutes in AT_MINUTES:
            for what in ("accuracy", "all_right", "f1"):
                out[name][f"{what} at {minutes:g}"] = [
                    float(np.interp(minutes, c.minutes, getattr(c, what))) for c in found
                ]
        out[name]["whole"] = [float(c.minutes[-1]) for c in found]
        out[name]["f1 of whole"] = [float(c.f1[-1]) for c in found]
    return out
