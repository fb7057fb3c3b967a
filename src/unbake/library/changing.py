"""Changes to many clips or flags at once: all of them, or none; and what would be lost by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from unbake.library.annotations import flag_index
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


def change_tags(library: Library, clip_ids: Iterable[int], add: Sequence[str] = (), remove: Sequence[str] = ()) -> None:
    """Give clips tags, and take some away.

    Raises
    ------
    UsageError : no name of a tag, no such clip; nothing is changed then.
    """
    with library.database.transaction():
        for clip_id in clip_ids:
            found = library.clip(clip_id).id
            library.tag(found, add)
            library.untag(found, remove)


def change_vocabulary(
    library: Library, rename: Iterable[tuple[str, str]] = (), remove: Iterable[str] = (), add: Sequence[str] = ()
) -> None:
    """Rename flags, then remove some, then add some at the end.

    Labels of a flag stay when it is renamed, and go when it is removed. What was learnt belongs to the names of then.

    Parameters
    ----------
    rename : old and new names, one after the other.
    remove : flags, by the new names.
    add : names of new flags.

    Raises
    ------
    UsageError : an unknown flag, a name that is none or taken; nothing is changed then.
    """
    with library.database.transaction():
        for old, new in rename:
            library.rename_flag(old, new)
        for flag in remove:
            flags = library.vocabulary
            gone = flag_index(flags, flag)
            library.set_vocabulary([other for row, other in enumerate(flags) if row != gone])
        if add:
            library.set_vocabulary([*library.vocabulary, *add])
