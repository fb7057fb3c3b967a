"""How natural an open clip is, over time."""

from __future__ import annotations

from dataclasses import dataclass

from unbake.studio.server.messages.arrays import Float32


@dataclass(frozen=True)
class ScoreClip:
    """Ask how natural an open clip is. → ClipScored"""

    clip: str


@dataclass(frozen=True)
class ScoreReason:
    """What speaks against the worst second."""

    term: str
    amount: float  # the largest in that second
    unit: str
    share: float  # of all that speaks against it


@dataclass(frozen=True)
class ClipScored:
    """How likely the second around each frame is unnatural, and why."""

    probabilities: Float32  # (F,) 0 to 1
    terms: tuple[str, ...]  # kinds of faults
    parts: Float32  # (T, F) what each of them adds to the log odds
    worst_frame: int  # as the file numbers it: the one with most faults in the worst second
    worst_first: int  # that second
    worst_last: int
    worst_probability: float
    unnatural_part: float  # of the frames
    reasons: tuple[ScoreReason, ...]  # the gravest first
