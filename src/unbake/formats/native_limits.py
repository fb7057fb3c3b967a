"""Limits of a process in which a native library reads, and how it ends. Little is imported, so that it starts soon."""

from __future__ import annotations

import contextlib
import sys

BROKEN_EXTRA, OUT_OF_MEMORY = 3, 4
"""Exit codes; 1, with a sentence on standard error, is for whatever the library found wrong."""


def limit_memory(most: int) -> None:
    """Let a damaged count run into a MemoryError instead of the machine's last byte; leave no core file behind.

    Parameters
    ----------
    most : address space of this process in bytes, from now on.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):  # where the system has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def exit_code_of(error: Exception) -> int:
    """Return the exit code for what a library raised, and say it; what that is depends on where it stumbled."""
    if isinstance(error, ImportError):
        print(error, file=sys.stderr)
        return BROKEN_EXTRA
    if isinstance(error, MemoryError) or "bad_alloc" in str(error):
        return OUT_OF_MEMORY
    print(error, file=sys.stderr)
    return 1
