"""The frames where plants begin and end, beside their bars: as many of them as can be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from unbake.feet.labels import Plant
from unbake.reports.pictures.strip_picture import DPI, INK

POINTS = 8
DIGIT_PX = 0.64 * POINTS * DPI / 72
"""How wide a digit is."""
BESIDE = 0.9
"""Frames from the first and the last of a plant to its number."""


def number_ends(
    axes: Axes, plants: Sequence[Plant], level: float, row: tuple[int, int], number: int, frames_a_pixel: float
) -> None:
    """Write the first frame of each plant at the left of its bar and the last at the right, where there is room.

    Parameters
    ----------
    axes : the lane; across are frames as the file numbers them.
    plants : of one lane, in order.
    level : how high in the lane.
    row : first and last frame of the row, from 0; ends in other rows have no number in this one.
    number : the file's number of frame 0.
    frames_a_pixel : how long the row is.
    """
    digit = DIGIT_PX * frames_a_pixel
    style: dict[str, Any] = {"color": INK, "fontsize": POINTS, "va": "center_baseline", "zorder": 4}
    edge, taken = row[0] + number - 0.5, float("-inf")
    for plant in plants:
        first, last = (str(frame + number) for frame in (plant.first, plant.last))
        right = plant.last + number + BESIDE
        # At the edge it begins with the row, over the bar: 168 would be cut to 68.
        left = max(plant.first + number - BESIDE, edge + digit * len(first))
        if plant.first >= row[0] and left - digit * len(first) >= taken:
            axes.text(left, level, first, ha="right", clip_on=True, **style)
            taken = left
        if plant.last <= row[1] and right >= taken:
            axes.text(right, level, last, ha="left", **style)
            taken = right + digit * len(last)
