"""How the pieces are written down: lists of poses on frames, and an animation made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from unbake.performer.pieces.keying import Ease, Key, Values

Row = tuple[int, Values] | tuple[int, Values, Literal["breakdown"]]


@dataclass(frozen=True)
class Handmade:
    """An animation as it was keyed.

    Parameters
    ----------
    keys : whole-pose keys on the frames of the sheet, from 1.
    fps : frames of the sheet a second, 24 or 30.
    late : controls that follow the others, and how many frames later: arms and heads that overlap.
    """

    keys: tuple[Key, ...]
    fps: int = 24
    late: Mapping[str, int] = field(default_factory=dict)


def keyed(rows: list[Row], ease: Ease = "slow") -> tuple[Key, ...]:
    """Return keys from rows of frame, pose and, for breakdowns, that word; breakdowns are passed through.

    Parameters
    ----------
    rows : in any order.
    ease : how curves arrive at keyposes and leave them.
    """
    keys = []
    for frame, pose, *kind in rows:
        keys.append(Key(frame, pose, "breakdown", "flow", "flow") if kind else Key(frame, pose, "keypose", ease, ease))
    return tuple(sorted(keys, key=lambda key: key.frame))


def both(**values: float) -> dict[str, float]:
    """Return values for both sides: ``both(elbow=90)`` is ``left_elbow`` and ``right_elbow``."""
    return {f"{side}_{name}": value for side in ("left", "right") for name, value in values.items()}


ARMS = ("swing", "raise", "rotate", "elbow", "forearm", "hand", "shrug", "forwards")
LATE_ARMS = {f"{side}-{name}": 2 for side in ("left", "right") for name in ARMS}
LATE_HEAD = {"look": 2, "nod": 2, "cock": 2}
