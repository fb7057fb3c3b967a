"""The first few of many names, as messages have them."""

from __future__ import annotations

from collections.abc import Iterable


def listed(names: Iterable[str], most: int = 8) -> str:
    """Return the first names, and how many more there are."""
    every = list(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(every[:most]) + more
