"""Numbers with their nouns."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: ``1 clip``, ``12 clips``, ``1,200 frames``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
