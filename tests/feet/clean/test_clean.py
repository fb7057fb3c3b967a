"""Feet cleaned up: what is held, what changes and what does not."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from clips import jump_clip
from unbake.errors import MotionError, UsageError
from unbake.feet.clean.clean import clean_feet
from unbake.feet.clean.options import CleanOptions
from unbake.feet.floor import Floor, floor_of_plants, sinking_m, sole_heights_m, sole_points_m
from unbake.feet.labels import FootLabels, Plant, foot_planted
from unbake.feet.legs import legs_of
from unbake.feet.skating import cleaning_cost, drifts_m, skating, skating_feet
from unbake.motion.rotations import normalised, rotate, rotation_angle
from unbake.performer import perform, with_drift

INSIDE_M, OVER_LABELS_M = 1.5e-4, 2.8e-3
"""How far points stray in the part that is held firmly, and over whole plants, their soft ends included."""
ACTIONS = ("walk", "run", "sneak", "stairs", "stand", "turn", "jump", "reach")
PER_ACTION = pytest.mark.parametrize("action", ACTIONS)


@cache
def played(action, fps=120):
    """A performance and its labels."""
    done = perform(action, seconds=3, seed=1, fps=fps)
    return done, FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "performer")


def exact_legs(done, motion):
    """The legs with the performer's own heels."""
    legs = legs_of(motion)
    return replace(legs, heel_offsets_m=np.tile(done.figure.heel_offset_m, (2, 1)))


def lifted(motion, way_m):
    """The motion elsewhere: by one way, or by one for each frame."""
    return replace(motion, translations_m=motion.translations_m + np.reshape(way_m, (-1, 1, 3)))


@cache
def sliding(action, seed=3):
    """A performance with drift: the root up to 10 cm off, every joint some degrees."""
    done, labels = played(action)
    return done, labels, with_drift(done.motion, 1.5, 0.05, seed=seed)


@cache
def cleaned(action, lengths="kept"):
    """What the clean-up makes of it; half a second's work that several tests look at."""
    _, labels, motion = sliding(action)
    return clean_feet(motion, labels, CleanOptions(lengths=lengths))


@PER_ACTION
def test_clean_motion_comes_back_itself(action):
    done, labels = played(action)
    assert clean_feet(done.motion, labels).motion is done.motion


def test_motion_without_plants_comes_back_itself():
    done, labels = played("walk")
    found = clean_feet(done.motion, replace(labels, plants=()))
    assert found.motion is done.motion
    assert any("nothing was held" in note for note in found.notes)


@pytest.mark.slow
@PER_ACTION
def test_planted_points_stay_where_they_are(action):
    done, labels, motion = sliding(action)
    legs = exact_legs(done, motion)
    assert drifts_m(legs.points_m(motion), labels).max() > 0.01
    found = clean_feet(motion, labels, legs=legs)
    assert found.labels.plants == labels.plants
    for points in (done.figure.contact_points_m(found.motion), legs.points_m(found.motion)):
        assert drifts_m(points, labels).max() < OVER_LABELS_M
        assert drifts_m(points, found.held_part).max() < INSIDE_M
    assert found.skipped == ()
    assert found.missed_m.max() == 0.0


@pytest.mark.slow
@PER_ACTION
def test_heels_found_by_themselves_are_still_within_some_millimetres(action):
    done, labels, _ = sliding(action)
    found = cleaned(action)
    assert drifts_m(done.figure.contact_points_m(found.motion), labels).max() < OVER_LABELS_M + 1e-3


@pytest.mark.slow
@PER_ACTION
def test_nothing_but_feet_legs_and_root_changes(action):
    _, labels, motion = sliding(action)
    found = cleaned(action).motion
    legs = legs_of(motion)
    ours = [j for leg in legs.both for j in (leg.hip, leg.knee, leg.ankle, leg.toe)]
    others = [j for j in range(len(motion.skeleton.names)) if j not in ours]
    # A motion scales its quaternions to unit length once more.
    assert np.abs(found.rotations_xyzw[:, others] - motion.rotations_xyzw[:, others]).max() < 1e-15
    assert found.skeleton.channels == motion.skeleton.channels
    assert (found.fps, found.first_frame, found.n_frames) == (motion.fps, motion.first_frame, motion.n_frames)
    cost = cleaning_cost(motion, found, labels)
    assert cost.others_mm < 1e-9
    assert cost.least_length == pytest.approx(1.0, abs=1e-9)
    assert cost.largest_length == pytest.approx(1.0, abs=1e-9)


@PER_ACTION
@pytest.mark.parametrize("lengths", ["kept", "stretched"])
def test_bones_keep_within_the_stretch(action, lengths):
    _, labels, motion = sliding(action)
    options = CleanOptions(lengths=lengths)
    found = cleaned(action, lengths)
    cost = cleaning_cost(motion, found.motion, labels)
    assert 1.0 - options.max_stretch - 1e-9 <= cost.least_length
    assert cost.largest_length <= 1.0 + options.max_stretch + 1e-9
    assert drifts_m(legs_of(motion).points_m(found.motion), found.held_part).max() < INSIDE_M


def test_stretched_legs_say_so_and_get_channels():
    _, _, motion = sliding("turn")
    found = cleaned("turn", "stretched")
    assert np.abs(found.stretch - 1.0).max() > 1e-4
    assert any("translation channels" in note for note in found.notes)
    legs = legs_of(motion)
    gained = set(found.motion.skeleton.translated) - set(motion.skeleton.translated)
    assert gained == {joint for leg in legs.both for joint in (leg.knee, leg.ankle)}


@PER_ACTION
def test_accelerations_at_boundaries_hardly_grow(action):
    _, labels, motion = sliding(action)
    found = cleaned(action)
    cost = cleaning_cost(motion, found.motion, labels)
    assert cost.peak_ratio <= 1.2
    assert cost.clip_peak_ratio <= 1.1


def test_frames_far_from_plants_stay_as_they_are():
    done, labels = played("jump")
    # Only the plants at the beginning, and only there it slides: what comes after is clean and far away.
    first = replace(labels, plants=tuple(p for p in labels.plants if p.first == 0))
    end = max(p.last for p in first.plants)
    part = np.clip(np.arange(labels.n_frames) / end, 0.0, 1.0)
    motion = lifted(done.motion, 0.02 * (part * (1.0 - part))[:, None] * [1.0, 0.0, 0.0])
    found = clean_feet(motion, first).motion
    assert np.abs(found.positions() - motion.positions())[:end].max() > 0.001
    far = slice(end + 120, None)
    assert labels.n_frames > end + 140
    assert np.abs(found.rotations_xyzw[far] - motion.rotations_xyzw[far]).max() < 1e-15
    assert (found.translations_m[far] == motion.translations_m[far]).all()


@pytest.mark.parametrize("action", ["walk", "run", "turn", "jump", "sneak"])
def test_no_foot_sinks_in_deeper_than_before(action):
    _, labels, motion = sliding(action)
    legs = legs_of(motion)
    found = cleaned(action)
    assert found.ground == Floor(0.0)
    soles = sole_heights_m(sole_points_m(motion, legs), labels.planted(), found.ground)
    before, after = (sinking_m(m, legs, found.ground, soles) for m in (motion, found.motion))
    assert before.max() > 0.005
    heels_and_balls = [0, 1, 3, 4]
    assert (after <= np.maximum(before, 0.0015))[:, heels_and_balls].all()
    assert after[~foot_planted(labels.planted())[:, 0], :2].max(initial=0.0) < 0.0015


def test_plants_that_would_move_too_far_are_left_and_said():
    done, labels = played("walk")
    wrong = replace(labels, plants=(*labels.of_point(1), *labels.of_point(2), Plant(0, labels.n_frames - 1, 3)))
    found = clean_feet(done.motion, wrong, CleanOptions(max_move_m=0.3, let_go_s=0.0))
    assert [held.plant for held in found.skipped] == [Plant(0, labels.n_frames - 1, 3)]
    assert any("right-toe, frames 1 to 361" in note for note in found.notes)
    assert found.motion is done.motion


@pytest.mark.parametrize("fps", [24, 60, 120, Fraction(30000, 1001)])
def test_any_frame_rate(fps):
    done, labels = played("walk", fps)
    motion = with_drift(done.motion, 1.0, 0.03, seed=4)
    found = clean_feet(motion, labels)
    assert drifts_m(legs_of(motion).points_m(found.motion), found.held_part).max() < INSIDE_M


@pytest.mark.slow
def test_the_ground_can_be_given():
    done, labels = played("stairs")
    motion = with_drift(done.motion, 0.0, 0.03, seed=4)
    legs = exact_legs(done, motion)
    found = clean_feet(motion, labels, ground=done.ground, legs=legs)
    assert found.ground is done.ground
    soles = done.figure.sole_points_m(found.motion)
    assert (soles[..., 1] - done.ground.height_m(soles)).min() > -0.12  # not a stair too low
    points = legs.points_m(found.motion)
    assert drifts_m(points, found.held_part).max() < INSIDE_M
    planted = found.held_part.planted()
    for point in range(4):
        above = points[planted[:, point], point, 1] - done.ground.height_m(points[planted[:, point], point])
        assert np.ptp(above) < INSIDE_M


def test_the_floor_is_found_from_the_plants():
    for lift, level in ((0.0, 0.0), (0.02, 0.0), (0.4, 0.4), (-1.0, -1.0)):
        done, labels = played("walk")
        motion = lifted(done.motion, [0.0, lift, 0.0])
        floor = floor_of_plants(sole_points_m(motion, legs_of(motion)), labels)
        assert floor.level_m == pytest.approx(level, abs=0.005)
        assert clean_feet(motion, labels).motion is motion
    done, labels = played("stairs")
    assert floor_of_plants(sole_points_m(done.motion, legs_of(done.motion)), labels) is None
    assert floor_of_plants(np.zeros((labels.n_frames, 6, 3)), replace(labels, plants=())) == Floor(0.0)


def test_a_floor_that_was_given_is_stood_on():
    done, labels = played("stand")
    motion = lifted(done.motion, [0.0, 0.1, 0.0])
    found = clean_feet(motion, labels, ground=Floor(0.0), legs=exact_legs(done, motion))
    points = done.figure.contact_points_m(found.motion)
    assert points[:, [0, 2], 1] == pytest.approx(np.zeros((labels.n_frames, 2)), abs=1e-4)


@pytest.mark.parametrize("frames", [1, 2])
def test_clips_of_one_and_two_frames(frames):
    _, labels, motion = sliding("stand")
    short = motion.excerpt(100, 99 + frames)
    found = clean_feet(short, labels.excerpt(99, 98 + frames), CleanOptions(still_m=0.0))
    assert found.motion.n_frames == frames
    assert np.isfinite(found.motion.positions()).all()


def test_without_labels_it_is_said_what_guesses_them():
    """`load_labels` returns None where none lie beside a clip."""
    with pytest.raises(UsageError, match=r"guess_feet\(motion\)\.labels"):
        clean_feet(jump_clip(), None)


def test_labels_of_another_motion_and_bad_options_are_refused():
    done, labels = played("walk")
    with pytest.raises(MotionError, match="do not match"):
        clean_feet(done.motion.excerpt(1, 50), labels)
    for bad in (
        {"place_s": -1.0},
        {"max_move_m": float("nan")},
        {"lengths": "bent"},
        {"damped_from_rad": 4.0},
        {"fade_s": 0.0},
    ):
        with pytest.raises(UsageError):
            CleanOptions(**bad)
    with pytest.raises(UsageError):
        CleanOptions(max_stretch=1.0)


def test_heights_of_soles_are_six():
    done, labels = played("walk")
    with pytest.raises(UsageError, match=r"heights of soles have shape \(4,\), expected \(6,\)"):
        clean_feet(done.motion, labels, sole_m=np.zeros(4))
    for height in (np.nan, np.inf):
        with pytest.raises(UsageError, match="heights of soles must be finite"):
            clean_feet(done.motion, labels, sole_m=np.full(6, height))


def test_the_input_is_unchanged():
    _, labels, motion = sliding("walk")
    was = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    clean_feet(motion, labels)
    assert (motion.rotations_xyzw == was[0]).all()
    assert (motion.translations_m == was[1]).all()


def test_rounding_is_not_seen_in_the_result():
    """Captures lie on their own limits, such as a tip on the ground: which side of them must not matter."""
    _, labels, motion = sliding("walk")
    noise = 1e-16 * np.random.default_rng(3).standard_normal(motion.rotations_xyzw.shape)
    other = replace(motion, rotations_xyzw=normalised(motion.rotations_xyzw + noise))
    found, same = clean_feet(other, labels).motion.rotations_xyzw, cleaned("walk").motion.rotations_xyzw
    assert rotation_angle(found, same).max() < 1e-9


def test_joints_get_the_channels_that_their_turns_need():
    _, labels, motion = sliding("walk")
    legs = legs_of(motion)
    channels = list(motion.skeleton.channels)
    for leg in legs.both:
        channels[leg.ankle] = ("rx",)
    poor = replace(motion, skeleton=replace(motion.skeleton, channels=tuple(channels)))
    found = clean_feet(poor, labels)
    assert set(found.motion.skeleton.channels[legs.left.ankle]) == {"rx", "ry", "rz"}
    assert any("LeftFoot" in note and "channels" in note for note in found.notes)
    same = cleaned("walk").motion
    assert rotation_angle(found.motion.rotations_xyzw, same.rotations_xyzw).max() < 1e-9


def test_skating_frames_are_those_of_a_low_fast_foot():
    done, labels = played("stand")
    legs = legs_of(done.motion)
    assert not skating_feet(done.motion, legs).any()
    times = np.arange(done.motion.n_frames)[:, None] / 120.0
    for speed, skates in ((0.4, False), (0.6, True)):
        moved = lifted(done.motion, times * [speed, 0.0, 0.0])
        assert skating_feet(moved, legs).all() == skates
        assert skating_feet(moved, legs).any() == skates
        high = lifted(moved, [0.0, 0.06, 0.0])
        assert not skating_feet(high, legs).any()
    measured = skating(moved, labels, ground=Floor())
    assert measured.worst_mm == pytest.approx(1000.0 * 0.6 * 1.5, rel=0.05)
    assert measured.skating_part == 1.0
    assert measured.planted_skating == measured.skating_frames


def test_a_foot_skates_only_where_it_is_fast_now_and_on_average():
    done, _ = played("stand")
    legs, count = legs_of(done.motion), done.motion.n_frames
    bursts = {"one fast frame": (0.0, 2.0), "one slow frame": (0.8, 0.45)}
    for name, (usual, once) in bursts.items():
        speeds = np.full(count, usual)
        speeds[121:127] = once  # a frame of the measure: six of ours
        ways = np.cumsum(speeds)[:, None] / 120.0 * [0.0, 0.0, 1.0]
        skates = skating_feet(lifted(done.motion, ways - ways[0]), legs)[:, 0]
        assert skates.sum() == (0 if usual == 0.0 else len(skates) - 1), name


def test_a_figure_whose_root_cannot_move_reaches_as_far_as_its_legs():
    _, labels, motion = sliding("stand")
    channels = list(motion.skeleton.channels)
    channels[0] = tuple(name for name in channels[0] if name.startswith("r"))
    fixed = replace(
        motion, skeleton=replace(motion.skeleton, channels=tuple(channels)), translations_m=np.zeros((361, 0, 3))
    )
    low = Floor(-0.2)
    found = clean_feet(fixed, labels, CleanOptions(max_stretch=0.0), ground=low)
    assert (found.root_shift_m == 0.0).all()
    assert found.missed_m.max() > 0.01
    assert any("short of its place" in note for note in found.notes)
    assert np.isfinite(found.motion.positions()).all()


@pytest.mark.slow
def test_quaternion_channels_and_a_root_above_the_hips():
    _, labels, motion = sliding("walk")
    turned = replace(motion, skeleton=motion.skeleton.with_quaternion_channels())
    found = clean_feet(turned, labels)
    assert found.motion.skeleton.channels == turned.skeleton.channels
    # The same figure below a world joint that is turned to the side: the shift must be told in that joint's frame.
    skeleton, count = motion.skeleton, len(motion.skeleton.names)
    above = type(skeleton)(
        ("World", *skeleton.names),
        (-1, *(parent + 1 for parent in skeleton.parents)),
        np.concatenate([np.zeros((1, 3)), skeleton.offsets_m]),
        (("rx", "ry", "rz"), *skeleton.channels),
        ("xyz", *skeleton.rotation_orders),
        end_sites=(False, *skeleton.end_sites),
    )
    quarter = np.tile([0.0, np.sqrt(0.5), 0.0, np.sqrt(0.5)], (motion.n_frames, 1, 1))
    rotations = np.concatenate([quarter, motion.rotations_xyzw], axis=1)
    below = replace(motion, skeleton=above, rotations_xyzw=rotations)
    there = clean_feet(below, labels)
    assert there.motion.skeleton.translated == (1,)
    same = rotate(quarter, cleaned("walk").motion.positions())
    # Rounding decides where the solver stops.
    assert np.abs(there.motion.positions()[:, 1:] - same).max() < 1e-3
    assert len(there.motion.skeleton.names) == count + 1


@pytest.mark.slow
def test_one_foot_alone_and_one_point_alone():
    _, labels, motion = sliding("walk")
    for points in ((0, 1), (3,), (0, 3)):
        some = replace(labels, plants=tuple(p for p in labels.plants if p.point in points))
        found = clean_feet(motion, some)
        assert drifts_m(legs_of(motion).points_m(found.motion), found.held_part).max() < INSIDE_M


@pytest.mark.slow
def test_plants_of_one_frame_and_plants_that_meet():
    _, labels, motion = sliding("walk")
    plants = (Plant(5, 5, 0), Plant(6, 6, 0), Plant(6, 40, 1), Plant(41, 41, 1), Plant(40, 45, 0), Plant(359, 360, 3))
    found = clean_feet(motion, replace(labels, plants=plants), CleanOptions(still_m=0.0))
    assert np.isfinite(found.motion.positions()).all()
    assert set(plants[:2]).isdisjoint(found.labels.plants), "plants that meet are one"
    assert drifts_m(legs_of(motion).points_m(found.motion), found.held_part).max() < INSIDE_M
