"""How far two labellings of the same frames differ."""

from fractions import Fraction

import numpy as np
import pytest
from benchmarks.feet.label_spread import boundary_differences_ms, plants_alike
from benchmarks.feet.label_strips import draw

from unbake.feet.labels import FootLabels
from unbake.performer import perform


def labels(*runs):
    planted = np.zeros((40, 4), dtype=bool)
    for point, first, last in runs:
        planted[first : last + 1, point] = True
    return FootLabels.from_frames(planted, Fraction(100))


def test_the_same_labels_do_not_differ():
    one = labels((0, 3, 20), (1, 10, 39))
    assert plants_alike(one, one) == (4, 4)
    assert boundary_differences_ms(one, one) == [[0.0], [0.0], [0.0], []]


def test_a_plant_that_became_two_is_counted_once():
    whole, split = labels((1, 5, 34)), labels((1, 5, 22), (1, 26, 34))
    assert plants_alike(whole, split) == (2, 3)


def test_boundaries_are_in_milliseconds_later_above_zero():
    assert boundary_differences_ms(labels((0, 5, 20)), labels((0, 7, 19))) == [[20.0], [-10.0], [], []]


@pytest.mark.slow
def test_pictures_to_label_by_are_drawn(tmp_path):
    file = tmp_path / "walk.png"
    draw(perform("walk", seconds=1.0, fps=60, seed=1).motion, 5, 15, file, "walk")
    assert file.read_bytes().startswith(b"\x89PNG")
