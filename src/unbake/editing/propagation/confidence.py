"""How sure a propagated edit is of itself, frame by frame, and where a person should look."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals

LOW = 0.5
"""Confidence below which a frame is unlike the examples."""
SHORTEST_S = 0.1
"""Stretches that are shorter are not told."""


def low_ranges(confidence: Floats, fps: float) -> tuple[tuple[int, int], ...]:
    """Return the stretches, first and last frame from 0, whose confidence (F,) is below `LOW`; short gaps between
    them are closed."""
    gap = max(1, round(SHORTEST_S * fps))
    found: list[tuple[int, int]] = []
    for first, last in intervals(confidence < LOW):
        if found and first - found[-1][1] <= gap:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return tuple((first, last) for first, last in found if last - first + 1 >= gap)


def low_note(ranges: Sequence[tuple[int, int]], confidence: Floats, first_frame: int) -> str:
    """Return the sentence that says where a source is unlike its examples."""
    worst = max(ranges, key=lambda r: (r[1] - r[0]) * (1.0 - float(np.mean(confidence[r[0] : r[1] + 1]))))
    total = sum(last - first + 1 for first, last in ranges)
    first, last = worst[0] + first_frame, worst[1] + first_frame
    where = (
        f"frames {first}–{last}" if len(ranges) == 1 else f"{len(ranges)} stretches, the largest frames {first}–{last}"
    )
    return (
        f"{total} of {len(confidence)} frames are unlike every example ({where}): there the result is the mean of the "
        "edit, drawn to the source; a stretch of them as a further example helps most"
    )
