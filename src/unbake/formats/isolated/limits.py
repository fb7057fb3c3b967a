"""Limits of a process in which a native library reads, and how it ends. Little is imported, so that it starts soon."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

BROKEN_EXTRA, OUT_OF_MEMORY = 3, 4
"""Exit codes; 1, with a sentence on standard error, is for whatever the library found wrong."""


def limit_memory(most: int, more: int | None = None) -> None:
    """Let a damaged count run into a MemoryError instead of the machine's last byte; leave no core file behind.

    Parameters
    ----------
    most : address space of this process in bytes, from now on.
    more : bytes that it may write to beyond those that it has now, where the system tells how many these are (Linux).
        Address space is a loose fence: threads and libraries reserve gigabytes that they never touch.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):  # where the system has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        if more is not None and (now := written_bytes()):
            resource.setrlimit(resource.RLIMIT_DATA, (now + more, now + more))


def written_bytes() -> int:
    """Return how many bytes this process may write to; OSError where the system does not say."""
    with Path("/proc/self/status").open(encoding="ascii", errors="replace") as status:
        return next((1024 * int(line.split()[1]) for line in status if line.startswith("VmData:")), 0)


def exit_code_of(error: Exception) -> int:
    """Return the exit code for what a library raised, and say it; what that is depends on where it stumbled."""
    if isinstance(error, ImportError):
        print(error, file=sys.stderr)
        return BROKEN_EXTRA
    if isinstance(error, MemoryError) or "bad_alloc" in str(error):
        return OUT_OF_MEMORY
    print(error, file=sys.stderr)
    return 1
