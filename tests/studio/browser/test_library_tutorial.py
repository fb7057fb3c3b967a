"""The studio's half of the tutorial on libraries: Walk and Turn Left painted in a dozen stretches, learnt, searched."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from data import DATA, needs_data
from studio.browser.annotating import drag, opened
from studio.browser.desk import Studio
from unbake.library import Library
from unbake.library.adding.add import add_files

pytestmark = [pytest.mark.slow(60), needs_data]
TUTORIAL = Path(__file__).parents[3] / "docs" / "tutorials" / "library.md"
LANES = ("walk", "turn-left")
PAINTED = ("16_11", "16_17", "16_23", "16_27", "16_13", "16_21", "16_25", "16_29")
UNSEEN = "16_12"


def stretches() -> list[tuple[str, int, int, int]]:
    """What the page labels of these clips: clip, lane, first and last frame."""
    text = TUTORIAL.read_text(encoding="utf-8")
    said = re.findall(r"moves\.unbakelib set (\S+) (walk|turn-left) (\d+) (\d+)", text)
    return [(clip, LANES.index(flag), int(first), int(last)) for clip, flag, first, last in said if clip in PAINTED]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a library of one walker's clips."""
    folder = tmp_path_factory.mktemp("tutorial")
    with Library.create(folder / "moves.unbakelib") as library:
        add_files(library, [DATA / "cmu" / "16" / f"{clip}.amc" for clip in (*PAINTED, UNSEEN)])
    return folder


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any], folder: Path) -> Any:
    """A studio that was started with the library."""
    return start_server("moves.unbakelib", folder=folder)


def choose_lanes(studio: Studio) -> None:
    studio.page.get_by_title("Which flags have a lane").click()
    flags = studio.page.get_by_label("Flags with a lane")
    for flag in studio.drawn("annotations", "flags"):
        if flag not in LANES:
            flags.get_by_role("checkbox", name=" ".join(flag.split("-")).title(), exact=True).uncheck()
    flags.get_by_role("button", name="Close").click()
    assert studio.drawn("annotations", "flags") == list(LANES)


def take_back(folder: Path) -> None:
    """Forget all labels: a second try begins as the first did."""
    with Library.open(folder / "moves.unbakelib") as library:
        for clip in library.clips():
            for flag in LANES:
                library.annotate(clip.id, flag, 0, clip.n_frames, None)


def test_a_dozen_stretches_teach_what_walking_is(studio: Studio, folder: Path) -> None:
    pytest.importorskip("sklearn")
    said = stretches()
    assert len(said) == 12
    take_back(folder)
    for clip in PAINTED:
        opened(studio, clip)
        if clip == PAINTED[0]:
            choose_lanes(studio)
        for _, lane, first, last in (one for one in said if one[0] == clip):
            drag(studio, (lane, first), (lane, last))
        studio.button("Rest is no").click()
    opened(studio, UNSEEN)
    studio.button("Learn the flags and guess").click()
    studio.wait_until("document.querySelector('.flag-lanes canvas').dataset.guessed?.includes('turn-left')")
    with Library.open(folder / "moves.unbakelib") as library:
        for clip, lane, first, last in said:
            found = library.clip(clip)
            values = library.annotations(found.id).is_set(LANES[lane])
            expected = np.zeros(found.n_frames, dtype=bool)
            expected[first - found.first_frame : last + 1 - found.first_frame] = True
            np.testing.assert_array_equal(values, expected)
    turning = np.array(studio.numbers("studio.annotations.guessOf('Turn Left')"))
    # The page searches by a turn to the left that nobody labelled. Turns are short: the middle of it is found.
    found = np.flatnonzero(turning >= 50)
    assert len(found) > 10
    assert found.min() >= 125
    assert found.max() < 215
    studio.tab("Library")
    studio.fill("Start", "125")
    studio.fill("End", "215")
    studio.button("Similar to 125–215").click()
    studio.wait_until("studio.library.state.get().found")
    names = studio.page.get_by_label("What is alike", exact=True).locator(".clip-card > .name").all_inner_texts()
    assert len(names) > 3
    turning_clips = {clip for clip, lane, *_ in said if lane == 1}
    assert turning_clips & set(names[:3])
