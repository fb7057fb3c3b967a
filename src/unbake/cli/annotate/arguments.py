"""What the commands about annotations share."""

from __future__ import annotations

from typing import Annotated

import typer

from unbake.errors import UsageError
from unbake.library.clip import Clip

ClipArgument = Annotated[str, typer.Argument(metavar="CLIP", help="Clip by name or number ('#7').")]
FirstArgument = Annotated[int, typer.Argument(metavar="FIRST", help="First frame, as the clip's file numbers it.")]
LastArgument = Annotated[int, typer.Argument(metavar="LAST", help="Last frame, included.")]


def frames_of(clip: Clip, first: int, last: int) -> tuple[int, int]:
    """Return frame numbers as the first index and the one after the last; UsageError for frames outside the clip."""
    if not clip.first_frame <= first <= last <= clip.last_frame:
        raise UsageError(
            f"frames {first} to {last} are not inside {clip.name}, which has {clip.first_frame} to {clip.last_frame}"
        )
    return first - clip.first_frame, last - clip.first_frame + 1


def word(flag: str) -> str:
    """Return a flag as a person types it: ``turn-left``."""
    return "-".join(flag.lower().split())
