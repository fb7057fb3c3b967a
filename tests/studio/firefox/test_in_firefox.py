"""What is otherwise in Firefox than in Chromium, where all else of the studio and its report is tried."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from clips import jump_bytes
from reports.performances import reduced, walk
from studio.browser.serving import StudioServer
from studio.firefox.bidi import Firefox, opened
from unbake.reports.page.report import write_report
from unbake.studio.server.link.app import BUILT

COMMAND = shutil.which("firefox-esr") or shutil.which("firefox")
pytestmark = [
    pytest.mark.slow(10),
    pytest.mark.skipif(COMMAND is None, reason="needs Firefox on the path"),
    pytest.mark.flaky(reruns=1),
]

FOCUSED = "document.activeElement.textContent"
FILM = """(async () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
  const context = canvas.getContext("2d");
  const parts = Object.values(await import("./assets/VIDEO"));
  const encoder = await parts.find((part) => part.length === 3)(canvas, { fps: 30 }, "mp4");
  for (let frame = 0; frame < 4; frame += 1) {
    context.fillStyle = `hsl(${90 * frame} 50% 50%)`;
    context.fillRect(0, 0, 320, 240);
    await encoder.add(frame / 30, 1 / 30);
  }
  return [...(await encoder.finish())];
})()"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """Firefox without a window."""
    assert COMMAND is not None
    with opened(COMMAND, tmp_path_factory.mktemp("firefox") / "profile") as running:
        yield running


@pytest.fixture(scope="module")
def studio(firefox: Firefox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """The studio's page with a short clip."""
    folder = tmp_path_factory.mktemp("studio")
    (folder / "jump.bvh").write_bytes(jump_bytes())
    server = StudioServer(folder, "jump.bvh", state=folder / ".state")
    firefox.go(server.address)
    firefox.wait_until("window.studio?.clip?.get() && studio.shownKeys() && studio.results.get().evaluation")
    yield firefox
    server.kill()


def test_a_clip_is_opened_and_nothing_goes_wrong(studio: Firefox) -> None:
    assert studio.js("studio.clip.get().name") == "jump.bvh"
    studio.wait_until("document.querySelector('[data-area=dopesheet] canvas').dataset.keys")
    drawn = studio.js("document.querySelector('[data-area=dopesheet] canvas').dataset.keys")
    assert [int(frame) for frame in drawn.split()] == studio.js("[...studio.shownKeys().frames]")
    assert studio.errors == []


def test_tab_leads_through_the_menus_and_on(studio: Firefox) -> None:
    studio.js("document.querySelector('footer button').focus()")
    for _ in range(4):
        studio.press("Tab")
        if studio.js(FOCUSED) == "File":
            break
    studio.press("Tab")
    assert studio.js(FOCUSED).startswith("Channels")
    studio.press("Shift", "Tab")
    assert studio.js(FOCUSED) == "File"
    studio.press("Shift", "Tab")
    assert studio.js(FOCUSED) != "File"


def test_a_film_is_described_as_it_is(studio: Firefox) -> None:
    chunk = next((BUILT / "assets").glob("video-*.js")).name
    film = bytes(studio.js(FILM.replace("VIDEO", chunk)))
    start = film.index(b"avcC") + 4
    header = film[start : start + 40]
    assert header[5] & 31 == 1
    parameters = header[8 : 8 + int.from_bytes(header[6:8], "big")]
    assert parameters[0] & 31 == 7
    assert parameters[1:4] == header[1:4], "profile and level are those of the stream"


def test_the_charts_of_a_report_are_drawn_from_a_file(firefox: Firefox, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    write_report(reduced(walk(), keys=9), page, source="walk.bvh", command="unbake reduce walk.bvh")
    before = len(firefox.errors)
    firefox.go(page.as_uri())
    assert firefox.js("({ ...document.documentElement.dataset })") == {"failures": "0", "charts": "8"}
    assert firefox.errors[before:] == []
