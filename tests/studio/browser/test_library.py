"""The Library view and the annotation lanes: listed, searched, opened, annotated, learnt, with a file that keeps it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clips import jump_clip
from studio.browser.annotating import drag, marks, opened, place
from studio.browser.desk import PAINTED, Studio
from studio.browser.seeing import boxes, cut, faint, overlapping, squeezed, unreachable
from unbake.ground.intervals import intervals
from unbake.library import Library
from unbake.performer.perform import perform
from unbake.search.like import like_clip
from unbake.search.search import search

FLAGS = ("Walk", "Jump", "Stand")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a library: a jump, and two walks of which one is labelled."""
    folder = tmp_path_factory.mktemp("library")
    with Library.create(folder / "moves.unbakelib", FLAGS) as library:
        library.add(jump_clip(), "Jump", tags=["CMU"])
        for seed in (1, 2):
            walk = perform("walk", seconds=2.5, fps=Fraction(30), seed=seed).motion
            number, _ = library.add(walk, f"walk {seed}", tags=["made"])
        library.annotate(number, "Walk", 10, 40, True)
    return folder


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any], folder: Path) -> Any:
    """A studio that was started with the library."""
    return start_server("moves.unbakelib", folder=folder)


@pytest.fixture
def library(folder: Path) -> Any:
    """The library as another program sees it."""
    with Library.open(folder / "moves.unbakelib") as library:
        yield library


def cards(studio: Studio, label: str = "Clips") -> list[str]:
    """The names on the cards that are seen."""
    return studio.page.get_by_label(label, exact=True).locator(".clip-card > .name").all_inner_texts()


def wait_for_cards(studio: Studio, *names: str) -> None:
    for _ in range(250):
        if cards(studio) == list(names):
            return
        studio.page.wait_for_timeout(20)
    assert cards(studio) == list(names)


def card(studio: Studio, name: str) -> Any:
    return studio.page.locator(".clip-card", has_text=name).first


def saved(studio: Studio, library: Library, flag: str, wanted: list[tuple[int, int, bool]]) -> None:
    """Wait until the file says of a flag of the open clip what is wanted: frames as the clip's file numbers them."""
    clip = library.clip(str(studio.js("studio.clip.get().name")))
    for _ in range(150):
        found = library.annotations(clip.id)
        words = np.where(found.by_person, found.values, -1)[found.row(flag)]
        expected = np.full(clip.n_frames, -1)
        for first, last, word in wanted:
            expected[first - clip.first_frame : last + 1 - clip.first_frame] = word
        if (words == expected).all():
            return
        studio.page.wait_for_timeout(20)
    np.testing.assert_array_equal(words, expected)


def test_a_library_of_the_command_line_is_listed_filtered_and_played(studio: Studio) -> None:
    wait_for_cards(studio, "Jump", "walk 1", "walk 2")
    text = card(studio, "walk 2").inner_text().split("\n")
    assert text == ["walk 2", "2.5 s · 30 fps", "made", "Walk"]
    studio.page.get_by_label("Text").fill("walk")
    wait_for_cards(studio, "walk 1", "walk 2")
    studio.page.get_by_label("Flags", exact=True).fill("walk and not jump")
    wait_for_cards(studio)
    studio.page.get_by_label("Flags", exact=True).fill("walk or jump")
    wait_for_cards(studio, "walk 2")
    studio.page.get_by_label("Flags", exact=True).fill("wlak")
    studio.page.get_by_role("alert").filter(has_text="wlak").wait_for()
    studio.button("Clear").click()
    wait_for_cards(studio, "Jump", "walk 1", "walk 2")
    studio.page.get_by_label("Tag").select_option("CMU")
    wait_for_cards(studio, "Jump")
    studio.button("Clear").click()
    studio.fill("From", "2")
    wait_for_cards(studio, "walk 1", "walk 2")
    studio.button("Clear").click()
    wait_for_cards(studio, "Jump", "walk 1", "walk 2")
    canvas = card(studio, "walk 1").locator("canvas")
    studio.wait_until("studio.library.drawings.get().size === 3")
    assert canvas.get_attribute("data-shows") == "strip"
    card(studio, "walk 1").hover()
    assert canvas.get_attribute("data-shows") == "motion"
    before = canvas.screenshot()
    studio.page.wait_for_timeout(400)
    assert canvas.screenshot() != before


def test_a_clip_opens_by_a_double_click_and_another_dragged_into_the_timeline(studio: Studio) -> None:
    card(studio, "Jump").dblclick()
    studio.wait_until("studio.clip.get()?.name === 'Jump'")
    studio.wait_for_clip()
    assert studio.js("studio.clip.get().first_frame") == jump_clip().first_frame
    studio.wait_until("studio.annotations.known.get().clip !== null")
    assert card(studio, "Jump").get_attribute("aria-current") == "true"
    card(studio, "walk 1").drag_to(studio.page.locator(".timeline .ruler"))
    studio.wait_until("studio.clip.get()?.name === 'walk 1'")
    studio.wait_for_clip()
    assert studio.page.get_by_role("tab", name="Library").get_attribute("aria-selected") == "true"


def test_flags_are_painted_denied_erased_and_saved_at_once(studio: Studio, library: Library) -> None:
    opened(studio, "walk 1")
    drag(studio, (1, 20), (1, 60))
    assert marks(studio) == ["jump:20-60:yes"]
    saved(studio, library, "Jump", [(20, 60, True)])
    assert studio.js("studio.saving.isUnsaved.get()") is False
    drag(studio, (1, 50), (2, 70), key="Shift")
    assert marks(studio) == ["jump:20-49:yes", "jump:50-70:no", "stand:50-70:no"]
    drag(studio, (1, 30), (1, 34), "right")
    assert marks(studio)[:3] == ["jump:20-29:yes", "jump:35-49:yes", "jump:50-70:no"]
    drag(studio, (1, 49.5), (1, 55.5))
    assert marks(studio)[1:3] == ["jump:35-55:yes", "jump:56-70:no"]
    assert studio.js("studio.playhead.get()") == 55
    saved(studio, library, "Jump", [(20, 29, True), (35, 55, True), (56, 70, False)])
    saved(studio, library, "Stand", [(50, 70, False)])
    for _ in range(3):
        studio.press("Control+z")
    assert marks(studio) == ["jump:20-60:yes"]
    saved(studio, library, "Stand", [])
    studio.press("Control+z")
    saved(studio, library, "Jump", [])
    assert marks(studio) == []


def test_number_keys_paint_while_time_runs_and_a_label_is_looped(studio: Studio, library: Library) -> None:
    opened(studio, "walk 1")
    canvas = studio.page.locator(".flag-lanes canvas")
    canvas.focus()
    studio.js("studio.view.patch({ speed: 0.25 })")  # so that a busy machine stays in one round
    studio.js("studio.playhead.set(10)")
    studio.press("1", "Space")
    studio.wait_until("studio.playhead.get() > 20")
    studio.press("3")
    studio.wait_until("studio.playhead.get() > 30")
    studio.press("1")
    studio.press("Space")
    walk, stand = marks(studio)
    assert walk.startswith("walk:10-")
    assert stand.startswith(("stand:2", "stand:3"))
    end = int(walk.split("-")[1].split(":")[0])
    saved(studio, library, "Walk", [(10, end, True)])
    studio.press("l")
    last = int(stand.rsplit("-", 1)[1].split(":")[0])
    assert studio.js("studio.playhead.get()") == last + 1
    studio.press("2")
    studio.js(f"studio.playhead.set({last + 4})")
    studio.press("2", "PageUp")
    assert studio.js("studio.playhead.get()") == last + 1
    studio.press("o")
    studio.wait_until("studio.isPlaying.get()")
    assert studio.js("studio.playback.span.get()") == {"first": last + 1, "last": last + 4}
    seen = {studio.js("studio.playhead.get()") for _ in range(20)}
    assert seen <= set(range(last + 1, last + 5))
    studio.press("o")
    assert studio.js("studio.isPlaying.get()") is False
    studio.js("studio.view.patch({ speed: 1 })")
    for _ in range(3):
        studio.press("Control+z")
    saved(studio, library, "Walk", [])
    assert marks(studio) == []


def test_what_is_like_the_range_is_found_and_opens_at_its_frames(studio: Studio, library: Library) -> None:
    opened(studio, "walk 1", "Library")
    studio.fill("Start", "20")
    studio.fill("End", "50")
    studio.button("Similar to 20–50").click()
    clip = library.clip("walk 1")
    start = clip.first_frame
    wanted = search(library, like=like_clip(library, clip.id, 20 - start, 50 - start))
    studio.wait_until("studio.library.state.get().found")
    assert cards(studio, "What is alike") == [hit.clip.name for hit in wanted]
    number, hit = next((n, hit) for n, hit in enumerate(wanted) if hit.clip.name == "walk 2")
    studio.page.get_by_label("What is alike").locator("li").nth(number).dblclick()
    studio.button("Do not save").click()  # the range is other than it was
    studio.wait_until("studio.clip.get()?.name === 'walk 2'")
    studio.wait_for_clip()
    studio.wait_until(f"studio.playhead.get() === {hit.first_frame}")
    studio.button("All clips").click()
    wait_for_cards(studio, "Jump", "walk 1", "walk 2")


def test_flags_are_learnt_and_the_guess_is_accepted(studio: Studio, library: Library) -> None:
    pytest.importorskip("sklearn")
    jump = library.clip("Jump")
    library.annotate(jump.id, "Walk", 0, jump.n_frames, False)
    opened(studio, "walk 2")
    walk = next(mark for mark in marks(studio) if mark.startswith("walk"))
    first, last = (int(frame) for frame in walk.split(":")[1].split("-"))
    studio.button("Learn the flags and guess").click()
    studio.wait_until("document.querySelector('.flag-lanes canvas').dataset.guessed === 'walk'")
    start, end = studio.js("[studio.clip.get().first_frame, studio.clip.get().last_frame]")
    guess = np.array(studio.numbers("studio.annotations.guessOf('Walk')"))
    assert (guess[first - start : last + 1 - start] == 255).all()
    assert (guess[: first - start] >= 50).all()
    x, y = place(studio, 0, first - 4)
    studio.page.mouse.dblclick(x, y)
    assert marks(studio) == [f"walk:{start}-{last}:yes"]
    studio.press("Control+z")
    studio.button(f"Accept {start}–{end}").click()
    words = np.where(guess == 255, True, guess >= 50)
    accepted = [(start + a, start + b, word) for word in (True, False) for a, b in intervals(words == word)]
    assert marks(studio) == [f"walk:{a}-{b}:{'yes' if word else 'no'}" for a, b, word in sorted(accepted)]
    saved(studio, library, "Walk", accepted)
    studio.press("Control+z")
    saved(studio, library, "Walk", [(first, last, True)])
    studio.button("Next stretch to annotate").click()
    studio.wait_until("document.querySelector('.flag-lanes canvas')?.dataset.stretch")
    (stretch,) = studio.drawn("annotations", "stretch")
    a, b = stretch.split("-")
    studio.button("Rest is no").click()
    assert f"jump:{a}-{b}:no" in marks(studio)
    studio.press("Control+z")


def test_lanes_are_chosen(studio: Studio) -> None:
    opened(studio, "walk 2")
    studio.page.get_by_title("Which flags have a lane").click()
    studio.page.get_by_role("checkbox", name="Jump").uncheck()
    assert studio.drawn("annotations", "flags") == ["walk", "stand"]
    studio.button("All").click()
    assert studio.drawn("annotations", "flags") == ["walk", "jump", "stand"]
    studio.page.get_by_label("Flags with a lane").get_by_role("button", name="Close").click()


def test_a_new_library_takes_the_clip_that_is_open(start_screen: Studio, folder: Path) -> None:
    studio = start_screen
    studio.wait_until("studio.library.state.get().path")
    studio.menu("File", "Close the library")
    studio.open_jump()
    studio.tab("Annotations")
    studio.page.get_by_text("none is open").wait_for()
    studio.menu("File", "New library")
    studio.page.get_by_role("textbox", name="File").fill(str(folder / "new"))
    studio.button("Create").click()
    studio.wait_until("studio.library.state.get().listed")
    studio.button("Add this clip").click()
    wait_for_cards(studio, "jump")
    studio.tab("Annotations")
    studio.wait_until("studio.annotations.known.get().clip !== null")
    studio.menu("File", "Close the library")
    studio.wait_until("!studio.library.state.get().path")
    file = (folder / "new.unbakelib").read_bytes()
    studio.page.evaluate(
        """(size) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(size)], "new.unbakelib"));
          window.dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
        }""",
        len(file),
    )
    studio.tab("Library")
    wait_for_cards(studio, "jump")
    studio.js("studio.library.open('moves.unbakelib')")
    wait_for_cards(studio, "Jump", "walk 1", "walk 2")


def test_every_control_is_reached_at_the_least_and_a_large_size(studio: Studio) -> None:
    opened(studio, "walk 2", "Library")
    studio.wait_until("studio.library.drawings.get().size === 3")
    faults = {}
    for size in ({"width": 720, "height": 450}, {"width": 1600, "height": 1200}):
        studio.page.set_viewport_size(size)
        for view in ("Library", "Annotations"):
            studio.tab(view)
            for theme in ("light", "dark"):
                studio.js(f"studio.setPreferences({{ theme: '{theme}' }})")
                studio.page.evaluate(PAINTED)
                found = [*faint(studio.page), *unreachable(studio.page), *squeezed(studio.page), *cut(studio.page)]
                controls = boxes(
                    studio.page, f"[data-area={view.lower()}] :is(button, select, .segments, input:not([type=radio]))"
                )
                found += [f"overlap: {pair}" for pair in overlapping(controls)]
                faults.update(dict.fromkeys(found, (view, theme, size["width"])))
    assert not faults, "\n".join(f"{where}: {fault}" for fault, where in faults.items())
