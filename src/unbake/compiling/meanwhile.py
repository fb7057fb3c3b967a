"""What a process compiles while it waits for a kernel that another one compiles."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_left: deque[Callable[[], None]] = deque()


@contextmanager
def meanwhile(*calls: Callable[[], None]) -> Iterator[None]:
    """Let whoever waits inside make these calls, each of them once, of kernels that will be needed soon."""
    _left.extend(calls)
    try:
        yield
    finally:
        _left.clear()


def one_call_made() -> bool:
    """Make the next call; return whether there was one."""
    try:
        call = _left.popleft()
    except IndexError:
        return False
    call()
    return True
