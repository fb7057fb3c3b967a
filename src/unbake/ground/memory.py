"""The memory of the system: how much is free, what would be too much, and giving it back."""

from __future__ import annotations

import ctypes
from pathlib import Path

from unbake.errors import MemoryLimitError


def give_back() -> None:
    """Give free memory back, where the C library has a way to: what many small arrays took stays with it otherwise, and
    larger arrays that come later find no room there."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return


def available_bytes() -> int | None:
    """Return the memory that is free for use now, None where the system does not say."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return None


def check_memory(needed: int, what: str, advice: str) -> None:
    """Raise MemoryLimitError if `needed` bytes are more than nine tenths of what is free.

    Parameters
    ----------
    needed : bytes.
    what : what they are for, as in "the error table of 20,000 frames".
    advice : what would need less.
    """
    free = available_bytes()
    if free is not None and needed > 0.9 * free:
        most = f"{gigabytes(free)} are free, of which nine tenths are taken at most"
        raise MemoryLimitError(f"{what} needs {gigabytes(needed)} of memory; {most}; {advice}")


def gigabytes(count: int) -> str:
    """Return a number of bytes as text in GB, or MB where it is less than one."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
