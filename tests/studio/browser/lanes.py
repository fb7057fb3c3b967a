"""Lanes over time under the mouse: their titles on the left, then time."""

from __future__ import annotations

from typing import Any, Literal

from studio.browser.desk import Studio

GUTTER, MARGIN = 124, 10


def x_in(left: float, width: float, part: float) -> float:
    """Where a part of the time, 0 to 1, is in a lane that begins at `left`."""
    return left + GUTTER + part * (width - GUTTER - MARGIN)


def x_of_frame(studio: Studio, box: Any, frame: float) -> float:
    """Where a frame of the timeline is in a lane with these bounds."""
    first, last = studio.js("(({ from, to }) => [from, to])(studio.view.get())")
    return x_in(box["x"], box["width"], (frame - first) / (last - first))


def drag(
    studio: Studio,
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    button: Literal["left", "middle", "right"] = "left",
    key: str = "",
) -> None:
    """Drag from a place of the page to another, with a key held down."""
    mouse, keyboard = studio.page.mouse, studio.page.keyboard
    if key:
        keyboard.down(key)
    mouse.move(*start)
    mouse.down(button=button)
    mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    mouse.move(*end)
    mouse.up(button=button)
    if key:
        keyboard.up(key)
