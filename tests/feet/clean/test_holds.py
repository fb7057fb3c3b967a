"""How hard planted points are held, and which part of a plant that is."""

import numpy as np

from unbake.feet.clean.holds import hardness, held_part
from unbake.feet.clean.options import CleanOptions
from unbake.feet.labels import FootLabels, Plant


def test_a_plant_is_held_more_and_less_firmly_over_its_ends():
    assert hardness(9, 4, True, True).tolist() == [0.0, 0.25, 0.5, 0.75, 1.0, 0.75, 0.5, 0.25, 0.0]
    # Where a clip begins or ends, no foot comes or goes.
    assert hardness(5, 4, False, True).tolist() == [1.0, 0.75, 0.5, 0.25, 0.0]
    assert hardness(5, 4, True, False).tolist() == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert (hardness(5, 4, False, False) == np.ones(5)).all()


def test_the_part_that_is_held_firmly_is_a_plant_without_its_ends():
    labels = FootLabels((Plant(0, 30, 0), Plant(10, 50, 1), Plant(60, 80, 2), Plant(90, 99, 3)), 100, 120)
    part = held_part(labels, CleanOptions(end_s=0.1))
    assert part.plants == (Plant(0, 18, 0), Plant(22, 38, 1))
    assert held_part(labels, CleanOptions(end_s=0.0)) == labels
