"""Errors of two pieces joined: what trying every share of every number of keys gives."""

from __future__ import annotations

import numpy as np
import pytest

from unbake.keyframes.long import joining
from unbake.keyframes.long.joining import joined


def plainly(before, errors, compose, keys_max):
    """The least error of every number of keys, and the fewest keys of the piece that give it."""
    size = len(before) + len(errors) - 2
    size = size if keys_max is None else min(size, keys_max + 1)
    total, share = np.full(size, np.inf), np.zeros(size, dtype=np.int32)
    for keys in range(size):
        for count in range(len(errors)):
            rest = keys + 1 - count
            if 0 <= rest < len(before):
                both = max(before[rest], errors[count]) if compose == "max" else before[rest] + errors[count]
                if both < total[keys]:
                    total[keys], share[keys] = both, count
    return total, share


def piece(rng, most, kind):
    """Errors of a piece of up to `most` keys; few levels, so that many are the same."""
    errors = rng.integers(0, 8, most + 1).astype(float)
    if kind != "any":
        errors = np.sort(errors)[::-1].copy()
    errors[:2] = np.inf
    if kind == "gaps":
        errors[: rng.integers(2, most)] = np.inf
        errors[most - rng.integers(0, 3) :] = np.inf
    return errors


@pytest.mark.parametrize("compose", ["max", "sum"])
@pytest.mark.parametrize("kind", ["falling", "gaps", "any"])
@pytest.mark.parametrize("keys_max", [None, 3, 12])
def test_every_share_is_tried(compose, kind, keys_max):
    rng = np.random.default_rng(1)
    for _ in range(60):
        before, errors = piece(rng, rng.integers(3, 20), kind), piece(rng, rng.integers(3, 9), kind)
        if keys_max is not None:
            before = before[: keys_max + 1]
        for ours, plain in zip(
            joined(before, errors, compose, keys_max), plainly(before, errors, compose, keys_max), strict=True
        ):
            assert np.array_equal(ours, plain)


def test_errors_that_fall_are_joined_without_trying_all(monkeypatch):
    monkeypatch.setattr(joining, "_try_all", lambda *_: pytest.fail("all shares were tried"))
    before = np.concatenate([[np.inf, np.inf], np.linspace(1.0, 0.0, 50_000)])
    errors = np.concatenate([[np.inf, np.inf], np.linspace(1.0, 0.0, 600), [np.inf]])
    total, _ = joined(before, errors, "max", None)
    assert (np.diff(total[3:-1]) <= 0.0).all()
