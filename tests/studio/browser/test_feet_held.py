"""Feet that hold in the keys, sequences from a whole folder, labels that come as files, lessons that are undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from studio.browser.desk import COUNT, Studio
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.labels import FootLabels
from unbake.formats.foot_labels.format import load_labels, save_labels
from unbake.formats.registry import load_motion, save
from unbake.motion.motion import Motion
from unbake.performer.perform import perform
from unbake.reduce.hold_feet import hold_feet
from unbake.reduce.reduction import ReduceOptions
from unbake.studio.server.feet.feet import plants_of

HELD = "studio.results.get().chosen?.feet"
TAUGHT = """(async () => {
  // All of the walk, as if no foot ever touched the ground.
  const { id, first_frame, last_frame } = studio.clip.get();
  const ask = (kind, body) => studio.connection.request(kind, body).answer;
  await ask("BeginOracle", { source: "nothing", name: "" });
  await ask("LearnFeet", { clip: id, plants: [], first: first_frame, last: last_frame });
})()"""
DROP = """async (paths) => {
  const files = await Promise.all(paths.map(async ([name, text]) => new File([text], name)));
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two clips of two seconds; the labels of the walk lie elsewhere."""
    place = tmp_path_factory.mktemp("clips")
    for name in ("walk", "run"):
        performed = perform(name, seconds=2, fps=60, seed=3)
        save(performed.motion, place / f"{name}.bvh")
        read = load_motion(place / f"{name}.bvh")
        labels = FootLabels.from_frames(performed.contacts, read.fps, read.first_frame)
        (place / "labels").mkdir(exist_ok=True)
        save_labels(labels, read, place / "labels" / f"{name}.feet.json")
    return place


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any], folder: Path) -> Any:
    """A server that opens the walk."""
    return start_server(folder / "walk.bvh")


@pytest.fixture
def walk(server: Any, open_studio: Callable[..., Any]) -> Studio:
    """The walk with eight keys."""
    studio: Studio = open_studio(server)
    studio.wait_for_clip()
    studio.choose_by("Count")
    studio.fill(COUNT, "8")
    studio.settle()
    return studio


def drop(studio: Studio, *files: Path) -> None:
    """Drop files on the window, as a file manager does."""
    studio.page.evaluate(DROP, [[file.name, file.read_text()] for file in files])


def kept(studio: Studio) -> list[tuple[int, int, int]]:
    """The labels as the document has them."""
    return [(p["point"], p["first"], p["last"]) for p in studio.js("studio.document.get().plants")]


def labelled(folder: Path, name: str) -> list[tuple[int, int, int]]:
    """The labels in a file."""
    motion = load_motion(folder / f"{name}.bvh")
    return [(p.point, p.first, p.last) for p in plants_of(stored(folder, name, motion))]


def stored(folder: Path, name: str, motion: Motion) -> FootLabels:
    """The same, as the library has them."""
    found = load_labels(folder / "labels" / f"{name}.feet.json", motion)
    assert found is not None
    return found


def test_feet_hold_by_labels_that_were_dropped_and_all_of_it_is_undone(walk: Studio, folder: Path) -> None:
    walk.page.get_by_role("button", name="Curves").click()
    toggle = walk.page.get_by_label("Hold feet")
    toggle.check()
    walk.settle()
    by_oracle = walk.js(HELD)
    assert by_oracle["mean_mm"] < 10.0
    assert "--hold-feet" in walk.js("studio.results.get().chosen.command")
    drop(walk, folder / "labels" / "run.feet.json")
    walk.wait_until("studio.notices.get().length")
    assert walk.notices()[0].startswith("run.feet.json: the foot labels are of another motion")
    assert kept(walk) == []
    drop(walk, folder / "labels" / "walk.feet.json")
    walk.wait_until("studio.document.get().plants.length")
    walk.settle()
    assert kept(walk) == labelled(folder, "walk")
    motion = load_motion(folder / "walk.bvh")
    wanted = hold_feet(motion, stored(folder, "walk", motion), ReduceOptions(keys=8))
    assert walk.key_frames() == [frame + motion.first_frame for frame in wanted.reduction.selection.frames]
    assert walk.js(HELD)["mean_mm"] == pytest.approx(wanted.skating["keys"].mean_mm, abs=1e-6)
    shown = walk.page.locator(".result dl", has_text="Planted feet stray").text_content() or ""
    assert f"→ {wanted.skating['keys'].mean_mm:.1f} mm" in shown
    walk.press("Control+z")
    walk.settle()
    assert (kept(walk), walk.js(HELD)) == ([], by_oracle)
    walk.press("Control+z")
    walk.settle()
    assert walk.js(HELD) is None
    assert not toggle.is_checked()


def test_a_lesson_goes_when_its_confirmation_is_undone(walk: Studio) -> None:
    walk.tab("Feet")
    walk.button("Next sequence to label").click()
    walk.wait_until("document.querySelector('.feet-view canvas').dataset.sequence")
    before = examples(walk)
    walk.press("Control+Enter")
    walk.wait_until("studio.history.past.get().done.at(-1).label === 'Confirm labels'")
    learnt = examples(walk)
    assert learnt > before
    walk.press("Control+z")
    wait_for_examples(walk, before)
    walk.press("Control+Shift+z")
    wait_for_examples(walk, learnt)


def test_the_next_sequence_of_the_folder_is_opened_where_it_is(walk: Studio, folder: Path) -> None:
    walk.js(TAUGHT)
    walk.tab("Feet")
    walk.wait_until("studio.results.get().feet")
    walk.button("in folder").click()
    walk.page.get_by_role("dialog", name="Save the changes?").get_by_role("button", name="Do not save").click()
    walk.wait_until("document.querySelector('.feet-view canvas')?.dataset.sequence")
    assert walk.js("studio.clip.get().path") == str(folder / "run.bvh")
    (sequence,) = walk.drawn("feet", "sequence")
    first, last = (int(frame) for frame in sequence.split("-"))
    assert first <= walk.js("studio.playhead.get()") <= last
    walk.button("Leave the sequence").wait_for()
    # It has only seen feet in the air: what it still plants is at rest.
    usual = guess_feet(load_motion(folder / "run.bvh")).labels.plants
    assert walk.js("studio.results.get().guess.plants.length") < len(usual)


def examples(studio: Studio) -> int:
    """How many frames one's own oracle knows."""
    ask = "studio.connection.request('AskOracle', { oracle: 'own' })"
    return int(studio.js(f"(async () => (await {ask}.answer).examples)()"))


def wait_for_examples(studio: Studio, count: int) -> None:
    """Wait until one's own oracle knows so many."""
    for _ in range(400):
        if examples(studio) == count:
            return
        studio.page.wait_for_timeout(25)
    raise AssertionError(f"{examples(studio)} examples, not {count}")
