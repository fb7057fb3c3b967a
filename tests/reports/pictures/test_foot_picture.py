"""The picture that labels are judged by: what is in it, row by row; not how it is coloured."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from matplotlib.collections import FillBetweenPolyCollection

from unbake.errors import FileError, MotionError, UsageError
from unbake.feet.labels import FootLabels, Plant
from unbake.feet.legs import legs_of
from unbake.performer import perform
from unbake.reports.pictures.foot_picture import (
    FRAMES_A_ROW,
    MOST_ROWS,
    foot_picture,
    foot_picture_png,
    usual_frames_a_row,
)

A_ROW = 7
"""Legs, and for each foot heights, speeds and lanes."""


@pytest.fixture(scope="module")
def walk():
    performance = perform("walk", seconds=3, fps=120, seed=1)
    motion = performance.motion
    return motion, FootLabels.from_frames(performance.contacts, motion.fps, motion.first_frame, "performer")


def rows_of(figure):
    assert len(figure.axes) % A_ROW == 0
    return [figure.axes[start : start + A_ROW] for start in range(0, len(figure.axes), A_ROW)]


def bars(axes):
    """Left and right edges of the bars in a lane, as frames."""
    return sorted((p.get_x() + 0.5, p.get_x() + p.get_width() - 0.5) for p in axes.patches)


def numbers(axes):
    return sorted(int(text.get_text()) for text in axes.texts)


def test_a_row_has_legs_heights_speeds_and_lanes(walk):
    motion, labels = walk
    legs, *feet = rows_of(foot_picture(motion, labels, frame_numbers=(1, 200)))[0]
    assert legs.lines
    for foot in (0, 1):
        heights, speeds, lanes = feet[3 * foot : 3 * foot + 3]
        assert heights.get_ylabel() == ("left\ncm", "right\ncm")[foot]
        assert (speeds.get_ylabel(), speeds.get_yscale()) == ("m/s", "log")
        assert [tick.get_text() for tick in lanes.get_yticklabels()] == ["heel", "toe"]


def test_heights_and_speeds_are_those_of_the_points(walk):
    motion, labels = walk
    points = legs_of(motion).points_m(motion)
    heights, speeds = rows_of(foot_picture(motion, labels, frame_numbers=(11, 60)))[0][4:6]  # right foot
    drawn = [line for line in heights.lines if len(line.get_xdata()) == 50]
    for line, point in ((drawn[1], 2), (drawn[4], 3)):
        assert np.array_equal(line.get_xdata(), np.arange(11, 61))
        assert line.get_ydata() == pytest.approx(100.0 * points[10:60, point, 1], abs=1e-9)
    dots, line = [line for line in speeds.lines if len(line.get_xdata()) == 50][:2]
    frame = np.arange(10, 60)
    one = np.linalg.norm(points[frame + 1, 2] - points[frame - 1, 2], axis=1) * 60.0
    two = np.linalg.norm(points[frame + 2, 2] - points[frame - 2, 2], axis=1) * 30.0
    assert dots.get_ydata() == pytest.approx(np.maximum(one, 0.02))
    assert line.get_ydata() == pytest.approx(np.maximum(two, 0.02))


def test_lanes_show_every_plant_and_the_numbers_of_its_ends(walk):
    motion, labels = walk
    (row,) = rows_of(foot_picture(motion, labels, frames_a_row=400))
    for foot in (0, 1):
        plants = [p for point in (2 * foot, 2 * foot + 1) for p in labels.of_point(point)]
        assert bars(row[3 + 3 * foot]) == sorted((p.first + 1, p.last + 1) for p in plants)
        assert numbers(row[3 + 3 * foot]) == sorted(n + 1 for p in plants for n in (p.first, p.last))


def test_a_plant_that_goes_on_in_the_next_row_has_no_number_there(walk):
    motion, _ = walk
    labels = FootLabels((Plant(20, 80, 0),), motion.n_frames, motion.fps, motion.first_frame)
    first, second = rows_of(foot_picture(motion, labels, frame_numbers=(1, 100), frames_a_row=50))
    assert (bars(first[3]), numbers(first[3])) == ([(21, 50)], [21])
    assert (bars(second[3]), numbers(second[3])) == ([(51, 81)], [81])
    assert bars(first[6]) == []


def test_curves_are_bold_where_the_point_is_planted(walk):
    motion, labels = walk
    heights = rows_of(foot_picture(motion, labels, frames_a_row=400))[0][1]
    bold = [line for line in heights.lines if line.get_linewidth() > 2.0]
    for line, point in zip(bold, (0, 1), strict=True):
        assert np.array_equal(np.isfinite(line.get_ydata()), labels.planted()[:, point])


@pytest.mark.slow
def test_certainty_is_behind_the_labels(walk):
    motion, labels = walk
    certainty = np.zeros((motion.n_frames, 4))
    certainty[10:20, 1] = 0.5
    figure = foot_picture(motion, labels, frame_numbers=(1, 100), certainty=certainty)
    lanes = rows_of(figure)[0][3]
    fills = [c for c in lanes.collections if isinstance(c, FillBetweenPolyCollection)]
    tops = [np.concatenate([path.vertices for path in fill.get_paths()])[:, 1].max() for fill in fills]
    assert tops == pytest.approx([1.0, 0.48])  # heel's lane from 1, toe's from 0
    assert any("certainty" in text.get_text() for text in figure.texts)
    plain = foot_picture(motion, labels, frame_numbers=(1, 100))
    assert not any("certainty" in text.get_text() for text in plain.texts)
    assert not [c for c in rows_of(plain)[0][3].collections if isinstance(c, FillBetweenPolyCollection)]


def test_rows_are_equally_full(walk):
    motion, labels = walk
    rows = rows_of(foot_picture(motion, labels))
    assert len(rows) == -(-motion.n_frames // FRAMES_A_ROW)
    widths = [float(np.ptp(axes.get_xlim())) for row in rows for axes in row]
    assert widths == pytest.approx([-(-motion.n_frames // len(rows)) + 0.2] * len(widths))


@pytest.mark.slow
def test_whole_clips_have_few_rows():
    motion = perform("walk", seconds=20, fps=120, seed=2).motion
    empty = FootLabels((), motion.n_frames, motion.fps, motion.first_frame)
    assert len(rows_of(foot_picture(motion, empty))) == MOST_ROWS


def test_frames_are_numbered_as_the_file_does(walk):
    from dataclasses import replace

    motion, labels = walk
    moved, shifted = replace(motion, first_frame=-50), replace(labels, first_frame=-50)
    row = rows_of(foot_picture(moved, shifted, frame_numbers=(-50, 49)))[0]
    assert row[6].get_xlim() == pytest.approx((-50.6, 49.6))
    expected = [n - 50 for p in labels.plants for n in (p.first, p.last) if p.point in (2, 3) and n < 100]
    assert numbers(row[6]) == sorted(expected)


@pytest.mark.parametrize("n_frames", [1, 2, 3])
def test_very_short_clips(walk, n_frames):
    motion = walk[0].excerpt(1, n_frames)
    labels = FootLabels((Plant(0, 0, 1),), n_frames, motion.fps, 1)
    (row,) = rows_of(foot_picture(motion, labels))
    assert bars(row[3]) == [(1, 1)]


def test_what_cannot_be_drawn(walk, tmp_path):
    motion, labels = walk
    with pytest.raises(MotionError, match="do not match"):
        foot_picture(motion, labels.excerpt(0, 9))
    for frames in ((0, 10), (1, 10_000), (20, 10)):
        with pytest.raises(UsageError):
            foot_picture(motion, labels, frame_numbers=frames)
    with pytest.raises(FileError):
        foot_picture_png(motion, labels, tmp_path / "nowhere" / "a.png", frame_numbers=(1, 20))


@pytest.mark.slow
@pytest.mark.parametrize("a_row", [-5, 0, 1, 19])
def test_rows_of_too_few_frames(walk, a_row):
    with pytest.raises(UsageError, match=f"{a_row} frames a row are too few .*; 20 is the least"):
        foot_picture(*walk, frames_a_row=a_row)
    assert len(rows_of(foot_picture(*walk, frame_numbers=(1, 60), frames_a_row=20))) == 3


@pytest.mark.slow
def test_a_picture_that_no_program_opens(walk):
    motion = walk[0].excerpt(1, 1)
    joints, moved = motion.rotations_xyzw.shape[1], motion.translations_m.shape[1]
    from dataclasses import replace

    rotations = np.broadcast_to(motion.rotations_xyzw, (72_000, joints, 4))
    long = replace(motion, rotations_xyzw=rotations, translations_m=np.zeros((72_000, moved, 3)))
    with pytest.raises(UsageError, match=r"20 frames a row are too few for a picture of 72,000; 1,?\d+ is the least"):
        foot_picture(long, FootLabels((), 72_000, long.fps, 1), frames_a_row=20)


@pytest.mark.slow
def test_on_stairs_heights_can_be_read():
    """The frame goes from a row's lowest to its highest plant, few ticks, and no line of another stair's rest."""
    performance = perform("stairs", seconds=4, fps=60, seed=1)
    motion = performance.motion
    labels = FootLabels.from_frames(performance.contacts, motion.fps, motion.first_frame)
    points = 100.0 * legs_of(motion).points_m(motion)[..., 1]
    spans, lines = [], 0
    for number, row in enumerate(rows_of(foot_picture(motion, labels, frames_a_row=60))):
        legs, frames = row[0], slice(60 * number, min(60 * number + 60, motion.n_frames))
        for foot, heights in ((0, row[1]), (1, row[4])):
            both = slice(2 * foot, 2 * foot + 2)
            here = points[frames, both][performance.contacts[frames, both]]
            low, high = heights.get_ylim()
            assert low < points[frames, both].min()
            assert here.max(initial=low) < high
            spans.append(high - low)
            ticks = [tick for tick in heights.get_yticks() if low <= tick <= high]
            assert 2 <= len(ticks) <= 9
            rests = [line.get_ydata()[0] for line in heights.lines if len(line.get_xdata()) == 2]
            for rest in rests:
                assert not here.size or np.abs(here - rest).min() <= 5.0
            lines += len(rests)
        bottom = legs.get_ylim()[0]
        lows = [line.get_ydata().min() for line in legs.lines if len(line.get_xdata()) == 6]
        assert lows
        assert min(lows) >= bottom
    assert min(spans) < 20.0 < np.ptp(points)
    assert 0 < lines < 2 * len(spans)


@pytest.mark.slow
def test_the_picture_is_written_whole_and_the_same_each_time(walk, tmp_path):
    motion, labels = walk
    for name in ("a.png", "b.png"):
        foot_picture_png(motion, labels, tmp_path / name, frame_numbers=(1, 60), title="walk")
    data = (tmp_path / "a.png").read_bytes()
    assert data == (tmp_path / "b.png").read_bytes()
    assert struct.unpack(">I", data[16:20])[0] == 1800
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "b.png"]


def test_rows_of_an_hour_have_numbered_frames(walk):
    motion, labels = walk
    lanes = rows_of(foot_picture(motion, labels, frames_a_row=54_000))[0][6]
    every = np.diff(lanes.get_xticks())[0]
    assert 1_000 < every < 10_000


@pytest.mark.parametrize(("wanted", "usual"), [(1, 1), (200, 200), (201, 101), (1_600, 200), (100_000, 12_500)])
def test_usual_frames_a_row(wanted, usual):
    assert usual_frames_a_row(wanted) == usual
