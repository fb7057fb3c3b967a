"""The live characters of a studio, and the material that they are made of."""

from __future__ import annotations

from collections import OrderedDict
from itertools import count
from pathlib import Path
from threading import Lock

from unbake.composition.material import LibraryMaterial, library_material
from unbake.errors import UsageError
from unbake.ground.progress import Report
from unbake.library.library import Library
from unbake.studio.server.live.performance import Performance

MOST = 2
"""Characters at once: the oldest goes."""


class LiveStage:
    """The place of live characters: a few for all pages."""

    def __init__(self) -> None:
        self._performances: OrderedDict[str, Performance] = OrderedDict()
        self._material: tuple[tuple[object, ...], LibraryMaterial] | None = None
        self._numbers = count(1)
        self._lock = Lock()

    def start(self, library: Library, report: Report) -> Performance:
        """Let a character stand up; UsageError where the library has too little motion."""
        found = self._found(library, report)
        performance = Performance(f"live-{next(self._numbers)}", library, found, report)
        with self._lock:
            self._performances[performance.id] = performance
            while len(self._performances) > MOST:
                self._performances.popitem(last=False)
        return performance

    def _found(self, library: Library, report: Report) -> LibraryMaterial:
        """The material: read again once the file has changed."""
        stamp = (str(library.path), *_stamp(library))
        if self._material is None or self._material[0] != stamp:
            found = library_material(library, report=lambda part: report("Reading the library", part))
            # Plants that were looked for are kept in the file.
            self._material = (str(library.path), *_stamp(library)), found
        return self._material[1]

    def performance(self, number: str) -> Performance:
        """Return a character; UsageError where there is no such one any more."""
        with self._lock:
            if number not in self._performances:
                raise UsageError("this character is gone; start it again")
            return self._performances[number]

    def stop(self, number: str) -> None:
        """Forget a character."""
        with self._lock:
            self._performances.pop(number, None)


def _stamp(library: Library) -> tuple[float, ...]:
    """When the file was changed, and the log that SQLite keeps beside it."""
    files = (Path(library.path), Path(f"{library.path}-wal"))
    return tuple(file.stat().st_mtime if file.exists() else 0.0 for file in files)
