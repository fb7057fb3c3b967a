"""How large figures are, and what lengths that are meant for people are for them."""

from dataclasses import replace

import numpy as np
import pytest

from clips import jump_clip
from motion.scaled import scaled
from motion.turning import bare_pan
from unbake.motion.body.size import LEAST_M, MOST_M, figure_size_m, scale_of_lengths
from unbake.motion.motion import Motion


def test_a_person_of_any_age_is_a_person():
    person = jump_clip()
    assert 1.4 < figure_size_m(person) < 2.2
    for scale in (0.7, 1.0, 1.3, 2.0):
        assert scale_of_lengths(scaled(person, scale)) == 1.0


@pytest.mark.parametrize(("scale", "nearest"), [(0.01, LEAST_M), (0.2, LEAST_M), (30.0, MOST_M)])
def test_what_is_larger_or_smaller_has_lengths_of_its_own(scale, nearest):
    figure = scaled(jump_clip(), scale)
    assert figure_size_m(figure) == pytest.approx(scale * figure_size_m(jump_clip()))
    assert scale_of_lengths(figure) == pytest.approx(figure_size_m(figure) / nearest)


def test_a_camera_has_no_size():
    assert figure_size_m(bare_pan()) == 0.0
    assert scale_of_lengths(bare_pan()) == 1.0


def test_ends_of_bones_of_any_length_do_not_count():
    rest = np.tile([0.0, 0.0, 0.0, 1.0], (3, 3, 1))
    offsets = [[0, 0, 0], [0, 0.2, 0], [0, 0, 25.0]]
    figure = Motion.from_arrays(["jaw", "lip", "lip_end"], [-1, 0, 1], offsets, rest, np.zeros((3, 3)), 30)
    figure = replace(figure, skeleton=replace(figure.skeleton, end_sites=(False, False, True)))
    assert figure_size_m(figure) == pytest.approx(0.2)
