"""Names that every text file can hold: no control characters, no halves of characters.

Points have no others. Our own JSON can hold any name of a joint; where such joints are written elsewhere, or become
points, their names are made `writable`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from unbake.errors import MotionError

_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def check_names(names: Iterable[str], what: str) -> None:
    """Raise MotionError where a name holds a control character (a line end, a tab, NUL, …) or a lone surrogate."""
    for name in names:
        if _UNWRITABLE.search(name):
            raise MotionError(f"the name of {what} {name!r} holds a control character, which files cannot hold")


def writable(name: str) -> str:
    """Return a name with an underscore in place of every character that `check_names` refuses."""
    return _UNWRITABLE.sub("_", name)


def renamed_note(names: Iterable[str], what: str) -> tuple[str, ...]:
    """Return a sentence for a reader's warnings if some names are not `writable` as they are."""
    count = sum(writable(name) != name for name in names)
    return (f"control characters in the names of {count} {what} became underscores",) if count else ()
