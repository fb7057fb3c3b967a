"""What the studio changes of a library: tags, names, flags, and clips that go; the file has it at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clips import jump_clip
from library.making import wobble
from studio.browser.desk import PAINTED, Studio
from studio.browser.seeing import cut, faint, squeezed, unreachable
from unbake.library import Library


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a library of a jump, which is labelled, and of two clips without a body."""
    folder = tmp_path_factory.mktemp("library")
    with Library.create(folder / "moves.unbakelib", ("Walk", "Jump", "Stand")) as library:
        jump, _ = library.add(jump_clip(), "Jump", tags=["CMU"])
        library.annotate(jump, "Jump", 10, 40, True)
        for seed in (1, 2):
            library.add(wobble(seed), f"wobble {seed}", tags=["made"])
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


def card(studio: Studio, name: str) -> Any:
    return studio.page.locator(".clip-card", has_text=name).first


def wait_for(studio: Studio, library: Library, wanted: dict[str, tuple[str, ...]]) -> None:
    """Wait until the file has these clips with these tags, and the page shows them."""
    said = [name for clip in wanted.items() for name in (clip[0], ", ".join(clip[1]))]
    shown = "studio.library.state.get().listed.clips.flatMap(({ name, tags }) => [name, tags.join(', ')])"
    studio.wait_until(f"JSON.stringify({shown}) === JSON.stringify({said})")
    assert {clip.name: clip.tags for clip in library.clips()} == wanted


def test_clips_are_tagged_together_and_renamed(studio: Studio, library: Library) -> None:
    studio.wait_until("studio.library.state.get().listed")
    card(studio, "wobble 1").click()
    card(studio, "Jump").click(modifiers=["Shift"])
    field = studio.page.get_by_label("Add a tag")
    offered = studio.page.locator("datalist option")
    assert [offered.nth(n).get_attribute("value") for n in range(offered.count())] == ["CMU", "made"]
    field.fill("made")
    field.press("Enter")
    wait_for(studio, library, {"Jump": ("CMU", "made"), "wobble 1": ("made",), "wobble 2": ("made",)})
    studio.button("Drop made").click()
    wait_for(studio, library, {"Jump": ("CMU",), "wobble 1": (), "wobble 2": ("made",)})
    card(studio, "wobble 2").click()
    studio.button("Rename…").click()
    studio.fill("Name", "jump")
    studio.page.get_by_text("another clip is called").wait_for()
    studio.fill("Name", "other")
    wait_for(studio, library, {"Jump": ("CMU",), "other": ("made",), "wobble 1": ()})


def test_flags_change_and_lanes_follow(studio: Studio, library: Library) -> None:
    if studio.js("studio.clip.get() === null"):
        card(studio, "Jump").dblclick()
        studio.wait_for_clip()
    studio.wait_until("studio.annotations.known.get().clip !== null")
    studio.menu("Library", "Flags of the library")
    studio.fill("Name of Stand", "Rest")
    studio.fill("New flag", "Limp")
    studio.page.get_by_label("Name of Limp").wait_for()
    assert library.vocabulary == ("Walk", "Jump", "Rest", "Limp")
    studio.button("Remove Jump").click()
    studio.page.get_by_text("on 30 frames of 1 clip go, too. This cannot be undone.").wait_for()
    studio.button("Keep it").click()
    studio.button("Remove Walk").click()
    studio.page.get_by_label("Name of Walk").wait_for(state="detached")
    assert library.vocabulary == ("Jump", "Rest", "Limp")
    studio.button("Done").click()
    studio.tab("Annotations")
    studio.wait_until("studio.document.get().marks.Jump?.length === 1")
    studio.page.locator(".flag-lanes canvas").focus()
    studio.press("2", "2")  # the number keys are the new lanes'
    studio.wait_until("studio.document.get().marks.Rest?.length === 1")
    studio.press("Control+z")
    studio.tab("Library")


def test_clips_are_removed_after_a_question_and_an_open_one_stays_open(studio: Studio, library: Library) -> None:
    card(studio, "Jump").click()
    card(studio, "wobble 1").click(modifiers=["Control"])
    for size in ({"width": 1280, "height": 800}, {"width": 720, "height": 450}):
        studio.page.set_viewport_size(size)
        studio.page.evaluate(PAINTED)
        page = studio.page
        assert [*faint(page), *unreachable(page), *squeezed(page), *cut(page)] == []
    studio.button("Remove…").click()
    studio.page.get_by_text("The labels of 1 clip (30 frames) go, too").wait_for()
    studio.page.get_by_text("This cannot be undone.").wait_for()
    studio.press("Enter")  # the careful answer
    assert len(library.clips()) == 3
    studio.button("Remove…").click()
    studio.button("Remove").click()
    wait_for(studio, library, {"other": ("made",)})
    assert studio.js("studio.clip.get().name") == "Jump"
    studio.button("Add this clip").click()
    wait_for(studio, library, {"Jump": (), "other": ("made",)})
