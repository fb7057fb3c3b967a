"""Garbage is left alone while a kernel is compiled.

The compiler makes many small objects, and nearly all of them stay until it is done: to look for others among them takes
a tenth of its time.
"""

from __future__ import annotations

import gc


class _State:
    is_left = False


def leave() -> None:
    """Let Python look for none until `collect`, unless it does not anyway."""
    _State.is_left = _State.is_left or gc.isenabled()
    gc.disable()


def collect() -> None:
    """Let Python look for it again, if it did."""
    if _State.is_left:
        gc.enable()
    _State.is_left = False
