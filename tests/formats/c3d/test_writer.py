"""C3D files of our own: ezc3d reads what was written, and so do we."""

from dataclasses import replace
from fractions import Fraction

import ezc3d
import numpy as np
import pytest

import unbake
from formats.figures import figure_motion, keyed
from unbake.errors import FileError, UsageError
from unbake.formats.registry import load, notes_before_saving
from unbake.motion.points import Points


def many(count, name="Joint with a long name {}"):
    """Two frames of so many points, the last one far away."""
    values = np.arange(2.0 * 3 * count).reshape(2, -1) / 100.0
    return Points(values, tuple(name.format(n) for n in range(count)), fps=Fraction(100))


def test_ezc3d_finds_every_joint_where_it_is(tmp_path):
    motion = replace(figure_motion(30, first_frame=101), fps=Fraction(30000, 1001))
    unbake.save(motion, tmp_path / "a.c3d")
    found = ezc3d.c3d(str(tmp_path / "a.c3d"))
    point = found["parameters"]["POINT"]
    assert tuple(point["LABELS"]["value"]) == motion.skeleton.names
    assert (point["UNITS"]["value"], point["X_SCREEN"]["value"], point["Y_SCREEN"]["value"]) == (["mm"], ["+X"], ["+Z"])
    assert point["RATE"]["value"][0] == pytest.approx(30000 / 1001, rel=1e-6)
    header = found["header"]["points"]
    assert (header["first_frame"] + 1, header["last_frame"] + 1) == (101, 130)
    x, y, z = found["data"]["points"][:3]
    ours = 1000.0 * motion.positions()
    np.testing.assert_allclose(np.stack([x.T, z.T, -y.T], axis=2), ours, atol=2e-4)
    assert (found["data"]["meta_points"]["residuals"] == 0.0).all()


def test_we_read_it_back_as_it_was(tmp_path):
    motion = figure_motion(30, first_frame=7)
    unbake.save(motion, tmp_path / "a.c3d")
    again = load(tmp_path / "a.c3d")
    assert (again.names, again.fps, again.first_frame) == (motion.skeleton.names, motion.fps, 7)
    np.testing.assert_allclose(again.positions(), motion.positions(), atol=1e-6)
    assert again.warnings == ()
    unbake.save(again, tmp_path / "b.c3d")
    assert (tmp_path / "a.c3d").read_bytes() == (tmp_path / "b.c3d").read_bytes()


def test_a_root_that_stands_at_the_origin_is_seen(tmp_path):
    motion = figure_motion(30)
    motion = replace(motion, translations_m=np.zeros_like(motion.translations_m))
    unbake.save(motion, tmp_path / "a.c3d")
    again = load(tmp_path / "a.c3d")
    assert again.names == motion.skeleton.names
    assert not again.warnings
    np.testing.assert_allclose(again.positions(), motion.positions(), atol=1e-6)


def test_long_labels_are_cut_between_characters(tmp_path):
    unbake.save(many(2, "{}a" + 50 * "関"), tmp_path / "a.c3d")
    assert load(tmp_path / "a.c3d").names == ("0a" + 41 * "関", "1a" + 41 * "関")


@pytest.mark.parametrize("count", [1, 255, 256, 700])
def test_more_labels_than_one_parameter_holds(tmp_path, count):
    points = many(count)
    unbake.save(points, tmp_path / "a.c3d")
    again = load(tmp_path / "a.c3d")
    assert again.names == points.names
    np.testing.assert_allclose(again.values, points.values, rtol=1e-6, atol=1e-6)


def test_labels_without_room_are_refused_and_leave_no_file(tmp_path):
    with pytest.raises(UsageError, match="no room for the labels of 2,000 points"):
        unbake.save(many(2000, "{:070}"), tmp_path / "a.c3d")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("first", "kept"), [(1, 1), (65506, 65506), (65507, 1), (0, 1), (-20, 1)])
def test_frames_that_the_file_cannot_number_start_at_one(tmp_path, first, kept):
    motion = figure_motion(30, first_frame=first)
    unbake.save(motion, tmp_path / "a.c3d")
    assert load(tmp_path / "a.c3d").first_frame == kept
    codes = [note.code for note in notes_before_saving(motion, tmp_path / "a.c3d")]
    assert codes == ["skeleton-left-out", *(["frames-renumbered"] if first != kept else [])]


def test_what_it_cannot_hold(tmp_path):
    with pytest.raises(UsageError, match="C3D cannot hold a keyed animation"):
        unbake.save(keyed(figure_motion(), (0, 59)), tmp_path / "a.c3d")
    loose = Points(np.ones((3, 2)), ("a", "b"), size=1)
    with pytest.raises(UsageError, match="loose numbers"):
        unbake.save(loose, tmp_path / "a.c3d")


def test_more_frames_than_it_counts_are_refused(tmp_path):
    longest = Points(np.ones((65_534, 3)), ("a",))
    unbake.save(longest, tmp_path / "a.c3d")
    assert load(tmp_path / "a.c3d").n_frames == 65_534
    with pytest.raises(UsageError, match="at most 65,534 frames, not 65,535"):
        unbake.save(Points(np.ones((65_535, 3)), ("a",)), tmp_path / "b.c3d")


@pytest.mark.parametrize("size", [0, 1, 500, 512, 700, 1024, 1536])
def test_cut_anywhere_it_is_one_line_of_error(tmp_path, size):
    unbake.save(figure_motion(9), tmp_path / "a.c3d")
    data = (tmp_path / "a.c3d").read_bytes()
    assert len(data) > 2048
    (tmp_path / "cut.c3d").write_bytes(data[:size])
    with pytest.raises(FileError):
        load(tmp_path / "cut.c3d")
