"""The scores of foot plants on small cases that can be counted by hand."""

import numpy as np
import pytest
from benchmarks.feet.metrics import Tally, away_from_boundaries, matched

FPS = 60.0


def column(*spans, n=60):
    out = np.zeros((n, 1), dtype=bool)
    for first, last in spans:
        out[first : last + 1] = True
    return out


def scores(found, truth):
    tally = Tally(columns=1)
    tally.add(found, truth, FPS)
    return tally.scores()


def test_the_truth_scores_full():
    truth = column((5, 20), (40, 59))
    found = scores(truth, truth)
    assert [found[key] for key in ("accuracy", "accuracy_inside", "f1", "precision", "recall")] == [1.0] * 5
    assert [found[key] for key in ("onset_ms", "onset_abs_ms", "offset_ms", "offset_abs_ms", "flickers")] == [0.0] * 5


def test_late_and_early_boundaries():
    found = scores(column((8, 20), (38, 52)), column((5, 20), (40, 49)))
    assert found["onset_ms"] == pytest.approx(1000 * (3 - 2) / 2 / FPS)
    assert found["onset_abs_ms"] == pytest.approx(1000 * (3 + 2) / 2 / FPS)
    assert found["offset_ms"] == pytest.approx(1000 * (0 + 3) / 2 / FPS)
    assert found["accuracy"] == pytest.approx(1 - 8 / 60)
    assert found["accuracy_inside"] == 1.0
    assert found["f1"] == pytest.approx(2 * 23 / (2 * 23 + 5 + 3))


def test_the_ends_of_a_clip_are_no_boundaries():
    found = scores(column((2, 20)), column((0, 20)))
    assert np.isnan(found["onset_ms"])
    assert found["offset_ms"] == 0.0


def test_a_flicker_is_an_interval_too_many():
    found = scores(column((5, 10), (12, 30), (50, 50)), column((5, 30)))
    assert found["flickers"] == 2.0
    assert found["precision"] == pytest.approx(1 / 3)
    assert found["recall"] == 1.0


def test_nothing_found_and_nothing_there():
    none = scores(column(), column((5, 30)))
    assert none["recall"] == 0.0
    assert np.isnan(none["precision"])
    assert none["f1"] == 0.0
    assert scores(column(), column())["accuracy"] == 1.0


@pytest.mark.parametrize(
    ("found", "true", "pairs"),
    [
        ([(0, 9)], [(0, 19)], 1),
        ([(0, 8)], [(0, 19)], 0),
        ([(0, 9), (10, 19)], [(0, 19)], 1),
        ([(0, 19)], [(0, 9), (10, 19)], 1),
        ([(30, 40)], [(0, 19)], 0),
    ],
    ids=["half", "less than half", "two halves found", "two halves true", "elsewhere"],
)
def test_intervals_match_from_half_of_their_union(found, true, pairs):
    assert len(matched(found, true)) == pairs


def test_boundary_frames():
    truth = column((20, 39))
    kept = away_from_boundaries(truth, 5)[:, 0]
    assert np.flatnonzero(~kept).tolist() == [*range(15, 25), *range(35, 45)]


def test_clips_add_up():
    truth, found = column((5, 20)), column((5, 22))
    tally = Tally(columns=1)
    tally.add(found, truth, FPS)
    tally.add(truth, truth, FPS)
    assert tally.scores()["accuracy"] == pytest.approx(1 - 2 / 120)
    assert tally.scores()["offset_abs_ms"] == pytest.approx(1000 / FPS)
