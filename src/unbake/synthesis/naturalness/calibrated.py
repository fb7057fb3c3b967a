"""Our score: several kinds of faults, weighed by how well each tells natural motion from corrupted motion.

Each term is measured frame by frame. The second around a frame has one amount of it; what counts is the logarithm of
how far that is beyond what captured motion has. A logistic function of the weighted sum is how likely the second is
unnatural. Weights are never negative: no fault makes motion better.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.ground.progress import Progress
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.score import Verdict
from unbake.synthesis.naturalness.terms.balance import BALANCE
from unbake.synthesis.naturalness.terms.floor_depth import FLOOR_DEPTH
from unbake.synthesis.naturalness.terms.jerk import JERK
from unbake.synthesis.naturalness.terms.joint_limits import JOINT_LIMITS
from unbake.synthesis.naturalness.terms.root_force import ROOT_FORCE
from unbake.synthesis.naturalness.terms.self_contact import SELF_CONTACT
from unbake.synthesis.naturalness.terms.skate import SKATE
from unbake.synthesis.naturalness.terms.spikes import SPIKES

TERMS = (SKATE, BALANCE, ROOT_FORCE, JERK, SPIKES, JOINT_LIMITS, FLOOR_DEPTH, SELF_CONTACT)
KIND = "unbake naturalness 1"
PACKAGED = "naturalness.json"


@dataclass(frozen=True, eq=False)
class ScoreWeights:
    """What each of `TERMS` counts.

    Parameters
    ----------
    each : (8,) 0 or more.
    offset : log odds of a second without any fault; negative where it is natural.

    Raises
    ------
    UsageError : other numbers.
    """

    each: Floats
    offset: float

    def __post_init__(self) -> None:
        each = np.asarray(self.each, dtype=np.float64)
        if each.shape != (len(TERMS),) or not (np.isfinite(each) & (each >= 0.0)).all() or not np.isfinite(self.offset):
            raise UsageError(f"a calibrated score has {len(TERMS)} weights of 0 or more, and a finite offset")
        object.__setattr__(self, "each", each)

    def to_json(self, **facts: Any) -> str:
        """Return the weights as JSON, with what else should be known of them."""
        named = {term.name: round(float(weight), 4) for term, weight in zip(TERMS, self.each, strict=True)}
        return json.dumps({"format": KIND, "weights": named, "offset": round(self.offset, 4), **facts}, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> ScoreWeights:
        """Return weights that were kept; UsageError for anything else."""
        try:
            found = json.loads(text)
            if found["format"] != KIND:
                raise UsageError(f"these weights are of another kind; expected {KIND}")
            each = np.array([float(found["weights"][term.name]) for term in TERMS])
            return cls(each, float(found["offset"]))
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError("the weights of this score are damaged") from error


@cache
def packaged_weights() -> ScoreWeights:
    """Return the weights that come with the package; docs/measured/scores.md says what they were fitted to."""
    return ScoreWeights.from_json(files("unbake.data").joinpath(PACKAGED).read_text(encoding="utf-8"))


@dataclass(frozen=True, eq=False)
class CalibratedScore:
    """How likely each second of a motion is unnatural.

    Parameters
    ----------
    weights : those that come with the package, by default.

    Notes
    -----
    The verdict's numbers are log odds, its parts what each term adds to them. The total is that of the worst second;
    the worst frame is the one with most faults in it.
    """

    weights: ScoreWeights | None = None

    @property
    def name(self) -> str:
        """What it is called."""
        return "calibrated"

    def __call__(self, judged: JudgedMotion) -> Verdict:
        """Return log odds (F,), above 0 where a second is rather unnatural than natural."""
        return self.of_amounts(measured_terms(judged), judged.fps)

    def of_amounts(self, amounts: Floats, fps: float) -> Verdict:
        """Return the same of what was measured before; see `measured_terms`."""
        weights = self.weights or packaged_weights()
        parts = weights.each * felt_seconds(amounts, fps)
        per_frame = weights.offset + parts.sum(axis=1)
        own = np.stack([term.felt(amounts[:, row]) for row, term in enumerate(TERMS)], axis=1) @ weights.each
        worst = _worst_frame(per_frame, own, fps)
        named = {term.name: parts[:, row] for row, term in enumerate(TERMS)}
        return Verdict(per_frame, float(per_frame.max()), worst, named)


def measured_terms(judged: JudgedMotion, progress: Progress | None = None) -> Floats:
    """Return the amount of each of `TERMS` in each frame (F, 8), in their units.

    Parameters
    ----------
    judged : the motion.
    progress : told which part of the terms is done, 0 to 1.
    """
    amounts = []
    for n_done, term in enumerate(TERMS, start=1):
        amounts.append(term.amounts(judged))
        if progress:
            progress(n_done / len(TERMS))
    return np.stack(amounts, axis=1)


def felt_seconds(amounts: Floats, fps: float) -> Floats:
    """Return how much each of `TERMS` counts in the second around each frame (F, 8), by its amounts."""
    return np.stack([term.felt(term.over_window(amounts[:, row], fps)) for row, term in enumerate(TERMS)], axis=1)


def probability(log_odds: Floats | float) -> Floats:
    """Return how likely motion with these log odds is unnatural, 0 to 1."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * np.asarray(log_odds, dtype=np.float64))))


def _worst_frame(per_frame: Floats, own: Floats, fps: float) -> int:
    """The frame with most faults in the worst second."""
    worst = int(per_frame.argmax())
    reach = max(1, round(0.5 * fps))
    first = max(0, worst - reach)
    return first + int(own[first : worst + reach + 1].argmax())
