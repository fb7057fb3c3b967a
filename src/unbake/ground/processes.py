"""Work in processes beside this one: one thread in each, ended with this one, never hearing of Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, suppress
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from unbake.ground.progress import Progress

if TYPE_CHECKING:
    from joblib.externals.loky import ProcessPoolExecutor

_THREADS = (
    "NUMBA_NUM_THREADS",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)
ONE_THREAD = dict.fromkeys(_THREADS, "1")
"""Environment of a worker: as many workers as cores, each with one thread."""
TOLD_S = 0.1
"""Seconds from one word of how far the work is to the next."""
AHEAD, TAKEN_S = 2, 1.0
"""Calls that wait for each process; so few are on their way at once, within a second even on a busy machine."""

Task = TypeVar("Task", contravariant=True)
Result = TypeVar("Result", covariant=True)


class Work(Protocol[Task, Result]):
    """A function of a module, which does a task and tells how far it is, from 0 to 1."""

    def __call__(self, task: Task, progress: Progress, /) -> Result: ...


def in_processes(work: Work[Task, Result], tasks: Sequence[Task], jobs: int, progress: Progress) -> list[Result]:
    """Return what comes of each task.

    Where processes cannot be started, or one is killed, this process does what is left.

    Parameters
    ----------
    work : done for each task; what it raises ends all of them.
    tasks : these, and what comes of them, can be pickled.
    jobs : processes at once; with one everything is done here.
    progress : told what part is done; what it raises ends the work.
    """
    parts = [0.0] * len(tasks)

    def tell(number: int, part: float) -> None:
        parts[number] = max(part, parts[number])
        progress(sum(parts) / len(parts))

    found: dict[int, Result] = {}
    if min(jobs, len(tasks)) > 1:
        # Imported late: most commands need no other processes.
        from joblib.externals.loky.process_executor import BrokenProcessPool

        with suppress(BrokenProcessPool, OSError, ImportError):
            _in_pool(work, tasks, min(jobs, len(tasks)), tell, found)
    for number, task in enumerate(tasks):
        if number not in found:
            found[number] = work(task, partial(tell, number))
            tell(number, 1.0)
    return [found[number] for number in range(len(tasks))]


def _in_pool(
    work: Work[Task, Result],
    tasks: Sequence[Task],
    jobs: int,
    tell: Callable[[int, float], None],
    found: dict[int, Result],
) -> None:
    from joblib.externals.loky.backend import get_context

    with interrupts_kept_back():
        told = get_context("loky").SimpleQueue()
        pool = start_pool(jobs, _begin, (os.getpid(), told))

    def hear() -> None:
        while not told.empty():
            tell(*told.get())

    calls = ((_done, work, number, task) for number, task in enumerate(tasks))
    for number, result in as_they_come(pool, jobs, calls, hear):
        found[number] = result
        tell(number, 1.0)


def start_pool(jobs: int, initializer: Callable[..., None], initargs: tuple[Any, ...]) -> ProcessPoolExecutor:
    """Return a pool of processes with one thread each, which `as_they_come` gives work to and ends."""
    # Imported late: most commands need no other processes.
    from joblib.externals.loky import ProcessPoolExecutor
    from joblib.externals.loky.backend import get_context

    context = get_context("loky")
    return ProcessPoolExecutor(jobs, context=context, initializer=initializer, initargs=initargs, env=ONE_THREAD)


def as_they_come(
    pool: ProcessPoolExecutor, jobs: int, calls: Iterable[tuple[Any, ...]], hear: Callable[[], None] = lambda: None
) -> Iterator[tuple[int, Any]]:
    """Yield the number of each call, from 0, with what it returns, in the order in which they end; then end the pool.

    What a call raises ends all of them, and so does somebody who asks for no more.

    Parameters
    ----------
    pool, jobs : what `start_pool` returned, and for how many.
    calls : a function of a module and its arguments each.
    hear : called again and again while they are done.
    """
    left, waiting = enumerate(calls), dict[Future[Any], int]()
    try:
        while True:
            with interrupts_kept_back():
                for number, call in islice(left, AHEAD * jobs - len(waiting)):
                    waiting[pool.submit(*call)] = number
            if not waiting:
                return
            over, _ = wait(waiting, timeout=TOLD_S, return_when=FIRST_COMPLETED)
            hear()
            for future in over:
                yield waiting.pop(future), future.result()
    finally:
        # Told to end while it has not yet taken all, loky's thread stumbles over what is left, and says so.
        latest = time.monotonic() + TAKEN_S
        while not all(future.running() or future.done() for future in waiting) and time.monotonic() < latest:
            time.sleep(0.001)
        pool.shutdown(wait=True, kill_workers=True)


def start_tracker() -> None:
    """Start the processes that take away what loky's pools leave behind, loky's without its warnings.

    An interrupt may come between taking a semaphore away and telling that process, which then warns of it. Python's own
    would be started with the first worker otherwise.
    """
    from multiprocessing.resource_tracker import ensure_running

    from joblib.externals.loky.backend import resource_tracker

    before = os.environ.get("PYTHONWARNINGS", "")
    os.environ["PYTHONWARNINGS"] = f"{before},ignore::UserWarning:{resource_tracker.__name__}".lstrip(",")
    try:
        resource_tracker.ensure_running()
        if os.name == "posix":
            ensure_running()
    finally:
        os.environ["PYTHONWARNINGS"] = before


_told: Any = None
"""In a worker: where it says how far it is."""


def _begin(parent: int, told: Any) -> None:
    global _told
    _told = told
    end_with_parent(parent)


def _done(work: Work[Task, Result], number: int, task: Task) -> Result:
    last = 0.0

    def tell(part: float) -> None:
        nonlocal last
        if time.monotonic() - last >= TOLD_S:
            last = time.monotonic()
            _told.put((number, part))

    return work(task, tell)


@cache
def end_with_parent(parent: int) -> None:
    """Let this process end with its parent, however that ends; by itself it would finish its work, for minutes.

    One call is enough; more do nothing.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.3)
        os._exit(1)

    if hasattr(os, "getppid") and os.name == "posix":
        threading.Thread(target=watch, daemon=True).start()


@contextmanager
def interrupts_kept_back() -> Iterator[None]:
    """Let Ctrl-C wait, and let processes that are started meanwhile never hear of it: they are ended by this one."""
    start_tracker()  # before: Python's own lets Ctrl-C through when it is started
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
