"""What a person points at: a stretch of a file or of a clip, by its frames."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from unbake.errors import MotionError, UsageError
from unbake.library.library import Library
from unbake.library.tables import BODY, body_of
from unbake.motion.body.body_path import RATE_HZ, body_path
from unbake.motion.motion import Motion
from unbake.search.similar.query import Query, query_of


@dataclass(frozen=True, eq=False)
class Like:
    """What other stretches should be like.

    Parameters
    ----------
    query : the stretch.
    content_hash : of the library's clip that it is of; the stretch itself is no result then. None for a motion from
        elsewhere.
    """

    query: Query
    content_hash: str | None = None


def like_motion(motion: Motion, first: int | None = None, last: int | None = None) -> Like:
    """Return a stretch of a motion to search for.

    Parameters
    ----------
    motion : of a humanoid.
    first, last : frames from 0, both included. With one of them, one second around it; with none, one second around
        the middle. What is shorter than a second is made one, around its middle. Stretches of up to 30 s are compared
        in windows of one second, each seen from its own middle.

    Raises
    ------
    UsageError : frames outside of the motion, too long a stretch.
    MotionError : no body.
    """
    _check_frames(motion.n_frames, motion.first_frame, first, last)
    path = body_path(motion)
    return Like(query_of(path, *instants_of(motion.fps, path.n_instants, first, last)))


def like_clip(library: Library, clip: str | int, first: int | None = None, last: int | None = None) -> Like:
    """Return a stretch of a library's clip, by name or number, to search for; from 0 as in `like_motion`."""
    found = library.clip(clip)
    if not found.has_body:
        raise MotionError(f"clip '{found.name}' has no body: nothing can be like it", code="no-body")
    _check_frames(found.n_frames, found.first_frame, first, last)
    path = body_of(library.derived(found.id, BODY))
    return Like(query_of(path, *instants_of(found.fps, path.n_instants, first, last)), found.content_hash)


def instants_of(fps: Fraction, n_instants: int, *frames: int | None) -> list[int | None]:
    """Return the instants, sixty a second, that are nearest to frames from 0."""
    return [None if frame is None else min(round(frame * RATE_HZ / fps), n_instants - 1) for frame in frames]


def _check_frames(n_frames: int, number: int, first: int | None, last: int | None) -> None:
    """Raise UsageError where frames from 0 are no stretch of a clip whose first frame has a number."""
    begin = first or 0
    end = begin if last is None else last
    if not 0 <= begin <= end < n_frames:
        shown = f"frames {begin + number} to {end + number} are no stretch of"
        if last is None:
            shown = f"frame {begin + number} is none of"
        raise UsageError(f"{shown} the clip's {number} to {number + n_frames - 1}", code="range")
