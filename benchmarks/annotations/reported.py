"""The clips for reporting only: judged once, by machines that were taught all others."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks.annotations.agreement import f1
from benchmarks.annotations.judging import Result, judged_instants, smoothed
from benchmarks.annotations.labelled import Judged, has_pass, judged_clips
from benchmarks.annotations.methods import Method, boosted_trees, machines, neighbours
from unbake.annotations.calibration import logistic
from unbake.annotations.guessing import SMOOTHED
from unbake.ground.arrays import Booleans, Floats
from unbake.library.annotations import THIRTEEN

EVERY = 12
BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Of confidence."""


def figures() -> dict[str, Any]:
    """Return the figures of all methods, of each flag, and what confidence is worth."""
    taught, first = judged_clips("a", reported=False), judged_clips("a", reported=True)
    second = judged_clips("b", reported=True) if has_pass("b") else []
    out: dict[str, Any] = {"clips": len(first), "minutes": sum(c.path.n_instants for c in first) / 3600.0}
    for method in (
        machines("SVM", every=EVERY, mirrored=True, calibrated=True),
        neighbours(instants=10, every=EVERY),
        boosted_trees(instants=10, every=EVERY),
    ):
        scores = _scores_of(method, taught, first)
        found = [smoothed(own, clip, SMOOTHED) for own, clip in zip(scores, first, strict=True)]
        out[method.name] = {"first": _result(found, first), "second": _result(found, second)}
        if method.name == "SVM":
            out["flags"] = _of_flags(found, first, second)
            out["confidence"] = _confidence(scores, first, np.any([c.truth.any(axis=1) for c in taught], axis=0))
    if second:
        out["second pass"] = {"first": _result([clip.truth for clip in second], first)}
    return out


def _scores_of(method: Method, taught: list[Judged], judged: list[Judged]) -> list[Floats]:
    scores = method.taught(taught)
    return [scores(method.shape.rows(clip.path, judged_instants(clip))) for clip in judged]


def _result(found: list[Booleans], truth: list[Judged]) -> dict[str, float]:
    if not truth:
        return {}
    result = Result()
    for one, clip in zip(found, truth, strict=True):
        result.add(one, clip.truth)
    return result.scores()


def _of_flags(found: list[Booleans], first: list[Judged], second: list[Judged]) -> dict[str, Any]:
    """For each flag that is there: how it is found, and how the passes agree."""
    result = Result()
    for one, clip in zip(found, first, strict=True):
        result.add(one, clip.truth)
    out = {flag: dict(scores) for flag, scores in result.of_flags().items()}
    if second:
        own, a, b = (
            np.concatenate(parts, axis=1) for parts in (found, [c.truth for c in first], [c.truth for c in second])
        )
        for row, flag in enumerate(THIRTEEN):
            if flag in out:
                out[flag] |= {"f1_second": f1(own[row], b[row]), "f1_passes": f1(a[row], b[row])}
    return out


def _confidence(scores: list[Floats], truth: list[Judged], taught: Booleans) -> list[dict[str, float]]:
    """How often labels of some confidence are right, of flags (K,) that were taught; before smoothing."""
    odds = np.concatenate(scores)[:, taught]
    labels = np.concatenate([clip.truth[taught][:, judged_instants(clip)].T for clip in truth])
    yes = logistic(odds)
    sure, right = np.maximum(yes, 1.0 - yes), (yes >= 0.5) == labels
    out = []
    for low, high in pairwise(BINS):
        some = (sure >= low) & ((sure < high) | (high == 1.0))
        if some.any():
            share, said, true = float(some.mean()), float(sure[some].mean()), float(right[some].mean())
            out.append({"low": low, "high": high, "share": share, "confidence": said, "right": true})
    return out
