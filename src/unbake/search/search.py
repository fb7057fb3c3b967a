"""Searching a library: by how stretches move, and by what is known of clips and frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Indices
from unbake.ground.choices import check_words
from unbake.ground.intervals import intervals
from unbake.ground.progress import Progress
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.motion.body.body_path import RATE_HZ
from unbake.search.expression import Expression
from unbake.search.filters import Filters, frames_where
from unbake.search.library_index import open_index
from unbake.search.like import Like
from unbake.search.similar.index import WindowIndex
from unbake.search.similar.nearest import Neighbour, nearest
from unbake.search.similar.warp import Warp
from unbake.search.similar.windows import rms_cm

COUNT = 12
"""Similar stretches that are looked for."""
LEAST_S = 0.5
"""The shortest stretch of frames that flags find."""
RANKED = 2
"""Nearest stretches that are warped, for each that is wanted."""


@dataclass(frozen=True)
class Hit:
    """A stretch of a clip.

    Parameters
    ----------
    clip : the clip.
    first, last : frames from 0, both included.
    distance_cm : how far joints are from those searched for after time warping, root of the mean square over joints
        and time, on a body of the size of the one searched for; None where nothing is to be alike.
    unwarped_cm : the same without warping.
    is_mirrored : whether its mirror image is alike.
    """

    clip: Clip
    first: int
    last: int
    distance_cm: float | None = None
    unwarped_cm: float | None = None
    is_mirrored: bool = False

    @property
    def first_frame(self) -> int:
        """The first frame as the clip's file numbers it."""
        return self.first + self.clip.first_frame

    @property
    def last_frame(self) -> int:
        """The last frame as the clip's file numbers it."""
        return self.last + self.clip.first_frame

    @property
    def duration_s(self) -> float:
        """Seconds from the first frame to the last."""
        return float((self.last - self.first) / self.clip.fps)


class LibrarySearch:
    """A library that is searched several times: what similar stretches are found by stays in memory.

    Parameters
    ----------
    library : the library, open.
    report : called while it is made ready, with the part that is done, 0 to 1.

    Notes
    -----
    160 bytes for each sixtieth of a second of the library, some 8 more for summaries, and up to 250 MB of bodies.
    """

    def __init__(self, library: Library, report: Progress = lambda part: None) -> None:
        self.library, self._report = library, report
        self._bodies: list[Clip] = []
        self._index: WindowIndex | None = None

    def search(
        self,
        like: Like | None = None,
        filters: Filters | None = None,
        count: int | None = None,
        least_s: float = LEAST_S,
    ) -> list[Hit]:
        """Return stretches of the library's clips, in the order of `search`.

        Parameters
        ----------
        like : a stretch, from `like_clip` or `like_motion`; None where nothing is to be alike.
        filters : what stretches and clips must meet; None for all.
        count : how many results at most, 1 or more; None for 12 with `like`, for all without.
        least_s : the shortest stretch that flags find, in seconds, 0 or more.

        Raises
        ------
        UsageError : an expression, a length or a count that makes no sense.
        FileError : a damaged library.
        """
        if count is not None and count < 1:
            raise UsageError(f"the number of results must be 1 or more, not {count}")
        if not 0.0 <= least_s < float("inf"):
            raise UsageError(f"the least length must be a number of seconds of at least 0, not {least_s:g}")
        chosen = filters or Filters()
        expression = chosen.expression(self.library.vocabulary)
        every = self.library.clips()
        clips = chosen.clips(every)
        if like is not None:
            return self._similar(like, every, None if chosen.is_open else clips, expression, count or COUNT)
        if expression is None:
            return [Hit(clip, 0, clip.n_frames - 1) for clip in clips][:count]
        hits = [hit for clip in clips for hit in _runs(clip, frames_where(self.library, clip, expression), least_s)]
        return sorted(hits, key=lambda hit: -hit.duration_s)[:count]

    def _similar(
        self, like: Like, every: list[Clip], clips: list[Clip] | None, expression: Expression | None, count: int
    ) -> list[Hit]:
        index = self._opened([clip for clip in every if clip.has_body])
        if index is None:
            return []
        query = like.query
        allowed = None if clips is None else self._allowed(index, clips, expression)
        starts = index.starts(query, allowed)
        own = [number for number, clip in enumerate(self._bodies) if clip.content_hash == like.content_hash]
        if own:
            starts = starts.copy()
            index.close(starts, query, own[0], query.first)
        found = nearest(index, query, RANKED * count, starts)
        warp = Warp(query)
        hits = [self._hit(index, like, warp, neighbour) for neighbour in found]
        return sorted(hits, key=lambda hit: hit.distance_cm or 0.0)[:count]

    def _opened(self, bodies: list[Clip]) -> WindowIndex | None:
        """The index, made again where other clips are there."""
        keys = [(clip.id, clip.content_hash) for clip in bodies]
        if self._index is None or keys != [(clip.id, clip.content_hash) for clip in self._bodies]:
            self._index = open_index(self.library, bodies, self._report) if bodies else None
        # Names and tags may have changed.
        self._bodies = bodies
        return self._index

    def _allowed(self, index: WindowIndex, clips: Sequence[Clip], expression: Expression | None) -> dict[int, Booleans]:
        """For each clip that may be in the result, (T,) whether the middle of a stretch may be at an instant."""
        numbers = {clip.id: number for number, clip in enumerate(self._bodies)}
        out = {}
        for clip in clips:
            if clip.id not in numbers:
                continue
            instants = np.arange(index.n_instants[numbers[clip.id]])
            if expression is None:
                out[numbers[clip.id]] = np.ones(len(instants), dtype=np.bool_)
            else:
                out[numbers[clip.id]] = frames_where(self.library, clip, expression)[_frames(clip, instants)]
        return out

    def _hit(self, index: WindowIndex, like: Like, warp: Warp, neighbour: Neighbour) -> Hit:
        clip, query = self._bodies[neighbour.clip], like.query
        warped = warp.onto(index.body_of(neighbour.clip), neighbour.first, neighbour.is_mirrored)
        first, last = _frames(clip, np.array([warped.first, warped.last]))
        leg_m = query.path.leg_m
        return Hit(
            clip,
            int(first),
            int(last),
            float(rms_cm(warped.mean_squared, 1, leg_m)),
            float(rms_cm(neighbour.squared, query.n_points, leg_m)),
            neighbour.is_mirrored,
        )


def search(
    library: Library,
    *,
    like: Like | None = None,
    flags: str | None = None,
    tags: Sequence[str] = (),
    text: str | None = None,
    longer_s: float | None = None,
    shorter_s: float | None = None,
    least_s: float = LEAST_S,
    count: int | None = None,
) -> list[Hit]:
    """Return stretches of a library's clips.

    With `like`, those most like it, the best first: exact nearest neighbours and their mirror images, the best of those
    that overlap, ordered by how far they are after time warping. Else with `flags`, all stretches in which they hold,
    the longest first. Else whole clips, by name.

    Parameters
    ----------
    library : the library.
    like : a stretch, from `like_clip` or `like_motion`. It is no result itself.
    flags, tags, text, longer_s, shorter_s : see `Filters`.
    least_s : the shortest stretch that flags find, in seconds.
    count : how many results at most; 12 with `like`, all without, where it is None.

    Raises
    ------
    UsageError : an expression, a length or a count that makes no sense.
    FileError : a damaged library.
    """
    check_words("tags", tags)
    filters = Filters(flags, tuple(tags), text, longer_s, shorter_s)
    return LibrarySearch(library).search(like, filters, count, least_s)


def _frames(clip: Clip, instants: Indices) -> Indices:
    """The frames, from 0, that are nearest to instants; beyond the ends of the clip the ends."""
    frames = np.rint(instants * float(clip.fps) / RATE_HZ).astype(np.int64)
    return np.clip(frames, 0, clip.n_frames - 1)


def _runs(clip: Clip, holds: Booleans, least_s: float) -> list[Hit]:
    """The runs of frames that are long enough, each frame lasting until the next."""
    return [
        Hit(clip, first, last)
        for first, last in intervals(holds)
        if (last - first + 1) / float(clip.fps) >= least_s - 1e-9
    ]
