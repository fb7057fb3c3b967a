"""Types of handles and locks, by keyboard and mouse: what a person set stays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from studio.browser.test_curves import CHANNEL, Graph, column, opened, whole
from studio.browser.test_maya import maya

__all__ = ["maya", "opened"]

ALIGNED, FREE, VECTOR, AUTO, AUTO_CLAMPED, LOCKED = 0, 1, 2, 3, 4, 16
KEY = 7


def codes(studio: Any) -> np.ndarray:
    return column(studio, "tangents")


def pick(studio: Any, key: int = KEY) -> None:
    graph = Graph(studio)
    studio.page.mouse.click(*graph.spot(studio.key_frames()[key], column(studio)[key]))


def slopes(studio: Any, key: int = KEY) -> tuple[float, float]:
    here = np.array([studio.key_frames()[key], column(studio)[key]])
    left, right = here - column(studio, "left")[key], column(studio, "right")[key] - here
    return left[1] / left[0], right[1] / right[0]


def ways(studio: Any, key: int = KEY) -> tuple[float, float]:
    """The straight slopes to the keys beside one."""
    frames, values = studio.key_frames(), column(studio)
    both = np.diff(values[key - 1 : key + 2]) / np.diff(frames[key - 1 : key + 2])
    return both[0], both[1]


def choose(studio: Any, letter: str) -> None:
    """Open the menu of types and press a letter of it."""
    studio.press("v")
    studio.page.get_by_role("menu", name="Handle type").wait_for()
    with studio.edit():
        studio.page.keyboard.press(letter)


def test_types_are_chosen_from_the_menu_by_their_letters(opened: Any) -> None:
    start = whole(opened)
    pick(opened)
    for letter, code in (("v", VECTOR), ("u", AUTO), ("c", AUTO_CLAMPED), ("f", FREE), ("a", ALIGNED)):
        choose(opened, letter)
        assert codes(opened)[KEY] == code
        if code == VECTOR:
            assert slopes(opened) == pytest.approx(ways(opened))
        if code == AUTO:
            assert slopes(opened) == pytest.approx([np.mean(ways(opened))] * 2)
    assert (np.delete(codes(opened), KEY) == 0).all()
    for _ in range(5):
        opened.press("Control+z")
    opened.settle()
    assert whole(opened) == start


def test_automatic_handles_follow_what_a_hand_does_beside_them(opened: Any) -> None:
    pick(opened)
    choose(opened, "u")
    before, graph, frames = slopes(opened), Graph(opened), opened.key_frames()
    graph.drag(graph.spot(frames[KEY + 1], column(opened)[KEY + 1]), (0, -40))
    assert slopes(opened) == pytest.approx([np.mean(ways(opened))] * 2)
    assert slopes(opened) != pytest.approx(before)
    # In time, the server moves them.
    graph.drag(graph.spot(frames[KEY + 1], column(opened)[KEY + 1]), (5 / graph.frames_per_pixel, 0))
    assert opened.key_frames()[KEY + 1] == frames[KEY + 1] + 5
    assert slopes(opened) == pytest.approx([np.mean(ways(opened))] * 2)
    pick(opened)
    graph.drag(graph.spot(*column(opened, "right")[KEY]), (0, -30))
    assert codes(opened)[KEY] == ALIGNED


def test_locked_keys_cannot_be_changed_by_hand_or_refit(opened: Any) -> None:
    pick(opened)
    with opened.edit():
        opened.press("Alt+l")
    assert codes(opened)[KEY] == LOCKED
    before, graph = whole(opened), Graph(opened)
    spot = graph.spot(opened.key_frames()[KEY], column(opened)[KEY])
    opened.page.mouse.move(*spot)
    opened.page.mouse.down()
    opened.page.mouse.move(spot[0], spot[1] - 40, steps=4)
    opened.page.mouse.up()
    for chord in ("Control+ArrowUp", "Shift+f", "Shift+l", "Control+ArrowRight", "Delete"):
        opened.press(chord)
        opened.settle()
        assert whole(opened) == before, chord
    assert opened.page.get_by_text("Locked keys stay as they are").is_visible()
    opened.press("Shift+r")
    opened.settle()
    for side in ("left", "right"):
        assert (
            column(opened, side)[KEY]
            == np.array(before[2 if side == "left" else 3]).reshape(len(opened.key_frames()), -1, 2)[KEY, CHANNEL]
        ).all()


def test_the_padlock_of_a_channel_locks_its_curve(opened: Any) -> None:
    row = opened.page.locator("[data-row=channel-3]")
    row.hover()
    with opened.edit():
        row.locator(".lock").click()
    assert (column(opened, "tangents", 3) == LOCKED).all()
    assert (column(opened, "tangents", 4) == ALIGNED).all()
    assert opened.js("studio.history.past.get().done.at(-1).label") == "Lock Hips Rotate Z"
    values = column(opened, "values", 3)
    opened.press("a", "Control+ArrowUp")
    opened.settle()
    assert (column(opened, "values", 3) == values).all()
    row.hover()
    with opened.edit():
        opened.page.keyboard.press("l")
    assert codes(opened).tolist() == [LOCKED] * len(opened.key_frames())
    with opened.edit():
        row.locator(".lock").click()
    assert (column(opened, "tangents", 3) == ALIGNED).all()


def test_maya_calls_them_by_its_own_names(maya: Any) -> None:
    maya.page.locator(f"[data-row=channel-{CHANNEL}]").click()
    maya.tab("Graph editor")
    maya.page.mouse.move(5, 5)
    pick(maya)
    maya.press("v")
    menu = maya.page.get_by_role("menu", name="Handle type")
    names = [item.get_attribute("data-label") for item in menu.locator("[role^=menuitem]").all()]
    assert names == ["Broken", "Unified", "Linear", "Spline", "Auto"]
    with maya.edit():
        maya.page.keyboard.press("l")
    assert codes(maya)[KEY] == VECTOR
    assert maya.js("studio.history.past.get().done.at(-1).label") == "Linear tangents"
