"""Tags of several clips, and flags, changed together: all of them, or none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from unbake.library.annotations import flag_index
from unbake.library.library import Library


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
