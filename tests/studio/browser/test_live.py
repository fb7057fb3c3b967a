"""The Live view: a character of the library moves on in the viewport, does what it is asked, and is recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clips import jump_clip
from studio.browser.desk import Studio
from studio.browser.seeing import cut, squeezed, unreachable
from unbake.feet.labels import FootLabels
from unbake.library import Library
from unbake.performer.perform import perform

pytestmark = pytest.mark.slow(10)
FPS = Fraction(60)
SHOWN = "studio.live.frame.get()?.number"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of walks and runs with their flags, one whose clips say nothing, and one with too little motion."""
    folder = tmp_path_factory.mktemp("live")
    with Library.create(folder / "moves.unbakelib", ("Walk", "Run", "Wave")) as library:
        for action, flag, turns in (("walk", "Walk", (0.0, 60.0, -60.0)), ("run", "Run", (0.0,))):
            for turning in turns:
                made = perform(action, seconds=6, fps=FPS, seed=1, turning_deg_s=turning)
                number, _ = library.add(made.motion, f"{action} {turning:g}")
                labels = FootLabels.from_frames(made.contacts, FPS, made.motion.first_frame, "performer")
                library.set_foot_labels(number, labels)
                library.annotate(number, flag, 0, made.motion.n_frames, True)
    with Library.create(folder / "silent.unbakelib", ("Walk",)) as library:
        library.add(perform("walk", seconds=4, fps=FPS, seed=1).motion, "walk")
    with Library.create(folder / "little.unbakelib", ("Walk",)) as library:
        motion = jump_clip()
        library.add(motion.excerpt(motion.first_frame, motion.first_frame + 5), "crumb")
    return folder


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any], folder: Path) -> Any:
    """A studio that was started with the library."""
    return start_server("moves.unbakelib", folder=folder)


@pytest.fixture
def live(studio: Studio) -> Iterator[Studio]:
    """The Live view beside a clip of the library, with a character that moves."""
    front(studio)
    start(studio)
    yield studio
    studio.js("studio.live.stop()")
    studio.wait_until("!studio.live.isOn")


def front(studio: Studio, library: str = "moves.unbakelib") -> None:
    """A library, the first of its clips, and the Live view in front."""
    if not studio.js(f"studio.library.state.get().path?.endsWith('{library}')"):
        studio.js(f"studio.library.open('{library}')")
    studio.wait_until(f"studio.library.state.get().path?.endsWith('{library}') && studio.library.state.get().listed")
    if not studio.js("studio.clip.get() !== null"):
        number = studio.js("studio.library.state.get().listed.clips[0].id")
        studio.js(f"studio.open({{ source: 'library', name: '{number}' }})")
        studio.wait_for_clip()
    studio.page.get_by_role("tab", name="Live", exact=True).click()


def start(studio: Studio) -> None:
    studio.button("Start").click()
    studio.wait_until(f"{SHOWN} > 5")


def place(studio: Studio) -> np.ndarray:
    """Where the hips are on the floor."""
    return np.array(studio.js("[...studio.live.frame.get().positions.subarray(0, 3)].filter((_, axis) => axis !== 1)"))


def wait_frames(studio: Studio, count: int) -> None:
    """Let the character move on by some frames."""
    goal = studio.js(SHOWN) + count
    studio.wait_until(f"{SHOWN} >= {goal}")


@pytest.mark.pictures
def test_the_character_moves_on_in_the_viewport(live: Studio, tmp_path: Path) -> None:
    """Time runs at sixty frames a second, as far as the browser follows; frames come in order, and the body travels."""
    began, first = place(live), live.js(SHOWN)
    wait_frames(live, 120)
    assert live.js(SHOWN) >= first + 120
    assert np.linalg.norm(place(live) - began) > 0.5
    canvas = live.page.get_by_role("img", name="The live character")
    assert int(canvas.get_attribute("data-live") or -1) > first
    numbers = live.js("studio.live.buffer.upTo(1e9).map(({ number }) => number)")
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert not unreachable(live.page)
    assert not squeezed(live.page)
    assert not cut(live.page)
    live.picture(tmp_path / "live.png")


def test_a_button_for_each_annotation_that_is_carried(live: Studio) -> None:
    """Run is reached within a second and a little, and the strip shows that its frames come from the run."""
    buttons = live.page.get_by_label("Annotations to reach").get_by_role("button").all_inner_texts()
    assert buttons == ["Walk", "Run"]
    for flag, clips in (("Walk", {"walk 0", "walk 60", "walk -60"}), ("Run", {"run 0"})):
        live.button(flag).click()
        live.wait_until("studio.live.state.get().metAfterS !== null")
        assert live.button(flag).get_attribute("aria-pressed") == "true"
        name = live.js("studio.live.state.get().character.clips[studio.live.frame.get().clip]")
        assert name in clips
    assert "run 0" in (live.page.get_by_label("Which clip each").get_attribute("data-sources") or "")
    live.button("Run").click()
    assert live.js("studio.live.state.get().wish.flag") is None


def test_keys_steer_as_one_sees_it_and_let_go(live: Studio) -> None:
    """W goes away from the viewer, D to the right; the delay from key to motion is told; arrows move no playhead."""
    playhead = live.js("studio.playhead.get()")
    live.button("Walk").click()
    live.page.keyboard.down("w")
    live.wait_until("studio.live.state.get().delayMs !== null")
    away = live.js("studio.live.state.get().wish.direction_rad")
    assert 0.0 < live.js("studio.live.state.get().delayMs") < 2000.0
    live.page.keyboard.up("w")
    assert live.js("studio.live.state.get().wish.direction_rad") is None
    live.page.keyboard.down("ArrowRight")
    right = live.js("studio.live.state.get().wish.direction_rad")
    live.page.keyboard.up("ArrowRight")
    assert np.isclose(np.cos(away - right), 0.0, atol=1e-6)
    assert np.isclose(np.sin(away - right), 1.0, atol=1e-6)
    live.press("e", "e")
    assert live.js("studio.live.state.get().wish.speed_m_s") == pytest.approx(2.0)
    live.button("Any").click()
    assert live.js("studio.live.state.get().wish.speed_m_s") is None
    assert live.js("studio.playhead.get()") == playhead
    live.tab("Dopesheet")
    live.page.locator("[data-area=dopesheet] canvas").first.hover()
    live.press("ArrowRight")
    assert live.js("studio.playhead.get()") == playhead + 1
    assert live.js("studio.live.isOn")
    live.press("ArrowLeft")
    live.tab("Live")


def test_it_turns_where_a_key_says(live: Studio) -> None:
    """Two seconds after a key went down, the body moves that way."""
    live.button("Walk").click()
    live.page.keyboard.down("d")
    wait_frames(live, 150)
    began = place(live)
    wait_frames(live, 40)
    way = place(live) - began
    wanted = live.js("studio.live.state.get().wish.direction_rad")
    live.page.keyboard.up("d")
    off = np.angle(np.exp(1j * (np.arctan2(way[0], way[1]) - wanted)))
    assert abs(off) < np.deg2rad(45.0)


def test_a_recording_becomes_a_clip_with_keys(live: Studio) -> None:
    live.button("Walk").click()
    live.button("Record").click()
    began = live.js("studio.live.state.get().recordsFrom")
    assert live.page.get_by_text("Recording", exact=True).is_visible()
    wait_frames(live, 90)
    live.button("Open the recording").click()
    live.wait_until("!studio.live.isOn && studio.clip.get().name === 'live'")
    live.wait_for_clip()
    frames = live.js("studio.clip.get().last_frame - studio.clip.get().first_frame + 1")
    assert 90 <= frames < 400
    assert began >= 0
    assert live.js("studio.shownKeys().frames.length") >= 3
    assert live.js("studio.document.get().plants.length") > 0
    assert live.page.get_by_role("img", name="The figure in space").is_visible()


def test_an_engine_that_lacks_something_says_so_and_the_character_goes_on(live: Studio) -> None:
    live.page.get_by_label("Engine").select_option("graph")
    live.wait_until("studio.live.state.get().problem")
    assert "no motion graph of these clips is kept" in live.page.get_by_role("alert").first.inner_text()
    wait_frames(live, 30)
    assert live.button("Build it").is_visible()


def test_engines_change_while_it_runs(live: Studio) -> None:
    """A graph is built in the view; from then on it chooses, and nothing jumps farther than a body moves."""
    live.page.get_by_label("Engine").select_option("graph")
    live.button("Build it").click()
    live.wait_until("!studio.live.state.get().engines[1].problem", 120.0)
    for engine in ("matching", "graph"):
        live.page.get_by_label("Engine").select_option(engine)
        number = ["matching", "graph", "table"].index(engine)
        live.wait_until(f"studio.live.frame.get().engine === {number}")
        wait_frames(live, 40)
    joints = live.js("studio.live.frame.get().positions.length")
    rows = live.js("studio.live.buffer.upTo(1e9).map(({ positions }) => [...positions])")
    steps = np.linalg.norm(np.diff(np.array(rows).reshape(len(rows), joints // 3, 3), axis=0), axis=-1)
    assert steps.max() < 0.3


def test_a_hidden_page_asks_for_nothing(live: Studio) -> None:
    hide = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => %s })"
    live.js(hide % "true")
    live.js("document.dispatchEvent(new Event('visibilitychange'))")
    assert live.page.get_by_text("Paused", exact=True).is_visible()
    live.page.wait_for_timeout(150)
    before = live.js("[studio.live.frame.get().number, studio.live.buffer.last]")
    live.page.wait_for_timeout(400)
    assert live.js("[studio.live.frame.get().number, studio.live.buffer.last]") == before
    live.js(hide % "false")
    live.js("document.dispatchEvent(new Event('visibilitychange'))")
    wait_frames(live, 10)


@pytest.mark.parametrize(
    ("library", "said"),
    [("silent.unbakelib", "No clip of this library carries an annotation"), ("little.unbakelib", "half a second")],
)
def test_what_a_library_lacks_is_one_line(studio: Studio, library: str, said: str) -> None:
    front(studio, library)
    studio.button("Start").click()
    line = studio.page.locator(".live-view p", has_text=said)
    line.wait_for()
    assert "\n" not in line.inner_text()
    studio.js("studio.live.stop()")
