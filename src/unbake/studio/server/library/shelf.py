"""The library that a studio has open: one at a time, the same for all its pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from weakref import WeakKeyDictionary

from unbake.errors import FileError, UsageError
from unbake.library import Library
from unbake.library.stored import StoredMotion
from unbake.studio.server.opening.open_clip import OpenClip


class Shelf:
    """The place of the open library. Every request opens the file for itself: threads and processes may share it."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self._hashes: WeakKeyDictionary[OpenClip, str] = WeakKeyDictionary()

    def take(self, path: Path) -> None:
        """Put a library in the place of the one that is open; FileError where it cannot be read."""
        with Library.open(path):
            self.path = path.absolute()

    def put_away(self) -> None:
        """Close the library."""
        self.path = None

    @contextmanager
    def library(self) -> Iterator[Library]:
        """Open the library for a request; UsageError where none is open."""
        if self.path is None:
            raise UsageError("no library is open")
        with Library.open(self.path) as library:
            yield library

    def number_of(self, clip: OpenClip, library: Library) -> int | None:
        """Return an open clip's number in the library, by its motion; None where it is not there."""
        if clip not in self._hashes:
            self._hashes[clip] = StoredMotion.of(clip.motion).hash
        row = library.database.row("SELECT id FROM clip WHERE hash = ?", [self._hashes[clip]])
        return None if row is None else int(row[0])

    def known_number(self, clip: OpenClip, library: Library) -> int:
        """Return the same; UsageError where the clip is not in the library."""
        number = self.number_of(clip, library)
        if number is None:
            raise UsageError(f"{clip.name} is not in the library; add it first")
        return number


def dropped_library(name: str, n_bytes: int, folders: Iterable[Path]) -> Path:
    """Return where a library lies that was dropped on the page: the browser tells its name and size alone.

    Raises
    ------
    FileError : none of the folders, or more than one, has such a file.
    """
    places = {(folder / Path(name).name).resolve() for folder in folders}
    found = [place for place in places if _is_such(place, n_bytes)]
    if len(found) == 1:
        return found[0]
    raise FileError(name, "was dropped, and the browser does not say where it lies; open it by its path")


def _is_such(place: Path, n_bytes: int) -> bool:
    try:
        return place.is_file() and place.stat().st_size == n_bytes
    except OSError:
        return False
