"""Where plants are held: on the ground, but not those on tiptoe."""

from dataclasses import replace

import numpy as np
import pytest

from unbake.feet.clean.options import CleanOptions
from unbake.feet.clean.plant_places import places_of_plants
from unbake.feet.floor import Floor
from unbake.feet.labels import FootLabels, Plant

SOLES = np.array([0.02, 0.05, 0.02, 0.05])
RISES = Plant(60, 90, 1, "oracle")
LABELS = FootLabels((Plant(0, 30, 0, "oracle"), Plant(0, 30, 1, "oracle"), Plant(35, 55, 3, "oracle"), RISES), 100, 60)


def heights(rise_m, level_m=0.0):
    """How high each plant is held, where the last one is higher than the others by a rise."""
    points = np.zeros((100, 4, 3))
    points[:, :, 1] = SOLES + level_m
    points[60:91, 1, 1] += rise_m
    plants, skipped = places_of_plants(points, LABELS, Floor(0.0), SOLES, CleanOptions())
    assert not skipped
    return {(held.plant.first, held.plant.point): held.place_m[1] for held in plants}


@pytest.mark.parametrize(("rise_m", "is_kept"), [(0.0, False), (0.03, False), (0.06, True), (0.2, True)])
def test_a_point_on_tiptoe_is_held_where_it_is(rise_m, is_kept):
    found = heights(rise_m)
    assert found.pop((60, 1)) == pytest.approx(SOLES[1] + rise_m * is_kept)
    assert all(height == SOLES[point] for (_, point), height in found.items())


def test_all_are_put_on_a_ground_that_was_given():
    found = heights(0.06, level_m=0.1)
    assert found.pop((60, 1)) == pytest.approx(SOLES[1] + 0.16)
    assert all(height == SOLES[point] for (_, point), height in found.items())


def test_without_ground_each_keeps_its_height():
    points = np.full((100, 4, 3), 0.3)
    plants, _ = places_of_plants(points, replace(LABELS, plants=(RISES,)), None, SOLES, CleanOptions())
    assert [held.place_m[1] for held in plants] == [pytest.approx(0.3)]
