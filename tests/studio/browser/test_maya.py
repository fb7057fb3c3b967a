"""With Maya's keys and mouse: what an animator's hands do without thinking does here what it does there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from operator import itemgetter
from typing import Any

import numpy as np
import pytest

from studio.browser.test_curves import CHANNEL, GUTTER, RIGHT_ROOM, Graph, column, whole


@pytest.fixture
def maya(studio: Any) -> Any:
    """The packaged clip, with Maya's keymap chosen by a person."""
    studio.open_packaged()
    studio.press("Control+,")
    window = studio.page.get_by_role("dialog", name="Preferences")
    window.get_by_text("As in Maya", exact=True).click()
    studio.press("Escape")
    window.wait_for(state="detached")
    assert studio.js("studio.preferences.get().keymap") == "maya"
    return studio


def middle_of(studio: Any, area: str) -> tuple[float, float]:
    box = studio.page.locator(f"[data-area={area}] canvas").first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point(studio: Any, area: str) -> None:
    """Bring the pointer over a view, so that keys are meant for it."""
    studio.page.mouse.move(*middle_of(studio, area))
    studio.wait_until(f"studio.area.get() === '{area}'")


def drag(
    studio: Any, start: tuple[float, float], by: tuple[float, float], button: str = "left", hold: str = ""
) -> None:
    """Press a button on a place, with a key held, move in some steps, and let go."""
    mouse, keyboard = studio.page.mouse, studio.page.keyboard
    mouse.move(*start)
    keys = hold.split("+") if hold else []
    for key in keys:
        keyboard.down(key)
    mouse.down(button=button)
    for part in (0.25, 0.5, 0.75, 1.0):
        mouse.move(start[0] + part * by[0], start[1] + part * by[1])
    mouse.up(button=button)
    for key in reversed(keys):
        keyboard.up(key)


def camera(studio: Any) -> dict[str, Any]:
    """Return where the figure is seen from, once the camera has come to rest."""
    studio.rest()
    return dict(studio.js("studio.view.get().viewport.camera"))


def frame(studio: Any) -> int:
    return int(studio.js("studio.playhead.get()"))


def steps(studio: Any) -> list[str]:
    """Return the names of the steps that can be undone."""
    return [str(one) for one in studio.js("studio.history.past.get().done.map((one) => one.label)")]


@contextmanager
def unchanged(studio: Any) -> Iterator[None]:
    """Do something inside that must not change the document."""
    before = steps(studio), whole(studio)
    yield
    studio.settle()
    assert (steps(studio), whole(studio)) == before


def moving(studio: Any) -> np.ndarray:
    """Return where every joint is in every frame, in metres, (F, J, 3)."""
    joints = studio.js("studio.clip.get().joints.length")
    return np.array(studio.numbers("studio.evaluation().positions")).reshape(-1, joints, 3)


def stays(after: np.ndarray, before: np.ndarray) -> None:
    """Check that keys were put on curves, whose handles may overlap: there the library allows some millimetres."""
    assert np.max(np.abs(after - before)) < 0.005
    assert np.max(np.abs(after[:, 0] - before[:, 0])) < 1e-5  # the hips' curves have no such handles


class Sheet:
    """The dopesheet's picture, as places on the page."""

    def __init__(self, studio: Any) -> None:
        self.box = studio.page.locator("[data-area=dopesheet] canvas").first.bounding_box()
        self.start, self.end = studio.js("[studio.view.get().from, studio.view.get().to]")

    @property
    def frames_per_pixel(self) -> float:
        return (self.end - self.start) / (self.box["width"] - GUTTER - RIGHT_ROOM)

    def spot(self, frame: float, y: float = 12) -> tuple[float, float]:
        """Return where on the page a frame lies."""
        return self.box["x"] + GUTTER + (frame - self.start) / self.frames_per_pixel, self.box["y"] + y


def test_alt_and_the_mouse_move_the_camera(maya: Any) -> None:
    place = middle_of(maya, "viewport")
    point(maya, "viewport")
    maya.press("a")
    first = camera(maya)
    drag(maya, place, (120, 30), "left", "Alt")
    turned = camera(maya)
    assert turned["yaw"] != pytest.approx(first["yaw"], abs=0.05)
    assert (turned["target"], turned["distance"]) == (first["target"], first["distance"])
    drag(maya, place, (60, 40), "middle", "Alt")
    moved = camera(maya)
    assert (moved["yaw"], moved["distance"]) == (turned["yaw"], turned["distance"])
    assert moved["target"] != turned["target"]
    drag(maya, place, (80, 0), "right", "Alt")
    near = camera(maya)
    assert near["distance"] < 0.9 * moved["distance"]
    assert maya.page.locator("[role=menu]").count() == 0
    maya.press("f")
    framed = camera(maya)
    assert framed["target"] != near["target"]
    maya.press("Shift+A")
    assert camera(maya)["distance"] == pytest.approx(first["distance"], rel=0.35)
    assert camera(maya)["distance"] > framed["distance"]
    assert steps(maya) == []


def test_clicks_and_arrows_select_joints(maya: Any) -> None:
    def selected() -> list[int]:
        return list(maya.js("studio.view.get().selectedJoints"))

    point(maya, "viewport")
    maya.press("ArrowUp")
    hips = selected()
    assert len(hips) == 1
    maya.press("ArrowDown")
    child = selected()
    parents = maya.js("studio.clip.get().joints.map((one) => one.parent)")
    assert parents[child[0]] == hips[0]
    before = frame(maya)
    maya.press("ArrowRight")
    beside = selected()
    assert beside != child
    assert parents[beside[0]] == hips[0]
    maya.press("ArrowLeft")
    assert selected() == child
    assert frame(maya) == before
    maya.press("Alt+d")
    assert selected() == []
    maya.press("ArrowRight")  # nothing is selected: through time, as everywhere
    assert frame(maya) == before + 1

    place = on_the_figure(maya)
    maya.page.mouse.click(*place)
    one = selected()
    assert len(one) == 1
    maya.page.keyboard.down("Control")
    maya.page.mouse.click(*place)
    maya.page.keyboard.up("Control")
    assert selected() == []
    maya.page.keyboard.down("Shift")
    maya.page.mouse.click(*place)
    maya.page.keyboard.up("Shift")
    assert selected() == one


def test_a_plain_drag_selects_joints_with_a_box(maya: Any) -> None:
    box = maya.page.locator("[data-area=viewport] canvas").first.bounding_box()
    point(maya, "viewport")
    maya.press("a")
    before = camera(maya)
    drag(maya, (box["x"] + 20, box["y"] + 60), (box["width"] - 60, box["height"] - 90))
    assert len(maya.js("studio.view.get().selectedJoints")) > 5
    assert camera(maya) == before
    assert maya.page.locator(".viewport-box").is_hidden()


def on_the_figure(studio: Any) -> tuple[float, float]:
    """Return a place of the page with a joint under it."""
    studio.press("f")
    studio.rest()
    x, y = middle_of(studio, "viewport")
    for down in range(-160, 160, 16):
        for across in range(-80, 80, 16):
            studio.page.mouse.move(x + across, y + down)
            studio.page.wait_for_timeout(30)
            if studio.page.locator(".viewport-tip").is_visible():
                return x + across, y + down
    raise AssertionError("the figure is nowhere")


def test_keys_of_time(maya: Any) -> None:
    keys = maya.key_frames()
    point(maya, "viewport")
    maya.press("Alt+.", "Alt+.", "Alt+,")
    assert frame(maya) == 2
    maya.press(".", ".", ".")
    assert frame(maya) == keys[3]
    maya.press(",")
    assert frame(maya) == keys[2]
    maya.press("Alt+v")
    maya.wait_until(f"studio.isPlaying.get() && studio.playhead.get() > {keys[2]}")
    maya.press("Escape")
    assert maya.js("studio.isPlaying.get()") is False
    maya.press("Alt+v")
    maya.wait_until("studio.isPlaying.get()")
    maya.press("Alt+v")
    assert maya.js("studio.isPlaying.get()") is False
    maya.press("Alt+Shift+v")
    assert frame(maya) == keys[0]


def test_k_and_the_mouse_run_through_time(maya: Any) -> None:
    seen = itemgetter("yaw", "pitch", "distance")  # it follows the hips
    for area, tab in (("viewport", "Dopesheet"), ("dopesheet", "Dopesheet"), ("graph", "Graph editor")):
        maya.tab(tab)
        for button in ("left", "middle"):
            what = f"{button} button over the {area}"
            camera_before, view = seen(camera(maya)), maya.js("[studio.view.get().from, studio.view.get().to]")
            maya.page.evaluate("studio.playhead.set(100)")
            place = middle_of(maya, area)
            with unchanged(maya):
                drag(maya, place, (90, 25), button, "k")
            width = maya.page.locator(f"[data-area={area}]").first.bounding_box()["width"]
            assert frame(maya) == pytest.approx(100 + 90 / width * (view[1] - view[0]), abs=2), what
            assert maya.js("studio.view.get().selectedKeys") == [], what
            assert seen(camera(maya)) == camera_before, what
            drag(maya, middle_of(maya, "viewport"), (90, 0), "left", "Alt")
            assert seen(camera(maya)) != camera_before, f"{what}: K is let go"


def test_the_timeline(maya: Any) -> None:
    box = maya.page.get_by_role("slider", name="Playhead").bounding_box()
    start, end = maya.js("[studio.view.get().from, studio.view.get().to]")
    place = box["x"] + box["width"] / 2, box["y"] + 8
    drag(maya, place, (40, 0), "middle")
    per_pixel = (end - start) / (box["width"] - GUTTER - RIGHT_ROOM)
    wanted = start + (box["width"] / 2 + 40 - GUTTER) * per_pixel
    assert frame(maya) == pytest.approx(wanted, abs=1)
    assert maya.js("[studio.view.get().from, studio.view.get().to]") == [start, end]
    drag(maya, place, (100, 0), "right", "Alt")
    zoomed = maya.js("[studio.view.get().from, studio.view.get().to]")
    assert zoomed[1] - zoomed[0] < 0.8 * (end - start)
    drag(maya, place, (-60, 0), "middle", "Alt")
    panned = maya.js("[studio.view.get().from, studio.view.get().to]")
    assert panned[0] > zoomed[0]
    assert panned[1] - panned[0] == pytest.approx(zoomed[1] - zoomed[0])
    maya.press("a")
    framed = maya.js("[studio.view.get().from, studio.view.get().to]")
    assert framed == pytest.approx([start, end])
    assert steps(maya) == []


def test_s_sets_a_key_from_every_view_and_the_curves_stay(maya: Any) -> None:
    before = maya.key_frames()
    frames = [first + 2 for first, second in pairwise(before) if second - first > 4][:3]
    positions = moving(maya)
    for area, at, chord in zip(("viewport", "timeline", "dopesheet"), frames, ("s", "Shift+w", "s"), strict=True):
        point(maya, area)
        maya.page.evaluate(f"studio.playhead.set({at})")
        with maya.edit():
            maya.press(chord)
    assert maya.key_frames() == sorted([*before, *frames])
    stays(moving(maya), positions)
    for chord in ("z", "Control+z", "z"):
        maya.press(chord)
    maya.settle()
    assert maya.key_frames() == before
    maya.press("Shift+Z", "Control+y")
    maya.settle()
    assert maya.key_frames() == sorted([*before, *frames[:2]])


def test_the_dopesheet_under_maya_hands(maya: Any) -> None:
    frames, sheet = maya.key_frames(), Sheet(maya)
    mouse, keyboard = maya.page.mouse, maya.page.keyboard

    def selected() -> list[int]:
        return maya.frames_drawn("dopesheet", "selected")

    def click(key: int, *held: str) -> None:
        for one in held:
            keyboard.down(one)
        mouse.click(*sheet.spot(frames[key]))
        for one in held:
            keyboard.up(one)

    click(3)
    click(5, "Shift")
    click(6, "Shift")
    assert selected() == [frames[3], frames[5], frames[6]]
    click(6, "Control")
    click(7, "Control")  # takes nothing in
    assert selected() == [frames[3], frames[5]]
    click(5, "Shift")
    assert selected() == [frames[3]]
    with unchanged(maya):
        for chord in ("q", "w", "e", "r", "4", "5", "6", "Shift+R"):
            maya.press(chord)
        mouse.move(*sheet.spot(frames[3] + 30))
        mouse.click(*sheet.spot(frames[3]))
    # The middle button moves what is selected, wherever it is pressed.
    room = frames[4] - frames[3]
    wanted = min(3, room - 1)
    assert wanted > 0
    with maya.edit():
        drag(maya, sheet.spot(frames[8] + 4, 40), (wanted / sheet.frames_per_pixel, 0), "middle")
    assert maya.key_frames() == [one + (wanted if n == 3 else 0) for n, one in enumerate(frames)]
    assert selected() == [frames[3] + wanted]
    assert maya.js("[studio.view.get().from, studio.view.get().to]") == [sheet.start, sheet.end]
    maya.press("z")
    maya.settle()
    assert maya.key_frames() == frames
    with unchanged(maya):
        drag(maya, sheet.spot(frames[3]), (30, 0), "left", "Alt")

    maya.press("Control+c")
    free = next(one + 2 for one, other in pairwise(frames[8:]) if other - one > 4)
    maya.page.evaluate(f"studio.playhead.set({free})")
    with maya.edit():
        maya.press("Control+v")
    assert maya.key_frames() == sorted([*frames, free])
    with maya.edit():
        maya.press("Delete")
    assert maya.key_frames() == frames
    maya.press("Control+Shift+a")
    assert selected() == frames
    maya.press("Alt+d")
    assert selected() == []
    click(4)
    with maya.edit():
        maya.press("Control+x")
    assert frames[4] not in maya.key_frames()
    assert steps(maya)[-1] == "Cut key"
    maya.press("z")
    maya.settle()
    assert maya.key_frames() == frames
    click(4)
    maya.press("f")
    start, end = maya.js("[studio.view.get().from, studio.view.get().to]")
    assert frames[3] - 3 < start < frames[4] < end < frames[5] + 3


@pytest.fixture
def graph(maya: Any) -> Any:
    """The height of the hips in the graph editor."""
    maya.page.locator(f"[data-row=channel-{CHANNEL}]").click()
    maya.tab("Graph editor")
    point(maya, "graph")
    assert maya.drawn("graph", "channels") == [str(CHANNEL)]
    return maya


def test_the_middle_button_moves_keys_in_the_graph_editor(graph: Any) -> None:
    frames, values, picture, key = graph.key_frames(), column(graph), Graph(graph), 9
    away = picture.spot(frames[2] + 3, values[key])
    graph.page.mouse.click(*picture.spot(frames[key], values[key]))
    with graph.edit():
        drag(graph, away, (0, -40), "middle")
    raised = column(graph)
    assert raised[key] - values[key] == pytest.approx(0.4 * picture.cm_per_pixel, rel=0.05)
    assert np.array_equal(np.delete(raised, key), np.delete(values, key))
    graph.press("z")
    graph.settle()
    assert np.array_equal(column(graph), values)
    # In both directions at once, unless Shift holds it to one.
    across = 8 / picture.frames_per_pixel
    with graph.edit():
        drag(graph, away, (across, -30), "middle")
    assert graph.key_frames()[key] == frames[key] + 8
    assert column(graph)[key] - values[key] == pytest.approx(0.3 * picture.cm_per_pixel, rel=0.05)
    graph.press("z")
    with graph.edit():
        drag(graph, away, (5, -30), "middle", "Shift")
    assert graph.key_frames() == frames
    assert column(graph)[key] - values[key] == pytest.approx(0.3 * picture.cm_per_pixel, rel=0.05)
    graph.press("z")
    graph.settle()
    assert np.array_equal(column(graph), values)


def test_alt_looks_around_in_the_graph_editor(graph: Any) -> None:
    def seen() -> list[float]:
        return [
            *graph.js("[studio.view.get().from, studio.view.get().to]"),
            *map(float, graph.drawn("graph", "values")),
        ]

    frames, values, picture = graph.key_frames(), column(graph), Graph(graph)
    first, place = seen(), picture.spot(frames[9], values[9])
    with unchanged(graph):
        drag(graph, place, (40, -30), "left", "Alt")
        assert seen() == first
        drag(graph, place, (-50, 20), "middle", "Alt")
        moved = seen()
        assert moved[0] > first[0]
        assert moved[3] - moved[2] == pytest.approx(first[3] - first[2])
        assert moved[2] > first[2]
        drag(graph, place, (60, 0), "right", "Alt")
        near = seen()
        assert near[1] - near[0] < 0.8 * (moved[1] - moved[0])
        assert graph.page.locator("[role=menu]").count() == 0
        graph.press("a")
        assert seen() == pytest.approx(first)
        graph.page.mouse.click(*picture.spot(frames[9], values[9]))
        assert graph.drawn("graph", "selected") == [f"{frames[9]}:{CHANNEL}"]
        graph.press("f")
        framed = seen()
        assert frames[7] < framed[0] < frames[9] < framed[1] < frames[12]
        graph.press("3")
        assert graph.js("studio.view.get().graph.isNormalised") is True
        graph.press("1", "1")
        assert graph.js("studio.view.get().graph.isNormalised") is False
        graph.press("q", "w", "e", "r", "Shift+A", "Shift+F")


def test_a_key_set_in_the_graph_editor_leaves_the_curve(graph: Any) -> None:
    before = graph.key_frames()
    at = next(one + 2 for one, other in pairwise(before) if other - one > 4)
    graph.page.evaluate(f"studio.playhead.set({at})")
    positions = moving(graph)
    with graph.edit():
        graph.press("s")
    assert graph.key_frames() == sorted([*before, at])
    assert graph.drawn("graph", "selected") == [f"{at}:{CHANNEL}"]
    stays(moving(graph), positions)
    with graph.edit():
        graph.press("Backspace")
    assert graph.key_frames() == before
    graph.press("Control+s")
    graph.page.get_by_role("dialog", name="Save project").wait_for()
