"""Agreement, the labels by hand, and the page that shows the figures kept."""

import csv
import json

import numpy as np
import pytest
from benchmarks.annotations.agreement import f1, kappa
from benchmarks.annotations.effort import Course
from benchmarks.annotations.labelled import FOLDER, PASSES, is_reported
from benchmarks.annotations.tables import PAGE, on_page, tables

from unbake.library.annotations import THIRTEEN

FIGURES = PAGE.parents[2] / "benchmarks" / "results" / "0.1.0-annotations.json"


@pytest.mark.parametrize("seed", range(3))
def test_kappa_and_f1_are_those_of_scikit_learn(seed):
    from sklearn.metrics import cohen_kappa_score, f1_score

    rng = np.random.default_rng(seed)
    one = rng.random(200) < 0.3
    other = one ^ (rng.random(200) < 0.2)
    assert kappa(one, other) == pytest.approx(cohen_kappa_score(one, other))
    assert f1(one, other) == pytest.approx(f1_score(one, other))


def test_nothing_said_is_no_agreement():
    nothing = np.zeros(9, dtype=bool)
    assert np.isnan(kappa(nothing, nothing))
    assert np.isnan(f1(nothing, nothing))


@pytest.mark.parametrize("which", PASSES)
def test_labels_are_spans_of_known_flags_in_listed_clips(which):
    listed = (FOLDER / f"pass_{which}_clips.txt").read_text().split()
    with (FOLDER / f"pass_{which}.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(set(listed)) == len(listed) == 90
    assert len(rows) > 300
    for row in rows:
        assert row["clip"] in listed
        assert row["flag"] in THIRTEEN
        assert 1 <= int(row["first"]) <= int(row["last"])


def test_reported_clips_are_kept_apart():
    listed = (FOLDER / "pass_a_clips.txt").read_text().split()
    kept = [name for name in listed if is_reported(name)]
    assert len(kept) == 11
    assert {"02_06", "02_09", "06_01", "55_04"} <= set(kept)
    assert "02_05" not in kept


def test_minutes_needed_are_those_after_which_a_figure_stays():
    minutes, none = np.arange(1.0, 6.0), np.zeros(5)
    rises = np.array([0.5, 0.92, 0.8, 0.91, 0.93])
    assert Course(minutes, rises, none, none).needed("accuracy", 0.9) == 4.0
    assert Course(minutes, rises, none, none).needed("accuracy", 0.5) == 1.0
    assert np.isnan(Course(minutes, rises, none, none).needed("accuracy", 0.95))


def test_the_page_shows_the_figures_that_are_kept():
    figures, page = json.loads(FIGURES.read_text()), PAGE.read_text()
    assert len(tables(figures)) == 10
    assert on_page(page, figures) == page


def test_other_figures_give_another_page():
    figures = json.loads(FIGURES.read_text())
    figures["agreement"]["Run"]["kappa"] = 0.123
    assert "0.12" in on_page(PAGE.read_text(), figures)
    assert on_page(PAGE.read_text(), figures) != PAGE.read_text()
