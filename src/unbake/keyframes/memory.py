"""How much memory a selection needs, said before it is taken."""

from __future__ import annotations

from pathlib import Path

from unbake.errors import MemoryLimitError
from unbake.keyframes.criteria import Criterion, Metric


def table_bytes(frames: int, longest: int, criterion: Criterion, metric: Metric) -> int:
    """Return the bytes of an error table of segments up to `longest` frames, working space included."""
    square = frames * frames
    needs_distances = metric == "pose" and criterion.shape != "own"
    if is_banded(frames, longest):
        window = 4 * longest + 512
        return 4 * frames * (longest + 1) + (4 + 8 * needs_distances) * window * window
    return (4 + 8 * needs_distances) * square


def layers_bytes(frames: int, counts: int) -> int:
    """Return the bytes of the least errors of every count and end frame."""
    return 4 * frames * counts


def is_banded(frames: int, longest: int) -> bool:
    """Whether a table is kept as a band: only where that saves at least three quarters of it."""
    return 4 * (longest + 1) < frames


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
        raise MemoryLimitError(f"{what} needs {gigabytes(needed)} of memory and {gigabytes(free)} are free; {advice}")


def gigabytes(count: int) -> str:
    """Return a number of bytes as text in GB, or MB where it is less than one."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
