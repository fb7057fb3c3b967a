"""Kernels on all cores: threads of our own, each of which calls a kernel that lets go of Python's lock.

What numba makes of a parallel loop takes it twice as long to compile, and its threads keep the cores busy while they
wait for the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from unbake.compiling.kernel import get_num_threads

PIECES = 64
"""At most so many pieces: more than there are cores, so that none waits long for the last."""


def on_all_cores(work: Callable[[int], None], count: int) -> Iterator[int]:
    """Do the numbers 0 to `count` − 1, each on its own, and yield how many are done; what one raises ends the work."""
    threads = min(count, get_num_threads()) if count > 1 else 1
    if threads == 1:
        for number in range(count):
            work(number)
            yield number + 1
        return
    pool = ThreadPoolExecutor(threads)
    try:
        for done, _ in enumerate(pool.map(work, range(count)), start=1):
            yield done
    finally:
        pool.shutdown(cancel_futures=True)


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
