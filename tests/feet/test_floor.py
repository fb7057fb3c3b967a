"""What feet stand on: found from plants that tell, or given and obeyed."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from unbake.feet.clean.clean import clean_feet
from unbake.feet.clean.options import CleanOptions
from unbake.feet.floor import Floor, floor_of_plants, sole_heights_m, sole_points_m, telling_plants
from unbake.feet.labels import FootLabels, Plant
from unbake.feet.legs import legs_of
from unbake.performer import perform


@cache
def walk():
    done = perform("walk", seconds=3, seed=2)
    return done.motion, FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "performer")


def raised(motion, up_m):
    translations = motion.translations_m.copy()
    translations[:, 0, 1] += up_m
    return replace(motion, translations_m=translations)


def some(labels, points):
    return replace(labels, plants=tuple(p for p in labels.plants if p.point in points))


@pytest.mark.parametrize("up_m", [0.0, 0.02, 0.03, 0.04, 0.06, 0.3, -0.03, -0.1])
@pytest.mark.parametrize("points", [(1, 3), (0, 2), (1,), (2,), (0, 3), (0, 1, 2, 3)])
def test_clean_motion_stays_at_every_height_and_with_every_kind_of_plants(up_m, points):
    motion, labels = walk()
    motion = raised(motion, up_m)
    found = clean_feet(motion, some(labels, points))
    assert found.motion is motion
    assert found.ground.level_m == pytest.approx(up_m if abs(up_m) > 0.05 else 0.0, abs=0.005)


def test_one_frame_and_a_swing_tell_nothing_of_the_floor():
    motion, labels = walk()
    for plant in (Plant(0, 0, 1), Plant(90, 92, 0)):
        found = clean_feet(motion, replace(labels, plants=(plant,)))
        assert found.ground == Floor()
        moved = np.linalg.norm(found.motion.positions() - motion.positions(), axis=2)
        assert moved.max() < (0.001 if plant.n_frames == 1 else 0.08)


def test_plants_that_are_skipped_set_neither_floor_nor_soles():
    motion, labels = walk()
    wrong = Plant(0, motion.n_frames - 1, 0)
    bad = replace(labels, plants=(wrong, *some(labels, (1, 2, 3)).plants))
    # Nobody looks for the steps in it.
    as_given = CleanOptions(let_go_s=0.0)
    found = clean_feet(motion, bad, as_given)
    assert [held.plant for held in found.skipped] == [wrong]
    assert found.motion is motion
    alone = clean_feet(motion, replace(labels, plants=(wrong,)), as_given)
    assert alone.ground == Floor()
    assert alone.motion is motion
    points = legs_of(motion).points_m(motion)
    assert set(telling_plants(points, bad, 0.3).plants) == set(some(labels, (1, 2, 3)).plants) - {
        p for p in labels.plants if p.n_frames < 10
    }


def test_a_clip_shorter_than_a_step_tells_of_its_floor():
    motion, labels = walk()
    short, few = raised(motion, 1.0).excerpt(20, 24), labels.excerpt(19, 23)
    found = clean_feet(short, few)
    assert found.ground.level_m == pytest.approx(1.0, abs=0.005)
    assert found.motion is short


@pytest.mark.slow
@pytest.mark.parametrize("level_m", [0.0, 0.02, 0.04, 0.06, -0.03])
@pytest.mark.parametrize("points", [(0, 1, 2, 3), (1, 3)])
def test_a_floor_that_is_given_is_obeyed_exactly(level_m, points):
    motion, labels = walk()
    legs, asked = legs_of(motion), some(labels, points)
    found = clean_feet(motion, asked, ground=Floor(level_m), legs=legs)
    assert found.ground == Floor(level_m)
    soles = sole_points_m(found.motion, legs)
    planted = asked.planted()
    heights = [
        soles[planted[:, point], column, 1].min() for point, column in enumerate((0, 1, 3, 4)) if point in points
    ]
    if 0 in points:
        assert min(heights) == pytest.approx(level_m, abs=0.0011)
    # Nothing sinks deeper than what is let pass; tips a little, as toes would rather keep their bend.
    assert soles[:, [0, 1, 3, 4], 1].min() > level_m - 0.0015
    assert soles[:, [2, 5], 1].min() > level_m - 0.003
    # Once more it finds little to do: the ends of plants, which are held softly, a little nearer.
    again = clean_feet(found.motion, asked, ground=Floor(level_m), legs=legs)
    change = np.abs(again.motion.positions() - found.motion.positions()).max()
    assert change < max(0.003, 0.35 * np.abs(found.motion.positions() - motion.positions()).max())


def test_soles_may_be_given():
    motion, labels = walk()
    first = clean_feet(motion, labels)
    same = clean_feet(motion, labels, ground=first.ground, sole_m=first.sole_m)
    assert same.motion is motion
    lower = clean_feet(motion, labels, ground=first.ground, sole_m=first.sole_m + 0.02)
    assert lower.motion is not motion
    assert (lower.sole_m == first.sole_m + 0.02).all()


def test_nobody_knows_how_high_a_heel_stands_that_never_does():
    motion, labels = walk()
    soles = sole_points_m(motion, legs_of(motion))
    toes, heels, one = (some(labels, points).planted() for points in ((1, 3), (0, 2), (0, 1)))
    assert (sole_heights_m(soles, toes, Floor())[[0, 3]] == -np.inf).all()
    assert np.isfinite(sole_heights_m(soles, toes, Floor(), is_given=True)).all()
    assert (sole_heights_m(soles, heels, Floor())[[1, 2, 4, 5]] <= 0.0).all()
    # Of a foot that never stands, as high as on the other one.
    both = sole_heights_m(soles, one, Floor())
    assert (both[3:] == both[:3]).all()
    none = np.zeros_like(toes)
    assert (sole_heights_m(soles, none, Floor()) == -np.inf).all()
    assert (sole_heights_m(soles, none, Floor(), is_given=True) == 0.0).all()


def test_without_heels_the_lowest_of_the_foot_is_the_floor():
    motion, labels = walk()
    for up_m in (0.5, -0.5):
        soles = sole_points_m(raised(motion, up_m), legs_of(motion))
        assert floor_of_plants(soles, some(labels, (1, 3))).level_m == pytest.approx(up_m, abs=0.005)
