"""The report in a real browser: its script runs to the end, draws every chart, and the policy lets nothing else in."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

from reports.performances import hostile, prop, reduced, walk
from unbake.reduce.reduction import Reduction
from unbake.reports.page.report import write_report

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="needs Chromium or Chrome on the path")

T = TypeVar("T")

CLIPS = {
    "keys": (lambda: reduced(walk(), keys=9), 8),
    "layers": (lambda: reduced(walk(), wants_space=True), 8),
    "one frame": (lambda: reduced(walk(1)), 0),
    "hostile": (lambda: reduced(hostile(), keys=6), 8),
    "prop": (lambda: reduced(prop(), keys=4), None),
}


def loaded(page: Path, profile: Path) -> str:
    """Return the page's document after its script has run."""
    command = [str(BROWSER), "--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    command += [f"--user-data-dir={profile}", "--virtual-time-budget=4000", "--dump-dom", page.as_uri()]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.insert(1, "--no-sandbox")
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


def written(reduction: Reduction, folder: Path) -> Path:
    page = folder / "report.html"
    write_report(reduction, page, source="walk.bvh", command="unbake reduce walk.bvh --report report.html")
    return page


@pytest.mark.parametrize("clip", CLIPS)
def test_charts_are_drawn_without_an_error(clip: str, tmp_path: Path) -> None:
    make, charts = CLIPS[clip]
    html = loaded(written(make(), tmp_path), tmp_path / "profile")
    root = re.search(r"<html[^>]*>", html)
    assert root is not None
    assert 'data-failures="0"' in root[0]
    asked = html.count("data-chart=")
    assert f'data-charts="{asked}"' in root[0]
    assert html.count("<canvas") == asked
    if charts is not None:
        assert asked == charts


def test_a_script_that_is_not_ours_does_not_run(tmp_path: Path) -> None:
    page = written(reduced(walk(), keys=5), tmp_path)
    intruder = "<script>document.documentElement.dataset.intruder = 'here'</script></body>"
    page.write_text(page.read_text(encoding="utf-8").replace("</body>", intruder), encoding="utf-8")
    html = loaded(page, tmp_path / "profile")
    assert "intruder" in html
    assert "data-intruder" not in html
    assert 'data-charts="8"' in html


def visited(page: Path, look: Callable[[Any], T], before: str = "") -> T:
    """Return what `look` makes of a page; `before` is a script that runs first."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0

    def visit() -> T:
        with playwright.sync_playwright() as running:
            browser = running.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"] if is_root else [])
            shown = browser.new_page()
            shown.add_init_script(before)
            shown.goto(page.as_uri())
            found = look(shown)
            browser.close()
        return found

    with ThreadPoolExecutor(1) as thread:  # Playwright may drive another browser in this one
        return thread.submit(visit).result()


def test_a_language_that_the_browser_does_not_know_leaves_the_charts(tmp_path: Path) -> None:
    """WebKit calls the language of a system in C.UTF-8 so."""
    before = "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'C' })"
    page = written(reduced(walk(), keys=5), tmp_path)
    root = visited(page, lambda shown: shown.evaluate("({ ...document.documentElement.dataset })"), before)
    assert (root["failures"], root["charts"]) == ("0", "8")


def printed(page: Path) -> bytes:
    """Return what a browser draws of a page on paper, by default without backgrounds."""
    pdf = visited(page, lambda shown: bytes(shown.pdf(print_background=False)))
    parts = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        with contextlib.suppress(zlib.error):  # fonts and pictures are stored otherwise
            parts.append(zlib.decompress(stream))
    return b"".join(parts)


def test_classes_of_keys_are_seen_on_paper(tmp_path: Path) -> None:
    reduction = reduced(walk(), keys=20)
    page = written(reduction, tmp_path)
    green = tuple(int("37924a"[place : place + 2], 16) / 255 for place in (0, 2, 4))
    assert "--breakdown: #37924a" in page.read_text(encoding="utf-8")
    fills = [tuple(map(float, fill)) for fill in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) rg", printed(page))]
    drawn = sum(np.allclose(fill, green, atol=0.002) for fill in fills)
    breakdowns = len(reduction.selection.breakdowns)
    assert breakdowns
    assert drawn >= 2 * breakdowns + 1  # below its pose, in the dopesheet, and in the legend


def test_many_poses_begin_on_the_first_page_of_paper(tmp_path: Path) -> None:
    page = written(reduced(walk(), keys=40), tmp_path)
    columns = "getComputedStyle(document.querySelector('.poses')).gridTemplateColumns.split(' ').length"

    def look(shown: Any) -> tuple[int, int]:
        on_screen = shown.evaluate(columns)
        shown.emulate_media(media="print")
        shown.set_viewport_size({"width": 720, "height": 1040})
        assert shown.evaluate("getComputedStyle(document.querySelector('#poses')).breakInside") == "auto"
        return on_screen, shown.evaluate(columns)

    on_screen, on_paper = visited(page, look)
    assert on_paper == on_screen > 4


def test_a_broken_script_is_noticed(tmp_path: Path) -> None:
    page = written(reduced(walk(), keys=5), tmp_path)
    text = page.read_text(encoding="utf-8")
    page.write_text(re.sub(r'"keys":\[[^\]]*\],', "", text), encoding="utf-8")
    html = loaded(page, tmp_path / "profile")
    assert "data-charts=" not in html or 'data-failures="0"' not in html
