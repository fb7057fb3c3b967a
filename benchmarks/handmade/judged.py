"""How well keys are found."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from benchmarks.thesis.recovery import Score, score
from unbake.performer.pieces.posed import PosedPiece

NEAR_S = Fraction(2, 30)
"""Keys that are so near each other are one key; each counts once, and the ends of the clip, which all have, do not."""


def judged(piece: PosedPiece, frames: Sequence[int]) -> Score:
    """Return how well frames recover the keys of a piece."""
    return score(piece, frames, int(NEAR_S * piece.motion.fps))
