"""The figures of the force-plate comparison, on labels made by hand."""

from fractions import Fraction

import numpy as np
import pytest
from benchmarks.feet.forceplates import boundaries, frame_scores

from unbake.feet.plates.stance import PlateLabels, Stance


def labels():
    """A left stance from 0.305 to 0.695 s of 1 s at 100 frames a second; the right foot is unknown."""
    planted, known = np.zeros((100, 2), dtype=bool), np.zeros((100, 2), dtype=bool)
    planted[31:70, 0] = True
    known[6:95, 0] = True
    return PlateLabels(planted, known, (Stance(0.305, 0.695, 0, 0),), Fraction(100))


def said(*intervals):
    out = np.zeros((100, 2), dtype=bool)
    for first, last in intervals:
        out[first : last + 1, 0] = True
    return out


def test_right_everywhere():
    found = boundaries(labels().planted, labels())
    np.testing.assert_allclose([*found.onsets_ms, *found.offsets_ms], 0.0, atol=1e-9)
    assert (found.missed, found.extra) == (0, 0)
    assert frame_scores(labels().planted, labels()) == (1.0, 1.0)


def test_what_is_unknown_does_not_count():
    wrong = labels().planted.copy()
    wrong[:, 1] = True
    wrong[:3, 0] = True
    assert frame_scores(wrong, labels()) == (1.0, 1.0)
    assert boundaries(wrong, labels()).extra == 0


def test_signs_extra_and_missed():
    found = boundaries(said((29, 71)), labels())
    np.testing.assert_allclose([found.onsets_ms[0], found.offsets_ms[0]], [-20.0, 20.0])
    found = boundaries(said((35, 60), (63, 66), (80, 82)), labels())
    np.testing.assert_allclose([found.onsets_ms[0], found.offsets_ms[0]], [40.0, -90.0])
    assert (found.missed, found.extra) == (0, 2)
    found = boundaries(said((80, 90)), labels())
    assert (found.missed, found.extra) == (1, 1)
    accuracy, f1 = frame_scores(said((31, 40)), labels())
    assert accuracy == pytest.approx(60 / 89)
    assert f1 == pytest.approx(20 / 49)
