"""Work that several lanes are asked for at nearly the same time, and that one of them does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from unbake.ground.progress import Report

AGAIN_S = 0.1
"""How often who waits says how far the work is."""


class Turns:
    """Lets one lane at a time work; the others wait, and show its progress as theirs."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._at = ("select", 0.0)

    @contextmanager
    def taken(self, report: Report) -> Iterator[Report]:
        """Wait for a turn; yields what receives the progress of the work. What `report` raises ends the waiting."""
        while not self._lock.acquire(timeout=AGAIN_S):
            report(*self._at)

        def progress(step: str, part: float) -> None:
            self._at = (step, part)
            report(step, part)

        try:
            yield progress
        finally:
            self._at = ("select", 0.0)
            self._lock.release()
