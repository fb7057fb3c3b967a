"""Passes over transplants taken over into their library, where the judge learns from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.composition.enrichment.judge import FLAG
from unbake.composition.judging.passes import Pass, Run
from unbake.errors import UsageError
from unbake.ground.intervals import intervals
from unbake.library.clip import Clip
from unbake.library.library import Library


@dataclass(frozen=True)
class Taken:
    """What was taken over.

    Parameters
    ----------
    clips : transplants that are labelled now.
    human, not_human : frames.
    disputed : frames on which passes differ; they stay open.
    unknown : names that the library has no clip for.
    """

    clips: int
    human: int
    not_human: int
    disputed: int
    unknown: tuple[str, ...]


def take_passes(library: Library, passes: Sequence[Pass]) -> Taken:
    """Label transplants by what passes say, as a person's labels of `FLAG`; where passes differ, frames stay open.

    Raises
    ------
    UsageError : no pass, passes over blends, frames outside a clip; the library is as before then.
    """
    if not passes or any(one.kind != "transplants" for one in passes):
        raise UsageError("only passes over transplants label clips; blends are not in the library")
    clips = {clip.name: clip for clip in library.clips() if clip.is_composed}
    names = sorted({name for one in passes for name in one.answers})
    found = {
        name: _agreed(clips[name], [one.answers.get(name, ()) for one in passes]) for name in names if name in clips
    }
    if found and FLAG.casefold() not in {flag.casefold() for flag in library.vocabulary}:
        library.set_vocabulary((*library.vocabulary, FLAG))
    for name, (words, _) in found.items():
        for word in (-1, 0, 1):
            for first, last in intervals(words == word):
                library.annotate(clips[name].id, FLAG, first, last + 1, None if word < 0 else bool(word))
    return Taken(
        len(found),
        sum(int((words == 1).sum()) for words, _ in found.values()),
        sum(int((words == 0).sum()) for words, _ in found.values()),
        sum(disputed for _, disputed in found.values()),
        tuple(name for name in names if name not in clips),
    )


def _agreed(clip: Clip, answers: Sequence[Sequence[Run]]) -> tuple[NDArray[np.int8], int]:
    """What passes say of each frame (F,): 1, 0, −1 where none does or they differ; and on how many they differ."""
    votes = np.zeros((2, clip.n_frames), dtype=np.int64)
    for runs in answers:
        for run in runs:
            if not clip.first_frame <= run.first <= run.last <= clip.last_frame:
                raise UsageError(f"'{clip.name}' has frames {clip.first_frame} to {clip.last_frame}, not {run.last}")
            votes[int(run.is_yes), run.first - clip.first_frame : run.last + 1 - clip.first_frame] += 1
    words = np.full(clip.n_frames, -1, dtype=np.int8)
    words[(votes[1] > 0) & (votes[0] == 0)] = 1
    words[(votes[0] > 0) & (votes[1] == 0)] = 0
    return words, int(((votes[0] > 0) & (votes[1] > 0)).sum())
