"""From a small window, or a page at 200 %, to a large screen: every control can be reached, and nothing overlaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest

from studio.browser.conftest import SIZE
from studio.browser.desk import PAINTED
from studio.browser.seeing import boxes, cut, faint, layout, overlap, squeezed, unreachable

SIZES = ((720, 450, 2), (800, 600, 1), (1024, 640, 1), (1280, 720, 1), (1440, 900, 1), (1920, 1080, 1), (800, 600, 2))
"""Width, height, pixels of the screen to one of the page: the first is 1,440 × 900 at 200 %, the last 1,600 × 1,200."""
BELOW = ((640, 400, 1), (500, 900, 1), (1200, 400, 1))
"""Where the page scrolls."""
THEMES = ("dark", "light")
EDITORS = {
    "dopesheet": "Dopesheet",
    "graph": "Graph editor",
    "feet": "Feet",
    "annotations": "Annotations",
    "library": "Library",
}
DIALOGS = (
    "open",
    "openAgain",
    "save",
    "unsaved",
    "preferences",
    "help",
    "history",
    "about",
    "export",
    "playblast",
    "newLibrary",
)
MENUS = ("File", "Edit", "Keys", "Feet", "Library", "View", "Camera", "Play", "Help")
PARTS = """header.top, footer.status, .workspace section.area, .rail, .area.bottom > .tabs, .area.bottom > .transport,
  .area.bottom > .timeline, .area.bottom > .shown"""
NEEDED = """() => ["Play", "First frame", "Last frame", "Loop"]
  .map((name) => `.transport button[aria-label^="${name}"]`)
  .concat([".transport select", ".timeline canvas", ".timeline input", ".viewport-canvas", "[role=tab]",
    ".transport .range-fields input"])
  .filter((selector) => {
    const one = document.querySelector(selector);
    const box = one?.getBoundingClientRect();
    return !one?.checkVisibility() || box.width < 20 || box.height < 10;
  })"""
LEAST_VIEW = (300, 90)
"""Pixels across and down that the viewport and the editor below it keep."""


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any]) -> Any:
    """Its own: the start screen shows what a server remembers."""
    return start_server()


def resize(studio: Any, width: int, height: int, scale: int) -> None:
    """Give the page a window of another size, as a browser with another zoom does."""
    size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
    studio.metrics.send("Emulation.setDeviceMetricsOverride", size)
    studio.page.evaluate(PAINTED)
    assert studio.js("[innerWidth, innerHeight, devicePixelRatio]") == [width, height, scale]


def overlapping_parts(studio: Any) -> list[str]:
    """Return the parts of the page that lie over each other; what contains the other is left out."""
    parts = boxes(studio.page, PARTS)
    return [
        f"{a['name']} × {b['name']}"
        for a, b in combinations(parts, 2)
        if overlap(a, b) > 1.0 and not is_inside(a, b) and not is_inside(b, a)
    ]


def is_inside(inner: dict[str, Any], outer: dict[str, Any]) -> bool:
    starts = all(inner[side] >= outer[side] - 1 for side in ("left", "top"))
    return starts and all(inner[side] <= outer[side] + 1 for side in ("right", "bottom"))


def faults_of_workspace(studio: Any) -> list[str]:
    """Return what is wrong with the workspace as it is seen."""
    found = [f"missing: {name}" for name in studio.page.evaluate(NEEDED)]
    for view in boxes(studio.page, ".area.centre .shown, .area.bottom > .shown"):
        across, down = view["right"] - view["left"], view["bottom"] - view["top"]
        if across < LEAST_VIEW[0] or down < LEAST_VIEW[1]:
            found.append(f"{view['name']} is left with {across:.0f} × {down:.0f}")
    return [*found, *(f"overlap: {pair}" for pair in overlapping_parts(studio))]


def faults_of(studio: Any) -> list[str]:
    """Return what is wrong with whatever is in front, apart from its colours."""
    return [*unreachable(studio.page), *squeezed(studio.page), *cut(studio.page)]


@pytest.fixture
def resizable(studio: Any) -> Iterator[Any]:
    """A page that can be resized, and has its usual size in the end."""
    studio.metrics = studio.page.context.new_cdp_session(studio.page)
    yield studio
    resize(studio, *SIZE.values(), 1)
    studio.metrics.detach()


@pytest.fixture
def clip(resizable: Any) -> Any:
    """The packaged clip in a page that can be resized."""
    resizable.js("studio.setPreferences({ panels: {} })")
    resizable.open_packaged()
    resizable.page.evaluate("studio.playhead.set(170)")
    return resizable


def look(studio: Any, name: str, judge: Callable[[Any], list[str]], sizes: Any = SIZES) -> list[str]:
    """Return what a judge finds at every size and in both themes, each fault once with where it was first seen.

    Texts are looked at in both themes. What a theme does not move is judged in the first one only.
    """
    first: dict[str, str] = {}
    themes = THEMES
    for width, height, scale in sizes:
        resize(studio, width, height, scale)
        judged = None
        for theme in themes:
            studio.js(f"studio.setPreferences({{ theme: '{theme}' }})")
            studio.page.evaluate(PAINTED)
            found = faint(studio.page)
            if judged != (judged := layout(studio.page)):
                found += judge(studio)
            for fault in found:
                first.setdefault(fault, f"{name}, {width}×{height} @{scale}, {theme}: {fault}")
        themes = themes[::-1]  # the next size begins with the theme that is on
    return list(first.values())


def workspace(studio: Any) -> list[str]:
    return [*faults_of_workspace(studio), *faults_of(studio)]


@pytest.mark.parametrize("view", EDITORS)
def test_every_editor_at_every_size(clip: Any, view: str) -> None:
    clip.tab(EDITORS[view])
    clip.settle()
    found = look(clip, view, workspace)
    assert not found, "\n".join(found)


def test_the_editors_names_stand_in_one_row_from_1280_pixels_up(clip: Any) -> None:
    resize(clip, 1280, 720, 1)
    tops = {tab["top"] for tab in boxes(clip.page, ".area.bottom [role=tab]")}
    assert len(tops) == 1


def test_every_dialog_and_menu_at_every_size(clip: Any) -> None:
    found = []
    for kind in DIALOGS:
        clip.js(f"studio.dialog.set({{ kind: '{kind}', then() {{}} }})")
        if kind == "export":
            clip.wait_until("document.querySelector('dialog .formats')")
        if kind == "playblast":
            clip.wait_until("document.querySelector('dialog .rows.playblast')")
        if kind == "open":
            clip.page.get_by_role("dialog").get_by_role("combobox", name="Path").fill("/usr/")
            clip.wait_until("document.querySelector('dialog [role=option]')")
        found += look(clip, kind, faults_of)
        clip.js("studio.dialog.set(null)")
    for menu in MENUS:
        clip.page.get_by_role("menubar").get_by_role("menuitem", name=menu, exact=True).click()
        for width, height, scale in SIZES:
            resize(clip, width, height, scale)
            beyond = unreachable(clip.page, "[role=menu] button")
            found += [f"menu {menu}, {width}×{height} @{scale}: {fault}" for fault in beyond]
        clip.press("Escape")
    assert not found, "\n".join(found)


def test_either_panel_opens_in_a_small_window(clip: Any) -> None:
    resize(clip, 800, 600, 1)
    for name, other in (("Channels", "Selection · Result"), ("Selection · Result", "Channels")):
        clip.button(name).click()
        clip.settle()
        assert clip.button(other).locator("xpath=self::*[contains(@class, 'rail')]").is_visible()
        found = look(clip, name, workspace, SIZES[:2])
        assert not found, "\n".join(found)
        resize(clip, 800, 600, 1)


def test_a_smaller_window_scrolls_and_nothing_overlaps(clip: Any) -> None:
    for width, height, scale in BELOW:
        resize(clip, width, height, scale)
        assert clip.js("document.scrollingElement.scrollHeight") >= 450
        assert clip.js("document.scrollingElement.scrollWidth") >= 720
        found = [*overlapping_parts(clip), *unreachable(clip.page)]
        assert not found, f"{width} × {height}:\n" + "\n".join(found)
        clip.page.get_by_role("toolbar", name="Transport").get_by_role("button", name="Play").click()
        clip.wait_until("studio.isPlaying.get()")
        clip.press("Space")


def test_the_start_screen_at_every_size(resizable: Any) -> None:
    resizable.start_screen()
    found = look(resizable, "start", faults_of)
    assert not found, "\n".join(found)


def test_what_comes_and_goes_in_the_viewport_at_every_size(clip: Any) -> None:
    clip.js("studio.view.patch({ selectedJoints: [3, 8, 20] })")
    options = "{ ...studio.view.get().viewport, isTinted: true, hasTrails: true, trails: [3, 8, 20] }"
    clip.js(f"studio.view.patch({{ viewport: {options} }})")
    for kind in ("warning", "error"):
        clip.js(f"studio.notify('{kind}', 'Take_017.bvh, line 2203: a number was expected ({kind}).')")
    clip.settle()
    found = look(clip, "comes and goes", workspace)
    for width, height, scale in SIZES:
        resize(clip, width, height, scale)
        placed = boxes(clip.page, ".viewport-joints, .viewport-legend, .viewport-axes, .viewport-bar > *")
        found += [
            f"{width}×{height}: {a['name']} × {b['name']}" for a, b in combinations(placed, 2) if overlap(a, b) > 1
        ]
    assert not found, "\n".join(found)


def test_what_is_said_of_the_halves_is_read_at_every_size(clip: Any) -> None:
    clip.js("studio.view.patch({ viewport: { ...studio.view.get().viewport, figures: 'side' } })")
    clip.page.get_by_text("Capture", exact=True).last.wait_for()
    found = []
    for width, height, scale in SIZES:
        resize(clip, width, height, scale)
        placed = boxes(clip.page, ".viewport-halves span, .viewport-bar > *")
        found += [
            f"{width}×{height}: {a['name']} × {b['name']}" for a, b in combinations(placed, 2) if overlap(a, b) > 1
        ]
    assert not found, "\n".join(found)
