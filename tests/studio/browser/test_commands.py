"""Keys pressed faster than the server edits a long clip: each command does what it names, in order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from studio.browser.desk import PATIENCE_S, Studio
from unbake.curves.fits.fit import fit
from unbake.formats.registry import save
from unbake.keyframes.selection import Selection
from unbake.performer.perform import perform

FRAMES = 5000
STEP = 100
QUICK_MS = 150
"""Between two keys of a person who knows what comes next."""
DONE = "studio.commands.isIdle"
HISTORY = "studio.history.past.get().done.map(({label}) => label)"


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A long walk with a key on every hundredth frame."""
    motion = perform("walk", seconds=FRAMES // 60, fps=60, seed=1).motion
    frames = sorted({*range(0, motion.n_frames, STEP), motion.n_frames - 1})
    path = tmp_path_factory.mktemp("long") / "walk.json"
    save(fit(motion, Selection(tuple(frames)), "hermite"), path)
    return path


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any], clip: Path) -> Any:
    """A server that opens the long walk."""
    return start_server(clip)


@pytest.fixture
def walk(server: Any, open_studio: Callable[..., Any]) -> Studio:
    """The long walk, with the pointer over the dopesheet and the playhead on a frame without a key."""
    studio: Studio = open_studio(server)
    studio.wait_until("studio.clip.get() && studio.shownKeys()", 5 * PATIENCE_S)
    studio.settle()
    studio.tab("Dopesheet")
    studio.js("studio.playhead.set(studio.clip.get().first_frame + 25)")
    box = studio.page.locator("[data-area=dopesheet] canvas").first.bounding_box()
    studio.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return studio


def press_quickly(studio: Studio, *chords: str) -> None:
    """Press keys one after the other without waiting for what they do, then wait for all of it."""
    for chord in chords:
        studio.press(chord)
        studio.page.wait_for_timeout(QUICK_MS)
    studio.wait_until(DONE, 5 * PATIENCE_S)


def test_a_key_then_all_keys_then_delete(walk: Studio) -> None:
    before = walk.key_frames()
    press_quickly(walk, "i", "a", "x")
    assert walk.js(HISTORY) == ["Add key", f"Delete {len(before) - 1} keys"]
    assert walk.key_frames() == [before[0], before[-1]]
    press_quickly(walk, "Control+z", "Control+z")
    assert walk.key_frames() == before


def test_what_is_selected_after_a_command_stays_selected(walk: Studio) -> None:
    frame = int(walk.js("studio.playhead.get()"))
    press_quickly(walk, "i", "Alt+a")
    assert walk.numbers("studio.view.get().selectedKeys") == []
    press_quickly(walk, "i", "p", "Control+ArrowRight", "Control+ArrowRight", "Control+z")
    assert walk.js(HISTORY)[:2] == ["Add key", "Pin key"]
    assert walk.js("studio.document.get().settings.pins") == [frame + 1]
    assert walk.numbers("studio.view.get().selectedKeys") == [frame + 1]
    assert not [text for text in walk.notices() if "not done" in text or "gone" in text]


def test_what_waits_is_shown(walk: Studio) -> None:
    walk.page.evaluate(
        """() => {
      const { connection } = studio;
      const request = connection.request.bind(connection);
      connection.request = (type, body, told) => {
        const pending = request(type, body, told);
        const late = (answer) => new Promise((resolve) => setTimeout(() => resolve(answer), 1500));
        return type === "InsertKey" ? { ...pending, answer: pending.answer.then(late) } : pending;
      };
    }"""
    )
    walk.press("i", "x")
    status = walk.page.locator("footer [role=status]")
    status.get_by_text("Add key").wait_for()
    status.get_by_text("then Delete key").wait_for()
    walk.wait_until(DONE, 5 * PATIENCE_S)
    assert walk.js(HISTORY) == ["Add key", "Delete key"]
