"""The calmest change: long takes in pieces, feet that shuffle, toes that stay whole, and the quick one beside it."""

from dataclasses import replace

import numpy as np
import pytest
from tests.data import DATA, needs_data

from unbake.errors import UsageError
from unbake.feet.boundary_peaks import worst_peak
from unbake.feet.clean import calm_change as calm
from unbake.feet.clean.clean import clean_feet
from unbake.feet.clean.options import CleanOptions
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.feet.labels import FootLabels, Plant
from unbake.feet.legs import legs_of
from unbake.feet.skating import cleaning_cost, drifts_m
from unbake.formats.registry import load_motion
from unbake.motion.fading import faded
from unbake.motion.rotations import rotation_angle
from unbake.performer import perform, with_drift


def sliding(action, seconds=3.0, fps=120):
    done = perform(action, seconds=seconds, seed=1, fps=fps)
    labels = FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "performer")
    return with_drift(done.motion, 1.5, 0.05, seed=3), labels


@pytest.mark.slow
def test_pieces_of_a_long_take_are_one(monkeypatch):
    motion, labels = sliding("walk", 6.0, 60)
    whole = clean_feet(motion, labels)
    monkeypatch.setattr(calm, "PIECE_S", 2.0)
    told = []
    pieces = clean_feet(motion, labels, progress=told.append)
    assert told == sorted(set(told))
    assert len(told) > 1
    assert told[-1] == 1.0
    assert np.abs(pieces.motion.positions() - whole.motion.positions()).max() < 2e-3
    legs = legs_of(motion)
    assert drifts_m(legs.points_m(pieces.motion), pieces.held_part).max() < 2e-4
    joints = [leg.knee for leg in legs.both]
    assert worst_peak(motion, pieces.motion, labels, joints).ratio < 1.2


@pytest.mark.slow
def test_a_foot_that_shuffles_holds_in_each_of_its_places():
    done = perform("stand", seconds=3, seed=1)
    labels = FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "oracle")
    frames = np.arange(done.motion.n_frames)
    # Everything jumps aside by half a metre, twice: farther than a plant may be moved.
    way = 0.5 * sum(
        np.clip((frames - at) / 30.0, 0.0, 1.0) ** 2 * (3.0 - 2.0 * np.clip((frames - at) / 30.0, 0.0, 1.0))
        for at in (120, 240)
    )
    motion = with_drift(done.motion, 0.0, 0.03, seed=3)
    motion = replace(motion, translations_m=motion.translations_m + way[:, None, None] * [1.0, 0.0, 0.0])
    found = clean_feet(motion, labels)
    assert found.skipped == ()
    assert len(found.labels.plants) == 3 * len(labels.plants)
    assert any("held in parts" in note for note in found.notes)
    assert drifts_m(legs_of(motion).points_m(found.motion), found.held_part).max() < 2e-4


@needs_data
@pytest.mark.parametrize("clip", ["16/16_47", "16/16_45", "02/02_03", "17/17_03"])
def test_toes_of_captures_stay_whole(clip):
    motion = load_motion(DATA / "cmu" / f"{clip}.amc")
    motion = motion.excerpt(1, min(240, motion.last_frame))
    found = clean_feet(motion, packaged_oracle().label(motion))
    cost = cleaning_cost(motion, found.motion, found.labels)
    assert cost.toes_bent_deg < 10.0
    assert cost.toes_jump_deg < 10.0
    assert cost.peak_ratio < 2.0


def test_toes_go_along_with_balls_that_are_pulled_into_their_places():
    """Tips that stay behind would be accelerated less, and toes be bent by a right angle."""
    walk, run = (perform(action, seconds=2.0, seed=seed, fps=60) for action, seed in (("walk", 1), ("run", 2)))
    labels = FootLabels.from_frames(walk.contacts, walk.motion.fps, walk.motion.first_frame, "performer")
    legs = legs_of(walk.motion)
    turns = walk.motion.rotations_xyzw.copy()
    joints = [joint for leg in legs.both for joint in (leg.hip, leg.knee, leg.ankle, leg.toe)]
    turns[:, joints] = run.motion.rotations_xyzw[:, joints]
    motion = replace(walk.motion, rotations_xyzw=turns)
    found = clean_feet(motion, labels)
    toes = [leg.toe for leg in legs.both]
    cosines = np.abs((turns * found.motion.rotations_xyzw).sum(axis=-1))[:, toes].clip(0.0, 1.0)
    assert np.degrees(2.0 * np.arccos(cosines)).max() < 20.0


@needs_data
def test_toes_keep_their_bend_where_a_ball_on_tiptoe_is_held_that_trembles():
    motion = load_motion(DATA / "cmu" / "05" / "05_02.amc").excerpt(440, 580)
    labels = FootLabels((Plant(52, 101, 1, "oracle"),), motion.n_frames, motion.fps, motion.first_frame)
    found, toe = clean_feet(motion, labels), legs_of(motion).left.toe
    assert not np.array_equal(found.motion.positions(), motion.positions())
    turned = rotation_angle(motion.rotations_xyzw[:, toe], found.motion.rotations_xyzw[:, toe])
    assert np.degrees(turned.max()) < 20.0


def test_the_quick_change_holds_and_fades():
    motion, labels = sliding("walk")
    found = clean_feet(motion, labels, CleanOptions(method="faded"))
    legs = legs_of(motion)
    assert drifts_m(legs.points_m(motion), labels).max() > 0.01
    reached = found.missed_m.max(axis=1) == 0.0
    assert reached.mean() > 0.9
    inside = [p for p in labels.plants if reached[p.first : p.last + 1].all()]
    assert len(inside) > 5
    assert drifts_m(legs.points_m(found.motion), replace(labels, plants=tuple(inside))).max() < 1e-6
    # It goes from plant to plant without a step.
    moved = found.motion.positions() - motion.positions()
    ankles = moved[:, [leg.ankle for leg in legs.both]]
    assert np.linalg.norm(np.diff(ankles, axis=0), axis=-1)[reached[1:] & reached[:-1]].max() < 0.006
    with pytest.raises(UsageError, match="method must be"):
        CleanOptions(method="slow")


def test_a_fade_of_the_quick_change_ends():
    motion, labels = sliding("jump")
    first = replace(labels, plants=tuple(p for p in labels.plants if p.first == 0))
    end = max(plant.last for plant in first.plants)
    found = clean_feet(motion, first, CleanOptions(method="faded")).motion
    assert (found.translations_m[end + 30 :] == motion.translations_m[end + 30 :]).all()
    assert faded(np.ones((9, 1)), np.arange(9) < 3, 2)[5:].max() == 0.0


def test_one_held_point_is_enough():
    motion, labels = sliding("stand")
    one = replace(labels, plants=(Plant(100, 200, 3, "hand"),))
    found = clean_feet(motion, one)
    assert drifts_m(legs_of(motion).points_m(found.motion), found.held_part).max() < 1e-4


def test_a_sway_of_the_body_rolls_no_foot():
    """Heel and ball are held, and the line between them is one about which a foot could turn at no cost."""
    done = perform("stand", seconds=3.0, seed=1)
    labels = FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "performer")
    way_m = 0.03 * np.exp(-(((np.arange(done.motion.n_frames) - 180) / 12.0) ** 2))
    motion = replace(done.motion, translations_m=done.motion.translations_m + way_m[:, None, None] * [1.0, 0.0, 0.0])
    found = clean_feet(motion, labels)
    assert drifts_m(legs_of(motion).points_m(found.motion), found.held_part).max() < 2e-4
    ankles = [leg.ankle for leg in legs_of(motion).both]
    before, after = (each.world_rotations_xyzw()[:, ankles] for each in (motion, found.motion))
    cosines = np.abs((before * after).sum(axis=-1)).clip(0.0, 1.0)
    assert np.degrees(2.0 * np.arccos(cosines)).max() < 2.0
