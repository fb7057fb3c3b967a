"""The graph editor under the mouse: what is dragged changes as far as the hand moved, and undo brings it back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

GUTTER, RIGHT_ROOM, PADDING = 124, 10, 6
"""Room in pixels around the curves, as `timeline/axis.ts` and `views/graph/picture.ts` have it."""
CHANNEL = 1
"""Of the packaged clip: the height of the hips, in metres; drawn in centimetres."""


class Graph:
    """The graph editor's picture of one channel, as places on the page."""

    def __init__(self, studio: Any) -> None:
        self.studio = studio
        self.canvas = studio.page.get_by_label("Graph editor", exact=True).and_(studio.page.locator("canvas"))
        self.box = self.canvas.bounding_box()
        self.low, self.high = (float(word) for word in studio.drawn("graph", "values"))
        self.start, self.end = studio.js("[studio.view.get().from, studio.view.get().to]")

    @property
    def cm_per_pixel(self) -> float:
        return (self.high - self.low) / (self.box["height"] - 2 * PADDING)

    @property
    def frames_per_pixel(self) -> float:
        return (self.end - self.start) / (self.box["width"] - GUTTER - RIGHT_ROOM)

    def spot(self, frame: float, value_m: float) -> tuple[float, float]:
        """Return where on the page a value at a frame lies."""
        x = GUTTER + (frame - self.start) / self.frames_per_pixel
        y = PADDING + (self.high - 100 * value_m) / self.cm_per_pixel
        return self.box["x"] + x, self.box["y"] + y

    def drag(self, start: tuple[float, float], by: tuple[float, float]) -> None:
        """Press on a place, move in some steps, and let go."""
        mouse = self.studio.page.mouse
        with self.studio.edit():
            mouse.move(*start)
            mouse.down()
            for part in (0.25, 0.5, 1.0):
                mouse.move(start[0] + part * by[0], start[1] + part * by[1])
            mouse.up()


@pytest.fixture
def opened(studio: Any) -> Any:
    """The packaged clip with the height of the hips in the graph editor."""
    studio.open_packaged()
    studio.page.locator(f"[data-row=channel-{CHANNEL}]").click()
    studio.tab("Graph editor")
    studio.page.mouse.move(5, 5)
    assert studio.drawn("graph", "channels") == [str(CHANNEL)]
    return studio


def column(studio: Any, part: str = "values", channel: int = CHANNEL) -> np.ndarray:
    """Return one channel's values (K,) or handles (K, 2)."""
    channels = studio.js("studio.clip.get().channels.length")
    numbers = np.array(studio.numbers(f"studio.shownKeys().{part}"))
    shape = (-1, channels) if part in ("values", "tangents") else (-1, channels, 2)
    return numbers.reshape(shape)[:, channel]


def whole(studio: Any) -> list[Any]:
    return [
        studio.key_frames(),
        *(studio.numbers(f"studio.shownKeys().{p}") for p in ("values", "left", "right", "tangents")),
    ]


def test_a_key_is_dragged_up_and_undone(opened: Any) -> None:
    before, others, frames, graph = column(opened), column(opened, channel=0), opened.key_frames(), Graph(opened)
    untouched, key = whole(opened), 6
    graph.drag(graph.spot(frames[key], before[key]), (0, -40))
    after = column(opened)
    assert after[key] - before[key] == pytest.approx(0.4 * graph.cm_per_pixel, rel=0.05)
    assert np.array_equal(np.delete(after, key), np.delete(before, key))
    assert np.array_equal(column(opened, channel=0), others)
    assert opened.key_frames() == frames
    assert opened.drawn("graph", "selected") == [f"{frames[key]}:{CHANNEL}"]
    worst = opened.js("studio.evaluation().max_cm")
    assert worst == pytest.approx(100 * (after[key] - before[key]), rel=0.2)
    opened.press("Control+z")
    opened.settle()
    assert whole(opened) == untouched
    assert opened.js("studio.document.get().edited") is None
    opened.press("Control+Shift+z")
    opened.settle()
    assert np.array_equal(column(opened), after)


def test_a_key_is_dragged_in_time_with_its_whole_pose(opened: Any) -> None:
    frames, values, graph, key = opened.key_frames(), column(opened), Graph(opened), 9
    wanted = 8
    graph.drag(graph.spot(frames[key], values[key]), (wanted / graph.frames_per_pixel, 0))
    assert opened.key_frames() == [frame + (wanted if n == key else 0) for n, frame in enumerate(frames)]
    assert column(opened)[key] == pytest.approx(values[key], abs=0.02 * graph.cm_per_pixel)
    opened.menu("Edit", "Undo")
    opened.settle()
    assert opened.key_frames() == frames


def test_a_handle_is_dragged_and_its_tangent_stays_one(opened: Any) -> None:
    frames, values, graph, key = opened.key_frames(), column(opened), Graph(opened), 8
    opened.page.mouse.click(*graph.spot(frames[key], values[key]))
    right = column(opened, "right")[key]
    graph.drag(graph.spot(*right), (0, -30))
    moved, other = column(opened, "right")[key], column(opened, "left")[key]
    assert moved[1] - right[1] == pytest.approx(0.3 * graph.cm_per_pixel, rel=0.1)
    rise = (moved[1] - values[key]) / (moved[0] - frames[key])
    assert (values[key] - other[1]) / (frames[key] - other[0]) == pytest.approx(rise, rel=1e-6)
    assert column(opened)[key] == values[key]
    assert opened.js("studio.history.past.get().done.length") == 1


def test_every_edit_has_a_name_and_comes_back(opened: Any) -> None:
    """Many edits of different kinds, all undone and all done again, end where they were."""
    graph, frames, values = Graph(opened), opened.key_frames(), column(opened)
    start = whole(opened)
    opened.page.mouse.click(*graph.spot(frames[5], values[5]))
    chords = ("Shift+f", "Shift+b", "Control+ArrowUp", "r", "Control+ArrowRight", "Delete")
    for chord in chords:
        with opened.edit():
            opened.press(chord)
    names = opened.js("studio.history.past.get().done.map((one) => one.label)")
    assert len(names) == len(chords)
    assert all(name and name[0].isupper() for name in names)
    end = whole(opened)
    assert end != start
    assert frames[5] not in opened.key_frames()
    for _ in names:
        opened.press("Control+z")
    opened.settle()
    assert whole(opened) == start
    for _ in names:
        opened.press("Control+Shift+z")
    opened.settle()
    assert whole(opened) == end
