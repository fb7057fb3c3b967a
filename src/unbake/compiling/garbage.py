"""Garbage is left alone while a kernel is compiled.

The compiler makes many small objects, and nearly all of them stay until it is done: to look for others among them takes
a tenth of its time. Where many kernels are compiled in a row, what is left of them is looked through once, in the end.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


class _State:
    rows = 0


@contextmanager
def left_alone() -> Iterator[None]:
    """Let Python look for none meanwhile, and inside `in_a_row` not among what there is then until the row ends."""
    is_looked_for = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_looked_for:
            if _State.rows:
                gc.freeze()
            gc.enable()


@contextmanager
def in_a_row() -> Iterator[None]:
    """Let kernels that are compiled inside leave what they leave until the end.

    Nothing that is there by then goes while it lasts, if it refers to itself: this is for work that ends soon.
    """
    _State.rows += 1
    try:
        yield
    finally:
        _State.rows -= 1
        if not _State.rows:
            gc.unfreeze()
