"""The Judging view: played, judged by keys, by the playhead and by dragging; the pass's file has it at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.studio.server.judging.making import judged_library

from studio.browser.desk import PAINTED, Studio
from studio.browser.lanes import drag, x_of_frame
from studio.browser.seeing import faults_of_controls
from unbake.composition.judging.passes import Run, read_pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a library that has transplants."""
    return judged_library(tmp_path_factory.mktemp("judging") / "moves.unbakelib").parent


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any], folder: Path) -> Any:
    """A studio that was started to judge."""
    return start_server("moves.unbakelib", "--judge", "transplants", "--pass", "mine", folder=folder)


def shown(studio: Studio) -> str:
    """Wait for a thing to judge; its name."""
    studio.wait_until("studio.judging.item && studio.clip.get() && !studio.commands.waiting?.length")
    studio.page.evaluate(PAINTED)
    return str(studio.js("studio.judging.item.name"))


def answers(folder: Path, studio: Studio, name: str, *runs: Run, file: str = "moves-transplants-mine.csv") -> None:
    """Wait until the pass's file says this of a thing."""
    found: object = None
    for _ in range(150):
        found = read_pass(folder / file).answers.get(name, ()) if (folder / file).exists() else ()
        if found == runs:
            return
        studio.page.wait_for_timeout(20)
    assert found == runs


def place(studio: Studio, frame: int) -> tuple[float, float]:
    """Where a frame of the lane is on the page."""
    box = studio.page.locator(".judging-lane").bounding_box()
    assert box is not None
    return x_of_frame(studio, box, frame), box["y"] + 15


def test_the_command_opens_a_thing_and_keys_judge_it(studio: Studio, folder: Path) -> None:
    first = shown(studio)
    assert studio.js("studio.isPlaying.get()")
    assert studio.js("studio.view.get().viewport.figures") == "capture"
    last = studio.js("studio.clip.get().last_frame")
    studio.press("y")
    answers(folder, studio, first, Run(1, last, True))
    studio.wait_until(f"studio.judging.item && studio.judging.item.name !== '{first}'")
    second = shown(studio)
    studio.js("studio.playback.stop()")
    last = studio.js("studio.clip.get().last_frame")
    studio.js("studio.playhead.set(21)")
    studio.press("[")
    studio.js("studio.playhead.set(40)")
    studio.press("]")
    runs = Run(1, 20, True), Run(21, 40, False), Run(41, last, True)
    answers(folder, studio, second, *runs)
    studio.page.wait_for_timeout(50)
    lane = studio.page.locator(".judging-lane")
    assert lane.get_attribute("data-said") == f"1-20:yes 21-40:no 41-{last}:yes"
    studio.press("x")
    answers(folder, studio, second)
    studio.press("PageUp")
    studio.wait_until(f"studio.judging.item?.name === '{first}'")


def test_dragging_over_frames_says_no_and_shift_says_yes(studio: Studio, folder: Path) -> None:
    name = shown(studio)
    studio.js("studio.playback.stop()")
    studio.button("Take back").click()
    answers(folder, studio, name)
    last = studio.js("studio.clip.get().last_frame")
    drag(studio, place(studio, 30), place(studio, 60))
    answers(folder, studio, name, Run(1, 29, True), Run(30, 60, False), Run(61, last, True))
    drag(studio, place(studio, 50), place(studio, 70), key="Shift")
    answers(folder, studio, name, Run(1, 29, True), Run(30, 49, False), Run(50, last, True))


def test_blends_and_another_pass_from_the_view(studio: Studio, folder: Path) -> None:
    shown(studio)
    studio.page.get_by_text("Blends", exact=True).click()
    studio.wait_until("studio.judging.state.get().kind === 'blends' && studio.judging.item")
    name = shown(studio)
    assert " + " in name
    last = studio.js("studio.clip.get().last_frame")
    studio.page.get_by_label("Name of the pass").fill("second one")
    studio.button("Change the pass").click()
    studio.page.get_by_text("cannot name a pass").wait_for()
    studio.page.get_by_label("Name of the pass").fill("second")
    studio.button("Begin").click()
    studio.wait_until("studio.judging.item")
    other = shown(studio)
    last = studio.js("studio.clip.get().last_frame")
    studio.page.locator(".judging-toolbar").get_by_role("button", name="No", exact=True).click()
    answers(folder, studio, other, Run(1, last, False), file="moves-blends-second.csv")


def test_what_is_said_of_the_answers_is_read_in_full(studio: Studio) -> None:
    shown(studio)
    studio.js("studio.playback.stop()")
    line = studio.page.locator(".judging-view .file")
    for size in ((1440, 900), (1024, 640)):
        studio.page.set_viewport_size({"width": size[0], "height": size[1]})
        wide = line.evaluate("(line) => [line.scrollWidth, line.clientWidth]")
        assert wide[0] <= wide[1], size


def test_every_control_of_judging_is_reached(studio: Studio) -> None:
    shown(studio)
    studio.js("studio.playback.stop()")
    studio.wait_for_clip()
    faults = faults_of_controls(studio, ".judging-toolbar :is(button, .segments, input:not([type=radio]))")
    assert not faults, "\n".join(faults)
