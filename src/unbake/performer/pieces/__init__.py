"""Three animations keyed by hand, of the lengths and key counts of those in Roberts' thesis, 4.4.1.

Ours: the thesis took its three from Blender Institute's films; these are authored here for the performer.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from unbake.errors import UsageError
from unbake.motion.body.roles import nearest
from unbake.performer.body.figure import STATURE_M
from unbake.performer.pieces.keying import Key
from unbake.performer.pieces.posed import PosedPiece, bake
from unbake.performer.pieces.robotic_walk import robotic_walk
from unbake.performer.pieces.sneak import sneak
from unbake.performer.pieces.turn_and_swing import turn_and_swing

_SHEETS: dict[str, Callable[[], list[Key]]] = {
    "robotic-walk": robotic_walk,
    "sneak": sneak,
    "turn-and-swing": turn_and_swing,
}
PIECES = tuple(_SHEETS)
"""``robotic-walk`` (40 frames of the sheet, nine keyposes), ``sneak`` (74; nine keyposes, eight breakdowns) and
``turn-and-swing`` (105; seven keyposes, eleven breakdowns)."""


def piece(name: str, fps: Fraction | int = 120, stature_m: float = STATURE_M) -> PosedPiece:
    """Return one of `PIECES`, baked at a frame rate; UsageError for an unknown one."""
    if name not in _SHEETS:
        raise UsageError(f"there is no piece '{name}'{nearest(name, PIECES)}; known: {', '.join(PIECES)}")
    return bake(name, _SHEETS[name](), fps, stature_m)
