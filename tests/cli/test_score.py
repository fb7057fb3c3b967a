"""``unbake score`` as a user runs it."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.image import imread

from cli.running import run_json
from clips import jump_clip
from unbake.cli.main import main
from unbake.formats.registry import save
from unbake.motion.motion import Motion
from unbake.synthesis.naturalness.calibrated import TERMS
from unbake.synthesis.naturalness.scored import score_motion

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture
def clean(tmp_path):
    """The packaged jump as a file."""
    file = tmp_path / "clean.json"
    save(jump_clip(), file)
    return file


@pytest.fixture
def broken(tmp_path):
    """The same, thrown aside by a quarter of a metre at frame 120 of 61 to 200."""
    motion = replace(jump_clip(), first_frame=61)
    places = motion.translations_m.copy()
    places[120 - 61 :, 0, 0] += 0.25
    file = tmp_path / "broken.json"
    save(replace(motion, translations_m=places), file)
    return file


def test_fields(capsys, clean, broken):
    found = run_json(capsys, "score", clean, broken)
    assert [clip["file"] for clip in found["clips"]] == [str(clean), str(broken)]
    good, bad = found["clips"]
    assert len(bad["probabilities"]) == bad["frames"] == 140
    assert [term["term"] for term in bad["terms"]] == [term.name for term in TERMS]
    assert bad["worst_probability"] == pytest.approx(max(bad["probabilities"]), abs=1e-4)
    assert sum(reason["share"] for reason in bad["reasons"]) <= 1.0 + 1e-9
    assert bad["worst_probability"] > good["worst_probability"]
    assert good["foot_plant_error_m"] >= 0.0


def test_the_worst_frame_is_numbered_as_in_the_file(capsys, broken):
    (clip,) = run_json(capsys, "score", broken)["clips"]
    assert clip["first_frame"] == 61
    assert abs(clip["worst_frame"] - 120) <= 2
    first, last = clip["worst_second"]
    assert 61 <= first <= clip["worst_frame"] <= last <= 200
    spikes = next(term for term in clip["terms"] if term["term"] == "spikes")
    assert spikes["at_frame"] in (119, 120)
    assert spikes["largest"] == pytest.approx(0.25 * float(jump_clip().fps), rel=0.05)


def test_a_range_is_scored_as_if_it_were_the_clip(capsys, broken):
    (clip,) = run_json(capsys, "score", broken, "--range", "130:190")["clips"]
    assert (clip["first_frame"], clip["frames"]) == (130, 61)
    assert all(term["largest"] < 5.0 for term in clip["terms"] if term["term"] == "spikes")


def test_the_table_begins_with_the_worst(capsys, clean, broken):
    assert main(["score", str(clean), str(broken)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:] if line.startswith(("clean", "broken"))] == [broken.name, clean.name]


def test_so_does_the_page(capsys, clean, broken, tmp_path):
    page = tmp_path / "scores.html"
    assert main(["score", str(clean), str(broken), "-o", str(page)]) == 0
    names = re.findall(r"<td[^>]*>(clean|broken)\.json", page.read_text(encoding="utf-8"))
    assert names == ["broken", "clean"]


def test_the_bar_moves_within_each_clip(monkeypatch, clean):
    parts = []
    monkeypatch.setattr("unbake.cli.score.score.Steps.report", lambda steps, step, part: parts.append(part))
    assert main(["score", str(clean), str(clean), "--json"]) == 0
    assert parts == sorted(parts)
    assert (parts[0], parts[-1]) == (0.0, 1.0)
    assert sum(0.0 < part < 0.5 for part in parts) >= 4


@pytest.mark.slow
def test_pictures_and_pages(capsys, tmp_path, clean, broken):
    picture, page = tmp_path / "scores.png", tmp_path / "scores.html"
    assert run_json(capsys, "score", clean, broken, "-o", picture)["output"] == str(picture)
    assert imread(picture).shape[:2] > (800, 1500)
    run_json(capsys, "score", broken, "-o", page)
    text = page.read_text()
    number = score_motion(replace(jump_clip(), first_frame=61)).motion.first_frame
    assert number == 61
    assert broken.name in text
    assert "data:image/png;base64," in text
    assert 'name="viewport"' in text
    assert text.count("<main>") == text.count("</main>") == 1
    assert text.count('<th class="number">') == 4
    assert text.count('<div class="wide">') == 2, "the table and the picture scroll on a phone"
    assert "http" not in text.replace("http-equiv", "")


def test_names_of_clips_do_not_become_markup(tmp_path):
    from unbake.reports.page.score_page import _row

    row = _row("<b>walk</b>", score_motion(jump_clip()))
    assert "&lt;b&gt;walk" in row


def test_what_cannot_be_scored_is_one_line(capsys, tmp_path, clean):
    figure = tmp_path / "crane.json"
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (30, 3, 1))
    save(Motion.from_arrays(["base", "arm", "hook"], [-1, 0, 1], np.ones((3, 3)), rotations), figure)
    missing = tmp_path / "missing.bvh"
    text = tmp_path / "scores.txt"
    for arguments, said in (
        ([clean, figure], "crane.json: the skeleton has no"),
        ([missing], "missing.bvh"),
        ([clean, "-o", text], ".png or .html"),
        ([clean, "-o", tmp_path / "no" / "scores.png"], "does not exist"),
        ([clean, "--range", "900:950"], "outside"),
    ):
        assert main(["score", *map(str, arguments)]) in (1, 2)
        shown = capsys.readouterr().err.strip()
        assert said in shown
        assert "\n" not in shown
    assert main(["score", str(figure), "--json"]) == 1
    assert "no left-hip" in json.loads(capsys.readouterr().out)["error"]["text"]


def test_one_frame_is_enough(capsys, tmp_path):
    file = tmp_path / "pose.json"
    save(jump_clip().excerpt(1, 1), file)
    (clip,) = run_json(capsys, "score", file)["clips"]
    assert (clip["frames"], clip["worst_frame"]) == (1, 1)
