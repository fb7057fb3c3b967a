"""Poses under the hand: a solver for each drag, kept from one step to the next."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from unbake.editing.posing import Poser
from unbake.kinematics.full_body.hinges import Hinges, hinges_of
from unbake.motion.motion import Motion
from unbake.studio.server.opening.open_clip import OpenClip

KEPT = 4
"""Drags of several pages at once."""


class Posers:
    """The solvers of the drags that are under way."""

    def __init__(self) -> None:
        self._known: OrderedDict[object, Poser] = OrderedDict()
        self._lock = Lock()

    def of(self, clip: OpenClip, gesture: tuple[object, ...], pose: Motion, floor_m: float | None) -> Poser:
        """Return the solver of a drag, which begins at a pose, a motion of one frame."""
        with self._lock:
            if gesture not in self._known:
                self._known[gesture] = Poser(pose, 0, limits=hinges_in(clip), floor_m=floor_m)
            self._known.move_to_end(gesture)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
            return self._known[gesture]


def hinges_in(clip: OpenClip) -> Hinges:
    """Return how elbows and knees of a clip bend, found once as long as it is open."""
    known: Hinges | None = clip.finished("hinges")
    if known is None:
        known = hinges_of(clip.motion)
        clip.keep_finished("hinges", known)
    return known
