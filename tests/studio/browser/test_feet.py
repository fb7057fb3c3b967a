"""The Feet view: labels are painted, guessed, learnt, undone and saved; the figure shows them, and stands still."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clips import jump_clip
from studio.browser.desk import COUNT, Studio
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.formats.foot_labels.format import save_labels
from unbake.formats.registry import load_motion, save
from unbake.performer.perform import perform
from unbake.studio.server.feet.feet import plants_of

Image = pytest.importorskip("PIL.Image")
POINTS = ("Left heel", "Left toe", "Right heel", "Right toe")


@pytest.fixture
def feet(studio: Studio) -> Studio:
    """A short clip with the Feet view in front."""
    return in_front(studio)


def in_front(studio: Studio) -> Studio:
    studio.open_jump()
    studio.js("studio.results.patch({ guess: null })")
    studio.tab("Feet")
    studio.wait_until("studio.results.get().feet")
    return studio


def plants(studio: Studio) -> list[str]:
    """The labels as they are drawn: point, frames and source."""
    return studio.drawn("feet", "plants")


def kept(studio: Studio) -> list[str]:
    """The labels as the document has them."""
    return [f"{p['point']}:{p['first']}-{p['last']}:{p['source']}" for p in studio.js("studio.document.get().plants")]


def place(studio: Studio, lane: int, frame: float) -> tuple[float, float]:
    """Where a frame of a lane is on the page."""
    box = studio.page.locator(".feet-view canvas").bounding_box()
    assert box is not None
    seen = studio.js("(({ from, to }) => [from, to])(studio.view.get())")
    left, right = 124, 10
    x = box["x"] + left + (frame - seen[0]) / (seen[1] - seen[0]) * (box["width"] - left - right)
    return x, box["y"] + (lane + 0.5) * (box["height"] // 4)


def drag(
    studio: Studio, start: tuple[int, float], end: tuple[int, float], button: Any = "left", leave: bool = False
) -> None:
    """Drag from a frame of a lane to another."""
    mouse = studio.page.mouse
    (x0, y0), (x1, y1) = place(studio, *start), place(studio, *end)
    mouse.move(x0, y0)
    mouse.down(button=button)
    mouse.move((x0 + x1) / 2, (y0 + y1) / 2)
    mouse.move(x1, y1)
    if leave:
        studio.press("Escape")
    mouse.up(button=button)


def undone(studio: Studio) -> str:
    """What the edit menu would take back."""
    return str(studio.js("studio.history.past.get().done.at(-1)?.label ?? ''"))


def test_labels_are_painted_erased_and_undone(feet: Studio) -> None:
    drag(feet, (0, 20), (0, 60))
    assert plants(feet) == kept(feet) == ["0:20-60:hand"]
    assert undone(feet) == "Paint left heel"
    drag(feet, (1, 61), (0, 80))
    assert kept(feet) == ["0:20-80:hand", "1:61-80:hand"]
    assert undone(feet) == "Paint left foot"
    drag(feet, (0, 30), (0, 39), "right")
    assert kept(feet) == ["0:20-29:hand", "0:40-80:hand", "1:61-80:hand"]
    feet.page.keyboard.down("Alt")
    drag(feet, (1, 71), (1, 90))
    feet.page.keyboard.up("Alt")
    assert kept(feet)[-1] == "1:61-70:hand"
    before = kept(feet)
    drag(feet, (3, 10), (3, 90), leave=True)
    assert plants(feet) == kept(feet) == before
    for _ in range(3):
        feet.press("Control+z")
    assert plants(feet) == ["0:20-60:hand"]
    feet.press("Control+Shift+z")
    assert plants(feet) == ["0:20-80:hand", "1:61-80:hand"]


def test_an_edge_is_dragged_to_the_frame_and_the_figure_follows(feet: Studio) -> None:
    drag(feet, (2, 20), (2, 60))
    drag(feet, (2, 60.5), (2, 75.5))
    assert kept(feet) == ["2:20-75:hand"]
    assert feet.js("studio.playhead.get()") == 75
    assert undone(feet) == "Retime right heel"
    drag(feet, (2, 19.5), (2, 5.5))
    assert kept(feet) == ["2:6-75:hand"]
    drag(feet, (2, 5.5), (2, 40.5), leave=True)
    assert kept(feet) == plants(feet) == ["2:6-75:hand"]
    assert feet.js("studio.playhead.get()") == 6


@pytest.mark.parametrize("keymap", ["blender", "maya"])
def test_labels_are_made_with_keys_alone(start_screen: Studio, keymap: str) -> None:
    feet = in_front(start_screen)
    feet.js(f"studio.setPreferences({{ keymap: '{keymap}' }})")
    feet.page.locator(".feet-view canvas").focus()
    feet.press("ArrowDown", "ArrowDown")
    assert feet.drawn("feet", "lane") == ["2"]
    feet.js("studio.playhead.set(30)")
    feet.press("p")
    feet.js("studio.playhead.set(50)")
    feet.press("]")
    feet.page.keyboard.down("Control")
    feet.press("ArrowRight", "ArrowRight")  # soon enough after each other to be one step
    feet.page.keyboard.up("Control")
    assert kept(feet) == ["2:30-52:hand"]
    spoken = feet.page.locator("#feet-spoken")
    assert spoken.text_content() == "Right heel, 1 plant. Frame 52: planted from 30 to 52, by hand."
    feet.press("Control+z")
    assert kept(feet) == ["2:30-50:hand"]
    feet.press("PageUp", "PageUp", "Control+ArrowLeft")
    assert feet.js("studio.playhead.get()") == 29
    assert kept(feet) == ["2:29-50:hand"]
    feet.press("4")
    assert feet.drawn("feet", "lane") == ["3"]
    feet.press("3", "Delete")
    assert kept(feet) == []


def test_the_guess_is_the_librarys_and_is_taken_over_beside_what_a_hand_has_set(feet: Studio) -> None:
    motion = jump_clip()
    feet.button("Guess foot plants").click()
    feet.wait_until("studio.results.get().guess")
    wanted = [f"{p.point}:{p.first}-{p.last}:{p.source}" for p in plants_of(guess_feet(motion).labels)]
    assert feet.drawn("feet", "guess") == [str(len(wanted))]
    certainty = np.array(feet.numbers("studio.results.get().guess.certainty")).reshape(-1, 4)
    np.testing.assert_allclose(certainty, guess_feet(motion).certainty, atol=1e-6)
    assert kept(feet) == []
    feet.button("Accept guess").click()
    assert kept(feet) == wanted
    assert undone(feet) == "Accept guess"
    feet.press("Control+z")
    assert kept(feet) == []
    last = motion.last_frame
    drag(feet, (0, 2), (0, last - 2))
    feet.button("Accept guess").click()
    assert kept(feet) == [f"0:2-{last - 2}:hand", *(plant for plant in wanted if not plant.startswith("0:"))]


def test_a_sequence_is_labelled_and_learnt(
    start_server: Callable[..., Any], open_studio: Callable[..., Any], tmp_path: Path
) -> None:
    studio = open_studio(start_server(folder=tmp_path))
    studio.open_packaged()
    studio.tab("Feet")
    studio.wait_until("studio.results.get().feet")
    studio.button("Next sequence to label").click()
    studio.wait_until("document.querySelector('.feet-view canvas').dataset.sequence")
    (sequence,) = studio.drawn("feet", "sequence")
    first, last = (int(frame) for frame in sequence.split("-"))
    assert {plant.rpartition(":")[2] for plant in kept(studio)} == {"oracle"}
    before = studio.js(
        "(async () => (await studio.connection.request('AskOracle', { oracle: 'own' }).answer).examples)()"
    )
    studio.button(f"Learn {first}–{last}").click()
    studio.wait_until("studio.history.past.get().done.at(-1).label === 'Confirm labels'")
    assert {plant.rpartition(":")[2] for plant in kept(studio)} == {"hand"}
    assert studio.drawn("feet", "sequence") == []
    studio.page.get_by_title("What the oracle has learnt").click()
    panel = studio.page.get_by_role("region", name="Oracle", exact=True)
    lesson = f"{studio.js('studio.clip.get().name')} {first}–{last}"
    panel.get_by_role("listitem").filter(has_text=lesson).wait_for()
    studio.wait_until("!studio.busy.get()")
    with studio.page.expect_download() as download:
        panel.get_by_role("button", name="Export", exact=True).click()
    file = tmp_path / "taken.json.gz"
    download.value.save_as(file)
    panel.get_by_role("button", name="Empty").click()
    panel.get_by_text("It knows nothing yet").wait_for()
    studio.page.get_by_label("Oracle to import").set_input_files(file)
    panel.get_by_role("listitem").filter(has_text=lesson).wait_for()
    after = studio.js(
        "(async () => (await studio.connection.request('AskOracle', { oracle: 'own' }).answer).examples)()"
    )
    assert after > before


@pytest.mark.pictures
def test_the_figure_shows_which_points_are_on_the_ground(feet: Studio) -> None:
    drag(feet, (0, 20), (0, 60))
    drag(feet, (3, 40), (3, 80))
    seen = []
    for frame in (10, 30, 50, 70, 90):
        feet.js(f"studio.playhead.set({frame})")
        seen.append(" ".join(feet.drawn("viewport", "planted")))
    assert seen == ["", "Left heel", "Left heel, Right toe", "Right toe", ""]

    def violet() -> int:
        """Pixels of the picture in the colour of planted heels."""
        feet.page.wait_for_timeout(600)
        data = feet.page.locator(".viewport-canvas").screenshot()
        picture = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
        red, green, blue = picture[..., 0], picture[..., 1], picture[..., 2]
        return int(((blue - green > 60) & (red - green > 15)).sum())

    feet.js("studio.playhead.set(30)")
    feet.page.get_by_role("radio", name="Capture").locator("xpath=..").click()  # no result and no ghost before the heel
    tinted = violet()
    feet.menu("View", "Planted feet")
    assert feet.drawn("viewport", "planted") == []
    plain = violet()
    # The spot on the heel alone has about thirty.
    assert tinted > plain + 80


def test_clean_feet_stand_still(
    start_server: Callable[..., Any], open_studio: Callable[..., Any], tmp_path: Path
) -> None:
    performed = perform("walk", seconds=2, fps=60, seed=3)
    save(performed.motion, tmp_path / "walk.bvh")
    read = load_motion(tmp_path / "walk.bvh")
    labels = FootLabels.from_frames(performed.contacts, read.fps, read.first_frame)
    save_labels(labels, read, tmp_path / "walk.bvh")
    studio = open_studio(start_server("walk.bvh", folder=tmp_path))
    studio.wait_for_clip()
    studio.choose_by("Count")
    studio.fill(COUNT, "8")
    studio.settle()
    studio.tab("Feet")
    assert kept(studio) == plants(studio) == [f"{p.point}:{p.first}-{p.last}:hand" for p in plants_of(labels)]
    unclean = positions_of(studio, "studio.evaluation()")
    studio.button("Clean feet").click()
    studio.wait_until("studio.results.get().cleaned")
    assert undone(studio) == "Clean feet"
    assert "→ 0.0 mm" in (studio.page.locator(".feet-toolbar output").text_content() or "")
    clean, toe = positions_of(studio, "studio.results.get().cleaned"), legs_of(read).left.toe
    longest = max(labels.of_point(1), key=lambda plant: plant.n_frames)
    rows = slice(longest.first, longest.last + 1)
    assert np.ptp(clean[rows, toe], axis=0).max() < 2.8e-3  # over a whole plant, its soft ends included
    assert np.ptp(unclean[rows, toe], axis=0).max() > 5e-3
    studio.press("Control+z")
    studio.wait_until("!studio.results.get().cleaned")
    assert studio.js("studio.document.get().cleansFeet") is False


def positions_of(studio: Studio, where: str) -> Any:
    """Where the joints are, (F, J, 3)."""
    joints = studio.js("studio.clip.get().joints.length")
    return np.array(studio.numbers(f"{where}.positions")).reshape(-1, joints, 3)


def test_labels_are_saved_with_the_project(
    feet: Studio, start_server: Callable[..., Any], open_studio: Callable[..., Any], tmp_path: Path
) -> None:
    drag(feet, (0, 20), (0, 60))
    drag(feet, (1, 40), (3, 70))
    left = kept(feet)
    feet.press("Control+s")
    window = feet.page.get_by_role("dialog", name="Save project")
    window.get_by_role("textbox", name="File").fill(str(feet.server.folder / f"{tmp_path.name}.unbake"))
    feet.press("Enter")
    window.wait_for(state="detached")
    again = open_studio(start_server(f"{tmp_path.name}.unbake", folder=feet.server.folder, state=tmp_path))
    again.wait_for_clip()
    again.wait_until("studio.results.get().feet")
    assert kept(again) == plants(again) == left
    again.js("studio.playhead.set(50)")
    assert " ".join(again.drawn("viewport", "planted")) == ", ".join(POINTS)
    again.press("Control+z")
    assert kept(again) == left[:1]


def test_labels_go_to_a_file_and_come_back(feet: Studio, tmp_path: Path) -> None:
    drag(feet, (0, 20), (0, 60))
    drag(feet, (1, 40), (3, 70))
    left = kept(feet)
    with feet.page.expect_download() as download:
        feet.menu("Feet", "Save foot labels")
    assert download.value.suggested_filename.endswith(".feet.json")
    download.value.save_as(tmp_path / "mine.feet.json")
    feet.press("Control+z", "Control+z")
    assert kept(feet) == []
    with feet.page.expect_file_chooser() as chooser:
        feet.menu("Feet", "Load foot labels")
    chooser.value.set_files(tmp_path / "mine.feet.json")
    feet.wait_until("studio.document.get().plants.length")
    assert kept(feet) == plants(feet) == left
    assert undone(feet) == "Load labels"
    (tmp_path / "other.json").write_text("{}")
    with feet.page.expect_file_chooser() as chooser:
        feet.menu("Feet", "Load foot labels")
    chooser.value.set_files(tmp_path / "other.json")
    feet.wait_until("studio.notices.get().some(({ kind }) => kind === 'error')")
    assert kept(feet) == left
