"""What in the library is like frames of an open clip."""

from __future__ import annotations

from threading import Lock

from unbake.errors import UsageError
from unbake.ground.progress import Report
from unbake.library import Library
from unbake.search.like import Like, like_clip, like_motion
from unbake.search.search import Hit, LibrarySearch
from unbake.studio.server import messages as m
from unbake.studio.server.library.shelf import Shelf
from unbake.studio.server.opening.open_clip import OpenClip

MOST_HITS = 60


class Searcher:
    """A library that is searched again and again: what that needs is made ready once."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._library: Library | None = None
        self._search: LibrarySearch | None = None

    def hits(self, shelf: Shelf, clip: OpenClip, asked: m.SearchLibrary, report: Report) -> m.LibrarySearched:
        """Return what is like some frames of a clip, the most alike first.

        Raises
        ------
        UsageError : no library, frames that are no stretch of the clip, too long a stretch.
        MotionError : a skeleton that is no body.
        """
        with self._lock:
            self._report = report
            search = self._opened(shelf)
            return m.LibrarySearched(tuple(_message(hit) for hit in search.search(_like(shelf, search, clip, asked))))

    def _opened(self, shelf: Shelf) -> LibrarySearch:
        if shelf.path is None:
            raise UsageError("no library is open")
        if self._search is None or self._search.library.path != shelf.path:
            if self._search is not None:
                self._search.library.close()
            self._search = LibrarySearch(Library.open(shelf.path), self._tell)
        return self._search

    def _tell(self, part: float) -> None:
        self._report("Making the library ready to be searched", part)


def _like(shelf: Shelf, search: LibrarySearch, clip: OpenClip, asked: m.SearchLibrary) -> Like:
    start = clip.motion.first_frame
    first, last = asked.first - start, asked.last - start
    number = shelf.number_of(clip, search.library)
    if number is None:
        return like_motion(clip.motion, first, last)
    return like_clip(search.library, number, first, last)


def _message(hit: Hit) -> m.LibraryHit:
    distance = hit.distance_cm or 0.0
    return m.LibraryHit(hit.clip.id, hit.clip.name, hit.first_frame, hit.last_frame, distance, hit.is_mirrored)
