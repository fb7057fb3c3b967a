"""How far work is, and how long its steps take."""

from __future__ import annotations

import time
from collections.abc import Callable

from unbake.errors import UsageError

Progress = Callable[[float], None]
"""Called now and then with the part of the work that is done, 0 to 1."""
Report = Callable[[str, float], None]
"""Called with the name of the step (``table``, ``select``, ``fit``) and the part of it that is done, 0 to 1."""


def check_progress(callback: object) -> None:
    """Raise UsageError for a callback that cannot be called; it would fail in the middle of the work."""
    if callback is not None and not callable(callback):
        raise UsageError(f"the progress callback must be callable, not {type(callback).__name__}")


class Stopwatch:
    """Seconds of each step of a run, from one lap to the next."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._since = time.perf_counter()

    def skip(self) -> None:
        """Count the time since the last lap to nothing."""
        self._since = time.perf_counter()

    def lap(self, step: str) -> None:
        """Count the time since the last lap to a step."""
        now = time.perf_counter()
        self.seconds[step] = self.seconds.get(step, 0.0) + now - self._since
        self._since = now
