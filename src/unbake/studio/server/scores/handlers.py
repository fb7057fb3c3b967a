"""Requests about scores of naturalness."""

from __future__ import annotations

from functools import partial

import numpy as np

from unbake.errors import MotionError
from unbake.ground.progress import Progress, Report
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.link.handler import handles, same_type
from unbake.studio.server.opening.open_clip import OpenClip, single
from unbake.synthesis.naturalness.calibrated import TERMS
from unbake.synthesis.naturalness.scored import ScoredMotion, score_motion


@handles(m.ScoreClip, lane="slow", supersedes=same_type)
def score_clip(desk: Desk, message: m.ScoreClip, report: Report) -> m.ClipScored:
    """Score a clip as `unbake score` does, once as long as it is open."""
    clip = desk.clip(message.clip)
    scored = clip.known.finished("naturalness")
    if scored is None:
        report("Scoring", 0.0)
        scored = _scored(clip, partial(report, "Scoring"))
        clip.known.keep_finished("naturalness", scored)
    return _answer(scored)


def _scored(clip: OpenClip, progress: Progress) -> ScoredMotion:
    try:
        return score_motion(clip.motion, progress=progress)
    except MotionError as error:
        raise MotionError(f"{clip.name}: {error}", code=error.code) from error


def _answer(scored: ScoredMotion) -> m.ClipScored:
    number = scored.motion.first_frame
    first, last = scored.second_around(int(scored.verdict.per_frame.argmax()))
    parts = np.stack([scored.verdict.parts[term.name] for term in TERMS])
    return m.ClipScored(
        probabilities=single(scored.probabilities),
        terms=tuple(term.name for term in TERMS),
        parts=single(parts),
        worst_frame=scored.worst_number,
        worst_first=first + number,
        worst_last=last + number,
        worst_probability=scored.worst_probability,
        unnatural_part=scored.unnatural_part,
        reasons=tuple(
            m.ScoreReason(reason.term.name, reason.amount, reason.term.unit, reason.share)
            for reason in scored.reasons()
        ),
    )
