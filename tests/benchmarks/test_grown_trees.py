"""Trees as plain arrays say what scikit-learn says that grew them, and what is learned from is what it should be."""

from types import SimpleNamespace

import numpy as np
import pytest
from benchmarks.feet import train_detector
from benchmarks.feet.repertoire import take
from benchmarks.feet.train_detector import Rows, classifier, rows_of_takes, trees_of

pytest.importorskip("sklearn", reason="needs scikit-learn")


@pytest.fixture(scope="module")
def rows():
    return rows_of_takes(take(action, {}, seed, 1.75, 0.3) for seed, action in enumerate(("walk", "jump", "turn")))


@pytest.mark.slow
def test_plain_arrays_say_the_same(rows):
    fitted = classifier(rows, (1, 3))
    seen = np.concatenate([r.traits[:, 1] for r in rows])
    trees = trees_of(fitted, seen.shape[1])
    np.testing.assert_allclose(trees.probability(seen), fitted.predict_proba(seen)[:, 1], rtol=0.0, atol=1e-12)
    # Limits lie between numbers that were seen: those just beside them go the same way, too.
    shaken = seen + np.random.default_rng(1).normal(scale=0.05, size=seen.shape).astype(np.float32)
    np.testing.assert_allclose(trees.probability(shaken), fitted.predict_proba(shaken)[:, 1], rtol=0.0, atol=1e-12)


@pytest.mark.slow
def test_what_counts_for_nothing_is_not_learned(rows):
    wrong = Rows(rows[0].traits, ~rows[0].planted, np.zeros(rows[0].planted.shape))
    seen = rows[0].traits[:, 1]
    told = [classifier(some, (1, 3)).predict_proba(seen) for some in (rows, [*rows, wrong])]
    assert np.array_equal(*told)


def test_trees_of_a_subject_know_nothing_of_this_subject(monkeypatch):
    clips = [SimpleNamespace(name=name) for name in ("02_01", "02_03", "05_01", "16_02")]
    monkeypatch.setattr(train_detector, "rows_by_hand", lambda some: [clip.name for clip in some])
    monkeypatch.setattr(train_detector, "trials", list)
    monkeypatch.setattr(train_detector, "grown", lambda rows: rows)
    found = train_detector.grown_without(clips, ["performer"])
    assert found == {
        "02": ["05_01", "16_02", "performer"],
        "05": ["02_01", "02_03", "16_02", "performer"],
        "16": ["02_01", "02_03", "05_01", "performer"],
    }
