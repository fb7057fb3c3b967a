"""Kernels on all cores: threads of our own, each of which calls a kernel that lets go of Python's lock.

What numba makes of a parallel loop takes it twice as long to compile, and its threads keep the cores busy while they
wait for the next one.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from threading import local

PIECES = 64
"""At most so many pieces: more than there are cores, so that none waits long for the last."""

_own = local()


def num_threads() -> int:
    """Return how many threads the work that this thread asks for may take: at first what ``NUMBA_NUM_THREADS`` says."""
    said = os.environ.get("NUMBA_NUM_THREADS", "")
    return getattr(_own, "count", 0) or max(1, int(said) if said.isdecimal() else cores())


def set_num_threads(count: int) -> None:
    """Let what this thread asks for take so many threads, 1 or more."""
    _own.count = count


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def on_all_cores(work: Callable[[int], None], count: int) -> Iterator[int]:
    """Do the numbers 0 to `count` − 1, each on its own, and yield how many are done; what one raises ends the work.

    Who asks does as much of it as any helper, and waits for none that has not begun: so work may ask for more of this.
    """
    waiting, done = deque(range(count)), deque[int]()

    def next_is_done() -> bool:
        try:
            number = waiting.popleft()
        except IndexError:
            return False
        try:
            work(number)
        except BaseException:
            waiting.clear()
            raise
        done.append(number)
        return True

    def help_out() -> None:
        while next_is_done():
            pass

    helpers = [_idle().submit(help_out) for _ in range(min(count, num_threads()) - 1)] if count > 1 else []
    told = 0
    try:
        while next_is_done():
            while told < len(done):
                told += 1
                yield told
    finally:
        waiting.clear()
        started = [helper for helper in helpers if not helper.cancel()]
        wait(started)
    for helper in started:
        helper.result()
    yield from range(told + 1, len(done) + 1)


@cache
def _idle() -> ThreadPoolExecutor:
    """Threads that wait for work: to start some for every call takes a tenth of a promised error's time."""
    return ThreadPoolExecutor(max(1, num_threads() - 1, cores() - 1), thread_name_prefix="unbake-kernels")


if hasattr(os, "register_at_fork"):
    # None of the threads comes along into a forked process, but a lock that one of them held would.
    os.register_at_fork(after_in_child=_idle.cache_clear)


def in_pieces(work: Callable[[int, int], None], first: int, last: int, least: int) -> None:
    """Do the range from `first` to before `last`, in pieces of `least` or more numbers, on all cores.

    Parameters
    ----------
    work : does the numbers from one to before another; pieces must not meet.
    first, last : the range.
    least : numbers in a piece, so that it is worth a thread.
    """
    count = max(1, min((last - first) // least, PIECES))
    edges = [first + (last - first) * number // count for number in range(count + 1)]
    for _ in on_all_cores(lambda piece: work(edges[piece], edges[piece + 1]), count):
        pass
