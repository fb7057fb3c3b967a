"""The ways in: the packaged clip, a path on the command line, an upload; and what is said where one leads nowhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clips import jump_bytes, jump_clip, packaged_bytes, packaged_clip
from data import DATA, needs_data
from studio.browser.desk import Studio
from studio.browser.library import packaged
from studio.server.serving import two_takes
from unbake import Motion, ReadOptions, UnbakeError, load_motion

WALK = DATA / "cmu" / "02" / "02_01.amc"


def is_shown(studio: Any, motion: Motion) -> bool:
    """Return whether the page has a motion, joint by joint and frame by frame."""
    studio.wait_for_clip()
    names = studio.js("studio.clip.get().joints.map((joint) => joint.name)")
    shown = np.array(studio.numbers("studio.clip.get().positions")).reshape(motion.n_frames, len(names), 3)
    positions = motion.positions()
    order = [motion.skeleton.names.index(name) for name in names if name in motion.skeleton.names]
    rows = [row for row, name in enumerate(names) if name in motion.skeleton.names]
    return len(order) == len(motion.skeleton.names) and np.allclose(shown[:, rows], positions[:, order], atol=1e-5)


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any]) -> Any:
    """Its own: the start screen shows what a server remembers."""
    return start_server()


@pytest.fixture
def studio(start_screen: Any) -> Any:
    """Each test begins on the start screen."""
    return start_screen


def test_the_packaged_clip_from_the_start_screen(studio: Any) -> None:
    assert studio.page.get_by_role("heading", name="Unbake").is_visible()
    studio.open_packaged()
    assert is_shown(studio, packaged_clip())
    library = packaged()
    assert studio.key_frames() == list(library.animation.key_numbers())
    assert studio.frames_drawn("dopesheet", "keys") == studio.key_frames()
    assert studio.js("studio.results.get().evaluation.max_cm") == 100.0 * library.error.max_m


def test_the_page_is_shown_in_a_language_that_the_browser_does_not_know(server: Any, browser: Any) -> None:
    """WebKit calls the language of a system in C.UTF-8 so."""
    page = browser.new_page()
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'language', { get: () => 'C' })")
    studio = Studio(page, server, is_drawn=False)
    assert studio.button("Choose file…").is_visible()
    assert studio.watch.faults() == []
    page.close()


@needs_data
def test_a_clip_on_the_command_line(start_server: Callable[..., Any], open_studio: Callable[..., Any]) -> None:
    studio = open_studio(start_server(WALK))
    assert is_shown(studio, load_motion(WALK))
    assert studio.js("studio.clip.get().name") == WALK.name
    assert studio.page.get_by_text(WALK.name).first.is_visible()


@needs_data
def test_a_skeleton_and_its_motion_are_uploaded_together(studio: Any) -> None:
    files = [WALK.parent / "02.asf", WALK]
    studio.page.locator("input[type=file]").first.set_input_files([str(file) for file in files])
    assert is_shown(studio, load_motion(WALK))


def test_another_take_of_an_uploaded_file_is_chosen_and_there_after_a_reload(studio: Any, tmp_path: Path) -> None:
    (tmp_path / "two.gltf").write_bytes(two_takes())
    studio.page.locator("input[type=file]").first.set_input_files(str(tmp_path / "two.gltf"))
    assert is_shown(studio, load_motion(tmp_path / "two.gltf", ReadOptions(take="Walk")))
    studio.page.get_by_role("combobox", name="Take").select_option("Sway")
    studio.wait_until("studio.clip.get().take === 'Sway'")
    sway = load_motion(tmp_path / "two.gltf", ReadOptions(take="Sway"))
    assert is_shown(studio, sway)
    studio.page.reload()
    assert is_shown(studio, sway)


def test_a_file_is_dropped_on_the_page(studio: Any) -> None:
    studio.page.evaluate(
        """(text) => {
          const carried = new DataTransfer();
          carried.items.add(new File([text], "dropped.bvh"));
          const how = { dataTransfer: carried, bubbles: true, cancelable: true };
          for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, how));
        }""",
        jump_bytes().decode(),
    )
    assert is_shown(studio, jump_clip())
    assert studio.js("studio.clip.get().name") == "dropped.bvh"


def test_a_damaged_file_gets_the_words_of_the_command_line(studio: Any, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.bvh"
    damaged.write_bytes(packaged_bytes()[:4000])
    studio.page.locator("input[type=file]").first.set_input_files(str(damaged))
    studio.wait_until("studio.notices.get().length")
    try:
        load_motion(damaged)
    except UnbakeError as error:
        # The command line has the whole path, the page only the name.
        said = str(error).replace(str(damaged), damaged.name)
    assert said in studio.notices()[0]
    assert studio.page.get_by_text(said).first.is_visible()
    assert studio.js("studio.clip.get()") is None


def test_a_file_that_was_opened_is_recent(
    start_server: Callable[..., Any], open_studio: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "jumps.bvh"
    file.write_bytes(jump_bytes())
    state = tmp_path / "state"
    open_studio(start_server(file, state=state)).wait_for_clip()
    again = open_studio(start_server(state=state))
    again.page.get_by_role("region", name="Recent files").get_by_role("button", name="jumps.bvh").click()
    assert is_shown(again, jump_clip())


def test_a_path_is_typed_completed_and_opened(studio: Any, tmp_path: Path) -> None:
    (tmp_path / "jumps.bvh").write_bytes(jump_bytes())
    (tmp_path / "takes").mkdir()
    studio.press("Control+o")
    field = studio.page.get_by_role("dialog").get_by_role("combobox", name="Path")
    assert field.evaluate("(field) => field === document.activeElement")
    studio.page.keyboard.type(f"{tmp_path}/")
    dialog = studio.page.get_by_role("dialog")
    dialog.get_by_role("option", name="takes").wait_for()
    assert [text.strip() for text in dialog.get_by_role("option").all_inner_texts()] == ["takes/", "jumps.bvh"]
    # Nobody waits for the list: it may be that of what was typed before.
    studio.page.keyboard.type("ju")
    studio.press("Tab")
    studio.wait_until("document.activeElement.value?.endsWith('/jumps.bvh')")
    assert field.input_value() == f"{tmp_path}/jumps.bvh"
    studio.press("Enter")
    assert is_shown(studio, jump_clip())
    assert studio.js("studio.clip.get().path") == str(tmp_path / "jumps.bvh")
    assert not studio.page.get_by_role("dialog").is_visible()
    studio.press("Control+o")
    recent = studio.page.get_by_role("dialog").get_by_role("region", name="Recent files")
    recent.get_by_role("button", name="jumps.bvh").wait_for()


def test_a_folder_is_walked_through_with_the_arrows(studio: Any, tmp_path: Path) -> None:
    (tmp_path / "deep" / "takes").mkdir(parents=True)
    (tmp_path / "deep" / "takes" / "jumps.bvh").write_bytes(jump_bytes())
    field = studio.page.get_by_role("combobox", name="Path")
    field.fill(f"{tmp_path}/deep/")
    for name in ("takes", "jumps.bvh"):
        studio.page.get_by_role("option", name=name).wait_for()
        studio.press("ArrowDown", "Enter")
    assert is_shown(studio, jump_clip())


def test_a_path_that_leads_nowhere_is_said_where_it_was_typed(studio: Any, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no motion")
    said = {
        "gone.bvh": "gone.bvh: there is no such file",
        "notes.txt": "notes.txt: unknown suffix '.txt'",
        "": "is a folder, not a file",
    }
    studio.press("Control+o")
    field = studio.page.get_by_role("dialog").get_by_role("combobox", name="Path")
    for name, words in said.items():
        field.fill(f"{tmp_path}/{name}")
        field.press("Enter")
        studio.page.get_by_role("dialog").get_by_role("alert").get_by_text(words).wait_for()
        assert studio.page.get_by_role("dialog").is_visible()
    assert studio.notices() == []
    assert studio.js("studio.clip.get()") is None
