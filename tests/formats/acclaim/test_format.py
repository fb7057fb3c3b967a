"""Acclaim: positions by another road, every way to find the skeleton, and the message for every broken pair."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from data import DATA, needs_data
from formats.acclaim.acclaim_texts import AMC, ASF
from formats.naive import amc_positions
from unbake.errors import FileError, UsageError
from unbake.formats.acclaim import amc
from unbake.formats.acclaim.format import load
from unbake.formats.registry import ReadOptions, save
from unbake.formats.registry import load as load_any
from unbake.motion.channels import channel_values
from unbake.motion.motion import Motion

UNIT_M = 0.0254 / 0.45


def pair(
    folder: Path, asf: str | bytes = ASF, amc_text: str | bytes = AMC, options: ReadOptions | None = None
) -> Motion:
    for name, text in (("7.asf", asf), ("7_01.amc", amc_text)):
        (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return load(folder / "7_01.amc", options or ReadOptions())


def test_joints_channels_and_frames(tmp_path: Path) -> None:
    motion = pair(tmp_path)
    skeleton = motion.skeleton
    assert skeleton.names == ("root", "thigh", "shin", "shin_end", "stump", "stump_end", "back", "back_end")
    assert skeleton.parents == (-1, 0, 1, 2, 0, 4, 0, 6)
    assert skeleton.end_sites == (False, False, False, True, False, True, False, True)
    assert skeleton.channels[0] == ("tx", "ty", "tz", "rx", "ry", "rz")
    assert skeleton.channels[1:] == (("rx", "ry", "rz"), ("rz", "rx"), (), (), (), ("ry",), ())
    assert set(skeleton.rotation_orders) == {"zyx"}
    assert skeleton.metres_per_unit is None
    assert (motion.fps, motion.first_frame, motion.last_frame, motion.warnings) == (Fraction(120), 6, 7, ())
    np.testing.assert_allclose(skeleton.offsets_m[2], np.array([0.34202, -0.939693, 0.0]) * 7.0 * UNIT_M)
    np.testing.assert_allclose(skeleton.offsets_m[1], 0.0)


def test_channels_hold_the_numbers_of_the_file(tmp_path: Path) -> None:
    values = channel_values(pair(tmp_path))
    expected = [1 * UNIT_M, 17 * UNIT_M, -26 * UNIT_M, *np.radians([10, -20, 30, 10, 20, 30, 40, -50, 60])]
    np.testing.assert_allclose(values[0], expected, atol=1e-9)


def test_a_bone_turns_in_its_own_axis_frame(tmp_path: Path) -> None:
    motion = pair(tmp_path)
    frame = Rotation.from_euler("xyz", [-90, 7.62852e-16, 20], degrees=True)
    inner = Rotation.from_euler("z", 40, degrees=True) * Rotation.from_euler("x", -50, degrees=True)
    expected = (frame * inner * frame.inv()).as_matrix()
    actual = Rotation.from_quat(motion.rotations_xyzw[0, 2]).as_matrix()
    np.testing.assert_allclose(actual, expected, atol=1e-12)


@pytest.mark.parametrize("order", ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"])
def test_axis_orders(tmp_path: Path, order: str) -> None:
    motion = pair(tmp_path, ASF.replace("axis 0 0 20  XYZ", f"axis 15 25 35 {order}"))
    # SciPy's small letters are turns about fixed axes, the first letter first: Acclaim's convention.
    angles = dict(zip("XYZ", (15, 25, 35), strict=True))
    frame = Rotation.from_euler(order.lower(), [angles[axis] for axis in order], degrees=True)
    values = dict(zip("XYZ", (10, 20, 30), strict=True))
    inner = Rotation.from_euler(order.lower(), [values[axis] for axis in order], degrees=True)
    expected = (frame * inner * frame.inv()).as_matrix()
    np.testing.assert_allclose(Rotation.from_quat(motion.rotations_xyzw[0, 1]).as_matrix(), expected, atol=1e-12)


def test_positions_agree_with_plain_matrices(tmp_path: Path) -> None:
    assert_positions(pair(tmp_path), amc_positions(ASF, AMC), 1e-12)


def assert_positions(motion: Motion, ends: dict[str, np.ndarray], tolerance: float) -> None:
    """The end of every bone is where its child starts, or its end site is."""
    names = motion.skeleton.names
    for name, expected in ends.items():
        below = [j for j, parent in enumerate(motion.skeleton.parents) if parent == names.index(name)]
        for joint in below:
            np.testing.assert_allclose(motion.positions()[:, joint], expected, atol=tolerance, err_msg=names[joint])


@needs_data
@pytest.mark.parametrize("clip", ["16/16_09", "49/49_06", "05/05_03"])
def test_real_clips_agree_with_plain_matrices(tmp_path: Path, clip: str) -> None:
    text = (DATA / "cmu" / f"{clip}.amc").read_text()
    short = text[: text.index("\n26\n") + 1]  # plain matrices are slow
    skeleton = DATA / "cmu" / f"{clip.partition('_')[0]}.asf"
    (tmp_path / "short.amc").write_text(short)
    motion = load(tmp_path / "short.amc", ReadOptions(skeleton_file=skeleton))
    assert motion.n_frames == 25
    assert_positions(motion, amc_positions(skeleton.read_text(), short), 1e-12)


@needs_data
def test_a_real_clip_survives_bvh(tmp_path: Path) -> None:
    motion = load_any(DATA / "cmu" / "16" / "16_15.amc").excerpt(100, 200)
    save(motion, tmp_path / "walk.bvh")
    again = load_any(tmp_path / "walk.bvh")
    assert again.skeleton.names == motion.skeleton.names
    assert again.fps == motion.fps
    np.testing.assert_allclose(again.positions(), motion.positions(), rtol=0.0, atol=1e-6)
    assert "taken as metres" in again.warnings[0]


@needs_data
def test_a_long_take_loads_whole() -> None:
    motion = load(DATA / "cmu" / "14" / "14_02.amc", ReadOptions())
    assert motion.n_frames == 5423


@pytest.mark.parametrize(
    "rewrite",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(" ", "\t "),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n7\n", "\n\n# a comment\n7\n"),
        lambda text: text.replace("thigh 10 20 30\nshin 40 -50\n", "shin 40 -50\nthigh 10 20 30\n"),
        lambda text: text.replace("6\nroot", "06\nroot"),
        lambda text: text.replace(":DEGREES\n", ""),
    ],
)
def test_spellings_of_the_same_file(tmp_path: Path, rewrite: object) -> None:
    assert callable(rewrite)
    np.testing.assert_array_equal(
        pair(tmp_path, amc_text=rewrite(AMC)).positions(), pair(tmp_path, amc_text=AMC).positions()
    )


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.booleans())
def test_whole_columns_and_single_lines_give_the_same(seed: int, frames: int, shuffle: bool) -> None:
    rng = np.random.default_rng(seed)
    freedoms = {f"b{n}": ("tx", "ty", "tz", "rx", "ry", "rz")[: rng.integers(1, 7)] for n in range(rng.integers(1, 5))}
    lines = []
    names = list(freedoms)
    for frame in range(3, 3 + frames):
        lines.append(str(frame))
        if shuffle:
            names = list(rng.permutation(names))
        lines += [f"{name} " + " ".join(f"{v:.5g}" for v in rng.normal(size=len(freedoms[name]))) for name in names]
    slow = amc._by_lines(Path("x.amc"), lines, 0, freedoms, Path("x.asf"))
    fast = amc._by_columns(lines, freedoms, 3)
    assert slow.shape == (frames, sum(map(len, freedoms.values())))
    if fast is None:
        assert shuffle
    else:
        np.testing.assert_array_equal(fast, slow)


def test_units_of_length_and_angle(tmp_path: Path) -> None:
    motion = pair(tmp_path)
    inches = pair(tmp_path, ASF.replace("length 0.45", "length 1.0"))
    np.testing.assert_allclose(inches.positions(), motion.positions() * 0.45, atol=1e-12)

    def in_radians(line: str) -> str:
        words = line.split()
        if words[:1] == ["axis"] and len(words) == 5:
            return " ".join(["axis", *(repr(math.radians(float(w))) for w in words[1:4]), words[4]])
        if words[:1] and words[0] in ("thigh", "shin", "back") and ":" not in line and len(words) in (2, 3, 4):
            try:
                return " ".join([words[0], *(repr(math.radians(float(w))) for w in words[1:])])
            except ValueError:
                return line
        if words[:1] == ["root"] and len(words) == 7:
            return " ".join([*words[:4], *(repr(math.radians(float(w))) for w in words[4:])])
        return line

    asf = "\n".join(map(in_radians, ASF.replace("angle deg", "angle rad").split("\n")))
    text = "\n".join(map(in_radians, AMC.split("\n")))
    for said in (text.replace(":DEGREES", ":RADIANS"), text.replace(":DEGREES\n", "")):
        np.testing.assert_allclose(pair(tmp_path, asf, said).positions(), motion.positions(), atol=1e-12)
    # The AMC file has the last word on its own angles.
    np.testing.assert_allclose(pair(tmp_path, asf, AMC).positions(), motion.positions(), atol=1e-12)


def test_position_and_orientation_of_the_root(tmp_path: Path) -> None:
    asf = ASF.replace("position 0 0 0", "position 1 2 3").replace("orientation 0 0 0", "orientation 10 20 30")
    motion = pair(tmp_path, asf)
    np.testing.assert_allclose(motion.skeleton.offsets_m[0], np.array([1, 2, 3]) * UNIT_M)
    np.testing.assert_allclose(motion.positions()[0, 0], np.array([2, 19, -23]) * UNIT_M)
    frame, turn = (Rotation.from_euler("xyz", a, degrees=True) for a in ([10, 20, 30], [10, -20, 30]))
    actual = Rotation.from_quat(motion.rotations_xyzw[0, 0]).as_matrix()
    np.testing.assert_allclose(actual, (frame * turn * frame.inv()).as_matrix(), atol=1e-12)


def test_a_bone_slides_along_its_own_axes(tmp_path: Path) -> None:
    motion = pair(tmp_path, ASF.replace("dof ry\n", "dof ry tx\n"), AMC.replace("back ", "back 5 "))
    joint = motion.skeleton.index("back")
    assert motion.skeleton.channels[joint] == ("tx", "ty", "tz", "ry")
    frame = Rotation.from_euler("xyz", [10, 20, 30], degrees=True)
    np.testing.assert_allclose(motion.local_translations_m()[0, joint], frame.apply([60 * UNIT_M, 0, 0]), atol=1e-12)


def test_given_rate(tmp_path: Path) -> None:
    assert pair(tmp_path, options=ReadOptions(fps=Fraction(60))).fps == 60


def test_the_skeleton_is_found_or_given(tmp_path: Path) -> None:
    clip = tmp_path / "16_15.amc"
    clip.write_text(AMC)
    with pytest.raises(FileError, match=r"looked for 16_15\.asf or 16\.asf, found no ASF file$"):
        load(clip, ReadOptions())
    (tmp_path / "any.ASF").write_text(ASF)
    assert load(clip, ReadOptions()).n_frames == 2
    (tmp_path / "other.asf").write_text("wrong")
    with pytest.raises(FileError, match=r"looked for 16_15\.asf or 16\.asf, found 2 others"):
        load(clip, ReadOptions())
    for skeleton in (tmp_path / "any.ASF", str(tmp_path / "any.ASF")):
        assert load(clip, ReadOptions(skeleton_file=skeleton)).n_frames == 2  # type: ignore[arg-type]
    (tmp_path / "16.asf").write_text(ASF)
    assert load(clip, ReadOptions()).n_frames == 2
    (tmp_path / "16_15.asf").write_text("the nearest name decides")
    with pytest.raises(FileError, match=r"16_15\.asf:1: no ASF file"):
        load(clip, ReadOptions())
    with pytest.raises(FileError, match=r"none\.asf: the skeleton cannot be read \(No such file"):
        load(clip, ReadOptions(skeleton_file=tmp_path / "none.asf"))
    with pytest.raises(FileError, match="the skeleton cannot be read"):
        load(clip, ReadOptions(skeleton_file=tmp_path))


@pytest.mark.parametrize(
    ("clip", "skeleton", "is_said", "is_said_of_a_given_one"),
    [
        ("02_01", "02", False, False),
        ("02_01", "02_01", False, False),
        ("HDM_bd_01-01_01_120", "HDM_bd", False, False),
        ("02_01", "05", True, True),
        ("02_01", "0", True, True),
        ("02_01", "person", True, False),
        ("walk", "02", True, False),
        ("walking", "walk", True, False),
    ],
)
def test_a_skeleton_of_another_name_is_said(
    tmp_path: Path, clip: str, skeleton: str, is_said: bool, is_said_of_a_given_one: bool
) -> None:
    (tmp_path / f"{skeleton}.asf").write_text(ASF)
    (tmp_path / f"{clip}.amc").write_text(AMC)
    for options, expected in (
        (ReadOptions(), is_said),
        (ReadOptions(skeleton_file=tmp_path / f"{skeleton}.asf"), is_said_of_a_given_one),
    ):
        notes = load(tmp_path / f"{clip}.amc", options).warnings
        meant = f"{skeleton}.asf was taken as the skeleton of {clip}.amc, though it has another name"
        assert [note.partition(":")[0] for note in notes] == [meant] * expected


def test_the_skeleton_alone_and_saving_are_refused(tmp_path: Path) -> None:
    motion = pair(tmp_path)
    with pytest.raises(UsageError, match=r"give the \.amc file"):
        load_any(tmp_path / "7.asf")
    with pytest.raises(UsageError, match="Acclaim ASF/AMC cannot hold a motion"):
        save(motion, tmp_path / "new.amc")


BROKEN_SKELETONS = {
    "empty": ("", None, "is empty"),
    "binary": (b"\0\1", None, "is a binary file"),
    "another format": ("HIERARCHY\n", 1, "no ASF file; expected a section such as ':version', found 'HIERARCHY'"),
    "no bones": (ASF.split(":bonedata")[0], None, "has no :bonedata section"),
    "no hierarchy": (ASF.split(":hierarchy")[0], None, "has no :hierarchy section"),
    "second section": (ASF + ":root\n", 56, "a second :root section"),
    "unit": (ASF.replace("length 0.45", "length 0"), 6, "the length of a unit must be positive"),
    "unit nan": (ASF.replace("length 0.45", "length nan"), 6, "'nan' is not a number"),
    "angle": (ASF.replace("angle deg", "angle grad"), 7, "unknown unit of angle; expected deg or rad, found 'grad'"),
    "order": (ASF.replace("TX TY", "TX QY"), 12, "degree of freedom 'QY' is not supported"),
    "axis order": (ASF.replace("axis XYZ", "axis XXZ"), 13, "no order of axes"),
    "position": (ASF.replace("position 0 0 0", "position 0 0"), 14, "the root's position is incomplete"),
    "freedom": (ASF.replace("dof rz rx", "dof rz l"), 34, "degree of freedom 'l' is not supported"),
    "freedom twice": (ASF.replace("dof rz rx", "dof rz rz"), 34, "degree of freedom 'rz' is listed twice"),
    "no length": (ASF.replace("     length 7.7\n", ""), 28, "the bone that begins on line 28 has no length"),
    "no axis": (ASF.replace("     axis 0 0 0 XYZ\n", ""), 36, "has no axis"),
    "bone axis": (ASF.replace("axis 0 0 0 XYZ", "axis 0 0 XYZ"), 41, "'XYZ' is not a number"),
    "direction": (ASF.replace("-0.6 -0.8 0", "-0.6 -0.8"), 39, "a bone's direction is incomplete or too long"),
    "huge": (ASF.replace("-0.6 -0.8 0", "-0.6 1e400 0"), 39, "'1e400' is too large"),
    "far": (ASF.replace("length 2.5", "length 1e9"), None, "is too large to be a position"),
    "name": (ASF.replace("name shin", "name"), 30, "a bone's name must be one word"),
    "bone twice": (ASF.replace("name shin", "name thigh"), 30, "bone 'thigh' is declared twice, first on line 19"),
    "called root": (ASF.replace("name shin", "name root"), 30, "bone 'root' is declared twice"),
    "inside": (ASF.replace("  end\n  begin\n     id 2", "  begin\n     id 2"), 27, "a bone begins inside another"),
    "outside": (ASF.replace(":bonedata\n  begin", ":bonedata"), 17, "outside of any bone; expected 'begin'"),
    "key twice": (ASF.replace("     id 2\n", "     length 2\n"), 32, "a second 'length' in one bone"),
    "cut off": (ASF[: ASF.index("name back")], 44, "the file ends inside a bone"),
    "unknown bone": (ASF.replace("    thigh shin", "    thigh foot"), 54, "names an unknown bone 'foot'"),
    "two parents": (ASF.replace("    thigh shin", "    thigh shin\n    back shin"), 55, "bone 'shin' has two parents"),
    "root below": (ASF.replace("    thigh shin", "    thigh shin root"), 54, "bone 'root' has two parents"),
    "circle": (ASF.replace("root thigh stump", "root stump").replace("thigh shin", "thigh shin\nshin thigh"), 19,
               "bone 'thigh' is not joined to the root"),
    "left out": (ASF.replace("    thigh shin\n", ""), 30, "bone 'shin' is not joined to the root by the hierarchy"),
    "hierarchy cut off": (ASF[: ASF.rindex("  end")], 54, "the file ends inside its hierarchy"),
    "hierarchy unopened": (ASF.replace("  begin\n    root", "    root"), 52, "outside of the hierarchy"),
    "nothing moves": (
        "\n".join(line for line in ASF.split("\n") if "dof" not in line and "order" not in line),
        None,
        "nothing can move",
    ),
}  # fmt: skip

BROKEN_CLIPS = {
    "empty": ("", None, "is empty"),
    "no frames": (":DEGREES\n", 2, "has no frames; expected the number of the first frame"),
    "no frame number": (AMC.replace("\n6\n", "\n"), 4, "expected the number of the first frame, found 'root 1 17"),
    "huge frame number": (AMC.replace("\n6\n", "\n99999999999\n"), 4, "expected the number of the first frame"),
    "a frame missing": (AMC.replace("\n7\n", "\n8\n"), 9, "frames do not run on; expected 7, found '8'"),
    "a frame twice": (AMC.replace("\n7\n", "\n6\n"), 9, "frames do not run on; expected 7, found '6'"),
    "a bone missing": (AMC.replace("shin 40 -50\n", ""), 8, "frame 6 lacks 1 of 4 bones; expected bone 'shin'"),
    "cut off": (AMC[: AMC.rindex("shin")], 12, "frame 7 lacks 2 of 4 bones"),
    "cut off in a line": (AMC[: AMC.rindex(" -5")], 12, "wrong number of values for bone 'shin'"),
    "a bone twice": (AMC.replace("shin 40 -50\n", "shin 40 -50\nshin 40 -50\n"), 8, "bone 'shin' is listed twice"),
    "too many values": (AMC.replace("40 -50", "40 -50 1"), 7, "expected 2 (rz rx), found 3"),
    "unknown bone": (AMC.replace("shin 40", "foot 40"), 7, "has no bone 'foot' that moves"),
    "a bone that cannot move": (AMC.replace("back 60", "stump 60"), 8, "has no bone 'stump' that moves"),
    "no number": (AMC.replace("40 -50", "40 x"), 7, "'x' is not a number; expected the value rx of bone 'shin'"),
    "nan": (AMC.replace("40 -50", "40 nan"), 7, "'nan' is not a number"),
    "huge": (AMC.replace("40 -50", "40 1e400"), 7, "'1e400' is too large"),
    "underscore": (AMC.replace("40 -50", "4_0 -50"), 7, "'4_0' is not a number"),
    "too far": (AMC.replace("root 1 17", "root 1 9e8"), None, "translations of joint 'root' at frame 6"),
}


@pytest.mark.parametrize("case", BROKEN_SKELETONS)
def test_broken_skeletons_are_explained_in_one_line(tmp_path: Path, case: str) -> None:
    text, line, message = BROKEN_SKELETONS[case]
    with pytest.raises(FileError) as caught:
        pair(tmp_path, text)
    assert_explained(caught.value, tmp_path / "7.asf", line, message)


@pytest.mark.parametrize("case", BROKEN_CLIPS)
def test_broken_clips_are_explained_in_one_line(tmp_path: Path, case: str) -> None:
    text, line, message = BROKEN_CLIPS[case]
    with pytest.raises(FileError) as caught:
        pair(tmp_path, amc_text=text)
    assert_explained(caught.value, tmp_path / "7_01.amc", line, message)


def assert_explained(error: FileError, file: Path, line: int | None, message: str) -> None:
    assert str(error).startswith(f"{file}:{line}: " if line else f"{file}: ")
    assert message in str(error)
    assert "\n" not in str(error)


@pytest.mark.slow
def test_depth_is_no_danger(tmp_path: Path) -> None:
    def chain(depth: int) -> str:
        head = ASF.partition(":bonedata")[0]
        bones = "".join(f"begin\nname b{n}\ndirection 0 1 0\nlength 1\naxis 0 0 0 XYZ\nend\n" for n in range(depth))
        links = "".join(f"b{n} b{n + 1}\n" for n in range(depth - 1))
        return f"{head}:bonedata\n{bones}:hierarchy\nbegin\nroot b0\n{links}end\n"

    assert len(pair(tmp_path, chain(3000), "1\nroot 0 0 0 0 0 0\n").skeleton.names) == 3002
    with pytest.raises(FileError, match="more than 5,000 bones"):
        pair(tmp_path, chain(10_000), "1\nroot 0 0 0 0 0 0\n")
