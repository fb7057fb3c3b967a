"""From frames to instants and back."""

from fractions import Fraction

import numpy as np
import pytest

from unbake.annotations.instants import at_frames, frames_of_instants, labels_at


@pytest.mark.parametrize("fps", [Fraction(24), Fraction(60), Fraction(120), Fraction(30000, 1001)])
def test_an_instant_is_within_half_a_frame_of_its_frame(fps):
    n_frames = 200
    instants = np.arange(int((n_frames - 1) * 60 / fps) + 1)
    frames = frames_of_instants(instants, fps, n_frames)
    assert np.abs(frames / float(fps) - instants / 60.0).max() <= 0.5 / float(fps) + 1e-9


def test_labels_of_frames_at_instants():
    values = np.array([[0, 0, 1, 1, -1, -1]], dtype=np.int8)
    assert labels_at(values, np.arange(3), Fraction(120)).tolist() == [[0, 1, -1]]


def test_values_between_instants_lie_on_lines():
    assert at_frames(np.array([[0.0, 1.0]]), Fraction(120), 4).tolist() == [[0.0, 0.5, 1.0, 1.0]]
    assert at_frames(np.empty((0, 2)), Fraction(120), 4).shape == (0, 4)
