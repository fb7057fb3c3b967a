"""Annotation lanes under the mouse."""

from __future__ import annotations

from typing import Any

from studio.browser.desk import Studio
from studio.browser.lanes import drag as drag_over
from studio.browser.lanes import x_of_frame

UNDONE = """() => {
  studio.playback.stop();
  while (studio.history.past.get().done.length) studio.undo();
}"""
"""What a test that failed has left."""


def opened(studio: Studio, name: str, view: str = "Annotations") -> Studio:
    """A clip of the library, open and known to be of it, with a view in front."""
    studio.page.mouse.move(0, 0)
    studio.press("Escape")
    studio.wait_until("studio.library.state.get().listed")
    studio.js("studio.setPreferences({ panels: {} })")
    if studio.js("studio.clip.get()?.name") != name:
        number = studio.js(f"studio.library.state.get().listed.clips.find(({{ name }}) => name === '{name}').id")
        studio.js(f"studio.open({{ source: 'library', name: '{number}' }})")
        studio.wait_until(f"studio.clip.get()?.name === '{name}'")
        studio.wait_for_clip()
    studio.wait_until("studio.annotations.known.get().clip !== null")
    studio.tab(view)
    studio.page.evaluate(UNDONE)
    return studio


def marks(studio: Studio) -> list[str]:
    """The labels as they are drawn: flag, frames and word."""
    return studio.drawn("annotations", "marks")


def place(studio: Studio, lane: int, frame: float) -> tuple[float, float]:
    """Where a frame of a lane is on the page."""
    box = studio.page.locator(".flag-lanes canvas").bounding_box()
    assert box is not None
    high = min(max(box["height"] // len(studio.drawn("annotations", "flags")), 20), 40)
    return x_of_frame(studio, box, frame), box["y"] + (lane + 0.5) * high


def drag(studio: Studio, start: tuple[int, float], end: tuple[int, float], button: Any = "left", key: str = "") -> None:
    """Drag from a frame of a lane to another."""
    drag_over(studio, place(studio, *start), place(studio, *end), button=button, key=key)
