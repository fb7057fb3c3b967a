"""A clip's score in full: how likely each second is unnatural, where it is worst, and what is wrong there."""

from __future__ import annotations

from dataclasses import dataclass

from unbake.feet.labels import FootLabels
from unbake.ground.arrays import Floats
from unbake.ground.progress import Progress
from unbake.motion.motion import Motion
from unbake.synthesis.naturalness.calibrated import TERMS, CalibratedScore, ScoreWeights, measured_terms, probability
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.score import Verdict
from unbake.synthesis.naturalness.terms.term import WINDOW_S, Term
from unbake.synthesis.naturalness.thesis_sum import ThesisSum

LEAST_SHARE, LEAST_ADDED = 0.1, 0.01
"""A term is no reason that adds less than this part of what the worst one adds, or less than this to the log odds, by
which a probability changes by a quarter of a per cent at most."""


@dataclass(frozen=True)
class Reason:
    """What is wrong at a frame.

    Parameters
    ----------
    term : the kind of fault.
    amount : its largest in the second around the frame, in the term's unit.
    share : part of all that speaks against this second, 0 to 1.
    """

    term: Term
    amount: float
    share: float


@dataclass(frozen=True, eq=False)
class ScoredMotion:
    """What scores say of a clip.

    Parameters
    ----------
    motion : the clip.
    amounts : (F, 8) of each of `TERMS`, in their units.
    verdict : log odds that each second is unnatural, see `CalibratedScore`.
    thesis : foot-plant and zero-moment-point error, in metres, see `ThesisSum`.
    """

    motion: Motion
    amounts: Floats
    verdict: Verdict
    thesis: Verdict

    @property
    def probabilities(self) -> Floats:
        """How likely the second around each frame is unnatural (F,), 0 to 1."""
        return probability(self.verdict.per_frame)

    @property
    def worst_probability(self) -> float:
        """How likely the worst second is unnatural."""
        return float(probability(self.verdict.total))

    @property
    def unnatural_part(self) -> float:
        """Part of the frames whose second is rather unnatural than natural."""
        return float((self.verdict.per_frame > 0.0).mean())

    @property
    def worst_number(self) -> int:
        """The worst frame as the file numbers it."""
        return self.verdict.worst_frame + self.motion.first_frame

    def second_around(self, frame: int) -> tuple[int, int]:
        """Return the first and last frame, from 0, of the second around a frame, within the clip."""
        reach = max(1, round(0.5 * WINDOW_S * float(self.motion.fps)))
        return max(0, frame - reach), min(self.motion.n_frames - 1, frame + reach)

    def reasons(self, frame: int | None = None) -> tuple[Reason, ...]:
        """Return what speaks against the second around a frame (from 0; the worst by default), the gravest first."""
        at = int(self.verdict.per_frame.argmax()) if frame is None else frame
        first, last = self.second_around(at)
        adds = {term: float(self.verdict.parts[term.name][at]) for term in TERMS}
        total, most = sum(adds.values()), max(adds.values())
        found = [
            Reason(term, float(self.amounts[first : last + 1, row].max()), adds[term] / total)
            for row, term in enumerate(TERMS)
            if adds[term] > max(LEAST_SHARE * most, LEAST_ADDED)
        ]
        return tuple(sorted(found, key=lambda reason: -reason.share))


def score_motion(
    motion: Motion,
    labels: FootLabels | None = None,
    weights: ScoreWeights | None = None,
    progress: Progress | None = None,
) -> ScoredMotion:
    """Return how natural a motion is, frame by frame.

    Parameters
    ----------
    motion : a humanoid on its feet, on one floor, at any frame rate. Hands, knees and hips may carry it as well, but
        what it holds on to or stands on besides the floor is not known.
    labels : its plants; guessed by default.
    weights : of the terms; those that come with the package by default.
    progress : told which part is done, 0 to 1.

    Raises
    ------
    MotionError : labels of another motion, a skeleton without legs or arms.
    """
    judged = JudgedMotion.of(motion, labels)
    amounts = measured_terms(judged, progress)
    verdict = CalibratedScore(weights).of_amounts(amounts, judged.fps)
    return ScoredMotion(motion, amounts, verdict, ThesisSum()(judged))
