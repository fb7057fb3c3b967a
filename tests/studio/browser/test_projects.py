"""Nothing is lost: a saved project opens as it was left, and a crash leaves what was not saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clips import jump_bytes
from studio.browser.desk import COUNT


def worked(studio: Any) -> None:
    """Do some of everything that a project keeps."""
    studio.open_jump()
    studio.fill(COUNT, "14")
    studio.settle()
    studio.tab("Graph editor")
    studio.page.locator("[data-row=channel-4]").click()
    studio.page.evaluate("studio.playhead.set(123)")
    studio.button("Top").click()
    studio.page.locator("[data-area=graph] canvas").first.hover()
    with studio.edit():
        studio.press("i")
    studio.press("Control+z")
    with studio.edit():
        studio.press("i")
    studio.page.get_by_role("radio", name="Side by side").locator("xpath=..").click()
    studio.rest()
    assert studio.js("studio.document.get().edited") is not None
    assert len(studio.key_frames()) == 15


def saved(studio: Any, file: Path) -> Any:
    """Save by the dialog and return what was seen then."""
    studio.rest()
    studio.press("Control+s")
    window = studio.page.get_by_role("dialog", name="Save project")
    window.get_by_role("textbox", name="File").fill(str(file))
    studio.press("Enter")
    window.wait_for(state="detached")
    assert studio.js("studio.saving.isUnsaved.get()") is False
    return studio.left()


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def test_a_project_opens_as_it_was_left_after_the_server_was_killed(
    start_server: Callable[..., Any], open_studio: Callable[..., Any], state: Path, tmp_path: Path
) -> None:
    """And saved work, which was kept before, leaves nothing to recover."""
    studio = open_studio(start_server(folder=tmp_path, state=state))
    worked(studio)
    studio.wait_until("studio.saving.autosave.isUpToDate")
    left = saved(studio, tmp_path / "jumps.unbake")
    assert left["document"]["edited"] is not None
    assert len(left["past"]["done"]) >= 2
    studio.page.wait_for_timeout(2500)
    studio.watch.allow("WebSocket|ERR_CONNECTION_REFUSED")
    studio.server.kill()
    studio.wait_until("studio.isLost.get()")
    assert studio.page.get_by_role("alert").filter(has_text="server has stopped").is_visible()

    again = open_studio(start_server(folder=tmp_path, state=state))
    assert again.js("studio.welcome.get().recoverable.length") == 0
    again.page.get_by_role("region", name="Recent files").get_by_role("button", name="jumps.unbake").click()
    again.wait_for_clip()
    found = again.left()
    assert found["document"] == left["document"]
    assert found["past"] == left["past"]
    assert found["playhead"] == left["playhead"] == 123
    assert found["view"] == left["view"]
    again.press("Control+z")
    again.settle()
    assert len(again.key_frames()) == 14


def test_a_project_named_on_the_command_line(
    start_screen: Any, start_server: Callable[..., Any], open_studio: Callable[..., Any], tmp_path: Path
) -> None:
    studio = start_screen
    studio.open_jump()
    studio.fill(COUNT, "9")
    studio.settle()
    left = saved(studio, studio.server.folder / f"{tmp_path.name}.unbake")
    again = open_studio(start_server(f"{tmp_path.name}.unbake", folder=studio.server.folder, state=tmp_path))
    again.wait_for_clip()
    assert again.left() == left
    assert len(again.key_frames()) == 9


def test_work_that_was_not_saved_is_recovered_after_a_crash(
    start_server: Callable[..., Any], open_studio: Callable[..., Any], state: Path, tmp_path: Path
) -> None:
    studio = open_studio(start_server(folder=tmp_path, state=state))
    worked(studio)
    studio.wait_until("studio.saving.autosave.isUpToDate")
    left = studio.left()
    studio.watch.allow("WebSocket|ERR_CONNECTION_REFUSED")
    studio.server.kill()
    studio.wait_until("studio.isLost.get()")

    again = open_studio(start_server(folder=tmp_path, state=state))
    again.page.get_by_role("region", name="Work that was not saved").get_by_role("button", name="Recover").click()
    again.wait_for_clip()
    found = again.left()
    assert found["document"] == left["document"]
    assert found["past"] == left["past"]
    assert again.js("studio.saving.isUnsaved.get()") is True


def test_a_page_that_was_cut_off_connects_again_and_has_everything(studio: Any) -> None:
    """As after a night in which the computer slept; the server has gone on, and the browser asks nothing."""
    studio.open_jump()
    studio.fill(COUNT, "14")
    studio.settle()
    studio.js("studio.connection.socket.close()")
    studio.wait_until("studio.isLost.get()")
    studio.slider("Detail that is put back").press("PageUp")
    left = studio.left()
    banner = studio.page.get_by_role("alert").filter(has_text="cut off from the studio's server")
    questions: list[str] = []
    studio.page.on("dialog", lambda dialog: (questions.append(dialog.type), dialog.accept()))
    banner.get_by_role("button", name="Connect again").click()
    studio.wait_until("window.studio?.clip?.get() && !studio.isLost.get()")
    studio.wait_for_clip()
    assert questions == []
    assert studio.left() == left
    assert studio.js("studio.saving.isUnsaved.get()") is True


def test_a_page_that_is_loaded_again_comes_back_as_it_was(
    start_server: Callable[..., Any], open_studio: Callable[..., Any], state: Path, tmp_path: Path
) -> None:
    studio = open_studio(start_server(folder=tmp_path, state=state))
    worked(studio)
    studio.press("Shift+ArrowLeft")
    studio.rest()
    studio.slider("Detail that is put back").press("PageUp")  # nothing has been kept of this when the page goes
    left = studio.left()
    studio.page.once("dialog", lambda dialog: dialog.accept())
    studio.page.reload()
    studio.wait_until("window.studio?.welcome.get()")
    studio.wait_for_clip()
    assert studio.left() == left
    assert studio.js("studio.saving.isUnsaved.get()") is True
    assert studio.notices() == []

    saved(studio, tmp_path / "jumps.unbake")
    studio.page.reload()
    studio.wait_until("window.studio?.welcome.get()")
    studio.wait_for_clip()
    assert studio.left() == left
    assert studio.js("[studio.saving.isUnsaved.get(), studio.projectPath.get()]") == [
        False,
        str(tmp_path / "jumps.unbake"),
    ]


def test_a_file_that_was_dropped_is_there_after_the_page_was_loaded_again(
    server: Any, open_studio: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / 'a "walk".bvh'
    file.write_bytes(jump_bytes())
    studio = open_studio(server)
    studio.page.get_by_label("Files to open").set_input_files(file)
    studio.wait_for_clip()
    studio.page.reload()
    studio.wait_until("window.studio?.welcome.get()")
    studio.wait_for_clip()
    assert studio.js("studio.clip.get().name") == "a _walk_.bvh"
