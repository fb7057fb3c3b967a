"""Plants as they are held: stances as a whole, and ends of guesses at rest."""

from dataclasses import replace

import numpy as np
import pytest

from unbake.feet.clean.clean import clean_feet
from unbake.feet.clean.firm_plants import firm_plants
from unbake.feet.clean.options import CleanOptions
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.feet.labels import GUESSES, SOURCES, FootLabels, Plant
from unbake.feet.legs import legs_of
from unbake.feet.skating import cleaning_cost, drifts_m
from unbake.performer import perform, with_drift

FPS, RESTS = 120, (40, 160)


def path(moves_m_s=0.4, slides_m_s=0.0, wobbles_m=0.0):
    """Four points at rest from frame 40 to 160 that come and go at a speed, and slide throughout."""
    frames = np.arange(200.0)
    first, last = RESTS
    away = np.maximum(first - frames, 0.0) + np.maximum(frames - last, 0.0)
    x = (moves_m_s * away + slides_m_s * frames) / FPS
    x = x + wobbles_m * np.random.default_rng(0).normal(size=200)
    return np.stack([np.stack([x, 0.0 * x, 0.0 * x], axis=1)] * 4, axis=1)


def labels(*plants):
    return FootLabels(tuple(plants), 200, FPS)


def only(firm):
    (plant,) = firm.labels.plants
    return plant.first, plant.last


@pytest.mark.parametrize("source", SOURCES)
def test_only_guessed_ends_are_let_go(source):
    firm = firm_plants(path(), labels(Plant(36, 163, 1, source)), CleanOptions())
    assert only(firm) == (RESTS if source in GUESSES else (36, 163))
    assert firm.let_go == ((4, 3) if source in GUESSES else ())


def test_no_more_than_a_little_is_let_go():
    for seconds, frames in ((0.07, 8), (0.025, 3), (0.0, 0)):
        firm = firm_plants(path(), labels(Plant(20, 180, 1, "oracle")), CleanOptions(let_go_s=seconds))
        assert only(firm) == (20 + frames, 180 - frames)


def test_sliding_and_noise_are_no_reason_to_let_go():
    for points in (path(0.05, 0.05), path(0.1, 0.1)):
        assert only(firm_plants(points, labels(Plant(40, 160, 1, "oracle")), CleanOptions())) == RESTS
    first, last = only(firm_plants(path(0.0, 0.0, 0.001), labels(Plant(40, 160, 1, "oracle")), CleanOptions()))
    assert first <= 42
    assert last >= 158


def stepping(metres, frames):
    """Four points that stand, step aside within so many frames from frame 90 on, and stand again."""
    t = np.clip((np.arange(200.0) - 90.0) / frames, 0.0, 1.0)
    x = metres * t * t * (3.0 - 2.0 * t)
    return np.stack([np.stack([x, 0.0 * x, 0.0 * x], axis=1)] * 4, axis=1)


@pytest.mark.parametrize("source", SOURCES)
def test_a_step_parts_a_plant(source):
    for metres, frames in ((0.1, 12), (0.2, 60)):
        firm = firm_plants(stepping(metres, frames), labels(Plant(20, 180, 1, source)), CleanOptions())
        before, after = firm.labels.plants
        assert (before.first, after.last, firm.split) == (20, 180, 1)
        assert 85 <= before.last <= 90 + frames // 3
        assert 90 + 2 * frames // 3 <= after.first <= 95 + frames
    # A foot that turns a little under load, or slides slowly, is one.
    for metres, frames in ((0.02, 12), (0.1, 120)):
        firm = firm_plants(stepping(metres, frames), labels(Plant(20, 180, 1, "hand")), CleanOptions())
        assert (len(firm.labels.plants), firm.split) == (1, 0), (metres, frames)


def test_a_guess_that_moves_all_along_is_not_held():
    fast = np.cumsum(np.full((200, 4, 3), 1.0 / FPS), axis=0)
    firm = firm_plants(fast, labels(Plant(50, 90, 1, "oracle")), CleanOptions())
    assert (firm.labels.plants, firm.moving) == ((), 1)
    # A person who says so is taken at the word.
    assert only(firm_plants(fast, labels(Plant(50, 90, 1, "hand")), CleanOptions())) == (50, 90)


def test_plants_of_one_point_that_touch_are_one_by_whom_most_of_it_is():
    plants = Plant(40, 90, 1, "hand"), Plant(91, 150, 1, "oracle"), Plant(151, 163, 1, "hand")
    apart = Plant(50, 60, 3, "hand"), Plant(62, 70, 3, "hand"), Plant(163, 170, 0, "hand")
    firm = firm_plants(path(), labels(*plants, *apart), CleanOptions())
    assert set(firm.labels.plants) == {Plant(40, 163, 1, "oracle"), *apart}
    # Its ends are by hand.
    assert firm.let_go == ()


def test_the_guessed_end_of_a_stance_is_let_go():
    plants = Plant(37, 90, 1, "hand"), Plant(91, 163, 1, "oracle")
    assert only(firm_plants(path(), labels(*plants), CleanOptions())) == (37, 160)


@pytest.mark.parametrize("frames", range(1, 6))
def test_of_every_guess_something_is_left(frames):
    for seed in range(20):
        points = np.cumsum(np.random.default_rng(seed).uniform(0.0, 0.002, (200, 4, 3)), axis=0)
        first, last = only(firm_plants(points, labels(Plant(50, 49 + frames, 1, "oracle")), CleanOptions(let_go_s=1.0)))
        assert 50 <= first <= last <= 49 + frames


@pytest.mark.slow
def test_a_stance_by_two_is_held_in_one_place():
    done = perform("walk", seconds=3, seed=2)
    motion = with_drift(done.motion, 1.0, 0.04, seed=3)
    exact = FootLabels.from_frames(done.contacts, motion.fps, motion.first_frame, "performer")
    halves = []
    for plant in exact.plants:
        middle = (plant.first + plant.last) // 2
        halves += [replace(plant, last=middle), replace(plant, first=middle + 1, source="hand")][: plant.n_frames]
    split = replace(exact, plants=tuple(halves))
    whole, parts = clean_feet(motion, exact), clean_feet(motion, split)
    assert len(split.plants) > len(exact.plants)
    assert np.abs(parts.motion.positions() - whole.motion.positions()).max() < 1e-12
    assert drifts_m(legs_of(motion).points_m(parts.motion), parts.held_part).max() < 5e-5


@pytest.mark.parametrize("frames", [1, 2, 3, 4, 6])
def test_clean_motion_stays_where_guesses_end_late(frames):
    done = perform("walk", seconds=3, seed=1)
    exact = FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "oracle")
    last = done.motion.n_frames - 1
    late = replace(exact, plants=tuple(replace(p, last=min(p.last + frames, last)) for p in exact.plants))
    found = clean_feet(done.motion, late)
    assert np.abs(found.motion.positions() - done.motion.positions()).max() < 0.004
    assert cleaning_cost(done.motion, found.motion, late).peak_ratio < 1.2
    assert frames == 1 or any("of plants" in note for note in found.notes)
    # By hand they are held until the foot has left for good.
    said = clean_feet(done.motion, late.with_source("hand"))
    assert all(held.last <= given.last for held, given in zip(said.labels.plants, late.plants, strict=True))
    assert sum(plant.n_frames for plant in said.labels.plants) > sum(plant.n_frames for plant in found.labels.plants)
    assert drifts_m(legs_of(done.motion).points_m(said.motion), said.held_part).max() < 1.1e-3


@pytest.mark.slow
@pytest.mark.parametrize("action", ["walk", "run", "stairs", "stand", "turn", "jump", "reach"])
def test_clean_motion_hardly_changes_with_the_oracles_labels(action):
    motion = perform(action, seconds=3, seed=11).motion
    found = clean_feet(motion, packaged_oracle().label(motion))
    moved = np.linalg.norm(found.motion.positions() - motion.positions(), axis=2)
    assert moved.mean() < 2e-4
    assert moved.max() < 0.005
    assert cleaning_cost(motion, found.motion, found.labels).peak_ratio < 1.2


def rising(first):
    """Points that rise by 8 cm, slowly, from a frame on."""
    points = path()
    points[:, :, 1] = np.interp(np.arange(200), [first, first + 40], [0.0, 0.08])[:, None]
    return points


@pytest.mark.parametrize("source", SOURCES)
def test_a_guessed_plant_on_tiptoe_is_one_of_its_own(source):
    firm = firm_plants(rising(80), labels(Plant(40, 160, 1, source)), CleanOptions())
    found = [(plant.first, plant.last) for plant in firm.labels.plants]
    assert found == ([(40, 82), (108, 160)] if source in GUESSES else [RESTS])


def test_a_short_rise_is_no_plant():
    firm = firm_plants(rising(116), labels(Plant(40, 160, 1, "oracle")), CleanOptions())
    assert only(firm) == (40, 118)
