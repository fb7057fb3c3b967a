"""Layers in the Pose view: a hand in a layer on the bare capture, fades, time, files, and undo of all of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from studio.browser.desk import Studio
from studio.browser.seeing import cut, squeezed, unreachable
from studio.browser.test_pose import drag, joint, place

pytestmark = pytest.mark.slow(5)

LAYERS = "studio.document.get().layers"
LAST = "studio.history.past.get().done.at(-1).label"
DELTAS = "document.querySelector('.pose-lanes canvas').dataset.deltas"
IS_AT_REST = f"studio.results.get().layered?.of?.layers === {LAYERS} && studio.commands.isIdle"


def wrist(studio: Studio) -> np.ndarray:
    """Where the left wrist is seen at the playhead, in metres."""
    studio.wait_until(IS_AT_REST)
    number = joint(studio, "left-wrist")
    row = f"(studio.playhead.get() - studio.clip.get().first_frame) * studio.clip.get().joints.length + {number}"
    return np.array(studio.numbers(f"studio.results.get().layered.positions.slice(3 * ({row}), 3 * ({row}) + 3)"))


def test_a_layer_on_the_capture_is_made_by_hand_faded_timed_saved_and_undone(studio: Studio, tmp_path: Path) -> None:
    studio.open_jump()
    studio.menu("Keys", "Pose by hand")
    before, done = studio.left()["document"], studio.js("studio.history.past.get().done.length")
    studio.page.get_by_role("group", name="What layers are on").get_by_text("Capture", exact=True).click()
    studio.button("Add layer").click()
    studio.field("Name of Layer 1").fill("raised hand")
    studio.field("Name of Layer 1").press("Enter")
    studio.js("studio.playhead.set(40)")
    captured = wrist(studio)
    studio.wait_until("document.querySelectorAll('.pose-handles .joint').length > 10")
    studio.rest()
    with studio.edit():
        drag(studio, "left-wrist", 0, -40)
    assert studio.js(LAST).startswith("Drag Left wrist")
    raised = wrist(studio)
    assert raised[1] > captured[1] + 0.05
    for frame in (20, 60):
        studio.js(f"studio.playhead.set({frame})")
        with studio.edit():
            studio.button("Key without change").click()
    studio.wait_until(f"{DELTAS} === '20 40 60'")
    studio.js("studio.playhead.set(20)")
    with studio.edit():
        studio.fill("Look later by", "0.1")
    studio.js("studio.playhead.set(24)")
    studio.fill("Look later by", "-0.1")
    studio.wait_until("document.body.innerText.includes('would turn time back')")
    assert studio.js(f"[...{LAYERS}[0].time_frames]") == [20]
    studio.js("studio.playhead.set(40)")
    studio.picture(tmp_path / "layers.png")
    assert not unreachable(studio.page)
    assert not squeezed(studio.page)
    assert not cut(studio.page)
    with studio.page.expect_download() as download:
        studio.button("Save layers").click()
    download.value.save_as(tmp_path / "jump.layers.json")
    with studio.edit():
        studio.button("Delete raised hand").click()
    np.testing.assert_allclose(wrist(studio), captured, atol=1e-5)
    with studio.page.expect_file_chooser() as chooser:
        studio.button("Open layers").click()
    with studio.edit():
        chooser.value.set_files(tmp_path / "jump.layers.json")
    assert studio.js(f"{LAYERS}.map((one) => [one.name, [...one.frames]])") == [["raised hand", [20, 40, 60]]]
    with studio.edit():
        studio.slider("Weight of raised hand").focus()
        studio.press("Home")
    weightless = wrist(studio)
    np.testing.assert_allclose(weightless, captured, atol=1e-5)
    while studio.js("studio.history.past.get().done.length") > done:
        studio.press("Control+z")
        studio.wait_until("studio.commands.isIdle")
    assert studio.left()["document"] == before
    studio.wait_until("studio.results.get().layered === null")


@pytest.mark.pictures
def test_an_edit_in_a_layer_is_carried_over_and_becomes_part_of_the_keys(studio: Studio, tmp_path: Path) -> None:
    studio.open_packaged()
    studio.menu("Keys", "Pose by hand")
    keys = studio.key_frames()
    studio.page.get_by_role("group", name="What layers are on").get_by_text("Keys", exact=True).click()
    studio.button("Add layer").click()
    studio.js(f"studio.playhead.set({keys[4]})")
    studio.wait_until("document.querySelectorAll('.pose-handles .joint').length > 10")
    studio.rest()
    with studio.edit():
        drag(studio, "left-wrist", 0, -45)
    raised = wrist(studio)
    for frame in (keys[2], keys[6]):
        studio.js(f"studio.playhead.set({frame})")
        with studio.edit():
            studio.button("Key without change").click()
    studio.button("Mark edited").click()
    studio.wait_until("studio.propagating.state.get().examples.length === 1")
    around = round(0.125 * studio.js("studio.clip.get().fps")) + 1
    example = {"first": keys[4] - around, "last": keys[4] + around}
    assert studio.js("studio.propagating.state.get().examples") == [example]
    studio.picture(tmp_path / "layer.png")
    before = studio.left()["document"]
    with studio.edit():
        studio.button("Propagate").click()
    studio.wait_until("studio.propagating.state.get().found")
    assert studio.js(LAYERS) == []
    assert any("The layer 'Layer 1' of the take went into the keys" in text for text in studio.notices())
    studio.js(f"studio.playhead.set({keys[4]})")
    studio.wait_until("studio.commands.isIdle && !studio.results.get().layered")
    np.testing.assert_allclose(place(studio, "left-wrist"), raised, atol=2e-3)
    studio.picture(tmp_path / "carried.png")
    studio.press("Control+z")
    studio.wait_until("studio.commands.isIdle")
    assert studio.left()["document"] == before
