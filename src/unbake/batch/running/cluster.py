"""The same clips on a Dask cluster (extra ``cluster``).

Workers reach the clips and write the results themselves, in shared folders; or clips go to them and results come back
as bytes, through the scheduler.
"""

from __future__ import annotations

import logging
import queue
import warnings
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from unbake._version import __version__
from unbake.batch.clips.archive import inside
from unbake.batch.record import Outcome
from unbake.batch.task import Task, run, run_with_files
from unbake.errors import UnbakeError, UsageError, one_line
from unbake.ground.files.whole_file import whole_file

CONNECT_S = 10.0
LOOK_S = 0.5
"""How often it is looked whether the scheduler is still there."""
AHEAD = 2
"""Clips that are under way for each thread of the cluster, so that none waits for the network."""


def run_on_cluster(tasks: Sequence[Task], scheduler: str, through_scheduler: bool) -> Iterator[Outcome]:
    """Yield the outcome of each clip as it comes.

    A clip whose worker is lost goes to another one; after as many workers as Dask allows (three) it fails.

    Parameters
    ----------
    tasks : in the order in which they are begun.
    scheduler : its address.
    through_scheduler : whether clips and results travel as bytes.

    Raises
    ------
    UsageError : Dask is not installed, or no scheduler answers at this address.
    UnbakeError : the scheduler is lost.
    """
    check_installed()
    with _client(scheduler) as client:
        waiting, over = deque(tasks), queue.SimpleQueue[Any]()
        under_way: dict[str, tuple[Task, Any]] = {}
        while waiting or under_way:
            while waiting and len(under_way) < _wanted(client, scheduler):
                task = waiting.popleft()
                try:
                    files = task.archive.files_of(task.clip) if through_scheduler else None
                except UnbakeError as error:
                    yield _kept(task, task.failed(str(error), error.code))
                    continue
                future = _begin(client, task, files, scheduler)
                under_way[future.key] = task, future
                future.add_done_callback(over.put)
            if (done := _next(over, client, scheduler)) is not None:
                task, _ = under_way.pop(done.key)
                yield _outcome(task, done, through_scheduler, scheduler)


def check_installed() -> None:
    """Raise UsageError, with the way to get it, unless Dask is installed."""
    if find_spec("distributed") is None:
        raise UsageError("a Dask cluster needs distributed, which is not installed: pip install unbake[cluster]")


@contextmanager
def _client(scheduler: str) -> Iterator[Any]:
    """Connect; what Dask would print of lost connections is said in one line by whoever notices."""
    from distributed import Client

    for name in tuple(logging.root.manager.loggerDict):  # Dask gives several of its own a level of their own
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client: Any = Client(scheduler, timeout=CONNECT_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        reason = one_line(str(error)) or type(error).__name__
        raise UsageError(f"no Dask scheduler answers at {scheduler} ({reason})") from error
    try:
        yield client
    finally:
        client.close(timeout=1.0)


def _wanted(client: Any, scheduler: str) -> int:
    """Return how many clips are to be under way."""
    with _answering(scheduler):
        return AHEAD * max(sum(client.nthreads().values()), 1)


def _begin(client: Any, task: Task, files: Mapping[str, bytes] | None, scheduler: str) -> Any:
    # A scheduler remembers what was done by its key: no two runs may share one.
    with _answering(scheduler):
        if files is None:
            return client.submit(run, task, pure=False)
        task.records.note("start", task.clip.name)
        with warnings.catch_warnings():
            # Files are part of the task, which Dask finds large. Scattered data would be lost with the worker that has
            # it, and with it the task.
            warnings.simplefilter("ignore", UserWarning)
            return client.submit(run_with_files, task, files, __version__, pure=False)


@contextmanager
def _answering(scheduler: str) -> Iterator[None]:
    """Say that the scheduler is lost, where it does not answer."""
    try:
        yield
    except (OSError, RuntimeError, CancelledError) as error:  # a client that is closed raises RuntimeError
        raise _lost(scheduler) from error


def _next(over: queue.SimpleQueue[Any], client: Any, scheduler: str) -> Any:
    """Return a clip that is over, None where none is yet; UnbakeError where the scheduler is lost."""
    try:
        return over.get(timeout=LOOK_S)
    except queue.Empty:
        if client.status != "running":
            raise _lost(scheduler) from None
        return None


def _outcome(task: Task, future: Any, through_scheduler: bool, scheduler: str) -> Outcome:
    from distributed.scheduler import KilledWorker

    if future.status == "cancelled":
        raise _lost(scheduler)
    try:
        result = future.result()
    except CancelledError as error:
        raise _lost(scheduler) from error
    except KilledWorker:
        return _failed(task, "every worker that took it was lost")
    except OSError as error:  # the connection is gone: workers turn what their files say into outcomes
        raise _lost(scheduler) from error
    except Exception as error:  # whatever a worker without this package, or with another one, says
        return _failed(task, one_line(f"{type(error).__name__} on the worker: {error}"))
    if not through_scheduler:
        outcome: Outcome = result
        return outcome
    outcome, files = result
    for name, data in files.items() if outcome.state == "done" else ():
        _write(task.records.results / Path(inside(name)), data)
    return _kept(task, outcome)


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(file) as temporary:
        temporary.write_bytes(data)


def _failed(task: Task, reason: str) -> Outcome:
    """Record that a clip failed, unless a worker that could not say so any more has finished it."""
    return task.records.done(task.clip.name, task.key) or _kept(task, task.failed(reason, "worker"))


def _kept(task: Task, outcome: Outcome) -> Outcome:
    task.records.keep(outcome)
    return outcome


def _lost(scheduler: str) -> UnbakeError:
    return UnbakeError(f"the scheduler at {scheduler} is gone; what was done is kept", code="scheduler")
