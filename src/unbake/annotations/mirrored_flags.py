"""What becomes of flags in a mirror image."""

from __future__ import annotations

from collections.abc import Sequence

from unbake.errors import UsageError
from unbake.library.annotations import flag_index, plain_name

_OTHER_SIDE = {"left": "right", "right": "left"}


def mirrored_columns(flags: Sequence[str]) -> list[int]:
    """Return for each flag the place of the one that it becomes in a mirror image: of Turn Right for Turn Left.

    A flag without a counterpart stays itself.
    """
    return [_place(flags, flag, place) for place, flag in enumerate(flags)]


def _place(flags: Sequence[str], flag: str, own: int) -> int:
    words = plain_name(flag).split()
    try:
        return flag_index(tuple(flags), " ".join(_OTHER_SIDE.get(word, word) for word in words))
    except UsageError:
        return own
