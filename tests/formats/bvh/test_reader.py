"""Reading BVH: exact small cases, another road to the positions, and the message for every broken file."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from formats.bvh.bvh_texts import ARM, random_bvh
from formats.naive import bvh_positions
from unbake.errors import FileError, UsageError
from unbake.formats.bvh.format import load
from unbake.formats.registry import ReadOptions, takes_of
from unbake.motion.motion import Motion

METRES = ReadOptions(metres_per_unit=1.0)


def loaded(folder: Path, text: str | bytes, options: ReadOptions = METRES) -> Motion:
    file = folder / "clip.bvh"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return load(file, options)


def test_names_channels_orders_and_rate(tmp_path: Path) -> None:
    motion = loaded(tmp_path, ARM)
    skeleton = motion.skeleton
    assert skeleton.names == ("Hips", "Upper Arm", "Hand", "Tip", "Hand_end")
    assert skeleton.parents == (-1, 0, 1, 2, 2)
    assert skeleton.end_sites == (False, False, False, True, True)
    assert skeleton.channels[0] == ("rz", "tx", "ty", "tz", "rx", "ry")
    assert skeleton.channels[1:] == (("ry", "rz"), ("rx", "ry", "rz", "ty"), (), ())
    assert skeleton.rotation_orders[:3] == ("zxy", "yzx", "xyz")
    assert (motion.fps, motion.first_frame, motion.n_frames) == (Fraction(120), 1, 2)
    assert skeleton.metres_per_unit == 1.0
    assert motion.warnings == ()


def test_positions_by_hand(tmp_path: Path) -> None:
    positions = loaded(tmp_path, ARM).positions()
    still = [(0, 1, 0), (0.5, 1, 0), (0.75, 1, 0), (0.85, 1, 0), (0.75, 1.1, 0)]
    np.testing.assert_allclose(positions[0], still, atol=1e-12)
    # The root turned by 90° about Z: the arm points up; 90° more: the hand points to −X. Its Y position is 0.5, its
    # X and Z stay those of the offset.
    np.testing.assert_allclose(positions[1, :2], [(1, 2, 3), (1, 2.5, 3)], atol=1e-12)
    np.testing.assert_allclose(positions[1, 2], (1 - 0.25, 2.5 - 0.5, 3), atol=1e-12)
    turn = Rotation.from_euler("z", 180, degrees=True) * Rotation.from_euler("XYZ", [10, 20, 30], degrees=True)
    np.testing.assert_allclose(positions[1, 3], positions[1, 2] + turn.apply([0.1, 0, 0]), atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_positions_agree_with_plain_matrices(tmp_path: Path, seed: int) -> None:
    text = random_bvh(np.random.default_rng(seed))
    motion = loaded(tmp_path, text)
    expected = bvh_positions(text)
    assert set(expected) == set(motion.skeleton.names)
    for joint, name in enumerate(motion.skeleton.names):
        np.testing.assert_allclose(motion.positions()[:, joint], expected[name], atol=1e-12, err_msg=name)


@pytest.mark.parametrize(
    "rewrite",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace(" ", "\t").replace("Upper\tArm", "Upper Arm").replace("End\tSite", "End Site"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\t", "").replace("{\n", "{ ").replace("Hips\n{", "Hips {"),
        lambda text: text.replace("Frames: 2", "\nFrames:2\n").replace("MOTION", "motion"),
        lambda text: text.replace("rotation", "ROTATION").replace("JOINT", "Joint").replace("End Site", "END SITE"),
        lambda text: text.rstrip("\n"),
        lambda text: text + "\n\n  \n",
        lambda text: text.replace("  0 90  10", "\n0 90\n10"),  # a frame wrapped over three lines
    ],
)
def test_spellings_of_the_same_file(tmp_path: Path, rewrite: object) -> None:
    assert callable(rewrite)
    motion, same = loaded(tmp_path, ARM), loaded(tmp_path, rewrite(ARM))
    assert same.skeleton.names == motion.skeleton.names
    np.testing.assert_array_equal(same.positions(), motion.positions())


@pytest.mark.parametrize(
    ("frame_time", "fps"),
    [("0.0333333", Fraction(30)), ("0.033333", Fraction(30)), ("8.333333e-03", Fraction(120)), ("0.01", Fraction(100)),
     ("0.0333667", Fraction(30000, 1001)), ("0.041667", Fraction(24)), ("0.0166667", Fraction(60))],
)  # fmt: skip
def test_rates_are_snapped(tmp_path: Path, frame_time: str, fps: Fraction) -> None:
    assert loaded(tmp_path, ARM.replace(".0083333", frame_time)).fps == fps


def test_given_rate_overrides_even_an_unusable_one(tmp_path: Path) -> None:
    options = ReadOptions(fps=Fraction(60), metres_per_unit=1.0)
    assert loaded(tmp_path, ARM.replace(".0083333", "0"), options).fps == 60


@pytest.mark.parametrize(
    ("scale", "unit", "name"),
    [(1.0, 1.0, "metres"), (100.0, 0.01, "centimetres"), (1000.0, 0.001, "millimetres"), (1 / 0.0254, 0.0254, "inches"),
     (0.45 / 0.0254, 0.0254 / 0.45, "the unit of the CMU database")],
)  # fmt: skip
def test_unit_is_guessed_from_the_figure_and_said(tmp_path: Path, scale: float, unit: float, name: str) -> None:
    motion = loaded(tmp_path, standing(1.7 * scale), ReadOptions())
    assert motion.skeleton.metres_per_unit == pytest.approx(unit)
    assert motion.height_m() == pytest.approx(1.7, abs=1e-6)
    assert len(motion.warnings) == 1
    assert f"taken as {name}" in motion.warnings[0]
    assert motion.warnings[0].endswith("makes the figure 1.7 m tall")
    given = loaded(tmp_path, standing(1.7 * scale), ReadOptions(metres_per_unit=0.5))
    assert given.height_m() == pytest.approx(0.85 * scale)
    assert given.warnings == ()


def standing(height: float) -> str:
    """Return a still figure with a head and two feet, far from the origin."""
    leg = f"End Site\n{{\nOFFSET {-height * 0.1} {-height / 2} 0\n}}\n"
    return (
        f"HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
        f"JOINT Head\n{{\nOFFSET 0 {height / 2} 0\nCHANNELS 0\n}}\n{leg}}}\n"
        f"MOTION\nFrames: 1\nFrame Time: 0.01\n{height * 5} {height} 0\n"
    )


def test_a_unit_must_be_a_positive_number(tmp_path: Path) -> None:
    for unit in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(UsageError, match="positive number of metres"):
            loaded(tmp_path, ARM, ReadOptions(metres_per_unit=unit))


def test_end_site_names_never_collide(tmp_path: Path) -> None:
    text = ARM.replace("JOINT Upper Arm", "JOINT Hand_end").replace("End Site Tip", "End Site Hips")
    assert loaded(tmp_path, text).skeleton.names == ("Hips", "Hand_end", "Hand", "Hips_2", "Hand_end_2")


def test_joints_that_share_a_name_get_numbers(tmp_path: Path) -> None:
    motion = loaded(tmp_path, ARM.replace("JOINT Hand", "JOINT Hips").replace("Upper Arm", "Hips_2"))
    assert motion.skeleton.names[:3] == ("Hips", "Hips_2", "Hips_3")
    assert motion.warnings[0] == "1 joint shared a name and got a number"
    assert (motion.positions() == loaded(tmp_path, ARM).positions()).all()


@pytest.mark.parametrize(("left", "right"), [("腰", "首"), ("Hüfte", "Höfte")])
def test_names_that_are_no_utf_8_stay_apart(tmp_path: Path, left: str, right: str) -> None:
    encoding = "shift_jis" if left > "z" else "latin-1"
    text = ARM.replace("Upper Arm", left).replace("JOINT Hand", f"JOINT {right}")
    names = loaded(tmp_path, text.encode(encoding)).skeleton.names
    assert len(set(names)) == len(names)
    if encoding == "latin-1":
        assert names[1:3] == (left, right)


def test_every_figure_is_a_take_and_the_one_with_most_channels_the_first(tmp_path: Path) -> None:
    alone = loaded(tmp_path, ARM)
    head, rows = ARM.split("Frame Time: .0083333\n")
    figure = ARM.split("MOTION")[0].removeprefix("HIERARCHY\n")
    prop = "ROOT Ball\n{\n\tOFFSET 0 0 0\n\tCHANNELS 3 Xposition Yposition Zposition\n}\n"
    head = head.replace("HIERARCHY\n", f"HIERARCHY\n{prop}").replace(
        "MOTION", f"{figure.replace('Hips', 'Other')}MOTION"
    )
    wide = "\n".join(f"7 8 9 {row} {' '.join('5' * len(row.split()))}" for row in rows.splitlines())
    motion = loaded(tmp_path, f"{head}Frame Time: .0083333\n{wide}\n")
    assert motion.warnings == ("the file has 3 figures, 'Hips', 'Other', 'Ball': 'Hips' was read",)
    assert motion.warnings[0].code == "take-chosen"
    assert motion.skeleton.names == alone.skeleton.names
    np.testing.assert_array_equal(motion.positions(), alone.positions())
    assert takes_of(tmp_path / "clip.bvh") == ("Hips", "Other", "Ball")
    ball = load(tmp_path / "clip.bvh", ReadOptions(take="Ball", metres_per_unit=1.0))
    assert (ball.skeleton.names, ball.warnings) == (("Ball",), ())
    np.testing.assert_array_equal(ball.positions()[:, 0], [[7.0, 8.0, 9.0]] * motion.n_frames)
    other = load(tmp_path / "clip.bvh", ReadOptions(take="Other"))
    assert (other.rotations_xyzw[0] != motion.rotations_xyzw[0]).any()
    with pytest.raises(UsageError, match="no figure 'X'; its figures are 'Hips', 'Other', 'Ball'"):
        load(tmp_path / "clip.bvh", ReadOptions(take="X"))


def test_figures_that_cannot_move_are_no_takes(tmp_path: Path) -> None:
    still = "ROOT Wall\n{\n\tOFFSET 0 0 0\n}\n"
    assert loaded(tmp_path, ARM.replace("HIERARCHY\n", f"HIERARCHY\n{still}")).warnings == ()
    assert takes_of(tmp_path / "clip.bvh") == ("Hips",)


@pytest.mark.parametrize("end", ["\x1a", "\r\n\x1a\r\n", "\n\n\x1a\x1a"])
def test_the_end_that_old_programs_write_is_no_frame(tmp_path: Path, end: str) -> None:
    motion = loaded(tmp_path, ARM.rstrip("\n") + "\n" + end)
    assert motion.n_frames == 2
    assert motion.warnings == loaded(tmp_path, ARM).warnings


BROKEN = {
    "empty": ("", None, "is empty"),
    "blank": ("\n \n", None, "is empty"),
    "binary": (b"HIERARCHY\0\1\2", None, "is a binary file, not text"),
    "byte order mark only": ("\ufeff", 1, "the file ends inside its hierarchy; expected 'HIERARCHY'"),
    "another format": ("{}", 1, "unexpected word in the hierarchy; expected 'HIERARCHY', found '{'"),
    "no root": (ARM.replace("ROOT", "JOINT"), 2, "expected 'ROOT', found 'JOINT'"),
    "no name": (ARM.replace("JOINT Hand", "JOINT"), 10, "a joint without a name"),
    "no brace": (ARM.replace("Hips\n{", "Hips\n"), 4, "expected '{', found 'OFFSET'"),
    "ends in the hierarchy": (ARM[:150], 8, "the file ends inside its hierarchy"),
    "no offset": (ARM.replace("\t\tOFFSET 0.5 0 0\n", ""), 22, "joint 'Upper Arm' has no OFFSET"),
    "short offset": (ARM.replace("OFFSET 0.5 0 0", "OFFSET 0.5 0"), 8, "'CHANNELS' is not a number"),
    "long offset": (ARM.replace("OFFSET 0.5 0 0", "OFFSET 0.5 0 0 0"), 8, "unexpected word"),
    "second offset": (ARM.replace("{\n\t\tOFFSET", "{ OFFSET 1 1 1\n\t\tOFFSET"), 8, "a second OFFSET in joint"),
    "nan offset": (ARM.replace("OFFSET 0.5", "OFFSET nan"), 8, "'nan' is not a number"),
    "huge offset": (ARM.replace("OFFSET 0.5", "OFFSET 1e400"), 8, "'1e400' is too large"),
    "large offset": (ARM.replace("OFFSET 0.5", "OFFSET 1e8"), None, "'Upper Arm' is too large"),
    "channel missing": (
        ARM.replace("CHANNELS 2 Yrotation Zrotation", "CHANNELS 3 Yrotation Zrotation"),
        9,
        "joint 'Upper Arm' has 3 channels, but only 2 names of channels follow",
    ),
    "channel too many": (ARM.replace("CHANNELS 2 Y", "CHANNELS 1 Y"), 9, "more names of channels than it has"),
    "channel unknown": (ARM.replace("2 Yrotation", "2 Yscale"), 9, "found 'Yscale'"),
    "channel twice": (ARM.replace("2 Yrotation Zrot", "2 Zrotation Zrot"), 9, "has channel 'Zrotation' twice"),
    "channel count": (ARM.replace("CHANNELS 2 ", "CHANNELS 99 "), 9, "a number of channels from 0 to 6, found '99'"),
    "channel count huge": (ARM.replace("S 2 ", f"S {'9' * 5000} "), 9, "a number of channels from 0 to 6"),
    "child of an end": (ARM.replace("\t\t\t\tOFFSET .1", "JOINT x\n{\nOFFSET .1"), 16, "unexpected word"),
    "second root": (ARM.replace("MOTION", "ROOT Other\n{\nOFFSET 0 0 0\nMOTION"), 28, "unexpected word"),
    "no channels of a second root": (
        ARM.replace("MOTION", "ROOT Other\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\n}\nMOTION"),
        33,
        "expected 13 numbers, one for each channel of the hierarchy, found 12",
    ),
    "no motion": (ARM.split("MOTION")[0], 25, "the file ends inside its hierarchy; expected 'MOTION'"),
    "no channels": (
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\nMOTION\nFrames: 999999999999\nFrame Time: 1\n",
        None,
        "no joint has CHANNELS",
    ),
    "no frames line": (ARM.replace("Frames: 2\n", ""), 26, "expected 'Frames: <count>', found 'Frame Time: .0083333'"),
    "no frame time": (ARM.replace("Frame Time: .0083333\n", ""), 27, "expected 'Frame Time: <seconds>'"),
    "ends in the header": (ARM.split("Frames")[0], 26, "the file ends before its frames"),
    "frame count": (ARM.replace("Frames: 2", "Frames: two"), 26, "expected 1 or more, found 'two'"),
    "no frames": (ARM.replace("Frames: 2", "Frames: 0"), 26, "expected 1 or more, found '0'"),
    "zero frame time": (ARM.replace(".0083333", "0"), 27, "no usable frame time"),
    "negative frame time": (ARM.replace(".0083333", "-1"), 27, "no usable frame time"),
    "no number": (ARM.replace("90 1 2 3", "90 1 x 3"), 29, "'x' is not a number; expected the number of channel 3 of"),
    "nan": (ARM.replace("90 1 2 3", "90 1 nan 3"), 29, "'nan' is not a number"),
    "underscore": (ARM.replace("90 1 2 3", "90 1_0 2 3"), 29, "'1_0' is not a number"),
    "other digits": (ARM.replace("90 1 2 3", "90 ١ 2 3"), 29, "'١' is not a number"),
    "huge": (ARM.replace("90 1 2 3", "90 1e400 2 3"), 29, "'1e400' is too large"),
    "large": (ARM.replace("90 1 2 3", "90 1e8 2 3"), None, "at frame 2 are not finite or too large"),
    "short line": (ARM.replace("90 1 2 3", "90 1 2"), 29, "expected 12 numbers, one for each channel of the hierarchy"),
    "lines that make up": (
        ARM.replace("90 1 2 3", "1 1 90 1 2 3").replace("0 0 1 0 0 0", "1 0 0 0"),
        28,
        "a line of the wrong length",
    ),
    "cut off": (ARM[:-10], 29, "a line of the wrong length"),
    "no values": (ARM.split(".0083333")[0] + ".01\n", 26, "expected 2 frames as announced, found 0"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_files_are_explained_in_one_line(tmp_path: Path, case: str) -> None:
    text, line, message = BROKEN[case]
    with pytest.raises(FileError) as caught:
        loaded(tmp_path, text)
    place = f"{tmp_path / 'clip.bvh'}:{line}: " if line else f"{tmp_path / 'clip.bvh'}: "
    assert str(caught.value).startswith(place)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("announced", "words"),
    [
        (1, "1 frames are announced and 2 are there: these were read"),
        (3, "3 frames are announced and 2 are there: these were read; the file may have been cut off"),
        (10**12, "1,000,000,000,000 frames are announced and 2 are there"),
    ],
)
def test_all_frames_are_read_whatever_number_is_announced(tmp_path: Path, announced: int, words: str) -> None:
    motion, whole = loaded(tmp_path, ARM.replace("Frames: 2", f"Frames: {announced}")), loaded(tmp_path, ARM)
    np.testing.assert_array_equal(motion.positions(), whole.positions())
    assert len(motion.warnings) == 1
    assert words in motion.warnings[0]


def test_lines_of_the_wrong_length_are_no_frames_whatever_is_announced(tmp_path: Path) -> None:
    for text in (ARM.replace("90 1 2 3", "90 1 2"), ARM + "1 2 3\n", ARM.replace("90 1 2 3", "90 1 2 3 4")):
        for announced in (1, 2, 3):
            with pytest.raises(FileError, match="a line of the wrong length"):
                loaded(tmp_path, text.replace("Frames: 2", f"Frames: {announced}"))


def of_rows(rows: list[str], announced: int | None = None, end: str = "\n") -> str:
    """Return a file of one joint with two channels."""
    head = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xrotation Yrotation\n}\nMOTION\n"
    return f"{head}Frames: {announced or len(rows)}\nFrame Time: 0.01\n" + "\n".join(rows) + end


@pytest.mark.parametrize("style", ["{:.6f}", "{:.4f}", "{:.6e}", "{:g}", "{:.0f}", "{}"])
@pytest.mark.parametrize("frames", [1, 2, 5, 12])
@pytest.mark.parametrize("seed", range(3))
def test_a_cut_never_makes_a_wrong_value_without_a_word(tmp_path: Path, style: str, frames: int, seed: int) -> None:
    """Cut at any byte of the values: refused, or the frames read are those of the whole file, or the doubt is said."""
    values = np.random.default_rng(seed).uniform(-180.0, 180.0, size=(frames, 2))
    text = of_rows([" ".join(style.format(number) for number in row) for row in values.tolist()])
    whole = loaded(tmp_path, text).rotations_xyzw
    ends = {"refused": 0, "told": 0, "silent": 0}
    for length in range(text.index("Time") + 11, len(text), 1 if frames < 12 else 3):
        try:
            motion = loaded(tmp_path, text[:length])
        except FileError:
            ends["refused"] += 1
            continue
        doubts = [w for w in motion.warnings if "no line end follows the last number" in w]
        ends["told" if motion.warnings else "silent"] += 1
        n = motion.n_frames - len(doubts)
        np.testing.assert_allclose(motion.rotations_xyzw[:n], whole[:n], atol=1e-13)
        assert motion.warnings or n == frames
    assert ends["refused"] > 0
    assert ends["silent"] <= 1  # without its line end alone


def test_a_last_number_that_was_cut_is_seen_by_the_others(tmp_path: Path) -> None:
    rows = ["1.25 2.50", "1.50 2.75"] * 6
    assert loaded(tmp_path, of_rows(rows, end="")).warnings == ()
    with pytest.raises(FileError, match=r"clip\.bvh:21: the file ends within a number; expected 2 decimals as in all"):
        loaded(tmp_path, of_rows(rows, end="")[:-1])
    fewer = loaded(tmp_path, of_rows(rows, 13, end=""))
    assert (fewer.n_frames, len(fewer.warnings)) == (12, 1)


def test_a_last_number_that_may_be_cut_is_told(tmp_path: Path) -> None:
    rows = ["1 2.5", "1 2.75", "1 3"]
    assert loaded(tmp_path, of_rows(rows)).warnings == ()
    assert loaded(tmp_path, of_rows(rows, end=" ")).warnings == ()
    whole = loaded(tmp_path, of_rows(rows, end=""))
    assert (whole.n_frames, whole.warnings) == (3, ("no line end follows the last number, 3: it may be cut off",))
    fewer = loaded(tmp_path, of_rows(rows, 4, end=""))
    assert fewer.n_frames == 2
    assert "the last frame was left out: no line end follows its last number, 3" in fewer.warnings[1]


@pytest.mark.parametrize("depth", [4_000, 10_000])
def test_depth_is_no_danger(tmp_path: Path, depth: int) -> None:
    opened = "".join(f"JOINT j{n}\n{{\nOFFSET 0 1 0\n" for n in range(1, depth))
    head = "HIERARCHY\nROOT j0\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n"
    text = f"{head}{opened}{'}' * depth}\nMOTION\nFrames: 1\nFrame Time: 0.01\n0\n"
    if depth > 5_000:
        with pytest.raises(FileError, match="more than 5,000 joints"):
            loaded(tmp_path, text)
    else:
        assert loaded(tmp_path, text).skeleton.parents[-1] == depth - 2
