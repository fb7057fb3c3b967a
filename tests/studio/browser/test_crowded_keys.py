"""Keys a few pixels apart: a drag moves the key that it was aimed at, and no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import dist
from typing import Any

import numpy as np
import pytest

from studio.browser.desk import COUNT
from studio.browser.test_curves import CHANNEL, GUTTER, RIGHT_ROOM, Graph, column, opened
from studio.browser.test_key_tools import FIRST, Sheet, steps

__all__ = ["opened"]

PIXELS_PER_FRAME = 2.0
APART, CLOSE = 8.0, 10.0
"""Pixels from an aimed key to its neighbours at least, and at most to the one beside the press: in reach of it, too."""

HOLD_ANSWERS = """() => {
  const { connection } = studio;
  const request = connection.request.bind(connection);
  const waiting = [];
  let isOpen = false;
  connection.request = (type, body, onProgress) => {
    const { answer, cancel } = request(type, body, onProgress);
    if (type !== "MoveKeys" || isOpen) return { answer, cancel };
    return { answer: new Promise((resolve) => waiting.push(resolve)).then(() => answer), cancel };
  };
  window.answers = {
    waiting,
    first: () => waiting.shift()(),
    all: () => {
      isOpen = true;
      for (const pass of waiting.splice(0)) pass();
    },
  };
}"""
"""The page gets the server's answers to moves only once the test lets them through."""


def crowd(studio: Any, area: str) -> None:
    """Choose many keys, and zoom so that a frame takes a few pixels."""
    studio.page.evaluate(FIRST)
    studio.fill(COUNT, "70")
    studio.settle()
    assert len(studio.key_frames()) == 70
    wide = studio.page.locator(f"[data-area={area}] canvas").first.bounding_box()["width"] - GUTTER - RIGHT_ROOM
    first = studio.key_frames()[0] - 2
    studio.page.evaluate(f"studio.view.patch({{ from: {first}, to: {first + wide / PIXELS_PER_FRAME} }})")


@dataclass(frozen=True)
class Aim:
    """A press so many pixels beside a key's middle, on the side of its neighbour."""

    row: int
    neighbour: int
    offset: float


def aims(spots: Sequence[tuple[float, float]], offsets: Sequence[float]) -> list[Aim]:
    """Return an aim for each offset, at keys that stand apart from each other; `spots` are the places of all keys."""
    found: list[Aim] = []
    for offset in offsets:
        side = -1 if offset < 0 else 1
        for row in range(2, len(spots) - 2):
            distances = [dist(spots[row], spots[row + one]) for one in (side, -side)]
            is_free = all(abs(row - other.row) > 2 for other in found)
            if is_free and min(distances) >= APART and distances[0] <= CLOSE:
                found.append(Aim(row, row + side, offset))
                break
    assert len(found) == len(offsets), (found, spots)
    return found


@pytest.fixture
def sheet(studio: Any) -> Sheet:
    studio.open_packaged()
    crowd(studio, "dopesheet")
    return Sheet(studio)


def drag(studio: Any, start: tuple[float, float], by: tuple[float, float], parts: tuple[float, ...] = (1.0,)) -> None:
    """Press, move and let go without a pause."""
    mouse = studio.page.mouse
    mouse.move(*start)
    mouse.down()
    for part in parts:
        mouse.move(start[0] + part * by[0], start[1] + part * by[1])
    mouse.up()


def select_nothing(sheet: Sheet, frames: list[int], aim: Aim) -> None:
    """Take the selection away."""
    sheet.studio.page.evaluate("studio.view.patch({ selectedKeys: [] })")


def click_neighbour(sheet: Sheet, frames: list[int], aim: Aim) -> None:
    """Select the key beside the press with a click."""
    sheet.studio.page.mouse.click(sheet.x(frames[aim.neighbour]), sheet.y)
    assert sheet.studio.js("studio.view.get().selectedKeys") == [frames[aim.neighbour]]


def select_both_neighbours(sheet: Sheet, frames: list[int], aim: Aim) -> None:
    """Select the keys on both sides, with brackets beside them."""
    keys = [frames[aim.row - 1], frames[aim.row + 1]]
    sheet.studio.page.evaluate("(keys) => studio.view.patch({ selectedKeys: keys })", keys)


@pytest.mark.parametrize("prepare", [select_nothing, click_neighbour, select_both_neighbours])
def test_the_key_that_is_pressed_moves_alone(sheet: Sheet, prepare: Callable[..., None]) -> None:
    studio, frames = sheet.studio, sheet.studio.key_frames()
    # Farther off, a neighbour that is eight pixels away would be the nearer one.
    for aim in aims([(sheet.x(frame), 0.0) for frame in frames], (0.0, -3.5, 3.5)):
        prepare(sheet, frames, aim)
        with studio.edit():
            drag(studio, (sheet.x(frames[aim.row]) + aim.offset, sheet.y), (2 * PIXELS_PER_FRAME, 0))
        frames[aim.row] += 2
        assert studio.key_frames() == frames, aim
        assert studio.js("studio.view.get().selectedKeys") == [frames[aim.row]]
    assert steps(studio)[1:] == ["Move key"] * 3


def test_a_key_is_pressed_where_it_was_moved_to_before_the_server_has_moved_it(sheet: Sheet) -> None:
    studio, frames = sheet.studio, sheet.studio.key_frames()
    row = next(row for row in range(2, 40) if frames[row + 3] - frames[row + 2] > 6)
    target = frames[row + 2] + 2
    studio.page.evaluate(HOLD_ANSWERS)
    mouse = studio.page.mouse
    mouse.move(sheet.x(frames[row]), sheet.y)
    mouse.down()
    # Pausing on the way, so that the server answers for a place that the key does not stay at.
    mouse.move(sheet.x(frames[row] + 2), sheet.y)
    studio.wait_until("answers.waiting.length === 1")
    studio.js("answers.first()")
    studio.wait_until(f"studio.shownKeys().frames.includes({frames[row] + 2})")
    mouse.move(sheet.x(target), sheet.y)
    mouse.up()
    assert target in studio.frames_drawn("dopesheet", "keys")
    assert target not in studio.key_frames()
    drag(studio, (sheet.x(target), sheet.y), (2 * PIXELS_PER_FRAME, 0))
    studio.js("answers.all()")
    studio.wait_until("studio.history.past.get().done.length === 3")
    studio.settle()
    assert studio.key_frames() == sorted([*frames[:row], *frames[row + 1 :], target + 2])
    assert studio.frames_drawn("dopesheet", "keys") == studio.key_frames()


def test_keys_are_dragged_one_after_the_other_without_waiting(sheet: Sheet) -> None:
    studio, frames = sheet.studio, sheet.studio.key_frames()
    rows = [aim.row for aim in aims([(sheet.x(frame), 0.0) for frame in frames], (0.0, 0.0, 0.0, 0.0))]
    studio.page.evaluate(HOLD_ANSWERS)
    for row in rows:
        drag(studio, (sheet.x(frames[row]), sheet.y), (2 * PIXELS_PER_FRAME, 0), (0.5, 0.8, 1.0))
    studio.js("answers.all()")
    studio.wait_until(f"studio.history.past.get().done.length === {1 + len(rows)}")
    studio.settle()
    assert studio.key_frames() == [frame + 2 * (row in rows) for row, frame in enumerate(frames)]


@pytest.mark.parametrize("has_neighbour", [False, True], ids=["nothing selected", "a neighbour selected"])
def test_the_key_that_is_pressed_on_its_curve_is_raised_alone(opened: Any, has_neighbour: bool) -> None:
    crowd(opened, "graph")
    # Values from far away, so that the curve is flat and close keys are close.
    extent = "{ low: -200, high: 400 }"
    opened.page.evaluate(f"studio.view.patch({{ graph: {{ ...studio.view.get().graph, values: {extent} }} }})")
    frames, values = opened.key_frames(), column(opened)
    graph = Graph(opened)
    spots = [graph.spot(frame, value) for frame, value in zip(frames, values, strict=True)]
    # Farther off, a handle of the neighbour's would be nearer: it may end two pixels from the key.
    offset = 0.7 if has_neighbour else 2.0
    for aim in aims(spots, (0.0, -offset, offset)):
        graph = Graph(opened)
        if has_neighbour:
            opened.page.mouse.click(*graph.spot(frames[aim.neighbour], values[aim.neighbour]))
            assert opened.drawn("graph", "selected") == [f"{frames[aim.neighbour]}:{CHANNEL}"]
        else:
            opened.page.evaluate("studio.view.patch({ selectedKeys: [] })")
        x, y = graph.spot(frames[aim.row], values[aim.row])
        with opened.edit():
            drag(opened, (x + aim.offset, y), (0, -20))
        after = column(opened)
        assert after[aim.row] - values[aim.row] == pytest.approx(0.2 * graph.cm_per_pixel, rel=0.05)
        values[aim.row] = after[aim.row]
        assert np.array_equal(after, values), aim
        assert opened.key_frames() == frames
