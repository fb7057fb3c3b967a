"""Worker processes on this machine, one clip at a time in each.

Every worker is a pool of loky's with a single process: a worker that dies takes its own clip with it and no other, and
it is known which. Two pools never share a queue, so that nothing has to be drained before one is ended.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace

from joblib.externals.loky import ProcessPoolExecutor
from joblib.externals.loky.process_executor import BrokenProcessPool

from unbake.batch.record import Outcome
from unbake.batch.running.limits import begin_worker
from unbake.batch.task import Task, run
from unbake.ground.processes import ONE_THREAD, interrupts_kept_back

CLIPS_A_WORKER = 200
"""After as many a worker makes place for a new one, so that nothing piles up over days."""
FULL = 0.8
"""So does one that has had this part of its memory: what a long clip took is not always given back."""
TRIED_AGAIN = ("memory", "worker")
"""Codes of failures that a clip may not have when it is alone."""


class Worker:
    """A process that works on one clip after the other.

    Parameters
    ----------
    share : bytes of memory that it may take.
    """

    def __init__(self, share: int) -> None:
        self._share = share
        self._pool: ProcessPoolExecutor | None = None
        self._clips = 0

    def begin(self, task: Task) -> Future[Outcome]:
        """Begin with a clip."""
        with interrupts_kept_back():
            if self._pool is None:
                beginning = (self._share, os.getpid())
                self._pool = ProcessPoolExecutor(
                    1, timeout=None, initializer=begin_worker, initargs=beginning, env=ONE_THREAD
                )
            self._clips += 1
            try:
                future: Future[Outcome] = self._pool.submit(run, task)
            except BrokenProcessPool as error:
                future = Future()
                future.set_exception(error)
        return future

    def outcome(self, task: Task, future: Future[Outcome]) -> Outcome:
        """Return what became of a clip that is over; a worker that is full or dead makes place for a new one."""
        try:
            outcome = future.result()
        except BrokenProcessPool as error:
            self.end()
            outcome = task.failed(f"its worker process ended in the midst of it{_signal_in(error)}", "worker")
            task.records.keep(outcome)
            return outcome
        if outcome.peak_bytes > FULL * self._share or self._clips >= CLIPS_A_WORKER:
            self.end()
        return outcome

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, kill_workers=True)
        self._pool, self._clips = None, 0


def run_here(tasks: Sequence[Task], jobs: int, share: int) -> Iterator[Outcome]:
    """Yield the outcome of each clip as it comes.

    A clip for which the memory was too little, or whose worker died, is tried once more when all others are done:
    alone, with the memory of all workers.

    Parameters
    ----------
    tasks : in the order in which they are begun; the longest first leave no core idle in the end.
    jobs : workers at once.
    share : bytes of memory for each of them.
    """
    again: list[Task] = []
    for outcome in _run(tasks, min(jobs, len(tasks)), share):
        if outcome.code in TRIED_AGAIN:
            again += [task for task in tasks if task.clip.name == outcome.clip]
        else:
            yield outcome
    for outcome in _run(again, 1, jobs * share):
        yield replace(outcome, reason=f"{outcome.reason}, alone, too") if outcome.code == "worker" else outcome


def _run(tasks: Sequence[Task], jobs: int, share: int) -> Iterator[Outcome]:
    waiting, idle = deque(tasks), [Worker(share) for _ in range(jobs)]
    busy: dict[Future[Outcome], tuple[Worker, Task]] = {}
    try:
        while waiting or busy:
            while waiting and idle:
                worker, task = idle.pop(), waiting.popleft()
                busy[worker.begin(task)] = worker, task
            over, _ = wait(busy, return_when=FIRST_COMPLETED)
            for future in over:
                worker, task = busy.pop(future)
                outcome = worker.outcome(task, future)
                idle.append(worker)
                yield outcome
    finally:
        for worker in (*idle, *(worker for worker, _ in busy.values())):
            worker.end()


def _signal_in(error: BrokenProcessPool) -> str:
    """Return which signal ended a process, in brackets, as loky says it."""
    found = re.search(r"SIG[A-Z]+", str(error))
    return f" ({found[0]})" if found else ""
