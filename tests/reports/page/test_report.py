"""The report's page: it stands alone, says what it must, cannot be broken by names, and is the same every time."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import unbake
from data import DATA, needs_data
from reports.performances import HOSTILE, held, hostile, prop, reduced, walk
from unbake.errors import FileError
from unbake.reduce.reduction import Reduction
from unbake.reports.page.report import OutputLine, report_html, write_report
from unbake.reports.page.worst_curves import worst_curves
from unbake.reports.wording import centimetres

VOID = {"meta", "link", "line", "input", "br"}
OUTPUTS = (OutputLine("out/<walk>.glb", "glTF", "hermite", 1.234),)


class Page(HTMLParser):
    """Reads a page strictly: every element that opens closes in order; collects texts, keys and references."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(html)
        self.close()
        assert self.open == [], f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(text)

    @property
    def data(self) -> dict[str, object]:
        scripts = self.texts["script"]
        return json.loads(scripts[0])

    def keys_drawn(self, tag: str) -> list[int]:
        return [int(attrs["data-key"] or "") for name, attrs in self.tags if name == tag and "data-key" in attrs]


def page_of(reduction: Reduction, source: str = "clips/walk.bvh") -> str:
    return report_html(reduction, source=source, command=f"unbake reduce '{source}' --keys 9", outputs=OUTPUTS)


def without_licensed_code(html: str) -> str:
    """The page without the library that it carries, whose first line names its home."""
    start = html.index("/*!\nThe MIT License")
    return html[:start] + html[html.index("</script>", start) :]


@pytest.fixture(scope="module")
def walk_reduction() -> Reduction:
    return reduced(walk(), keys=9)


@pytest.fixture(scope="module")
def layered() -> Reduction:
    return reduced(walk(), wants_space=True)


SHAPES = {
    "one frame": lambda: reduced(walk(1)),
    "two frames": lambda: reduced(walk(2), keys=2),
    "held still": lambda: reduced(held()),
    "held still, space": lambda: reduced(held(), keys=3),
    "a prop": lambda: reduced(prop(), keys=4),
    "every frame": lambda: reduced(walk(40), keys=40),
    "quaternions": lambda: reduced(walk(30), keys=5, curves=("quaternions",)),
    "sums": lambda: reduced(walk(30), keys=5, criterion="lerp-sum", metric="pose"),
    "layers": lambda: reduced(walk(40)),
}


def test_page_parses_and_names_the_numbers(walk_reduction: Reduction) -> None:
    html = page_of(walk_reduction)
    page = Page(html)
    headline = re.search(r"<h1>(.*?)</h1>", html)
    assert headline is not None
    assert re.sub("<.*?>", "", headline[1]) == "60 frames → 9 keyframes"
    error = walk_reduction.error
    assert f"<b>{centimetres(error.max_m)}</b> of the capture at {len(error.joints)} joints" in html
    assert f"within <b>{centimetres(error.tips.max_m)}</b>" in html
    assert f"<b>{error.tips.worst_joint}</b> at frame {error.tips.worst_number}" in html
    assert f"{error.worst_joint}</b> at frame {error.worst_number}" in html
    assert "1.2 cm" in "".join(page.texts["td"])
    assert "unbake reduce 'clips/walk.bvh' --keys 9" in page.texts["pre"]


def test_every_key_is_drawn_as_pose_and_diamond(walk_reduction: Reduction) -> None:
    page = Page(page_of(walk_reduction))
    numbers = [frame + 101 for frame in walk_reduction.selection.frames]
    assert page.keys_drawn("figure") == numbers
    assert page.keys_drawn("svg") == numbers
    assert page.data["keys"] == numbers
    assert [int(text) for text in page.texts["figcaption"]] == numbers


def test_charts_hold_the_measured_numbers(walk_reduction: Reduction) -> None:
    data = Page(page_of(walk_reduction)).data
    assert data["error"]["cm"] == pytest.approx(100.0 * walk_reduction.error.per_frame_m, abs=1e-4)
    space = data["space"]
    for count, error, frames in zip(space["counts"], space["errors"], space["frames"], strict=True):
        assert (error or 0.0) == pytest.approx(100.0 * walk_reduction.space.error(count), rel=1e-4, abs=1e-6)
        assert frames == [frame + 101 for frame in walk_reduction.space.frames(count)]
    assert space["chosen"] == 9
    for curve in data["curves"]:
        at_keys = [curve["fitted"][curve["frames"].index(key)] for key in data["keys"]]
        assert at_keys == pytest.approx(curve["values"], abs=2e-4)
    one = worst_curves(walk_reduction.motion, walk_reduction.animation)[0]
    for side in ("left", "right"):
        frames, values = zip(*data["curves"][0][side], strict=True)
        assert list(frames) == pytest.approx(getattr(one.curve, side)[:, 0] + 101, abs=1e-4)
        assert list(values) == pytest.approx(getattr(one.curve, side)[:, 1] * one.scale, abs=1e-4)


def test_layers_are_told_with_their_keys(layered: Reduction) -> None:
    html = page_of(layered)
    for number in (1, 2, 3):
        keys = [
            f + 101 for f, by in zip(layered.selection.frames, layered.blocking.layer_of, strict=True) if by == number
        ]
        assert f"<td>{', '.join(map(str, keys)) or '–'}</td></tr>" in html
    assert "The selection space" in html
    classes = Page(html).data["classes"]
    assert classes == list(layered.selection.classes)


def test_space_is_explained_away_where_there_is_none() -> None:
    html = page_of(reduced(walk(30)))
    assert "There is no single selection space to show." in html
    assert 'data-chart="space"' not in html


@pytest.mark.parametrize("shape", SHAPES)
def test_odd_clips_make_sound_pages(shape: str) -> None:
    reduction = SHAPES[shape]()
    html = page_of(reduction)
    page = Page(html)
    first = reduction.motion.first_frame
    assert page.keys_drawn("figure") == [frame + first for frame in reduction.selection.frames]
    for _, attributes in page.tags:
        for name in ("d", "viewbox", "cx", "cy", "r", "x", "x1"):
            assert re.fullmatch(r"[-MLHVlz0-9.,%e ]*", attributes.get(name) or ""), attributes


def test_nothing_is_fetched(walk_reduction: Reduction) -> None:
    html = page_of(walk_reduction)
    assert "http://" not in without_licensed_code(html)
    assert "https://" not in without_licensed_code(html)
    tags = Page(html).tags
    assert tags
    for tag, attributes in tags:
        assert "src" not in attributes, tag
        assert (attributes.get("href") or "data:,") == "data:,"
    assert "default-src 'none'" in html


def test_the_library_carries_its_licence(walk_reduction: Reduction) -> None:
    html = page_of(walk_reduction)
    assert "Copyright (c) 2022 Leon Sorokin" in html
    assert "THE SOFTWARE IS PROVIDED" in html


def test_hostile_names_stay_text() -> None:
    html = page_of(reduced(hostile(), keys=6), source=f"clips/{HOSTILE}.bvh")
    page = Page(html)
    assert [tag for tag, _ in page.tags].count("script") == 3
    assert "<script>alert" not in html
    assert f"assumed {HOSTILE}" in "".join(page.texts["li"])
    assert page.data["error"]["worst"]["joint"].removesuffix(" (end)").removesuffix(" (side)").endswith(HOSTILE)


def test_a_name_that_is_no_text_is_shown_as_far_as_it_is(tmp_path: Path, walk_reduction: Reduction) -> None:
    write_report(walk_reduction, tmp_path / "walk.html", source="bad\udcff.bvh", command="unbake reduce bad\udcff.bvh")
    assert "bad?.bvh: " in (tmp_path / "walk.html").read_text(encoding="utf-8")


def test_same_run_same_bytes() -> None:
    pages = {page_of(reduced(walk(), keys=7)) for _ in range(2)}
    assert len(pages) == 1


def test_file_appears_whole_or_not_at_all(tmp_path: Path, walk_reduction: Reduction) -> None:
    target = tmp_path / "report.html"
    write_report(walk_reduction, target, source="walk.bvh", command="unbake reduce walk.bvh")
    assert target.read_text(encoding="utf-8").endswith("</html>\n")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(FileError):
        write_report(walk_reduction, tmp_path / "nowhere" / "report.html", source="walk.bvh", command="unbake")


@pytest.mark.slow
@needs_data
def test_a_real_walk_mails_easily() -> None:
    motion = unbake.load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(6, 420)
    html = page_of(reduced(motion, keys=21))
    Page(html)
    assert len(html.encode()) < 400_000
    assert len(page_of(reduced(motion.excerpt(6, 420), keys=415)).encode()) < 1_500_000


def test_the_legend_names_what_is_drawn():
    person = Page(page_of(reduced(walk()))).texts["span"]
    thing = Page(page_of(reduced(prop()))).texts["span"]
    assert {"left", "right", "height of the hips"} <= set(person)
    assert "height of the root" in thing
    assert not {"left", "right", "height of the hips"} & set(thing)
