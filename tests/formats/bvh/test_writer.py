"""Writing BVH: what was read comes back as it was, and what the format cannot hold becomes Euler angles."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.bvh.bvh_texts import ARM, random_bvh
from formats.figures import figure_motion, keyed
from formats.naive import bvh_positions
from motion.own_axes import with_own_axes
from unbake.errors import FileError, UsageError
from unbake.formats.bvh import format as bvh
from unbake.formats.bvh import writer as bvh_writer
from unbake.formats.registry import ReadOptions, WriteOptions, load_motion, notes_before_saving, save
from unbake.motion.delivery.plain_rest import with_plain_rest
from unbake.motion.frame_rate import snapped_rate
from unbake.motion.motion import Motion
from unbake.motion.rotations import (
    normalised,
    quaternion_conjugate,
    quaternion_from_euler,
    quaternion_product,
    rotation_angle,
)
from unbake.motion.skeleton import Skeleton

METRES = ReadOptions(metres_per_unit=1.0)
ANGLE_RAD = np.radians(1e-5)


def written(motion: Motion, folder: Path, options: WriteOptions | None = None) -> str:
    save(motion, folder / "out.bvh", options)
    return (folder / "out.bvh").read_text()


def read(folder: Path, text: str, options: ReadOptions = METRES) -> Motion:
    (folder / "in.bvh").write_text(text)
    return bvh.load(folder / "in.bvh", options)


def assert_same(again: Motion, motion: Motion, length_m: float = 1e-6) -> None:
    """The same joints in the same places, whatever their order in the file."""
    order = [again.skeleton.index(name) for name in motion.skeleton.names]
    np.testing.assert_allclose(again.positions()[:, order], motion.positions(), rtol=0.0, atol=length_m)
    turns = rotation_angle(again.rotations_xyzw[:, order], motion.rotations_xyzw)
    inner = [j for j, end in enumerate(motion.skeleton.end_sites) if not end]
    assert turns[:, inner].max() < ANGLE_RAD
    assert again.fps == motion.fps


@pytest.mark.parametrize("seed", range(5))
def test_what_was_read_comes_back(tmp_path: Path, seed: int) -> None:
    motion = read(tmp_path, random_bvh(np.random.default_rng(seed)))
    text = written(motion, tmp_path)
    again = read(tmp_path, text)
    for field in ("names", "parents", "channels", "rotation_orders", "end_sites"):
        assert getattr(again.skeleton, field) == getattr(motion.skeleton, field), field
    np.testing.assert_allclose(again.skeleton.offsets_m, motion.skeleton.offsets_m, atol=1e-6)
    np.testing.assert_allclose(again.translations_m, motion.translations_m, atol=1e-6)
    assert_same(again, motion, length_m=1e-5)
    assert written(again, tmp_path) == text


def test_names_of_end_sites_come_back(tmp_path: Path) -> None:
    text = written(read(tmp_path, ARM), tmp_path)
    assert "JOINT Upper Arm\n" in text
    assert "End Site Tip\n" in text
    assert text.count("End Site\n") == 1
    assert "CHANNELS 6 Zrotation Xposition Yposition Zposition Xrotation Yrotation\n" in text
    assert "Frame Time: 0.0083333333\n" in text


@pytest.mark.parametrize(
    ("unit", "options", "factor"),
    [(0.01, WriteOptions(), 100.0), (None, WriteOptions(), 1.0), (0.01, WriteOptions(metres_per_unit=0.1), 10.0)],
)
def test_unit_of_the_options_or_of_the_file_or_metres(
    tmp_path: Path, unit: float | None, options: WriteOptions, factor: float
) -> None:
    motion = read(tmp_path, ARM)
    motion = replace(motion, skeleton=replace(motion.skeleton, metres_per_unit=unit))
    again = read(tmp_path, written(motion, tmp_path, options))
    np.testing.assert_allclose(again.positions(), motion.positions() * factor, atol=1e-5)
    with pytest.raises(UsageError, match="positive number of metres"):
        written(motion, tmp_path, WriteOptions(metres_per_unit=-1.0))


def acclaim_like(rng: np.random.Generator, frames: int = 6) -> Motion:
    """A figure with everything that BVH cannot hold: axis frames, quaternions, rests, joints not depth first."""
    names = ("root", "left", "right", "left tip", "hand", "still", "bent", "leaf", "tip")
    parents = (-1, 0, 0, 1, 2, 2, 1, 5, 4)
    channels = (
        ("tx", "ty", "tz", "rx", "ry", "rz"),
        ("rx",),
        ("qx", "qy", "qz", "qw"),
        (),
        ("rz", "rx", "tx"),
        (),
        (),
        (),
        (),
    )
    axes = np.tile([0.0, 0.0, 0.0, 1.0], (9, 1))
    axes[1] = quaternion_from_euler("zyx", np.array([0.3, -0.4, 1.2]))
    rest = axes.copy()
    rest[1] = rest[0]
    rest[6] = quaternion_from_euler("xyz", np.array([0.1, 0.2, 0.3]))
    skeleton = Skeleton(
        names,
        parents,
        rng.normal(size=(9, 3)),
        channels,
        ("zyx", "yzx", "zyx", "zyx", "zxy", "zyx", "xzy", "zyx", "zyx"),
        axes,
        rest,
        (False, False, False, True, False, False, False, False, True),
    )
    rotations = np.tile(rest, (frames, 1, 1))
    turn = quaternion_from_euler("x", rng.uniform(-1, 1, size=(frames, 1)))
    rotations[:, 1] = quaternion_product(quaternion_product(axes[1], turn), quaternion_conjugate(axes[1]))
    rotations[:, [0, 2, 4]] = normalised(rng.normal(size=(frames, 3, 4)))  # the hand turns beside its two channels
    return Motion(skeleton, rotations, rng.normal(size=(frames, 2, 3)), Fraction(60), first_frame=6)


@pytest.mark.parametrize("seed", range(3))
def test_what_the_format_cannot_hold_becomes_euler_angles(tmp_path: Path, seed: int) -> None:
    motion = acclaim_like(np.random.default_rng(seed))
    before = motion.rotations_xyzw.copy()
    text = written(motion, tmp_path)
    again = read(tmp_path, text)
    skeleton = again.skeleton
    channels = {name: skeleton.channels[skeleton.index(name)] for name in motion.skeleton.names}
    assert channels["root"] == ("tx", "ty", "tz", "rz", "ry", "rx")
    assert channels["left"] == ("ry", "rz", "rx")
    assert channels["right"] == ("rz", "ry", "rx")
    assert channels["hand"] == ("tx", "ty", "tz", "rz", "rx", "ry")
    assert channels["bent"] == channels["still"] == channels["left tip"] == ()
    assert_same(again, with_plain_rest(motion))
    assert set(skeleton.names) - set(motion.skeleton.names) == {"leaf_end", "bent_end"}
    np.testing.assert_array_equal(motion.rotations_xyzw, before)
    assert "End Site tip\n" in text
    assert "End Site left tip\n" in text


def test_written_files_mean_the_same_to_plain_matrices(tmp_path: Path) -> None:
    motion = acclaim_like(np.random.default_rng(8))
    text = written(motion, tmp_path).replace("left tip", "left_tip")
    positions = bvh_positions(text)
    for joint, name in enumerate(motion.skeleton.names):
        plain = {"left tip": "left_end", "tip": "hand_end"}.get(name, name)
        np.testing.assert_allclose(positions[plain], motion.positions()[:, joint], atol=1e-5, err_msg=name)


def test_a_figure_without_turns_stands_in_its_rest_pose(tmp_path: Path) -> None:
    """Joints of glTF and FBX have axes of their own: the rest pose was bones that all pointed along one axis."""
    rng = np.random.default_rng(5)
    motion = figure_motion(3)
    turns = normalised(rng.normal(size=(len(motion.skeleton.names), 4)))
    own = with_own_axes(motion, turns)
    np.testing.assert_allclose(own.positions(), motion.positions(), atol=1e-12)
    again = read(tmp_path, written(own, tmp_path, WriteOptions(metres_per_unit=1.0)))
    order = [again.skeleton.index(name) for name in motion.skeleton.names]
    np.testing.assert_allclose(
        again.skeleton.rest_positions()[order], motion.skeleton.rest_positions(), rtol=0.0, atol=1e-6
    )
    assert_same(again, motion)


def test_rotations_of_two_axes_from_elsewhere_are_filled_up(tmp_path: Path) -> None:
    motion = read(tmp_path, ARM)
    foreign = replace(motion, skeleton=replace(motion.skeleton, metres_per_unit=None))
    assert "CHANNELS 2 Yrotation Zrotation" in written(motion, tmp_path)
    assert "CHANNELS 3 Yrotation Zrotation Xrotation" in written(foreign, tmp_path)
    assert_same(read(tmp_path, written(foreign, tmp_path)), motion)


def test_rotations_that_were_edited_beside_their_channels_are_not_lost(tmp_path: Path) -> None:
    motion = read(tmp_path, ARM)
    edited = normalised(np.random.default_rng(4).normal(size=motion.rotations_xyzw.shape))
    text = written(replace(motion, rotations_xyzw=edited), tmp_path)
    assert "CHANNELS 3 Yrotation Zrotation Xrotation" in text
    assert_same(read(tmp_path, text), replace(motion, rotations_xyzw=edited))


def test_an_axis_frame_with_three_rotations_in_listing_order(tmp_path: Path) -> None:
    motion = read(tmp_path, ARM)
    axes = normalised(np.random.default_rng(5).normal(size=(5, 4)))
    framed = replace(motion, skeleton=replace(motion.skeleton, axes_xyzw=axes))
    assert_same(read(tmp_path, written(framed, tmp_path)), motion)


@settings(max_examples=60)
@given(st.fractions(min_value=Fraction(1, 10), max_value=1000, max_denominator=2000))
def test_rates_come_back_exactly_or_as_the_usual_rate_they_round_to(fps: Fraction) -> None:
    assert snapped_rate(bvh_writer._frame_time(fps)) == fps


@pytest.mark.parametrize("fps", [Fraction(30000, 1001), Fraction(120), Fraction(24), Fraction(1), Fraction(119, 3)])
def test_usual_rates_come_back(tmp_path: Path, fps: Fraction) -> None:
    motion = replace(read(tmp_path, ARM), fps=fps)
    assert read(tmp_path, written(motion, tmp_path)).fps == fps


def test_rates_beyond_the_format_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot hold 1e\\+07 frames a second"):
        written(replace(read(tmp_path, ARM), fps=Fraction(10**7)), tmp_path)
    assert not (tmp_path / "out.bvh").exists()


def test_names_that_would_break_the_file_are_mended(tmp_path: Path) -> None:
    names = ("a{b", "a}b", " ", "joint", "x\ny", "MOTION")
    skeleton = Skeleton(names, (-1, 0, 1, 2, 3, 4), np.eye(6, 3), (("rx", "ry", "rz"),) * 6, ("xyz",) * 6)
    rotations = normalised(np.random.default_rng(0).normal(size=(2, 6, 4)))
    motion = Motion(skeleton, rotations, np.empty((2, 0, 3)), Fraction(30))
    again = read(tmp_path, written(motion, tmp_path))
    assert again.skeleton.names[:6] == ("a_b", "a_b_2", "joint", "joint_2", "x y", "MOTION")
    (note,) = notes_before_saving(motion, tmp_path / "a.bvh")
    assert (note.code, str(note)) == ("names-changed", "5 joints have other names in a BVH: 'a{b' is 'a_b'")
    np.testing.assert_allclose(again.positions()[:, :6], motion.positions(), atol=1e-6)


def test_a_figure_that_cannot_move_still_makes_a_file_that_loads(tmp_path: Path) -> None:
    skeleton = Skeleton(("prop",), (-1,), np.zeros((1, 3)), ((),))
    motion = Motion(skeleton, np.tile([0.0, 0.0, 0.0, 1.0], (3, 1, 1)), np.empty((3, 0, 3)), Fraction(30))
    assert read(tmp_path, written(motion, tmp_path)).n_frames == 3


def test_minus_zero_is_written_as_zero(tmp_path: Path) -> None:
    text = written(read(tmp_path, ARM.replace("90 1 2 3", "-0.0 -1e-12 2 3")), tmp_path)
    assert "-0.0000000 " not in text
    assert "-0.000000 " not in text


def test_an_animation_is_written_as_its_samples(tmp_path: Path) -> None:
    animation = keyed(figure_motion(), (0, 10, 30, 59))
    save(animation, tmp_path / "out.bvh")
    again = load_motion(tmp_path / "out.bvh", ReadOptions(metres_per_unit=0.01))
    assert again.n_frames == animation.n_frames
    assert_same(again, animation.sample())


def test_thousands_of_joints_in_a_row(tmp_path: Path) -> None:
    count = 3000
    names = tuple(f"j{n}" for n in range(count))
    skeleton = Skeleton(names, tuple(range(-1, count - 1)), np.ones((count, 3)), (("rx", "ry", "rz"),) * count)
    motion = Motion(skeleton, np.tile([0.0, 0.0, 0.0, 1.0], (1, count, 1)), np.empty((1, 0, 3)), Fraction(30))
    again = read(tmp_path, written(motion, tmp_path))
    np.testing.assert_allclose(again.positions()[:, :count], motion.positions())


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    motion = read(tmp_path, ARM)
    target = tmp_path / "out.bvh"
    target.write_text("what was there before")
    rows = bvh_writer._rows

    def full_disk(*arguments: object) -> object:
        yield from list(rows(*arguments))[:1]  # type: ignore[arg-type]
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bvh_writer, "_rows", full_disk)
    with pytest.raises(FileError, match=r"out\.bvh: cannot be written \(No space left on device\)"):
        save(motion, target)
    assert target.read_text() == "what was there before"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in.bvh", "out.bvh"]

    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(bvh_writer, "_rows", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save(motion, tmp_path / "new.bvh")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in.bvh", "out.bvh"]


def test_what_a_bvh_does_not_keep_is_said_before(tmp_path: Path) -> None:
    motion = replace(figure_motion(20), first_frame=1)
    moved = replace(motion, first_frame=101)
    for what, codes in (
        (motion, []),
        (moved, ["frames-renumbered"]),
        (keyed(motion, (0, 7, 19)), ["bvh-baked"]),
        (keyed(moved, (0, 7, 19)), ["bvh-baked", "frames-renumbered"]),
    ):
        assert [note.code for note in notes_before_saving(what, tmp_path / "a.bvh")] == codes
        save(what, tmp_path / "a.bvh")
        assert load_motion(tmp_path / "a.bvh").first_frame == 1
