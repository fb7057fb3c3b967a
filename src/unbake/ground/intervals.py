"""Runs of true values, as frames from … to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from unbake.ground.arrays import Booleans


def intervals(set_frames: Booleans | Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the first and last frame of each run of true values."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], np.asarray(set_frames, dtype=np.bool_), [False]])))
    for first, end in zip(edges[::2], edges[1::2], strict=True):
        yield int(first), int(end) - 1
