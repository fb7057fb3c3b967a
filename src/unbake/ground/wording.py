"""Words that messages share: numbers with their nouns, the first few of many names."""

from __future__ import annotations

from collections.abc import Iterable


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: ``1 clip``, ``12 clips``, ``1,200 frames``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def listed(names: Iterable[str], most: int = 8) -> str:
    """Return the first names, and how many more there are."""
    every = list(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(every[:most]) + more
