"""Plans of ways over the floor: size, and what is drawn where."""

import re

import numpy as np

from unbake.composition.demands.floor_plan import TALLEST, WIDEST, FloorWay, floor_plan_svg

NOTHING = np.zeros((0, 2))


def way(end, path=NOTHING, name="A"):
    targets = np.array([[np.nan, np.nan], end])
    return FloorWay(name, np.linspace([0.0, 0.0], end, 31), targets, np.asarray(path, dtype=float))


def test_a_plan_fits_on_a_screen_however_far_it_leads():
    for end in ([0.1, 0.0], [0.0, 500.0], [500.0, 0.0], [40.0, 40.0]):
        size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', floor_plan_svg([way(end)]))
        assert float(size[1]) <= WIDEST + 0.1
        assert float(size[2]) <= TALLEST + 0.1


def test_start_target_and_path_are_where_they_are():
    svg = floor_plan_svg([way([0.0, 2.0], [[1.0, 0.0], [0.0, 2.0]], name="<A>")])
    # A metre has 100 pixels, +Z is up and +X to the left; 0.6 m around all.
    assert '<circle cx="160.0" cy="260.0" r="5"' in svg
    assert '<circle cx="160.0" cy="60.0" r="7"' in svg
    assert svg.count('r="7"') == 1
    assert '<polyline points="60.0,260.0 160.0,60.0"' in svg
    assert "stroke-dasharray" in svg
    assert "h100.0" in svg  # the bar of a metre
    assert "&lt;A&gt;" in svg
    assert "stroke-dasharray" not in floor_plan_svg([way([0.0, 2.0])])
