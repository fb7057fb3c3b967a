"""The one worker of this Blender: started on first use, started again after it fell over, stopped with Blender."""

from __future__ import annotations

import atexit
import time

from . import finding
from .worker import LOOK_S, Worker, WorkerError

_worker = None


def starting(preferred="", private=""):
    """Give the worker, a new one where there is none or it has ended: yields (what is done, how far), returns it.

    WorkerError where it cannot be had.
    """
    global _worker
    if _worker is not None and _worker.is_gone:
        stop()
    if _worker is None:
        command = finding.command(preferred, private)
        if command is None:
            raise WorkerError(finding.MISSING)
        started = Worker(command)
        yield from started.greeting()
        _worker = started
    return _worker


def worker(preferred="", private=""):
    """Return the same at once, however long that takes."""
    work = starting(preferred, private)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value
        time.sleep(LOOK_S)


def stop():
    """End the worker, if there is one."""
    global _worker
    if _worker is not None:
        _worker.stop()
        _worker = None


atexit.register(stop)
