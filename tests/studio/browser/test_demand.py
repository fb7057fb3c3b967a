"""The Demand view: painted by hand, checked part by part, loaded and saved, searched, and opened as a clip."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.composition.demands.acted import filled

from studio.browser.desk import Studio
from studio.browser.lanes import drag, x_in
from studio.browser.seeing import faults_of_controls, is_focus_seen
from unbake.composition import load_demand, synthesize
from unbake.synthesis import Demand, SearchOptions, Spot

EMPTY = """() => {
  while (studio.demand.canUndo) studio.demand.undo();
  studio.demand.state.patch({ at_s: 0, picked: null, seconds: 2, name: 'demand.toml', found: null });
  studio.saving.opened(false); // what the test before found is given up
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the performer's library, annotated; what a search needs is compiled, which else takes its time."""
    folder = tmp_path_factory.mktemp("demand")
    with filled(folder / "moves.unbakelib") as library:
        ahead = Spot(at_s=1.0, place_m=(0.0, 1.0))
        for spots in ((), (ahead,)):
            synthesize(library, Demand(length_s=1.0, spots=spots), options=SearchOptions(sweeps=2))
    return folder


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any], folder: Path) -> Any:
    """A studio that was started with the library."""
    return start_server("moves.unbakelib", folder=folder)


@pytest.fixture
def demand(studio: Studio) -> Studio:
    """The Demand view beside a clip, with an empty demand."""
    studio.wait_until("studio.library.state.get().listed")
    studio.menu("Library", "Motion on demand")
    studio.wait_for_clip()
    studio.wait_until("document.querySelector('.demand-lanes')")
    studio.page.evaluate(EMPTY)
    return studio


def second(studio: Studio, at_s: float) -> float:
    """Where a time of the lanes is on the page."""
    box = studio.page.locator(".demand-lanes").bounding_box()
    wide = studio.js("document.querySelector('.demand-lanes').clientWidth")
    assert box is not None
    return x_in(box["x"], wide, at_s / studio.js("studio.demand.parts.length_s"))


def paint(studio: Studio, flag: str, start_s: float, stop_s: float, key: str = "") -> None:
    lane = studio.page.locator(f".demand-lanes [data-flag='{flag}']")
    lane.scroll_into_view_if_needed()
    box = lane.bounding_box()
    assert box is not None
    at = box["y"] + 10
    drag(studio, (second(studio, start_s), at), (second(studio, stop_s), at), key=key)


def floor(studio: Studio, x: float, z: float) -> tuple[float, float]:
    """Where a place of the floor plan, in metres, is on the page."""
    at = studio.page.evaluate(
        """([x, z]) => {
          const svg = document.querySelector(".demand-plan svg");
          const point = new DOMPoint(x, z).matrixTransform(svg.getScreenCTM());
          return [point.x, point.y];
        }""",
        [x, z],
    )
    return at[0], at[1]


def click_floor(studio: Studio, x: float, z: float) -> None:
    studio.page.mouse.click(*floor(studio, x, z))


def spans(studio: Studio) -> list[str]:
    return sorted(
        f"{span['flag']} {span['start_s']:g}-{span['stop_s']:g} {'must' if span['must'] else 'not'}"
        for span in studio.js("studio.demand.parts.flags")
    )


def test_the_focus_is_seen_on_lanes_that_scroll(demand: Studio) -> None:
    """Browsers let keys scroll what is higher than its place, as with many flags: it has the focus then."""
    lanes = demand.page.locator(".demand-lanes")
    lanes.evaluate("(one) => { one.style.maxHeight = '60px'; one.focus({ focusVisible: true }); }")
    assert demand.js("document.activeElement.className") == "demand-lanes"
    assert is_focus_seen(demand)
    lanes.evaluate("(one) => { one.blur(); one.style.maxHeight = ''; }")


def test_flags_places_poses_and_a_path_are_painted_and_undone(demand: Studio) -> None:
    studio = demand
    paint(studio, "Walk", 0.0, 3.0)
    paint(studio, "Run", 1.0, 4.0, key="Shift")
    paint(studio, "Walk", 2.0, 4.0, key="Alt")
    assert spans(studio) == ["Run 1-4 not", "Walk 0-2 must"]
    click_floor(studio, 0.5, 0.5)  # at 0 s that is the start
    assert studio.js("studio.demand.parts.start.place") == {"x": 0.5, "z": 0.5}
    ruler = studio.page.locator(".demand-lanes .ruler").bounding_box()
    assert ruler is not None
    studio.page.mouse.click(second(studio, 4.0), ruler["y"] + 10)
    click_floor(studio, 1.0, 2.0)
    assert studio.js("studio.demand.parts.places") == [{"at_s": 4, "place": {"x": 1, "z": 2}, "heading_deg": None}]
    studio.fill("Heading", "45")
    assert studio.js("studio.demand.parts.places[0].heading_deg") == 45
    studio.page.mouse.click(second(studio, 1.0), ruler["y"] + 10)
    name = studio.js("studio.clip.get().name")
    studio.js("studio.playhead.set(30)")
    studio.button("Pose from the viewport").click()
    assert studio.js("studio.demand.parts.poses") == [{"at_s": 1, "clip": name, "frame": 30}]
    studio.page.locator(".demand-plan").get_by_text("Path", exact=True).click()
    click_floor(studio, 1.0, 1.5)
    click_floor(studio, 1.8, 1.2)
    assert [(p["x"], p["z"]) for p in studio.js("studio.demand.parts.path.points")] == [
        (0.5, 0.5),
        (1, 1.5),
        (1.8, 1.2),
    ]
    studio.page.locator(".demand-plan").get_by_text("Place", exact=True).click()
    studio.page.locator(".demand-lanes .ruler").hover()
    studio.press("Control+z", "Control+z", "Control+z")
    assert studio.js("studio.demand.parts.path") is None
    assert studio.js("studio.demand.parts.poses") == []
    studio.press("Control+Shift+z")
    assert len(studio.js("studio.demand.parts.poses")) == 1


def test_places_headings_and_moments_are_dragged_each_as_one_step(demand: Studio) -> None:
    studio = demand
    studio.js("studio.demand.goTo(2)")
    click_floor(studio, 1.0, 1.0)
    drag(studio, floor(studio, 1.0, 1.0), floor(studio, 0.5, 1.5))
    place = "studio.demand.parts.places[0]"
    assert studio.js(f"{place}.place") == {"x": 0.5, "z": 1.5}
    tip = studio.page.locator(".demand-plan .spot.place .tip").bounding_box()
    assert tip is not None
    drag(studio, (tip["x"] + tip["width"] / 2, tip["y"] + tip["height"] / 2), floor(studio, 1.5, 1.5))
    assert studio.js(f"{place}.heading_deg") == 90
    moment = studio.page.locator(".demand-lanes .moment.place").bounding_box()
    assert moment is not None
    middle = moment["y"] + moment["height"] / 2
    drag(studio, (moment["x"] + moment["width"] / 2, middle), (second(studio, 4.0), middle))
    assert studio.js(f"{place}.at_s") == pytest.approx(4.0, abs=0.06)
    studio.page.locator(".demand-lanes .ruler").hover()
    studio.press("Control+z")
    assert studio.js(f"{place}.at_s") == 2
    studio.press("Control+z")
    assert studio.js(f"{place}.heading_deg") is None
    studio.press("Control+z", "Control+z")
    assert studio.js("studio.demand.parts.places") == []


def test_what_stands_in_the_way_shows_where_it_is(demand: Studio) -> None:
    studio = demand
    paint(studio, "Walk", 0.0, 3.0)
    paint(studio, "Crouch", 3.0, 5.0)
    studio.page.get_by_text("no frame of the library has 'Crouch'").wait_for()
    bad = studio.page.locator(".demand-lanes .span.bad")
    assert bad.count() == 1
    assert bad.locator("xpath=..").get_attribute("data-flag") == "Crouch"
    paint(studio, "Crouch", 2.0, 6.0, key="Alt")
    studio.wait_until("!document.querySelector('.demand-lanes .span.bad, .demand-view .problem')")
    studio.js("studio.demand.goTo(1)")
    studio.js("studio.demand.putPlace(0, 90)")
    studio.page.get_by_text("the fastest in the library goes").wait_for()
    studio.wait_until("document.querySelector('.demand-plan .spot.place.bad')")
    assert studio.page.locator(".demand-lanes .moment.place.bad").count() == 1


def test_a_file_is_loaded_and_saved_as_the_command_reads_it(demand: Studio, tmp_path: Path) -> None:
    studio = demand
    text = 'length = 5.0\n[[stretch]]\nto = 2.0\nmust = ["walk"]\n[[place]]\nat = 5.0\nplace = [0.0, 4.0]\n'
    (tmp_path / "mine.toml").write_text(text)
    studio.page.get_by_label("A demand's file").set_input_files(tmp_path / "mine.toml")
    studio.wait_until("studio.demand.parts.length_s === 5")
    assert spans(studio) == ["Walk 0-2 must"]
    paint(studio, "Run", 2.5, 5.0)
    with studio.page.expect_download() as download:
        studio.button("Save").click()
    assert download.value.suggested_filename == "mine.toml"
    download.value.save_as(tmp_path / "saved.toml")
    saved = load_demand(tmp_path / "saved.toml").demand
    assert [(one.must, one.start_s, one.stop_s) for one in saved.stretches] == [
        (("Walk",), 0.0, 2.0),
        (("Run",), 2.5, 5.0),
    ]
    assert saved.spots[0].place_m == (0.0, 4.0)
    (tmp_path / "bad.toml").write_text("length = 5\n[[stretch]]\nmusst = 3\n")
    studio.page.get_by_label("A demand's file").set_input_files(tmp_path / "bad.toml")
    studio.page.get_by_text("bad.toml:3").wait_for()
    assert spans(studio) == ["Run 2.5-5 must", "Walk 0-2 must"]


@pytest.mark.slow
def test_a_motion_is_searched_opened_and_goes_on_as_a_clip(demand: Studio) -> None:
    studio = demand
    studio.js("studio.demand.setLength(4)")
    paint(studio, "Walk", 0.0, 2.0)
    paint(studio, "Run", 2.4, 4.0)
    studio.js("studio.demand.goTo(4)")
    studio.js("studio.demand.putPlace(0, 6)")
    studio.js("studio.demand.pick(null)")
    studio.button("Synthesize").click()
    studio.page.get_by_text("the best so far costs").wait_for()
    studio.wait_until("studio.demand.state.get().found?.clip && !studio.demand.state.get().searching")
    studio.wait_for_clip()
    assert studio.js("studio.clip.get().last_frame") == 241
    assert studio.js("studio.shownKeys().frames.length") > 2  # it is reduced like every clip
    runs = studio.page.locator(".demand-lanes .run")
    assert runs.count() == studio.js("studio.demand.state.get().found.result.runs.length") >= 2
    studio.page.get_by_text("How it is met").wait_for()
    met = studio.page.locator(".demand-details .met li").all_inner_texts()
    assert [line.split(" in ")[0] for line in met[1:3]] == ["Walk", "Run"]
    with studio.page.expect_download() as download:
        studio.button("Report").click()
    assert download.value.suggested_filename == "demand.html"
    assert "Source of every frame" in Path(download.value.path()).read_text()
    assert studio.page.locator(".demand-plan .way").count() == 1
    studio.js("studio.demand.goTo(2)")
    assert studio.js("studio.playhead.get()") == 121
    painted = spans(studio)
    studio.page.reload()
    studio.page.get_by_text("How it is met").wait_for()
    studio.wait_for_clip()
    assert spans(studio) == painted
    assert runs.count() == studio.js("studio.demand.state.get().found.result.runs.length")
    studio.js("studio.demand.goTo(1)")
    assert studio.js("studio.playhead.get()") == 61
    paint(studio, "Run", 2.4, 3.0, key="Alt")
    studio.page.get_by_text("before it changed").wait_for()
    last = studio.js("studio.demand.state.get().found.result.runs.at(-1)")
    runs.last.dblclick()
    studio.button("Do not save").click()  # it is nowhere else
    studio.wait_until(f"studio.clip.get().name === '{last['clip']}'")
    assert last["clip_first"] <= studio.js("studio.playhead.get()") <= last["clip_last"]


@pytest.mark.slow
def test_a_search_is_ended_with_the_best_so_far(demand: Studio) -> None:
    studio = demand
    studio.js("studio.demand.setLength(3)")
    paint(studio, "Walk", 0.0, 3.0)
    studio.js("studio.demand.pick(null)")
    studio.js("studio.demand.state.patch({ seconds: 3600 })")
    before = studio.js("studio.clip.get().id")
    studio.button("Synthesize").click()
    studio.page.get_by_text("the best so far costs").wait_for()
    studio.button("Take the best so far").click()
    studio.wait_until(f"studio.clip.get().id !== '{before}' && !studio.demand.state.get().searching")
    studio.page.get_by_text("ended early").wait_for()


def test_every_control_of_the_demand_is_reached(demand: Studio) -> None:
    studio = demand
    faults = faults_of_controls(studio, ".demand-toolbar :is(button, .segments, input:not([type=radio]))")
    assert not faults, "\n".join(faults)
