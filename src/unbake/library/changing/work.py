"""What a person did by hand on clips and flags, which would be lost with them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from unbake.library.library import Library


@dataclass(frozen=True)
class Work:
    """What a person did by hand, which goes with what is removed.

    Parameters
    ----------
    n_clips : clips with labels of flags.
    n_frames : their labels, in frames; a frame counts once for each flag.
    n_foot_clips : clips with foot labels, whoever made them.
    """

    n_clips: int = 0
    n_frames: int = 0
    n_foot_clips: int = 0


_LABELLED = "SELECT count(DISTINCT clip_id), coalesce(sum(stop - start), 0) FROM label WHERE"


def work_on_clips(library: Library, clip_ids: Iterable[int]) -> Work:
    """Return what would be lost with clips."""
    n_clips = n_frames = n_foot_clips = 0
    for clip_id in set(clip_ids):
        labelled, frames = _labelled(library, "clip_id = ?", clip_id)
        n_clips, n_frames = n_clips + labelled, n_frames + frames
        n_foot_clips += library.database.row("SELECT 1 FROM foot_labels WHERE clip_id = ?", [clip_id]) is not None
    return Work(n_clips, n_frames, n_foot_clips)


def work_on_flags(library: Library) -> dict[str, Work]:
    """Return what would be lost with each flag of the vocabulary, in its order."""
    where = "flag_id = (SELECT id FROM flag WHERE name = ?)"
    return {flag: Work(*_labelled(library, where, flag)) for flag in library.vocabulary}


def _labelled(library: Library, where: str, value: int | str) -> tuple[int, int]:
    n_clips, n_frames = library.database.row(f"{_LABELLED} {where}", [value]) or (0, 0)
    return int(n_clips), int(n_frames)
