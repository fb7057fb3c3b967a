"""How well keys are found."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from benchmarks.thesis.recovery import Score, score
from unbake.keyframes.selection import Selection
from unbake.performer.pieces.posed import PosedPiece

NEAR_S = Fraction(2, 30)
"""Keys that are so near each other are one key; each counts once, and the ends of the clip, which all have, do not."""


def judged(piece: PosedPiece, frames: Sequence[int]) -> Score:
    """Return how well frames recover the keys of a piece."""
    return score(piece, frames, int(NEAR_S * piece.motion.fps))


def classes_alike(piece: PosedPiece, selection: Selection) -> tuple[int, int, int, int]:
    """Return how many keyposes were found on their frames, how many of these are keyposes or holds, and the same of
    breakdowns; the clip's ends do not count."""
    classes = dict(zip(selection.frames, selection.classes, strict=True))
    ends = {0, piece.motion.n_frames - 1}
    keyposes = [classes[frame] for frame in piece.keyposes if frame in classes and frame not in ends]
    breakdowns = [classes[frame] for frame in piece.breakdowns if frame in classes]
    return (len(keyposes), len(keyposes) - keyposes.count("breakdown"), len(breakdowns), breakdowns.count("breakdown"))
