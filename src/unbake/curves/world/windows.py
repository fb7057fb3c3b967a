"""Long takes in windows of keys that overlap, so that the match takes no more memory on an hour than on a minute."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

FRAMES = 10_000
"""A window has so many frames, if that is enough for its keys."""
OVERLAP = 6
"""Segments that two windows share: a slope is hardly felt three keys on."""


def windows(keys: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last key of each window of a take with keys on these frames.

    A take of up to twice `FRAMES` is one window.
    """
    first, end = 0, len(keys) - 1
    if keys[-1] - keys[0] <= 2 * FRAMES:
        yield first, end
        return
    last = 0
    while last < end:
        while last < end and (keys[last] - keys[first] < FRAMES or last - first <= OVERLAP):
            last += 1
        yield first, last
        first = last - OVERLAP
