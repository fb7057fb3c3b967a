"""What a worker may take: one core, and a share of the memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from threadpoolctl import threadpool_limits

from unbake.compiling.threads import set_num_threads
from unbake.errors import UsageError
from unbake.ground.memory import available_bytes, gigabytes
from unbake.ground.processes import end_with_parent

SPARED = 0.15
"""Part of the free memory that workers leave to everything else."""
LEAST_BYTES = 600_000_000
"""A worker with less than this cannot do its work: the modules alone take a quarter."""


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep what is called inside to one thread, in processes that somebody else has started, too."""
    set_num_threads(1)
    with threadpool_limits(1):
        yield


def memory_shares(jobs: int, given: int | None) -> int:
    """Return how many bytes each of some workers may take.

    UsageError where that is too little to work with; `given` is what a person asked for.
    """
    free = available_bytes() or 4_000_000_000 * jobs
    share = given or int(free * (1.0 - SPARED) / jobs)
    if share < LEAST_BYTES:
        raise UsageError(
            f"{gigabytes(share)} of memory are too few for a worker, which needs {gigabytes(LEAST_BYTES)}",
            code="worker-memory",
        )
    return share


def begin_worker(share: int, parent: int) -> None:
    """Bound this process's memory, and let it end with its parent, however that ends."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (share, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    end_with_parent(parent)


def peak_bytes() -> int:
    """Return the largest memory that this process has had so far; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak
