"""What clips and frames must be like to be found, apart from how they move."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans
from unbake.ground.choices import check_words
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.search.expression import Expression, parse_expression


@dataclass(frozen=True)
class Filters:
    """What is searched through; every filter that is given must be met.

    Parameters
    ----------
    flags : an expression of annotations, such as ``walk and not turn-left``. Frames are found where it is known to
        hold; with a stretch to be like, those that have it in their middle.
    tags : tags that a clip must have, all of them, in any case.
    text : what its name or its source must contain, in any case.
    longer_s, shorter_s : the least and the greatest length of a clip, in seconds.
    """

    flags: str | None = None
    tags: tuple[str, ...] = ()
    text: str | None = None
    longer_s: float | None = None
    shorter_s: float | None = None

    def __post_init__(self) -> None:
        """Raise UsageError for lengths that are none, and for one word in place of tags."""
        check_words("tags", self.tags)
        for length in (self.longer_s, self.shorter_s):
            if length is not None and not 0.0 <= length < math.inf:
                raise UsageError(f"the length of a clip is a number of seconds of at least 0, not {length:g}")

    @property
    def is_open(self) -> bool:
        """Whether every clip is let through."""
        return self == Filters()

    def clips(self, clips: Iterable[Clip]) -> list[Clip]:
        """Return the clips that have the tags, text and length."""
        return [clip for clip in clips if self._lets_through(clip)]

    def expression(self, vocabulary: tuple[str, ...]) -> Expression | None:
        """Return what the flags say, None where nothing is asked; UsageError where it makes no sense."""
        return None if self.flags is None else parse_expression(self.flags, vocabulary)

    def _lets_through(self, clip: Clip) -> bool:
        words = {tag.casefold() for tag in clip.tags}
        wanted = (self.text or "").casefold()
        return (
            all(tag.casefold() in words for tag in self.tags)
            and (wanted in clip.name.casefold() or wanted in clip.source.casefold())
            and (self.longer_s or 0.0) <= clip.duration_s <= (math.inf if self.shorter_s is None else self.shorter_s)
        )


def frames_where(library: Library, clip: Clip, expression: Expression) -> Booleans:
    """Return (F,) the frames of a clip in which an expression is known to hold."""
    annotations = library.annotations(clip.id)
    flags = {name: annotations.values[annotations.row(name)] for name in expression.names}
    return np.asarray(expression.values(flags) == 1)
