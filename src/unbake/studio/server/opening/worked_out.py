"""What was worked out about a clip, kept for when the same files are opened again."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from threading import Lock
from typing import Any

from unbake.formats.registry import ReadOptions
from unbake.studio.server.choosing.spaces import Space
from unbake.studio.server.opening.sources import Sources
from unbake.studio.server.opening.turns import Turns

KEPT_SPACES = 4
KEPT_FINISHED = 24
KEPT_CLIPS = 3
MOST_FRAMES = 1000
"""Frames of clips for which this outlives the page: of a thousand a selection space takes some ten megabytes."""


class WorkedOut:
    """Selection spaces and finished curves of one motion. Several clips may share it, in several threads."""

    def __init__(self) -> None:
        self.spaces: OrderedDict[object, Space] = OrderedDict()
        self.preview: tuple[object, Space] | None = None  # the last one, and what it was made for
        self.making_space = Turns()
        self.making_preview = Turns()
        self.layering = Turns()
        self._finished: OrderedDict[object, Any] = OrderedDict()
        self._lock = Lock()

    def keep(self, key: object, space: Space) -> None:
        """Remember a selection space, and forget the oldest."""
        with self._lock:
            self.spaces[key] = space
            while len(self.spaces) > KEPT_SPACES:
                self.spaces.popitem(last=False)

    def finished(self, key: object) -> Any:
        """Return what was made for a choice before; None where nothing was, or it is forgotten."""
        with self._lock:
            if key in self._finished:
                self._finished.move_to_end(key)
            return self._finished.get(key)

    def keep_finished(self, key: object, made: Any) -> None:
        """Remember keys and curves made for a choice, and forget the oldest."""
        with self._lock:
            self._finished[key] = made
            while len(self._finished) > KEPT_FINISHED:
                self._finished.popitem(last=False)


class WorkedOutBefore:
    """What was worked out about the clips that were opened last, by the bytes that they were read from.

    A project that is opened again, or a page that is loaded again, shows its curves at once.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[str, WorkedOut] = OrderedDict()
        self._lock = Lock()

    def of(self, sources: Sources, options: ReadOptions, n_frames: int) -> WorkedOut:
        """Return what is known of a clip; nothing yet where it is long, or was not among the last.

        Parameters
        ----------
        sources : the files that it was read from.
        options : what was said about them.
        n_frames : how long it is.
        """
        if n_frames > MOST_FRAMES:
            return WorkedOut()
        key = _digest(sources, options)
        with self._lock:
            known = self._known.setdefault(key, WorkedOut())
            self._known.move_to_end(key)
            while len(self._known) > KEPT_CLIPS:
                self._known.popitem(last=False)
            return known


def _digest(sources: Sources, options: ReadOptions) -> str:
    """What tells files, and what was said about them, from all others."""
    digest = hashlib.sha256(repr(options).encode())
    for name, data in sources.items():
        digest.update(f"{name!r} {len(data)} ".encode())
        digest.update(data)
    return digest.hexdigest()
