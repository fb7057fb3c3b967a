"""Poses under the hand: a solver for each drag, kept from one step to the next."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from unbake.editing.posing import Poser
from unbake.kinematics.full_body.joint_limits import JointLimits
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
                self._known[gesture] = Poser(pose, 0, limits=limits_in(clip), floor_m=floor_m)
            self._known.move_to_end(gesture)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
            return self._known[gesture]


def limits_in(clip: OpenClip) -> JointLimits:
    """Return how far the joints of a clip go, found once as long as it is open."""
    known: JointLimits | None = clip.known.finished("joint limits")
    if known is None:
        known = JointLimits.of(clip.motion)
        clip.known.keep_finished("joint limits", known)
    return known
