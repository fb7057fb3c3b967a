"""Gaps of markers: what a cubic or a rigid part can fill is filled, the rest stays open, and nothing else changes."""

import numpy as np
import pytest

from unbake.motion.markers.gaps import CUBIC_S, HELD_S, RIGID_S, fill_gaps

FPS = 100.0


def moving_part(frames=200, seed=0):
    """Six markers on a rigid part that turns and travels, and two of another."""
    rng = np.random.default_rng(seed)
    body = rng.normal(scale=0.15, size=(6, 3))
    t = np.arange(frames) / FPS
    angle = np.sin(3.0 * t)
    turn = np.zeros((frames, 3, 3))
    turn[:, 0, 0] = turn[:, 1, 1] = np.cos(angle)
    turn[:, 1, 0] = np.sin(angle)
    turn[:, 0, 1] = -turn[:, 1, 0]
    turn[:, 2, 2] = 1.0
    path = np.stack([t, 0.1 * np.sin(5.0 * t), 0.2 * np.cos(2.0 * t)], axis=1)
    part = np.einsum("fij,kj->fki", turn, body) + path[:, None]
    others = rng.normal(size=(1, 2, 3)) + 0.5 * np.sin(4.0 * t)[:, None, None]
    return np.concatenate([part, others], axis=1)


def without(positions, marker, first, last):
    out = positions.copy()
    out[first : last + 1, marker] = np.nan
    return out


def test_a_cubic_path_is_found_again():
    t = np.arange(60)[:, None, None] / FPS
    line = np.concatenate([1.0 + 2.0 * t, 3.0 - t, 0.5 * t], axis=2)
    filled, gaps = fill_gaps(without(line, 0, 20, 20 + int(CUBIC_S * FPS) - 1), FPS)
    np.testing.assert_allclose(filled, line, atol=1e-12)
    assert [gap.method for gap in gaps] == ["cubic"]


def test_a_cubic_is_smooth_where_a_line_is_not():
    t = np.arange(60)[:, None, None] / FPS
    arc = np.concatenate([np.sin(6.0 * t), np.cos(6.0 * t), 0.0 * t], axis=2)
    filled, _ = fill_gaps(without(arc, 0, 25, 33), FPS)
    straight = arc[24, 0] + (arc[34, 0] - arc[24, 0]) * (np.arange(1, 10) / 10.0)[:, None]
    assert np.abs(filled[25:34, 0] - arc[25:34, 0]).max() < 1e-3
    assert np.abs(straight - arc[25:34, 0]).max() > 0.03


@pytest.mark.parametrize(("first", "last"), [(50, 75), (0, 25), (174, 199)])
def test_a_rigid_part_carries_its_marker(first, last):
    positions = moving_part()
    filled, gaps = fill_gaps(without(positions, 2, first, last), FPS)
    assert [(g.marker, g.first, g.last, g.method) for g in gaps] == [(2, first, last, "rigid")]
    np.testing.assert_allclose(filled, positions, atol=1e-9)


def test_neighbours_on_both_sides_of_a_joint_are_not_mixed():
    """A marker on the hinge keeps its distance to both sides; only one side at a time is rigid."""
    frames = 200
    upper = np.tile(np.array([[0.0, 0.3, 0.0], [0.05, 0.4, 0.0]]), (frames, 1, 1))
    bend = 1.0 - np.cos(2.0 * np.pi * (np.arange(frames) - 79) / 27.0)  # straight just before and just after the gap
    lower = np.stack([np.sin(bend), -np.cos(bend), 0.0 * bend], axis=1)
    shin = np.stack([0.3 * lower, 0.4 * lower + [0.0, 0.0, 0.05]], axis=1)
    hinge = np.zeros((frames, 1, 3))
    positions = np.concatenate([hinge, upper, shin], axis=1)
    _, gaps = fill_gaps(without(positions, 0, 80, 105), FPS)
    assert [gap.method for gap in gaps] == ["none"]


def test_neighbours_that_miss_the_far_side_are_not_believed():
    positions = moving_part()
    positions[195:, 2] += [0.0, 0.025, 0.0]  # the marker slipped
    filled, gaps = fill_gaps(without(positions, 2, 174, 194), FPS)
    assert gaps[0].method == "none"
    assert np.isnan(filled[174:195, 2]).all()


def test_three_neighbours_are_not_turned_inside_out():
    positions = moving_part()[:, :4]
    filled, gaps = fill_gaps(without(positions, 3, 50, 75), FPS)
    assert gaps[0].method == "rigid"
    np.testing.assert_allclose(filled, positions, atol=1e-9)


def test_too_long_stays_open():
    positions = moving_part()
    long = int(RIGID_S * FPS) + 1
    filled, gaps = fill_gaps(without(positions, 2, 50, 50 + long - 1), FPS)
    assert gaps[0].method == "none"
    assert np.isnan(filled[50 : 50 + long, 2]).all()
    assert np.isfinite(np.delete(filled, 2, axis=1)).all()


def test_alone_at_an_end_it_is_held_for_a_moment_only():
    path = np.random.default_rng(1).normal(size=(60, 1, 3))
    short = int(HELD_S * FPS)
    filled, gaps = fill_gaps(without(path, 0, 0, short - 1), FPS)
    assert gaps[0].method == "held"
    np.testing.assert_array_equal(filled[:short, 0], np.tile(path[short, 0], (short, 1)))
    filled, gaps = fill_gaps(without(path, 0, 60 - short - 1, 59), FPS)
    assert gaps[0].method == "none"


def test_time_decides_not_frames():
    path = np.zeros((60, 1, 3))
    assert fill_gaps(without(path, 0, 20, 29), 100.0)[1][0].method == "cubic"
    assert fill_gaps(without(path, 0, 20, 29), 50.0)[1][0].method == "none"


def test_what_was_seen_is_not_touched_and_the_input_neither():
    positions = without(without(moving_part(), 2, 50, 60), 5, 20, 22)
    before = positions.copy()
    filled, _ = fill_gaps(positions, FPS)
    np.testing.assert_array_equal(positions, before)
    seen = np.isfinite(before)
    np.testing.assert_array_equal(filled[seen], before[seen])


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_few_frames(frames):
    nothing = np.full((frames, 2, 3), np.nan)
    filled, gaps = fill_gaps(nothing, FPS)
    assert np.isnan(filled).all()
    assert [gap.method for gap in gaps] == ["none", "none"]
    if frames == 3:
        filled, gaps = fill_gaps(without(np.ones((3, 1, 3)), 0, 1, 1), FPS)
        np.testing.assert_array_equal(filled, np.ones((3, 1, 3)))
