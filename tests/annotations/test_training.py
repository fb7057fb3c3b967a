"""Machines that are trained at once: against scikit-learn, alone, kept and read again."""

import numpy as np
import pytest

from annotations import naive
from annotations.acted import FLAGS, SHAPE, examples, two_clouds
from unbake.annotations.examples import Examples
from unbake.annotations.machines import FlagMachines
from unbake.annotations.training import TrainingOptions, folds_of, thinned, train
from unbake.errors import UsageError

OPTIONS = TrainingOptions(shape=SHAPE)


@pytest.fixture(scope="module")
def machines():
    return train(examples(), FLAGS, OPTIONS)


def test_what_was_taught_is_known(machines):
    margins = machines.margins(examples().rows)
    assert machines.is_taught.tolist() == [True, True, True, False]
    np.testing.assert_array_equal(margins[:, :3] > 0, examples().values[:, :3] == 1)
    assert np.isnan(margins[:, 3]).all()


def test_margins_vector_by_vector(machines):
    rows = examples().rows[::17]
    expected = [naive.margin(machines, row) for row in rows]
    np.testing.assert_allclose(machines.margins(rows)[:, :3], np.array(expected)[:, :3], atol=1e-3)


def test_a_machine_is_scikit_learns_own():
    from sklearn.svm import SVC

    taught, judged = two_clouds(), two_clouds(seed=1)
    theirs = SVC(C=OPTIONS.cost, gamma=1.0 / (SHAPE.n_columns * taught.rows.var(axis=0).mean()))
    theirs.fit(taught.rows, taught.values[:, 0])
    ours = train(taught, ["Yes"], OPTIONS)
    np.testing.assert_allclose(ours.margins(judged.rows)[:, 0], theirs.decision_function(judged.rows), atol=0.01)


def test_all_flags_at_once_are_as_each_alone(machines):
    one = examples()
    alone = train(Examples(one.rows, one.values[:, 2:3], one.groups), FLAGS[2:3], OPTIONS)
    np.testing.assert_allclose(alone.margins(one.rows)[:, 0], machines.margins(one.rows)[:, 2], atol=1e-3)


def test_unknown_labels_teach_nothing():
    taught = two_clouds()
    values = taught.values.copy()
    values[:40] = -1
    part = train(Examples(taught.rows, values, taught.groups), ["Yes"], OPTIONS)
    rest = train(taught.taken(np.arange(40, 120)), ["Yes"], OPTIONS)
    same = np.sign(part.margins(taught.rows)) == np.sign(rest.margins(taught.rows))
    assert same.mean() > 0.97
    assert not np.isin(part.vectors[:, 0], taught.rows[:40, 0]).any()


def test_confidence_comes_from_what_was_not_trained_on():
    noise = two_clouds(noise=0.3)
    values = np.random.default_rng(3).integers(0, 2, noise.values.shape).astype(np.int8)
    machines = train(Examples(noise.rows, values, noise.groups), ["Yes"], OPTIONS)
    margins = machines.margins(noise.rows)
    assert ((margins > 0) == (values == 1)).mean() > 0.9, "the machine knows its examples by heart"
    assert np.abs(machines.probability(margins) - 0.5).max() < 0.25, "and yet is sure of nothing"


def test_without_folds_nothing_is_calibrated():
    assert not train(two_clouds(), ["Yes"], TrainingOptions(shape=SHAPE, folds=0)).is_calibrated.any()
    assert train(two_clouds(), ["Yes"], OPTIONS).is_calibrated.all()


def test_folds_hold_whole_groups():
    groups = np.repeat(np.arange(7), 3)
    is_yes = groups < 5
    folds = folds_of(groups, is_yes, 5)
    assert (np.sum(folds, axis=0) == 1).all()
    for judged in folds:
        assert not set(groups[judged]) & set(groups[~judged])
        # Each judges one of the five groups that have a yes, and learns from the other four.
        assert len(set(groups[judged & is_yes])) == 1
    assert folds_of(np.zeros(9, dtype=np.int64), np.zeros(9, dtype=np.bool_), 5) == []


def test_many_examples_are_thinned_evenly():
    some = thinned(two_clouds(), 30)
    assert len(some) == 30
    assert np.isin(two_clouds().rows[[0, -1], 0], some.rows[:, 0]).all()


def test_no_examples_is_one_line():
    with pytest.raises(UsageError, match="nothing is labelled"):
        train(two_clouds().taken(np.arange(0)), ["Yes"], OPTIONS)


def test_without_scikit_learn_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "sklearn.svm", None)
    with pytest.raises(UsageError, match=r"pip install 'unbake\[annotate\]'"):
        train(two_clouds(), ["Yes"], OPTIONS)


def test_kept_machines_say_the_same(machines):
    again = FlagMachines.from_bytes(machines.to_bytes())
    assert again.flags == machines.flags
    np.testing.assert_array_equal(again.margins(examples().rows), machines.margins(examples().rows))
    np.testing.assert_array_equal(again.sigmoids, machines.sigmoids)


def test_damaged_machines_are_one_line(machines):
    data = machines.to_bytes()
    for end in (*range(0, len(data), max(1, len(data) // 20)), len(data) - 1):
        with pytest.raises(UsageError, match="damaged"):
            FlagMachines.from_bytes(data[:end])
    with pytest.raises(UsageError, match="damaged"):
        FlagMachines.from_bytes(b"\x00" * 500)


def test_machines_that_do_not_belong_together_are_refused(machines):
    from dataclasses import replace

    with pytest.raises(UsageError, match="weights"):
        replace(machines, weights=machines.weights[:-1])
    with pytest.raises(UsageError, match="offsets"):
        replace(machines, offsets=machines.offsets * np.nan)
