"""Work off the event loop: quick work never waits for slow work, and what nobody wants any more ends early."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

from unbake.studio.server.spaces import Reported


class Stopped(Exception):  # noqa: N818 – it is no error
    """Raised inside work that was cancelled."""


class Job:
    """Work that can be stopped.

    Parameters
    ----------
    work : gets a function that is told how far the work is, and that ends it by raising when it was cancelled.
    report : is told the same on the event loop.
    """

    def __init__(self, work: Callable[[Reported], Any], report: Callable[[str, float], None]) -> None:
        self.work = work
        self.report = report
        self.stop = Event()

    def cancel(self) -> None:
        """End the work the next time it tells how far it is, or before it begins."""
        self.stop.set()

    def run(self, loop: asyncio.AbstractEventLoop) -> Any:
        """Do the work, in a thread."""

        def told(step: str, part: float) -> None:
            if self.stop.is_set():
                raise Stopped
            loop.call_soon_threadsafe(self.report, step, part)

        told("", 0.0)
        return self.work(told)


class Lanes:
    """Two threads: one for what a hand waits for, one for what may take longer."""

    def __init__(self) -> None:
        self._quick = ThreadPoolExecutor(1, "unbake-quick")
        self._slow = ThreadPoolExecutor(1, "unbake-slow")

    async def run(self, job: Job, *, is_quick: bool) -> Any:
        """Return what the job's work returns; Stopped where it was cancelled."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._quick if is_quick else self._slow, job.run, loop)

    def close(self) -> None:
        """Let the threads end."""
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=False, cancel_futures=True)
