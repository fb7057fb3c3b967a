"""Memory that is free is given back to the system."""

from __future__ import annotations

import ctypes


def give_back() -> None:
    """Give free memory back, where the C library has a way to: what many small arrays took stays with it otherwise, and
    larger arrays that come later find no room there."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return
