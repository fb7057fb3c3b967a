"""Motions that the studio has made, kept until they are opened: each as a library with one clip."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from threading import Lock

from unbake.errors import UsageError
from unbake.feet.labels import FootLabels
from unbake.ground.scratch import scratch_folder
from unbake.library import Library
from unbake.motion.motion import Motion
from unbake.studio.server.opening.sources import LIBRARY, Sources, plain_name

MOST = 8
"""How many are kept; what is open holds its own."""


class MadeClips:
    """The newest motions that were made."""

    def __init__(self) -> None:
        self._sources: dict[str, Sources] = {}
        self._numbers = count(1)
        self._lock = Lock()

    def add(self, motion: Motion, name: str, labels: FootLabels | None = None, source: str = "") -> str:
        """Keep a motion with its foot labels, numbered from 1; returns the key by which it is opened."""
        file_name = f"{plain_name(name)}{LIBRARY}"
        with scratch_folder() as folder:
            motion, labels = replace(motion, first_frame=1), labels and replace(labels, first_frame=1)
            with Library.create(folder / file_name, ()) as alone:
                only, _ = alone.add(motion, name, source=source)
                alone.set_foot_labels(only, labels)
            data = (folder / file_name).read_bytes()
        with self._lock:
            key = str(next(self._numbers))
            self._sources[key] = {file_name: data}
            for old in list(self._sources)[:-MOST]:
                del self._sources[old]
        return key

    def sources(self, key: str) -> Sources:
        """Return a motion's file by its key; UsageError where it is kept no more."""
        if key not in self._sources:
            raise UsageError("that motion is not kept any more; make it again")
        return self._sources[key]
