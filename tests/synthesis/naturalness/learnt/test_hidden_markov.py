from itertools import pairwise, product

import numpy as np
import pytest

from unbake.synthesis.naturalness.learnt.hidden_markov import HiddenMarkov, fitted_model


def some_model(states=3, columns=2, seed=0):
    rng = np.random.default_rng(seed)
    steps = rng.uniform(0.1, 1.0, (states, states))
    start = rng.uniform(0.1, 1.0, states)
    return HiddenMarkov(
        start / start.sum(),
        steps / steps.sum(axis=1, keepdims=True),
        rng.normal(size=(states, columns)),
        rng.uniform(0.2, 2.0, (states, columns)),
    )


def naive_likelihood(model, sequence):
    """The sum over all ways through the states."""
    total = 0.0
    for way in product(range(len(model.start)), repeat=len(sequence)):
        chance = model.start[way[0]]
        for before, after in pairwise(way):
            chance *= model.steps[before, after]
        for state, row in zip(way, sequence, strict=True):
            off = (row - model.means[state]) ** 2 / model.variances[state]
            chance *= np.exp(-0.5 * off.sum()) / np.sqrt(np.prod(2.0 * np.pi * model.variances[state]))
        total += chance
    return np.log(total)


def test_likelihood_is_the_sum_over_all_ways():
    model, rng = some_model(), np.random.default_rng(1)
    sequences = rng.normal(size=(4, 5, 2))
    found = model.surprise(sequences).sum(axis=1)
    assert found == pytest.approx([naive_likelihood(model, own) for own in sequences])


def test_far_away_it_is_small_and_finite():
    assert np.isfinite(some_model().surprise(np.full((1, 20, 2), 1e4))).all()


def test_every_round_makes_what_is_taught_likelier():
    rng = np.random.default_rng(2)
    sequences = rng.normal(size=(20, 30, 2)) + 3.0 * (np.arange(30) // 10 % 2)[None, :, None]
    model = some_model(seed=3)
    likelihoods = [float(model.surprise(sequences).sum())]
    for _ in range(8):
        model = model.improved(sequences)
        likelihoods.append(float(model.surprise(sequences).sum()))
    assert (np.diff(likelihoods) > -1e-3 * abs(likelihoods[0])).all()
    assert likelihoods[-1] > likelihoods[0] + 100.0


def test_states_that_are_there_are_found():
    rng = np.random.default_rng(4)
    states = np.cumsum(rng.uniform(size=(40, 50)) < 0.1, axis=1) % 2
    sequences = np.where(states == 1, 4.0, -4.0)[..., None] + rng.normal(size=(40, 50, 1))
    model = fitted_model(sequences, 2)
    assert sorted(model.means[:, 0]) == pytest.approx([-4.0, 4.0], abs=0.2)
    assert np.diag(model.steps) == pytest.approx(0.9, abs=0.03)
    assert model.variances == pytest.approx(1.0, abs=0.15)
