"""Guessing the unit of length: heights of people in the units that files use, and which measure decides."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from unbake.formats.length_unit import CMU_METRES_PER_UNIT, figure_sizes, guessed_unit, reach
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_from_euler
from unbake.motion.skeleton import Skeleton


@pytest.mark.parametrize("height_m", [1.5, 1.74, 1.9])
@pytest.mark.parametrize("unit", [1.0, 0.01, 0.001, 0.0254, CMU_METRES_PER_UNIT])
def test_grown_people_in_every_usual_unit(height_m: float, unit: float) -> None:
    metres, sentence = guessed_unit((height_m / unit,))
    assert metres == pytest.approx(unit)
    assert f"makes the figure {height_m:.3g} m tall" in sentence


@pytest.mark.parametrize(
    ("size", "unit"),
    [(0.0, 1.0), (1e-6, 1.0), (4.0, 1.0), (10.0, 0.1), (95.0, 0.01), (300.0, 0.01), (900.0, 0.001), (1e9, 0.001)],
)
def test_other_sizes_take_the_nearest_power_of_ten(size: float, unit: float) -> None:
    assert guessed_unit((size,))[0] == unit


@pytest.mark.parametrize(("far", "unit"), [(0.5, 1.0), (10.0, 1.0), (170.0, 0.01), (700.0, 0.01), (8000.0, 0.001)])
def test_a_thing_without_any_size_is_judged_by_its_way(far: float, unit: float) -> None:
    travel = np.array([[[0.0, 1.0, -0.2]], [[0.3, 0.5, 0.8]]]) * far
    camera = Skeleton(("camera",), (-1,), np.zeros((1, 3)), (("tx", "ty", "tz"),))
    motion = Motion(camera, np.tile([0.0, 0.0, 0.0, 1.0], (2, 1, 1)), travel, Fraction(30))
    assert reach(motion) == far
    metres, sentence = guessed_unit(figure_sizes(motion), reach(motion))
    assert metres == unit
    assert f"makes a way of {far * unit:.3g} m from the origin at most" in sentence


def test_nothing_is_said_of_the_height_of_what_has_none() -> None:
    assert guessed_unit((0.0,)) == (1.0, "no unit in the file: taken as metres")


def test_the_first_measure_that_is_a_person_decides() -> None:
    assert guessed_unit((170.0, 30.0))[0] == 0.01
    assert guessed_unit((95.0, 1700.0))[0] == 0.001
    assert guessed_unit((0.0, 17.0))[0] == 0.1


def test_sizes_of_a_chain_that_rests_stretched_and_moves_folded() -> None:
    skeleton = Skeleton(("a", "b", "c"), (-1, 0, 1), np.array([[9.0, 9, 9], [0, 1, 0], [0, 1, 0]]), (("rx",),) * 3)
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (5, 3, 1))
    rotations[:4, 1] = quaternion_from_euler("z", np.array([np.pi / 2]))
    motion = Motion(skeleton, rotations, np.empty((5, 0, 3)), Fraction(30))
    np.testing.assert_allclose(figure_sizes(motion), [1.0, 2.0])


def test_end_sites_that_are_longer_than_the_figure_do_not_count() -> None:
    offsets = np.array([[0.0, 0, 0], [0, 170, 0], [0, 0, 20]])
    sizes = []
    for length in (20.0, 2500.0):
        offsets[2, 2] = length
        skeleton = Skeleton(("a", "b", "end"), (-1, 0, 1), offsets, (("rx",), (), ()), end_sites=(False, False, True))
        motion = Motion(skeleton, np.tile([0.0, 0.0, 0.0, 1.0], (5, 3, 1)), np.empty((5, 0, 3)), Fraction(30))
        sizes.append(figure_sizes(motion))
    assert sizes == [(170.0, 170.0), (170.0, 170.0)]
