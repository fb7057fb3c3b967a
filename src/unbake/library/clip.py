"""A clip as lists show it: everything but its motion."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Clip:
    """What a library knows of a clip without unpacking it.

    Parameters
    ----------
    id : its number, which stays; those of removed clips may be given out again.
    name : unique in the library, whatever the case of its letters.
    source : the file that it came from.
    tags : sorted.
    n_frames, first_frame, fps : length, first number and rate of its motion.
    licence : whatever was noted about what may be done with it.
    added : when, as an ISO date and time in UTC.
    has_body : whether it can be searched and annotated: a skeleton with legs.
    content_hash : of the motion, to the last bit.
    is_composed : whether it is made of other clips, by a recipe.
    """

    id: int
    name: str
    source: str
    tags: tuple[str, ...]
    n_frames: int
    first_frame: int
    fps: Fraction
    licence: str
    added: str
    has_body: bool
    content_hash: str
    is_composed: bool = False

    @property
    def duration_s(self) -> float:
        """Seconds from the first frame to the last."""
        return float((self.n_frames - 1) / self.fps)

    @property
    def last_frame(self) -> int:
        """Number of the last frame as its file counted."""
        return self.first_frame + self.n_frames - 1
