"""Annotations between the library, which has a value a frame, and the page, which has stretches."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from unbake.errors import UsageError
from unbake.ground.intervals import intervals
from unbake.library import Annotations, Library
from unbake.studio.server import messages as m

Words = NDArray[np.int8]
"""(F,) what a person says of a flag on each frame: 1 true, 0 not, −1 nothing."""
UNSAID = np.int8(-1)
NO_GUESS = 255


def words_of(annotations: Annotations, row: int) -> Words:
    """Return what a person said of the flag in a row."""
    return np.where(annotations.by_person[row], annotations.values[row], UNSAID)


def flag_marks(annotations: Annotations, first_frame: int) -> tuple[m.FlagMarks, ...]:
    """Return all that a person said, by flag; frames as the file numbers them."""
    return tuple(
        m.FlagMarks(flag, _marks(words_of(annotations, row), first_frame)) for row, flag in enumerate(annotations.flags)
    )


def _marks(words: Words, first_frame: int) -> tuple[m.Mark, ...]:
    found = [
        m.Mark(first + first_frame, last + first_frame, bool(word))
        for word in (0, 1)
        for first, last in intervals(words == word)
    ]
    return tuple(sorted(found, key=lambda mark: mark.first))


def guess_of(annotations: Annotations) -> m.Uint8:
    """Return how certain a classifier is that each flag is true, in percent; `NO_GUESS` where it says nothing."""
    certainty = np.where(annotations.values == 1, annotations.confidence, 1.0 - annotations.confidence)
    is_guessed = ~annotations.by_person & (annotations.values >= 0)
    percent = np.rint(100.0 * np.clip(np.nan_to_num(certainty), 0.0, 1.0))
    return np.where(is_guessed, percent, NO_GUESS).astype(np.uint8).ravel()


def words_from(marks: Iterable[m.Mark], first_frame: int, n_frames: int) -> Words:
    """Return marks as a word a frame; UsageError for frames outside the clip."""
    words = np.full(n_frames, UNSAID)
    for mark in marks:
        start, stop = mark.first - first_frame, mark.last - first_frame + 1
        if not 0 <= start < stop <= n_frames:
            raise UsageError(f"frames {mark.first} to {mark.last} are not inside the clip")
        words[start:stop] = mark.is_yes
    return words


def save_marks(library: Library, clip_id: int, flags: Iterable[m.FlagMarks], first_frame: int) -> None:
    """Let what a person said of some flags be this, on all frames; only what differs is written.

    Raises
    ------
    UsageError : a flag that is not in the vocabulary, frames outside the clip.
    """
    annotations = library.annotations(clip_id)
    for one in flags:
        if one.flag not in annotations.flags:
            raise UsageError(f"'{one.flag}' is not in the library's vocabulary")
        before = words_of(annotations, annotations.flags.index(one.flag))
        wanted = words_from(one.marks, first_frame, len(before))
        for word in (-1, 0, 1):
            for first, last in intervals((wanted == word) & (before != word)):
                library.annotate(clip_id, one.flag, first, last + 1, None if word < 0 else bool(word))
