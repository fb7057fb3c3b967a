"""Scaling keys in time, the magnet and mirrored paste, by keyboard and mouse."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from studio.browser.desk import Studio
from studio.browser.lanes import x_of_frame
from studio.browser.test_curves import CHANNEL, GUTTER, RIGHT_ROOM, Graph, column, opened, whole
from studio.browser.test_maya import maya

__all__ = ["maya", "opened"]


class Sheet:
    """The dopesheet's row of all keys, as places on the page."""

    def __init__(self, studio: Any) -> None:
        self.studio = studio
        studio.tab("Dopesheet")
        self.box = studio.page.locator("[data-area=dopesheet] canvas").first.bounding_box()
        self.start, self.end = studio.js("[studio.view.get().from, studio.view.get().to]")

    def x(self, frame: float) -> float:
        wide = self.box["width"] - GUTTER - RIGHT_ROOM
        return self.box["x"] + GUTTER + (frame - self.start) / (self.end - self.start) * wide

    @property
    def y(self) -> float:
        return self.box["y"] + 8

    def hover(self) -> None:
        self.studio.page.mouse.move(self.box["x"] + 200, self.box["y"] + self.box["height"] - 4)

    @contextmanager
    def dragging(self, start: float, end: float) -> Iterator[None]:
        """Hold what is at a place in pixels and bring it to another; let go afterwards."""
        mouse = self.studio.page.mouse
        mouse.move(start, self.y)
        mouse.down()
        for part in (0.3, 0.7, 1.0):
            mouse.move(start + part * (end - start), self.y)
        yield
        with self.studio.edit():
            mouse.up()


FIRST = "studio.setPreferences({ keymap: 'blender', snap: undefined })"
"""The server keeps preferences from one test to the next."""


@pytest.fixture
def sheet(studio: Any) -> Sheet:
    studio.open_packaged()
    studio.page.evaluate(FIRST)
    return Sheet(studio)


def select(studio: Any, frames: list[int]) -> None:
    studio.page.evaluate("(frames) => studio.view.patch({ selectedKeys: frames })", frames)


def steps(studio: Any) -> list[str]:
    return list(studio.js("studio.history.past.get().done.map((one) => one.label)"))


def test_a_typed_factor_scales_about_the_playhead(sheet: Sheet) -> None:
    studio = sheet.studio
    before, all_before = studio.key_frames(), whole(studio)
    select(studio, before[5:9])
    studio.page.evaluate("(frame) => studio.playhead.set(frame)", before[5])
    sheet.hover()
    studio.press("s", "1", ".", "1")
    assert studio.page.get_by_role("tooltip").inner_text().startswith(f"× 1.1 about frame {before[5]}")
    with studio.edit():
        studio.press("Enter")
    wanted = [int(np.floor(before[5] + (frame - before[5]) * 1.1 + 0.5)) for frame in before[5:9]]
    assert studio.key_frames() == [*before[:5], *wanted, *before[9:]]
    assert studio.js("studio.view.get().selectedKeys") == wanted
    assert steps(studio) == ["Scale 4 keys"]
    studio.press("Control+z")
    studio.settle()
    assert whole(studio) == all_before


def test_scaled_keys_stay_apart_and_before_those_that_stay(sheet: Sheet) -> None:
    studio = sheet.studio
    before = studio.key_frames()
    select(studio, before[5:9])
    studio.page.evaluate("(frame) => studio.playhead.set(frame)", before[5])
    sheet.hover()
    with studio.edit():
        studio.press("s", "9", "Enter")
    after = studio.key_frames()
    assert before[5] + 9 * (before[7] - before[5]) > before[9]
    wanted = [before[5] + 9 * (frame - before[5]) for frame in before[6:9]]
    assert after[6:9] == [min(frame, before[9] - 3 + n) for n, frame in enumerate(wanted)]
    with studio.edit():
        studio.press("s", "0", "Enter")
    assert studio.key_frames()[5:9] == [before[5] + n for n in range(4)]


def test_the_mouse_scales_and_escape_leaves_all_as_it_was(sheet: Sheet) -> None:
    studio = sheet.studio
    before, all_before = studio.key_frames(), whole(studio)
    select(studio, before[6:9])
    pivot = before[5]
    studio.page.evaluate("(frame) => studio.playhead.set(frame)", pivot)
    mouse = studio.page.mouse
    for key in ("Escape", "Enter"):
        mouse.move(sheet.x(before[8]), sheet.y + 60)
        studio.press("s")
        mouse.move(sheet.x(before[8]) + 1, sheet.y + 60)
        mouse.move(sheet.x(pivot + 1.2 * (before[8] - pivot)), sheet.y + 60, steps=3)
        if key == "Escape":
            studio.press(key)
            studio.settle()
            assert whole(studio) == all_before
        else:
            with studio.edit():
                studio.press(key)
    after = studio.key_frames()
    assert after[8] - pivot == pytest.approx(1.2 * (before[8] - pivot), abs=2)
    assert after[6] - pivot == pytest.approx(1.2 * (before[6] - pivot), abs=1)


def test_brackets_scale_about_the_other_end(sheet: Sheet) -> None:
    studio = sheet.studio
    before = studio.key_frames()
    select(studio, before[5:9])
    with sheet.dragging(sheet.x(before[8]) + 12, sheet.x(before[8] + 16) + 12):
        assert studio.page.get_by_role("tooltip").is_visible()
    after = studio.key_frames()
    assert after[5] == before[5]
    assert after[8] == pytest.approx(before[8] + 16, abs=1)
    factor = (after[8] - after[5]) / (before[8] - before[5])
    assert after[7] == pytest.approx(before[5] + factor * (before[7] - before[5]), abs=1)


def test_in_maya_r_scales_about_the_first_key(maya: Any) -> None:
    sheet, before = Sheet(maya), maya.key_frames()
    select(maya, before[5:9])
    sheet.hover()
    with maya.edit():
        maya.press("r", "1", ".", "2", "Enter")
    assert maya.key_frames()[5] == before[5]
    assert maya.key_frames()[7] == round(before[5] + 1.2 * (before[7] - before[5]))


def test_keys_are_scaled_in_the_graph_editor_and_their_curves_follow(opened: Any) -> None:
    opened.page.evaluate(FIRST)
    frames, values = opened.key_frames(), column(opened)
    graph = Graph(opened)
    opened.page.mouse.click(*graph.spot(frames[8], values[8]))
    opened.page.evaluate("(frame) => studio.playhead.set(frame)", frames[7])
    right = column(opened, "right")[8]
    with opened.edit():
        opened.press("s", "0", ".", "8", "Enter")
    after = opened.key_frames()[8]
    assert after == round(frames[7] + 0.8 * (frames[8] - frames[7]))
    assert (column(opened) == values).all()
    slope = (right[1] - values[8]) / (right[0] - frames[8])
    now = column(opened, "right")[8]
    assert (now[1] - values[8]) / (now[0] - after) == pytest.approx(slope, rel=1e-6)


def test_the_magnet_draws_keys_to_the_playhead_and_ctrl_turns_it_round(sheet: Sheet) -> None:
    studio = sheet.studio
    frames = studio.key_frames()
    target = frames[8] + 9
    studio.page.evaluate("(frame) => studio.playhead.set(frame)", target)
    studio.page.get_by_role("button", name="Snap", exact=True).click()
    assert studio.page.get_by_role("button", name="Snap", exact=True).get_attribute("aria-pressed") == "true"
    near = sheet.x(target) - 5
    with sheet.dragging(sheet.x(frames[8]), near):
        assert studio.page.locator(".snap-line").inner_text() == "playhead"
    assert studio.key_frames()[8] == target
    assert studio.page.locator(".snap-line").count() == 0
    studio.press("Control+z")
    studio.settle()
    with sheet.dragging(sheet.x(frames[8]), near):
        studio.page.keyboard.down("Control")
        studio.page.mouse.move(near + 0.5, sheet.y)
        assert studio.page.locator(".snap-line").count() == 0
    studio.page.keyboard.up("Control")
    assert studio.key_frames()[8] != target


def test_what_draws_is_chosen_in_the_magnet_s_list(sheet: Sheet) -> None:
    studio = sheet.studio
    studio.page.get_by_label("What to snap to").click()
    menu = studio.page.get_by_role("menu", name="Snap to")
    box = menu.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 900
    entry = menu.get_by_role("menuitemcheckbox", name="Snap to the playhead")
    assert entry.get_attribute("aria-checked") == "true"
    entry.click()
    assert studio.js("studio.preferences.get().snap.toPlayhead") is False
    assert studio.js("studio.preferences.get().snap.isOn") is False
    studio.press("Alt+m")
    assert studio.js("studio.preferences.get().snap.isOn") is True


def test_a_handle_is_drawn_level_and_to_whole_frames(opened: Any) -> None:
    opened.page.evaluate(FIRST)
    opened.press("Alt+m")
    frames, values, graph, key = opened.key_frames(), column(opened), Graph(opened), 8
    opened.page.mouse.click(*graph.spot(frames[key], values[key]))
    right = column(opened, "right")[key]
    start, end = graph.spot(*right), graph.spot(right[0] - 1.2, values[key] + 0.04 * graph.cm_per_pixel)
    graph.drag(start, (end[0] - start[0], end[1] - start[1]))
    moved = column(opened, "right")[key]
    assert moved[1] == pytest.approx(values[key], abs=1e-9)
    assert moved[0] == pytest.approx(round(moved[0]), abs=1e-9)


def copy_pose(sheet: Sheet, row: int) -> int:
    """Copy a key and go to a frame without one; returns the frame."""
    studio = sheet.studio
    frames = studio.key_frames()
    select(studio, [frames[row]])
    sheet.hover()
    studio.press("Control+c")
    target = frames[9] + 20
    assert target not in frames
    studio.page.evaluate("(frame) => studio.playhead.set(frame)", target)
    return target


def positions(studio: Any, frame: int) -> np.ndarray:
    """Where the joints are (J, 3) as the animation is evaluated."""
    first = studio.key_frames()[0]
    joints = studio.js("studio.clip.get().joints.length")
    return np.array(studio.numbers("studio.evaluation().positions")).reshape(-1, joints, 3)[frame - first]


def test_a_pose_is_pasted_mirrored_with_left_and_right_exchanged(sheet: Sheet) -> None:
    studio = sheet.studio
    source = studio.key_frames()[9]
    target = copy_pose(sheet, 9)
    with studio.edit():
        studio.press("Control+Shift+v")
    assert steps(studio) == ["Paste mirrored key"]
    assert target in studio.key_frames()
    before, after = positions(studio, source), positions(studio, target)
    names = [joint["name"] for joint in studio.js("studio.clip.get().joints.map(({ name }) => ({ name }))")]
    at = {name: n for n, name in enumerate(names)}
    assert after[at["Hips"]] == pytest.approx(before[at["Hips"]], abs=1e-4)
    across = (before[at["LeftUpLeg"]] - before[at["RightUpLeg"]]) * [1, 0, 1]
    normal = across / np.linalg.norm(across)
    for side, other in (("Left", "Right"), ("Right", "Left")):
        for part in ("Foot", "Hand", "ForeArm"):
            source_place = before[at[side + part]]
            image = source_place - 2 * np.dot(source_place - before[at["Hips"]], normal) * normal
            # The bones of the two sides differ by up to some centimetres along a limb.
            assert np.linalg.norm(after[at[other + part]] - image) < 0.05
    studio.press("Control+z")
    studio.settle()
    assert target not in studio.key_frames()


def test_pasting_mirrored_stands_in_the_menu_and_in_the_help(sheet: Sheet) -> None:
    studio = sheet.studio
    copy_pose(sheet, 9)
    with studio.edit():
        studio.menu("Keys", "Paste keys mirrored at playhead")
    studio.press("F1")
    help_text = studio.page.get_by_role("dialog").inner_text()
    for words in ("Paste keys mirrored", "Scale keys in time", "Snap", "Lock or unlock keys"):
        assert words in help_text
    assert column(studio, "values", CHANNEL).size == len(studio.key_frames())


def test_a_hint_is_read_in_full_in_every_row(studio: Studio) -> None:
    studio.open_jump()
    studio.tab("Dopesheet")
    box = studio.page.locator("canvas.dopesheet").bounding_box()
    assert box is not None
    x = x_of_frame(studio, box, studio.key_frames()[1])
    hint = studio.page.locator(".key-hint")
    rows = studio.page.locator(".dopesheet-view .row-titles > *")
    last = rows.last.bounding_box()
    assert last is not None
    for y in (box["y"] + 8, last["y"] - 4, last["y"] + last["height"] / 2):
        studio.page.mouse.move(x, y)
        hint.wait_for()
        seen = hint.bounding_box()
        assert seen is not None
        assert box["y"] <= seen["y"]
        assert seen["y"] + seen["height"] <= box["y"] + box["height"]
        assert ("Leads" in hint.inner_text()) == (y > last["y"])
    studio.page.mouse.move(0, 0)


def test_why_a_range_cannot_be_shorter_is_read_below_its_field(studio: Studio) -> None:
    studio.open_jump()
    last = studio.js("studio.document.get().settings.last")
    field = studio.page.get_by_label("Start", exact=True)
    field.fill(str(last))
    field.press("Enter")
    said = studio.page.locator(".transport .said")
    assert said.inner_text() == f"At most {last - 2}. A range has at least 3 frames."
    box = said.bounding_box()
    assert box is not None
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert studio.page.evaluate("([x, y]) => document.elementFromPoint(x, y).className", middle) == "said"
    studio.press("Control+z")
