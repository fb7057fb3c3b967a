"""Work off the event loop: quick work never waits for slow work, and what nobody wants any more ends early."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, Literal

from unbake.compiling.threads import num_threads, set_num_threads
from unbake.ground.progress import Report

LaneName = Literal["quick", "slow", "spaces", "files"]
"""The threads of a page, see `Lanes`."""

QUIET_S = 0.1
"""How long work says nothing of how far it is: to wake the event loop takes time from what is quick."""


class Stopped(Exception):  # noqa: N818 – it is no error
    """Raised inside work that was cancelled."""


class Job:
    """Work that can be stopped.

    Parameters
    ----------
    work : gets a function to call with the progress, which raises when the work was cancelled.
    report : is told the same on the event loop, once the work takes longer than `QUIET_S`.

    `answer` gets what the work returns, what it raises, or Stopped.
    """

    def __init__(self, work: Callable[[Report], Any], report: Report) -> None:
        self.work = work
        self.report = report
        self.stop = Event()
        loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[Any] = loop.create_future()
        self._has_begun = False
        self._lock = Lock()
        self._is_quiet = True
        self._latest: tuple[str, float] | None = None
        timer = loop.call_later(QUIET_S, self._speak)
        self.answer.add_done_callback(lambda _: timer.cancel())

    def _speak(self) -> None:
        self._is_quiet = False
        if self._latest:
            self.report(*self._latest)

    def cancel(self) -> None:
        """End the work at once if it has not begun, otherwise the next time it tells how far it is. On the loop."""
        with self._lock:
            self.stop.set()
            is_waiting = not self._has_begun
        if is_waiting and not self.answer.done():
            self.answer.set_exception(Stopped())

    def begin(self) -> bool:
        """Return whether the work is still wanted; from now on only it can end itself."""
        with self._lock:
            self._has_begun = not self.stop.is_set()
        return self._has_begun

    def run(self, loop: asyncio.AbstractEventLoop) -> None:
        """Do the work, in a thread, and give the answer to the event loop."""

        def report(step: str, part: float) -> None:
            if self.stop.is_set():
                raise Stopped
            self._latest = (step, part)
            if not self._is_quiet:
                loop.call_soon_threadsafe(self.report, step, part)

        try:
            answer = self.work(report)
        except BaseException as error:
            self._tell(loop, self.answer.set_exception, error)
        else:
            self._tell(loop, self.answer.set_result, answer)

    def _tell(self, loop: asyncio.AbstractEventLoop, setter: Callable[[Any], None], what: Any) -> None:
        def tell() -> None:
            if not self.answer.done():
                setter(what)

        try:
            loop.call_soon_threadsafe(tell)
        except RuntimeError:
            return  # the studio has ended


class Lane:
    """A thread that works in the order in which jobs come. It never keeps the studio from ending.

    Parameters
    ----------
    name : of the thread.
    leaves_a_core : whether kernels called from it leave a core to others.
    """

    def __init__(self, name: str, *, leaves_a_core: bool = False) -> None:
        self.name = name
        self.leaves_a_core = leaves_a_core
        self._jobs: SimpleQueue[tuple[Job, asyncio.AbstractEventLoop] | None] = SimpleQueue()
        self._thread: Thread | None = None

    def put(self, job: Job) -> None:
        """Let a job be done after those before it; its `answer` tells. On the event loop."""
        if self._thread is None:
            self._thread = Thread(target=self._work, name=self.name, daemon=True)
            self._thread.start()
        self._jobs.put((job, asyncio.get_running_loop()))

    def close(self) -> None:
        """Let the thread end after its work. Nothing may be put after that."""
        self._jobs.put(None)

    def _work(self) -> None:
        if self.leaves_a_core:
            set_num_threads(max(1, num_threads() - 1))
        while (item := self._jobs.get()) is not None:
            job, loop = item
            if job.begin():
                job.run(loop)


class Lanes:
    """The threads of one page: what a hand waits for, what may take longer, the errors of all counts, which take
    longest and which layers do without, and what reads and writes files."""

    def __init__(self) -> None:
        self.quick = Lane("unbake-quick")
        self.slow = Lane("unbake-slow", leaves_a_core=True)
        self.spaces = Lane("unbake-spaces", leaves_a_core=True)
        self.files = Lane("unbake-files")

    def named(self, name: LaneName) -> Lane:
        """Return a thread by its name."""
        return {"quick": self.quick, "slow": self.slow, "spaces": self.spaces, "files": self.files}[name]

    def close(self) -> None:
        """Let the threads end."""
        for lane in (self.quick, self.slow, self.spaces, self.files):
            lane.close()
