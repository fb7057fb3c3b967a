"""The one worker of this Blender: started on first use, started again after it fell over, stopped with Blender."""

from __future__ import annotations

import atexit

from . import finding
from .worker import Worker, WorkerError

_worker = None


def worker(preferred="", private=""):
    """Return the worker, a new one where there is none or it has ended; WorkerError where it cannot be had."""
    global _worker
    if _worker is not None and _worker.is_gone:
        stop()
    if _worker is None:
        command = finding.command(preferred, private)
        if command is None:
            raise WorkerError(finding.MISSING)
        _worker = Worker(command)
    return _worker


def stop():
    """End the worker, if there is one."""
    global _worker
    if _worker is not None:
        _worker.stop()
        _worker = None


atexit.register(stop)
