"""Which frames of a clip's feet somebody has labelled: those that were read, changed or confirmed, and no others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.feet.labels import GUESSES, SOURCES, FootLabels
from unbake.formats.foot_labels.format import source_of
from unbake.formats.foot_labels.parts import LabelledPart, labelled_frames, whole_labels
from unbake.ground.arrays import Booleans
from unbake.ground.intervals import intervals
from unbake.motion.motion import Motion

Parts = tuple[LabelledPart, ...]
NOBODY, HAND = -1, SOURCES.index("hand")
_GUESSES = [SOURCES.index(source) for source in SOURCES if source in GUESSES]


class Labelled:
    """What was labelled of an open clip when its labels were read or saved, and what an oracle has learnt of it since.

    The page knows plants alone; this says which of the frames without any are labelled.
    """

    def __init__(self) -> None:
        self.readings: list[Parts] = []  # as read from files and saved to them, the last one last
        self.lessons: dict[str, tuple[int, int]] = {}  # what was confirmed, by name; frames as the file numbers them

    def read(self, parts: Parts) -> None:
        """Remember labels that were read or saved; that there are none says nothing."""
        if parts:
            self.readings.append(parts)

    def as_read(self, motion: Motion) -> FootLabels | None:
        """Return what was read or saved last; None where nothing was, or not of all frames."""
        parts = self.readings[-1] if self.readings else ()
        if not parts or not labelled_frames(parts, motion.n_frames, motion.first_frame).all():
            return None
        return whole_labels(parts, motion.n_frames, motion.fps, motion.first_frame)

    def forget(self, lessons: set[str]) -> None:
        """Forget lessons that were taken back."""
        for name in lessons:
            self.lessons.pop(name, None)

    def parts_of(self, labels: FootLabels) -> Parts:
        """Return labels of the whole clip as the stretches that somebody stands for.

        These are the frames that were labelled already, those where a point is planted and was not, or was and is not
        any more, and those that were confirmed. A stretch that was changed anywhere else than where it was confirmed
        is a person's as a whole, as it is on the command line. A clip of which nothing was read is labelled from its
        first frame to its last, unless there are no plants but those that were confirmed.
        """
        known, changed, learnt = *self._changes(labels), self._learnt(labels)
        painted = changed & ~learnt
        by = np.full(labels.n_frames, NOBODY)
        for part in known:
            first, last = part.first_number - labels.first_frame, part.last_number - labels.first_frame
            source = source_of(labels.excerpt(first, last)) if painted[first : last + 1].any() else part.by
            by[first : last + 1] = SOURCES.index(source)
        for first, last in intervals(painted & (by == NOBODY)):
            by[first : last + 1] = SOURCES.index(source_of(labels.excerpt(first, last)))
        # What was measured stays so where nobody thought otherwise.
        by[learnt & (changed | np.isin(by, [NOBODY, *_GUESSES]))] = HAND
        return _parts(labels, by)

    def _changes(self, labels: FootLabels) -> tuple[Parts, Booleans]:
        """The labels that these were made from, and the frames (F,) on which they are others.

        Undoing leads back past what was read later, so they are the ones that are most alike, of several the last.
        """
        planted = labels.planted()
        if not self.readings:
            learnt = self._learnt(labels)
            is_whole = not learnt.any() or bool(planted[~learnt].any())
            return (), np.full(labels.n_frames, is_whole)
        of = labels.n_frames, labels.fps, labels.first_frame
        found = [(parts, (whole_labels(parts, *of).planted() != planted).any(axis=1)) for parts in self.readings]
        nearest = min(reversed(found), key=lambda one: int(one[1].sum()))
        return nearest[0], nearest[1]

    def _learnt(self, labels: FootLabels) -> Booleans:
        found = np.zeros(labels.n_frames, dtype=np.bool_)
        for first, last in self.lessons.values():
            found[first - labels.first_frame : last - labels.first_frame + 1] = True
        return found


def is_whole(parts: Parts, labels: FootLabels) -> bool:
    """Return whether no frame is left that nobody has labelled."""
    return bool(labelled_frames(parts, labels.n_frames, labels.first_frame).all())


def _parts(labels: FootLabels, by: NDArray[np.int_]) -> Parts:
    found = [
        LabelledPart(labels.excerpt(first, last), source)
        for number, source in enumerate(SOURCES)
        for first, last in intervals(by == number)
    ]
    return tuple(sorted(found, key=lambda part: part.first_number))
