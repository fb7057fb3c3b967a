"""Garbage is left alone while a kernel is compiled.

The compiler makes many small objects, and nearly all of them stay until it is done: to look for others among them takes
a tenth of its time. What is left of them afterwards is looked through once all kernels are compiled, not after each.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def left_alone() -> Iterator[None]:
    """Let Python look for none meanwhile, and afterwards not among what there is then, until `look_again`."""
    is_looked_for = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_looked_for:
            gc.freeze()
            gc.enable()


def look_again() -> None:
    """Let Python look among all that there is, once nothing more is to be compiled."""
    gc.unfreeze()
