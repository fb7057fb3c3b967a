"""Where figures are seen from and how they are placed: travel to the right, hips in the middle, feet on one ground."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from motion.turning import bare_pan
from reports.performances import held, prop, reduced, walk
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.reports.camera import SIDE_TURN_RAD, UP, side_camera
from unbake.reports.pose_strip import pose_strip
from unbake.reports.strip_svg import MOST_A_ROW, POSES_AT_ONCE, balanced_columns, strip_html


def travelling(direction: tuple[float, float, float]) -> Motion:
    """The figure held still, carried two metres along a direction."""
    still = held(30)
    way = np.linspace(0.0, 2.0, 30)[:, None, None] * np.array(direction)
    return replace(still, translations_m=still.translations_m + way)


@pytest.mark.parametrize("direction", [(1, 0, 0), (-1, 0, 0), (0, 0, 1), (0.6, 0, -0.8)])
def test_travel_runs_to_the_right_of_a_level_view(direction: tuple[float, float, float]) -> None:
    camera = side_camera(travelling(direction))
    assert camera.right @ np.array(direction) == pytest.approx(np.cos(SIDE_TURN_RAD))
    assert np.linalg.norm(camera.right) == pytest.approx(1.0)
    assert camera.right @ UP == pytest.approx(0.0)
    assert camera.towards @ camera.right == pytest.approx(0.0)


@pytest.mark.parametrize("direction", [(1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)])
@pytest.mark.parametrize("power", [0.2, 1.0, 5.0])
def test_out_and_back_starts_to_the_right(direction: tuple[float, float, float], power: float) -> None:
    still = held(31)
    there_and_back = 1.0 - np.abs(np.linspace(-1.0, 1.0, 31)) ** power
    # It ends a hand's breadth behind its start: that is no direction of travel.
    way = (2.0 * there_and_back - np.linspace(0.0, 0.1, 31))[:, None, None] * np.array(direction)
    camera = side_camera(replace(still, translations_m=still.translations_m + way))
    assert camera.right @ np.array(direction) == pytest.approx(np.cos(SIDE_TURN_RAD))


@pytest.mark.parametrize("seed", range(8))
def test_a_swaying_way_with_a_step_back_still_runs_to_the_right(seed: int) -> None:
    rng, still = np.random.default_rng(seed), held(40)
    ahead, aside = np.array([0.6, 0.0, 0.8]), np.array([0.8, 0.0, -0.6])
    along = np.concatenate([np.linspace(0.0, -1.5, 10) + 2.4, np.linspace(0.9, 3.0, 30)])
    way = along[:, None] * ahead + rng.normal(scale=0.2, size=(40, 1)) * aside
    camera = side_camera(replace(still, translations_m=still.translations_m + way[:, None]))
    assert camera.right @ ahead > 0.8


def test_who_stays_is_seen_from_the_front_and_the_side_alike() -> None:
    motion = held()
    camera = side_camera(motion)
    positions, names = motion.positions()[0], motion.skeleton.names
    across = sum(positions[names.index(f"Left{p}")] - positions[names.index(f"Right{p}")] for p in ("Arm", "UpLeg"))
    ahead = np.cross(across, UP)
    ahead /= np.linalg.norm(ahead)
    assert camera.right @ ahead == pytest.approx(np.sqrt(0.5))
    assert camera.towards @ ahead == pytest.approx(np.sqrt(0.5))


def test_a_prop_and_a_single_frame_have_a_view_too() -> None:
    for motion in (prop(), prop(1), walk(1)):
        assert np.isfinite(side_camera(motion).right).all()


def test_poses_keep_their_lengths_and_stand_on_one_ground() -> None:
    motion = walk()
    selection = reduced(motion, keys=7).selection
    strip = pose_strip(motion, selection)
    assert [pose.number for pose in strip.poses] == [f + motion.first_frame for f in selection.frames]
    lowest = []
    for frame, pose in zip(selection.frames, strip.poses, strict=True):
        points = np.concatenate([limb.line_cm for limb in pose.limbs])
        assert np.abs(points[:, 0]).max() <= strip.half_width_cm
        assert points[:, 1].max() <= strip.top_cm
        lowest.append(100.0 * motion.positions()[frame, :, 1].min() - points[:, 1].min())
        assert min(np.hypot(*point) for point in points - (0.0, pose.hips_cm[6, 1])) < 1e-9  # a limb starts at the hips
    assert np.ptp(lowest) < 1e-9  # the same height of the ground was taken from all


def test_hips_path_has_no_step_from_cell_to_cell() -> None:
    motion = walk()
    poses = pose_strip(motion, Selection((0, 11, 30, 59))).poses
    for before, after in pairwise(poses):
        assert before.hips_cm[-1, 1] == pytest.approx(after.hips_cm[0, 1])
        assert (before.hips_cm[-1, 0], after.hips_cm[0, 0]) == (0.5, -0.5)


@pytest.mark.parametrize("count", [1, 2, 7, 24, 25, 49, 600])
def test_rows_are_balanced(count: int) -> None:
    columns = balanced_columns(count, MOST_A_ROW)
    rows = -(-count // columns)
    assert columns <= MOST_A_ROW
    assert rows == -(-count // MOST_A_ROW)
    assert columns * rows - count < rows


def test_many_poses_are_folded_away_by_whole_rows() -> None:
    motion = walk(120)
    html = strip_html(pose_strip(motion, Selection(tuple(range(120)))))
    shown, folded = html.split("<details>")
    columns = int(html.split("--columns:")[1].split(";")[0])
    assert shown.count("<figure") <= POSES_AT_ONCE
    assert shown.count("<figure") % columns == 0
    assert shown.count("<figure") + folded.count("<figure") == 120


def test_a_camera_is_seen_by_its_levers() -> None:
    """Its only joint is a point; two lines of a metre show which way it looks."""
    strip = pose_strip(bare_pan(), Selection((0, 30, 60)))
    ways = [np.array([limb.line_cm for limb in pose.limbs]) for pose in strip.poses]
    assert [way.shape for way in ways] == [(2, 2, 2)] * 3
    assert max(np.ptp(way, axis=1).max() for way in ways) == pytest.approx(100.0)
    assert np.abs(ways[1] - ways[0]).max() > 40.0
