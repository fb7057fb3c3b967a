"""Splits of clips, and how far what a method says is from the truth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from benchmarks.annotations.labelled import Judged
from benchmarks.annotations.methods import Method
from benchmarks.feet.metrics import Tally
from unbake.annotations.guessing import EVERY, SMOOTHED
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.learning.smoothing import opened_and_closed
from unbake.library.annotations import THIRTEEN


@dataclass
class Result:
    """Counts of all flags over many clips.

    Parameters
    ----------
    tallies : one a flag.
    all_right, instants : instants at which every flag is right, and all.
    """

    tallies: list[Tally] = field(default_factory=lambda: [Tally(columns=1) for _ in THIRTEEN])
    all_right: int = 0
    instants: int = 0

    def add(self, found: Booleans, truth: Booleans) -> None:
        """Count one clip: (K, T) of both."""
        for row, tally in enumerate(self.tallies):
            tally.add(found[row][:, None], truth[row][:, None], 60.0)
        self.all_right += int((found == truth).all(axis=0).sum())
        self.instants += truth.shape[1]

    def of_flags(self) -> dict[str, dict[str, float]]:
        """Return the figures of each flag that is there, with its share of the time and the boundary error."""
        out = {}
        for flag, tally in zip(THIRTEEN, self.tallies, strict=True):
            there = int(tally.hits[0] + tally.missed[0])
            if there:
                errors = [abs(ms) for ms in (*tally.onset_ms, *tally.offset_ms)]
                out[flag] = tally.scores() | {
                    "share": there / tally.labels,
                    "boundary_ms": float(np.median(errors)) if errors else float("nan"),
                }
        return out

    def scores(self) -> dict[str, float]:
        """Return the figures of all flags that are there together: F1 is their mean."""
        flags = self.of_flags()
        right, labels = (sum(getattr(t, name) for t in self.tallies) for name in ("right", "labels"))
        errors = [abs(ms) for t in self.tallies for ms in (*t.onset_ms, *t.offset_ms)]
        return {
            "accuracy": right / labels,
            "all_right": self.all_right / self.instants,
            "f1": float(np.mean([one["f1"] for one in flags.values()])),
            "boundary_ms": float(np.median(errors)) if errors else float("nan"),
        }


def judged_instants(clip: Judged) -> Indices:
    """Return the instants of a clip that are judged: every few, as the package does it."""
    at = np.arange(clip.path.n_instants)
    return np.unique(np.append(at[::EVERY], at[-1]))


def smoothed(found: Floats, clip: Judged, width: int) -> Booleans:
    """Return the flags (K, T) that scores (N, K) of the judged instants make."""
    at = np.arange(clip.path.n_instants)
    dense = np.stack([np.interp(at, judged_instants(clip), column) for column in found.T], axis=1)
    return np.asarray(opened_and_closed(dense, width) > 0.0).T


def judged_by(method: Method, taught: list[Judged], judged: Iterable[Judged], results: dict[int, Result]) -> None:
    """Teach a method by some clips and count what it says of others, for each width of smoothing in `results`."""
    scores = method.taught(taught)
    for clip in judged:
        found = scores(method.shape.rows(clip.path, judged_instants(clip)))
        for width, result in results.items():
            result.add(smoothed(found, clip, width), clip.truth)


def new_results(widths: Sequence[int] = (SMOOTHED,)) -> dict[int, Result]:
    """Return empty counts for each width of smoothing."""
    return {width: Result() for width in widths}


def splits(clips: Sequence[Judged], by: str, count: int = 5) -> list[list[int]]:
    """Return the clips that each part judges: random parts ("clip"), or each person ("subject")."""
    if by == "subject":
        return [[n for n, c in enumerate(clips) if c.group == group] for group in sorted({c.group for c in clips})]
    order = np.random.default_rng(0).permutation(len(clips))
    return [sorted(map(int, order[part::count])) for part in range(count)]


def crossed(method: Method, clips: Sequence[Judged], by: str, widths: Sequence[int] = (SMOOTHED,)) -> dict[int, Result]:
    """Return the counts of every clip, judged by a method that was taught the other parts, by width of smoothing."""
    results = new_results(widths)
    for part in splits(clips, by):
        judged_by(method, [c for n, c in enumerate(clips) if n not in part], [clips[n] for n in part], results)
    return results
