"""In light and dark, large and small: nothing overlaps, nothing is cut off; pictures for people on request.

``UNBAKE_SCREENSHOTS=FOLDER`` keeps a picture of every view.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.browser.desk import PAINTED
from studio.browser.seeing import boxes, cut, faint, layout, outside, overlap, overlapping

SIZES = ((1440, 900), (1280, 720))
THEMES = ("light", "dark")
SPILLED = """() => [...document.querySelectorAll("button, label, h3, h4, [role=tab], .tabs, .toolbar, [role=toolbar]")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).overflowX === "visible")
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
  .map((one) => one.outerHTML.slice(0, 100))"""
VIEWS = {"dopesheet": "Dopesheet", "graph": "Graph editor"}


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any]) -> Any:
    """Its own: pictures show what a server remembers."""
    return start_server()


def keep(studio: Any, name: str) -> None:
    folder = os.environ.get("UNBAKE_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        studio.picture(Path(folder) / f"{name}.png")


def check_page(studio: Any) -> None:
    width, height = studio.page.viewport_size["width"], studio.page.viewport_size["height"]
    scroll = studio.js("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert scroll[0] <= width
    assert scroll[1] <= height
    areas = boxes(studio.page, "section.area, header, footer, [role=contentinfo]:not(footer)")
    areas = [area for area in areas if "area" in area["name"] or area["bottom"] - area["top"] < 60] or areas
    outer = boxes(studio.page, ".workspace section.area")
    assert len(outer) >= 4
    assert overlapping(outer) == []
    for box in outer:
        assert box["left"] >= 0
        assert box["top"] >= 0
        assert box["right"] <= width + 0.5
        assert box["bottom"] <= height + 0.5
    controls = boxes(studio.page, "[role=toolbar] button, [role=toolbar] input, [role=toolbar] select, [role=tab]")
    assert overlapping(controls) == []
    assert studio.page.evaluate(SPILLED) == []


@pytest.mark.parametrize("theme", THEMES)
def test_every_view_at_two_sizes(server: Any, open_studio: Callable[..., Any], theme: str) -> None:
    studio = open_studio(server, color_scheme=theme)
    studio.js(f"studio.setPreferences({{ theme: '{theme}' }})")
    keep(studio, f"start-{theme}")
    studio.open_packaged()
    studio.page.evaluate("studio.playhead.set(170)")
    for width, height in SIZES:
        studio.page.set_viewport_size({"width": width, "height": height})
        for view, title in VIEWS.items():
            studio.tab(title)
            studio.settle()
            keep(studio, f"{view}-{theme}-{width}x{height}")
            check_page(studio)
            assert len(boxes(studio.page, ".transport .number")) == 2


LONG = "2026-11-14_Actor03_Walk-Sneak-TurnLeft90_Take017_retargeted_to_hero_rig_v12_final_final_cleaned.bvh"
WARNINGS = [
    "the file says nothing about its unit of length; read as centimetres, which gives a figure of 1.78 m",
    "28 rotations differ by more than half a turn from one frame to the next; they were taken the short way round",
]
DIALOGS = ("open", "openAgain", "save", "unsaved", "preferences", "help", "history", "about", "export")
NAMING = ("open", "openAgain", "save", "unsaved", "export")
"""Those that show the clip's name."""
PAIRS = [
    (".viewport-buttons button[aria-pressed=true]", ".viewport-buttons button[aria-pressed=false]"),
    (".segments label.chosen", ".segments label:not(.chosen)"),
    ("[role=treeitem][aria-selected=true]", "[role=treeitem][aria-selected=false]"),
    ("[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"),
    ("[role=menu] button:focus", "[role=menu] button:not(:focus)"),
    (".key-mark.keypose", ".key-mark.breakdown"),
]
"""What has to look different, and from what."""
FIGURES = ("overlay", "side", "capture", "result")
MODES = ("Count", "Error", "Automatic", "Layers")
PANELS = ".area.right, .area.left, header.top, footer.status"
IN_THE_VIEWPORT = ".viewport-joints, .viewport-legend, .viewport-axes"


@pytest.fixture
def look(studio: Any) -> Iterator[Any]:
    """Return a function that looks at what is seen, in both themes and sizes; what it finds is said in the end.

    `look.studio` shows the packaged clip.
    """
    studio.js("studio.setPreferences({ panels: {} })")
    studio.open_packaged()
    studio.page.evaluate("studio.playhead.set(170)")
    faults: dict[str, str] = {}

    def look_at(name: str, front: str = "") -> None:
        themes = THEMES
        for width, height in SIZES:
            studio.page.set_viewport_size({"width": width, "height": height})
            judged = None
            for theme in themes:
                studio.js(f"studio.setPreferences({{ theme: '{theme}' }})")
                studio.page.evaluate(PAINTED)
                # What is dimmed while it is worked out takes a moment to come back.
                studio.wait_until("!document.getAnimations().some((one) => one instanceof CSSTransition)")
                keep(studio, f"{name}-{theme}-{width}x{height}")
                found = faint(studio.page)
                # What a theme does not move is judged in the first one only.
                if judged != (judged := layout(studio.page)):
                    if front:
                        assert boxes(studio.page, front), name
                    else:
                        check_page(studio)
                    beyond = outside(studio.page, front or PANELS)
                    found += [*(f"outside: {part}" for part in beyond), *cut(studio.page)]
                faults.update({fault: f"{name}, {theme}, {width}×{height}" for fault in found if fault not in faults})
            themes = themes[::-1]  # the next size begins with the theme that is on

    look_at.studio = studio  # type: ignore[attr-defined]
    yield look_at
    assert not faults, "\n".join(f"{where}: {fault}" for fault, where in faults.items())


def test_every_dialog_and_menu(look: Any) -> None:
    studio = look.studio
    studio.js(f"studio.clip.patch({{ warnings: {WARNINGS} }})")
    studio.choose_by("Count")
    for name in ("", LONG):
        if name:
            studio.js(f"studio.clip.patch({{ name: '{name}', path: '/jobs/0417/takes/{name}' }})")
            studio.js(RECOVERABLE.replace("NAME", name))
            look("long-name")
        for kind in NAMING if name else DIALOGS:
            studio.js(f"studio.dialog.set({{ kind: '{kind}', then() {{}} }})")
            if kind == "export":
                studio.wait_until("document.querySelector('dialog .formats')")
            look(f"{kind}{'-long' if name else ''}", "dialog.window")
            studio.js("studio.dialog.set(null)")
    for menu in ("File", "Edit", "Keys", "Feet", "Library", "View", "Camera", "Play", "Help"):
        studio.page.get_by_role("menubar").get_by_role("menuitem", name=menu, exact=True).click()
        look(f"menu-{menu.lower()}", "[role=menu]")
        studio.press("Escape", "Escape")
    studio.page.locator(".status .warnings").click()
    look("notes", ".warning-list")


@pytest.mark.pictures
def test_every_way_to_see_the_figure(look: Any) -> None:
    studio = look.studio
    for figures in FIGURES:
        studio.page.evaluate(SEEN, {"figures": figures})
        look(f"figures-{figures}")
    studio.page.evaluate(SEEN, {"figures": "side", "isTinted": True})
    look("figures-side-tinted")
    studio.js("studio.view.patch({ selectedJoints: [3, 8, 20] })")
    studio.page.evaluate(SEEN, {"figures": "overlay", "isTinted": True, "hasTrails": True, "trails": [3, 8, 20]})
    for kind in ("warning", "error", "info"):
        studio.js(f"studio.notify('{kind}', 'Take_017.bvh, line 2203: a number was expected ({kind}).')")
    studio.settle()
    look("notices")
    for width, height in SIZES:
        studio.page.set_viewport_size({"width": width, "height": height})
        placed = boxes(studio.page, IN_THE_VIEWPORT)
        assert len(placed) == 3
        assert overlapping(placed) == []
        noticed = boxes(studio.page, ".notice:not(.info)")
        assert len(noticed) == 2
        assert [(a["name"], b["name"]) for a in placed for b in noticed if overlap(a, b) > 0] == []
    studio.page.get_by_role("searchbox", name="Search joints and channels").fill("arm")
    look("channels-search")


def test_every_part_of_the_selection_and_the_result(look: Any) -> None:
    studio = look.studio
    for mode in MODES:
        studio.choose_by(mode)
        look(f"mode-{mode.lower()}")
    pins = "{ settings: { ...studio.document.get().settings, pins: [40, 120, 133, 250, 310] } }"
    studio.js(f"studio.change('Pin frames', {pins})")
    while (folded := studio.page.locator(".fold-title[aria-expanded=false]")).count():
        folded.first.click()
    studio.settle()
    right = studio.page.locator(".area.right")
    # What is farther down is judged without scrolling; people want to see it.
    for part in range(4 if "UNBAKE_SCREENSHOTS" in os.environ else 1):
        right.evaluate("(panel, part) => { panel.scrollTop = part * (panel.clientHeight - 60) }", part)
        look(f"unfolded-{part}")


def test_the_menus_of_the_right_button(look: Any) -> None:
    studio = look.studio
    for view, title in VIEWS.items():
        studio.tab(title)
        studio.settle()
        box = studio.page.locator(f"[data-area={view}]").bounding_box()
        for part in (0.3, 0.97):
            studio.page.mouse.click(box["x"] + part * box["width"], box["y"] + part * box["height"], button="right")
            studio.page.locator("[role=menu]").wait_for()
            assert outside(studio.page, "[role=menu]") == []
            keep(studio, f"context-{view}-{part}")
            studio.press("Escape")


def test_light_and_dark_differ_and_follow_the_system(server: Any, open_studio: Callable[..., Any]) -> None:
    grounds = set()
    for scheme in ("light", "dark"):
        studio = open_studio(server, color_scheme=scheme)
        studio.js("studio.setPreferences({ theme: 'system' })")
        studio.page.wait_for_timeout(50)
        grounds.add(studio.js("getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2


def test_colours_that_the_system_forces_leave_a_choice_and_key_classes_to_be_seen(studio: Any) -> None:
    """As in Windows' contrast themes, where grounds are all the same."""
    studio.open_packaged()
    studio.js("studio.view.patch({ selectedJoints: [3] })")
    studio.page.emulate_media(forced_colors="active")
    studio.page.get_by_role("menubar").get_by_role("menuitem", name="View", exact=True).click()
    grounds = studio.page.evaluate(
        """(pairs) => {
          const ground = (one) => getComputedStyle(one).backgroundColor;
          const seen = (one) => ground(document.querySelector(one)).replace("rgba(0, 0, 0, 0)", ground(document.body));
          return pairs.map((pair) => pair.map(seen));
        }""",
        PAIRS,
    )
    studio.press("Escape", "Escape")
    studio.page.emulate_media(forced_colors="none")
    assert [pair for pair, (one, other) in zip(PAIRS, grounds, strict=True) if one == other] == []


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read_on_its_ground(server: Any, open_studio: Callable[..., Any], theme: str) -> None:
    """A contrast of 4.5 to 1 for running text, 3 to 1 for what is quiet."""
    studio = open_studio(server)
    studio.js(f"studio.setPreferences({{ theme: '{theme}' }})")
    studio.page.wait_for_timeout(50)
    for ink, least in (("ink", 4.5), ("quiet", 4.5), ("warning", 3.0), ("error", 3.0), ("accent", 3.0)):
        for ground in ("paper", "panel"):
            assert studio.page.evaluate(CONTRAST, [ink, ground]) >= least, (ink, ground)


def test_panels_are_resized_and_folded_and_stay_so(server: Any, open_studio: Callable[..., Any]) -> None:
    studio = open_studio(server)
    studio.open_packaged()
    splitter = studio.page.get_by_role("separator").last
    box = splitter.bounding_box()
    panel = studio.page.locator(".workspace section.area.right")
    before = panel.bounding_box()["width"]
    studio.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 200)
    studio.page.mouse.down()
    studio.page.mouse.move(box["x"] - 80, box["y"] + 200, steps=4)
    studio.page.mouse.up()
    assert panel.bounding_box()["width"] == pytest.approx(before + 80, abs=6)
    studio.page.get_by_role("button", name="Channels", exact=True).click()
    assert studio.page.get_by_role("tree").count() == 0
    check_page(studio)
    studio.page.wait_for_timeout(1000)
    again = open_studio(server)
    again.open_packaged()
    assert again.page.locator(".workspace section.area.right").bounding_box()["width"] == pytest.approx(
        before + 80, abs=6
    )
    assert again.page.get_by_role("tree").count() == 0
    again.page.get_by_role("button", name="Channels", exact=True).click()
    again.page.wait_for_timeout(800)


CONTRAST = """([ink, ground]) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  const luminance = (name) => {
    canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [one, other] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
  return (one + 0.05) / (other + 0.05);
}"""
SEEN = "(part) => studio.view.patch({ viewport: { ...studio.view.get().viewport, ...part } })"
RECOVERABLE = """studio.greet = async () => null,
studio.welcome.patch({
  recoverable: [{ id: "a", name: "NAME", saved: 0, changes: 12 }],
  recent: [{ path: "/jobs/0417/takes/NAME", name: "NAME", folder: "/jobs/0417/shots/sq_20/takes", opened: 0 }],
})"""
