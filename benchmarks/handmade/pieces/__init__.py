"""The pieces, each written by hand as an animator would key it; two halves, one to tune on and one to report."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.handmade.pieces import acting, going, leaping, striking
from benchmarks.handmade.pieces.sheet import Handmade

TUNED: Mapping[str, Callable[[], Handmade]] = {
    "walk": going.walk,
    "march": going.march,
    "hop": leaping.hop,
    "duck": leaping.duck,
    "kick": striking.kick,
    "wave": striking.wave,
    "pick up": acting.pick_up,
    "turn with overlap": acting.turn_with_overlap,
}
"""Settings may be chosen on these."""

REPORTED: Mapping[str, Callable[[], Handmade]] = {
    "run": going.run,
    "sidestep": going.sidestep,
    "jump": leaping.jump,
    "sit down": leaping.sit_down,
    "punch": striking.punch,
    "throw": striking.throw,
    "look around": acting.look_around,
    "bow": acting.bow,
}
"""For reporting only."""
