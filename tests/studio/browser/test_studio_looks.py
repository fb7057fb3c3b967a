"""In light and dark, large and small: nothing overlaps, nothing is cut off; pictures for people on request.

``UNBAKE_SCREENSHOTS=FOLDER`` keeps a picture of every view.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

SIZES = ((1440, 900), (1280, 720))
BOXES = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.dataset.area ?? one.getAttribute("aria-label") ?? one.className, one.getBoundingClientRect()])
  .map(([name, { left, top, right, bottom }]) => ({ name, left, top, right, bottom }))
  .filter((box) => box.right > box.left && box.bottom > box.top)"""
SPILLED = """() => [...document.querySelectorAll("button, label, h3, h4, [role=tab], .tabs, .toolbar, [role=toolbar]")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).overflowX === "visible")
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
  .map((one) => one.outerHTML.slice(0, 100))"""
VIEWS = {"dopesheet": "Dopesheet", "graph": "Graph editor"}


def overlap(one: dict[str, float], other: dict[str, float]) -> float:
    """Return how many square pixels two boxes share."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return max(wide, 0.0) * max(high, 0.0)


def overlapping(boxes: list[dict[str, Any]]) -> list[str]:
    return [f"{a['name']} × {b['name']}" for a, b in combinations(boxes, 2) if overlap(a, b) > 1.0]


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
    areas = studio.page.evaluate(BOXES, "section.area, header, footer, [role=contentinfo]:not(footer)")
    areas = [area for area in areas if "area" in area["name"] or area["bottom"] - area["top"] < 60] or areas
    outer = studio.page.evaluate(BOXES, ".workspace section.area")
    assert len(outer) >= 4
    assert overlapping(outer) == []
    for box in outer:
        assert box["left"] >= 0
        assert box["top"] >= 0
        assert box["right"] <= width + 0.5
        assert box["bottom"] <= height + 0.5
    controls = studio.page.evaluate(
        BOXES, "[role=toolbar] button, [role=toolbar] input, [role=toolbar] select, [role=tab]"
    )
    assert overlapping(controls) == []
    assert studio.page.evaluate(SPILLED) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
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


def test_light_and_dark_differ_and_follow_the_system(server: Any, open_studio: Callable[..., Any]) -> None:
    grounds = set()
    for scheme in ("light", "dark"):
        studio = open_studio(server, color_scheme=scheme)
        studio.js("studio.setPreferences({ theme: 'system' })")
        studio.page.wait_for_timeout(50)
        grounds.add(studio.js("getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
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
