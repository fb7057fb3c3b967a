"""What the packaged oracle alone gets wrong, each as a motion of the performer, and that the default guess does not."""

from dataclasses import replace

import numpy as np
import pytest

from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.feet.legs import legs_of
from unbake.ground.intervals import intervals
from unbake.motion.rotations import quaternion_product
from unbake.performer import perform

FPS = 120
STANDING_M_S = 0.6
"""No foot that stands is faster."""


def speeds(motion):
    """How fast (F, 4) the points of the feet are from the frame before to the frame after."""
    points, frames = legs_of(motion).points_m(motion), np.arange(motion.n_frames)
    before, after = np.maximum(frames - 1, 0), np.minimum(frames + 1, motion.n_frames - 1)
    return np.linalg.norm(points[after] - points[before], axis=2) * FPS / np.maximum(after - before, 1)[:, None]


def fastest(motion, planted):
    return float(speeds(motion)[planted].max(initial=0.0))


def standing():
    return perform("stand", seconds=3.0, fps=FPS, seed=1).motion


def shuffle(way_m=0.25, seconds=0.3, start_s=1.3):
    """Somebody who stands and glides aside, at 1.6 m/s in between."""
    motion = standing()
    part = np.clip((np.arange(motion.n_frames) / FPS - start_s) / seconds, 0.0, 1.0)
    places = motion.translations_m.copy()
    places[:, 0, 0] += way_m * part**3 * (10.0 - 15.0 * part + 6.0 * part**2)
    return replace(motion, translations_m=places)


def steps_down():
    """Somebody who goes down stairs, backwards: the performer's climb from its end to its start."""
    motion = perform("stairs", seconds=4.0, fps=FPS, seed=1, step_length_m=0.32).motion
    turned = motion.rotations_xyzw[::-1].copy(), motion.translations_m[::-1].copy()
    return replace(motion, rotations_xyzw=turned[0], translations_m=turned[1])


def run_cut_in_mid_air():
    """A run that begins while a foot is on its way."""
    motion = perform("run", seconds=2.0, fps=FPS, seed=3).motion
    return motion.excerpt(motion.first_frame + 73, motion.first_frame + 173)


def walk_after_a_t_pose():
    """A walk somewhere in the room after one frame of the rest pose at the origin."""
    motion = perform("walk", seconds=2.0, fps=FPS, seed=4).motion
    rotations, places = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    rotations[0], places[0] = [0.0, 0.0, 0.0, 1.0], [0.0, places[0, 0, 1], 0.0]
    places[1:, 0, 2] += 1.0
    return replace(motion, rotations_xyzw=rotations, translations_m=places)


def about_x(angle_rad):
    return np.array([np.sin(0.5 * angle_rad), 0.0, 0.0, np.cos(0.5 * angle_rad)])


def guard(angle_deg=35.0, seconds=2.8):
    """A wide stance, one leg ahead and one behind, both feet flat and still."""
    motion = perform("stand", seconds=seconds, fps=FPS, seed=1, sway_m=0.0, unrest_deg=0.0).motion
    roles, angle = motion.skeleton.roles, np.radians(angle_deg)
    rotations, places = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    for side, sign in (("left", -1.0), ("right", 1.0)):
        hip, ankle = roles[f"{side}-hip"], roles[f"{side}-ankle"]
        rotations[:, hip] = quaternion_product(about_x(sign * angle), rotations[:, hip])
        rotations[:, ankle] = quaternion_product(rotations[:, ankle], about_x(-sign * angle))
    found = replace(motion, rotations_xyzw=rotations)
    places[:, 0, 1] += motion.positions()[..., 1].min() - found.positions()[..., 1].min(axis=1)
    return replace(found, translations_m=places)


FAST = {"shuffle": shuffle, "steps down": steps_down, "clip's edge": run_cut_in_mid_air, "T-pose": walk_after_a_t_pose}


@pytest.mark.slow
@pytest.mark.parametrize("name", FAST)
def test_no_planted_point_is_fast(name):
    motion = FAST[name]()
    assert fastest(motion, packaged_oracle().label(motion).planted()) > 1.2
    planted = guess_feet(motion).labels.planted()
    assert fastest(motion, planted) <= STANDING_M_S
    assert planted.mean() > 0.15


@pytest.mark.parametrize("name", FAST)
def test_an_oracle_that_was_taught_is_bounded_too(name):
    motion = FAST[name]()
    assert fastest(motion, guess_feet(motion, packaged_oracle()).labels.planted()) <= STANDING_M_S


@pytest.mark.parametrize("way_m", [0.06, 0.25])
def test_a_shuffle_splits_a_plant(way_m):
    motion = shuffle(way_m)
    for plants in (guess_feet(motion).labels.of_point(point) for point in range(4)):
        assert len(plants) == 2
        assert plants[0].last < 1.45 * FPS < plants[1].first


def test_the_frame_of_a_t_pose_is_not_planted():
    planted = guess_feet(walk_after_a_t_pose()).labels.planted()
    assert not planted[0].any()
    assert planted[1:20].any()


def test_a_plant_at_an_edge_lasts_a_while():
    motion = run_cut_in_mid_air()
    for first in range(0, 60, 3):
        part = motion.excerpt(motion.first_frame + first, motion.first_frame + first + 40)
        lengths = [b - a + 1 for column in guess_feet(part).labels.planted().T for a, b in intervals(column)]
        assert min(lengths, default=3) >= 3


def test_a_foot_that_stands_still_in_a_guard_is_planted():
    motion = guard()
    assert speeds(motion).max() < 0.01
    assert packaged_oracle().label(motion).planted().mean() < 0.8
    assert guess_feet(motion).labels.planted().all()
