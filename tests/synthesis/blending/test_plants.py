from dataclasses import replace

import numpy as np
import pytest
from tests.data import needs_data
from tests.synthesis.figures import placed, real, walker

from unbake.feet.labels import FOOT_POINTS, FootLabels, Plant
from unbake.feet.skating import skating
from unbake.synthesis.blending.multiway import BlendOptions, MultiwayBlend, multiway_blend
from unbake.synthesis.blending.weights import constant
from unbake.synthesis.naturalness.errors import foot_plant_errors_m, naturalness


def labelled(source, *plants):
    """A source with other plants, each of a whole foot: foot, first, last."""
    points = [Plant(first, last, 2 * foot + part) for foot, first, last in plants for part in (0, 1)]
    motion = source.motion
    return replace(source, labels=FootLabels(tuple(points), motion.n_frames, motion.fps, motion.first_frame))


def stays(blend, foot):
    return [(plant.first, plant.last, plant.source) for plant in blend.plants if plant.foot == foot]


def test_figure_5_2():
    """Plants are taken by least error, and each rules out those that it overlaps.

    Three sources move alike; what differs is how long each plant is, and a foot that swings past strays farther from
    its mean the longer it is planted. So shorter plants have smaller errors.
    """
    a = walker()
    blend = multiway_blend(
        [
            labelled(a, (0, 4, 8), (0, 36, 56)),
            labelled(a, (0, 0, 20), (0, 38, 44)),
            labelled(a, (0, 6, 22), (0, 30, 58)),
        ],
        BlendOptions(limits=None),
    )
    assert stays(blend, 0) == [(4, 8, 0), (38, 44, 1)]
    assert stays(blend, 1) == []


def test_a_foot_has_time_to_get_from_one_place_to_the_next():
    a = walker()
    near = multiway_blend([labelled(a, (1, 4, 8)), labelled(a, (1, 12, 20))], BlendOptions(limits=None))
    assert stays(near, 1) == [(4, 8, 0)]
    far = multiway_blend([labelled(a, (1, 4, 8)), labelled(a, (1, 16, 24))], BlendOptions(limits=None))
    assert stays(far, 1) == [(4, 8, 0), (16, 24, 1)]


def test_plants_come_through_the_warp():
    """Where time is stretched evenly, plants are where their frames have come to, each point on its own."""
    a, b = walker(), walker(90)
    b = replace(
        b,
        labels=FootLabels((Plant(30, 60, 0), Plant(36, 63, 1)), b.motion.n_frames, b.motion.fps, b.motion.first_frame),
    )
    blend = multiway_blend([labelled(a), b], BlendOptions(limits=None))
    for plant in blend.labels.plants:
        own = {0: (30, 60), 1: (36, 63)}[plant.point]
        assert abs(blend.times[plant.first, 1] - own[0]) <= 1.0
        assert abs(blend.times[plant.last, 1] - own[1]) <= 1.0
    assert [FOOT_POINTS[plant.point] for plant in blend.labels.plants] == ["left-heel", "left-toe"]
    assert stays(blend, 0)[0][2] == 1


def test_places_are_seen_from_the_blended_body():
    """With the second source alone, its plants are where it has them, moved as the whole motion is."""
    a, b = walker(), placed(walker(step_m=0.8), 1.2, (4.0, 2.0))
    blend = multiway_blend([labelled(a), b], BlendOptions(schedule=constant(1.0), limits=None))
    points = blend.legs.points_m(blend.motion)
    assert len(blend.plants) == 2
    for plant in blend.plants:
        for own in plant.plants:
            mean = points[own.first : own.last + 1, own.point].mean(axis=0)
            assert np.abs(plant.places_m[own.point % 2] - mean).max() < 1e-6
    assert {plant.source for plant in blend.plants} == {1}


def test_the_foot_plant_error_is_how_far_points_are_from_there():
    a = walker()
    blend = multiway_blend([a, a], BlendOptions(limits=None))
    points, errors = blend.legs.points_m(blend.motion), foot_plant_errors_m(blend)
    planted = a.labels.planted()
    assert (np.isfinite(errors) == planted.any(axis=1)).all()
    first = blend.plants[0]
    expected = np.linalg.norm(points[5, [2 * first.foot, 2 * first.foot + 1]] - first.places_m, axis=1).mean()
    assert errors[5] == pytest.approx(expected)
    above = np.array([0.0, 0.5, 0.0])
    moved = replace(blend, plants=tuple(replace(p, places_m=p.places_m + above) for p in blend.plants))
    assert naturalness(moved).foot_plant_error_m > naturalness(blend).foot_plant_error_m + 0.3
    assert naturalness(blend).cost_m == pytest.approx(np.nanmean(errors) + np.nanmax(naturalness(blend).zero_moment_m))


@needs_data
def test_clean_feet_stay_where_they_are_planted():
    walk, run = real("16_15"), real("16_35")
    blend = MultiwayBlend()([walk.window(60, 119), run.window(20, 79)])
    before = skating(blend.motion, blend.labels, legs=blend.legs)
    for method in ("faded", "calm"):
        clean = blend.with_clean_feet(method)
        after = skating(clean.motion, clean.labels, legs=blend.legs)
        assert before.worst_mm > 30.0
        assert after.mean_mm < 0.35 * before.mean_mm
