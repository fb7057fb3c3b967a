"""Signals wait while LLVM works for numba.

LLVM calls Python back, and numba clears up after it in methods that nobody calls by name. What the handler of a signal
raises there, Ctrl-C above all, is printed and lost, and what LLVM made may be lost with it.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any


@contextmanager
def kept_back() -> Iterator[None]:
    """Let handlers that are written in Python wait until the work inside is done; they would wait for LLVM anyway.

    They run in the main thread alone, so elsewhere there is nothing to do.
    """
    if current_thread() is not main_thread():
        yield
        return
    handlers: dict[int, Any] = {
        number: handler for number in signal.valid_signals() if callable(handler := signal.getsignal(number))
    }
    arrived: dict[int, FrameType | None] = {}
    is_working = True

    def note(number: int, frame: FrameType | None) -> None:
        if is_working:
            arrived[number] = frame
        else:  # what came after the work may have kept this from being replaced
            handlers[number](number, frame)

    try:
        for number in handlers:
            signal.signal(number, note)
        yield
    finally:
        is_working = False
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for kept, frame in arrived.items():
            handlers[kept](kept, frame)
