"""Moving holds: poses that are kept for a while, with a key at their start and one at their end."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.keyframes.moments.body_parts import places_of
from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.motion import Motion
from unbake.motion.points import default_levers

SHORTEST_S = 0.2
"""Shorter stops are extremes, not holds: at 24 frames a second, five."""
SWAY = 0.015
"""How far a joint of a held pose may stray, as part of the figure's size: somebody who stands sways by as much."""


def with_holds(selection: Selection, motion: Motion) -> Selection:
    """Return a selection in which keys at both ends of a held pose are classed as holds.

    A pose is held from a key to the next where they are at least `SHORTEST_S` apart and no joint strays from where it
    is at the first of them by more than `SWAY`; of joints that turn unseen, such as a camera, so do their levers. What
    was chosen stays; breakdowns within a hold become part of it.

    Parameters
    ----------
    selection : keys of the motion, with their classes.
    motion : the clip.
    """
    frames = np.array(selection.frames)
    least = SHORTEST_S * float(motion.fps)
    lengths = np.linalg.norm(default_levers(motion).arms_m, axis=1)
    limit = SWAY * max(motion.height_m(), float(lengths.max(initial=0.0)))
    classes: list[KeyClass] = list(selection.classes)
    places = places_of(motion)
    for n in np.flatnonzero(np.diff(frames) >= least):
        # Most segments are left after a look at their ends.
        ends = places(frames[[n, n + 1]])
        if np.linalg.norm(ends[1] - ends[0], axis=-1).max() > limit:
            continue
        inside = places(slice(frames[n], frames[n + 1] + 1))
        if np.linalg.norm(inside - inside[0], axis=-1).max() <= limit:
            classes[n] = classes[n + 1] = "hold"
    return replace(selection, classes=tuple(classes))
