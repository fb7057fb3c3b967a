"""The page and the table: failures first, then what stands out, and nothing that a clip's name could break."""

import csv
import os
import re
import shutil
import subprocess

import pytest

from clips import jump_clip
from unbake.batch.page.page import page_html, write_page
from unbake.batch.record import Outcome
from unbake.batch.summary import Summary
from unbake.batch.table import write_csv
from unbake.keyframes.selection import Selection
from unbake.reports.pose_strip import pose_strip
from unbake.reports.thumbnail import thumbnail_svg

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
HOSTILE = "a/<script>alert(1)</script> & 100% #1?.bvh"


def outcome(name, error=2.0, **more):
    stem = name.removesuffix(".bvh")
    figures = {"frames": 120, "fps": 60.0, "duration_s": 2.0, "keys": 8, "keys_a_second": 4.0, "error_cm": error}
    figures |= {"joint": "LeftHand", "frame": 30}
    return Outcome(name, "", "done", "", stem, (f"{stem}.glb", f"{stem}.html"), figures, seconds=1.0, **more)


def summary():
    done = [outcome(f"usual{n}.bvh") for n in range(8)] + [outcome(HOSTILE, 9.0, notes=("a <b>note</b>",))]
    failed = Outcome("broken.bvh", "", "failed", "broken.bvh:2: no <hierarchy>")
    return Summary.of("reduce", "in", "unbake batch reduce in out", [*done, failed])


def test_failures_and_outliers_come_first():
    html = page_html(summary())
    names = re.findall(r'<td data-value="([^"]*)">', html)
    assert names[0] == "broken.bvh"
    assert names[1].endswith("100% #1?.bvh")
    assert names[2:] == [f"usual{n}.bvh" for n in range(8)]
    assert html.index("1 clip failed") < html.index("Worth a look") < html.index("All clips")
    assert "error 9.0\u00a0cm, 4.5\u00a0× the median" in html


def test_names_and_reasons_are_text():
    html = page_html(summary())
    assert "<script>alert" not in html
    assert "<b>note" not in html
    assert "no &lt;hierarchy&gt;" in html
    assert 'href="./a/%3Cscript%3Ealert%281%29%3C/script%3E%20%26%20100%25%20%231%3F.glb"' in html


def test_a_thumbnail_has_its_poses_in_its_box():
    svg = thumbnail_svg(pose_strip(jump_clip(), Selection((0, 40, 80, 139))))
    assert svg.count("<g transform") == 4
    assert len(svg) < 6000
    x, top, width, height = map(int, re.search(r'viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"', svg).groups())
    assert (x, top + height >= 0) == (0, True)
    places = [int(number) for number in re.findall(r"translate\((\d+)\)", svg)]
    assert places == sorted(places)
    assert places[-1] < width
    assert all(top <= int(y) <= top + height for y in re.findall(r"[ML]-?\d+ (-?\d+)", svg))


def test_the_table_has_a_row_for_each_clip(tmp_path):
    write_csv(summary(), tmp_path / "batch.csv")
    rows = list(csv.DictReader((tmp_path / "batch.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 10
    assert [row["state"] for row in rows[:2]] == ["failed", "done"]
    assert (rows[1]["clip"], rows[1]["error_cm"], rows[1]["worth_a_look"]) == (HOSTILE, "9.0", "error")


def test_names_that_are_no_text_lead_to_their_files(tmp_path):
    bad = Summary.of("reduce", "in", "unbake batch reduce in out", [outcome("bad\udcff.bvh")])
    write_page(bad, tmp_path / "batch.html")
    write_csv(bad, tmp_path / "batch.csv")
    assert 'href="./bad%FF.glb"' in (tmp_path / "batch.html").read_text(encoding="utf-8")
    assert "bad?.bvh" in (tmp_path / "batch.csv").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium or Chrome on the path")
def test_the_script_runs_to_its_end_in_a_browser(tmp_path):
    html = page_html(summary())
    page = tmp_path / "page.html"
    write_page(summary(), page)
    assert page.read_text(encoding="utf-8") == html
    command = [BROWSER, "--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={tmp_path / 'profile'}"]
    command += ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    command += ["--virtual-time-budget=2000", "--dump-dom", page.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=90, check=True).stdout
    assert 'data-clips="10"' in re.search(r"<table[^>]*>", shown[shown.index('id="all"') :])[0]
