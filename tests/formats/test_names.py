"""Names with characters that text files cannot hold: refused in points, mended where they are read or written."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from formats.bvh.bvh_texts import ARM
from unbake.errors import MotionError
from unbake.formats.registry import load, load_motion, save
from unbake.motion.names import check_names, writable
from unbake.motion.points import Points, points_of

UNWRITABLE = [chr(code) for code in (*range(32), *range(127, 160), 0xD800, 0xDFFF)]
UNUSUAL = (
    "Ä, \"x'",
    "a;b",
    "a|b",
    "a\u00a0x",
    "\u200b",
    "a\u2028b",
    "",
    "関節",
    "😀",
    "=1+1",
    "1",
    "nan",
    "a:b",
    "#a",
    "-",
)


def points(*names: str, size: int = 3) -> Points:
    return Points(np.arange(4.0 * size * len(names)).reshape(4, -1), names, size, Fraction(25))


@pytest.mark.parametrize("letter", UNWRITABLE)
def test_points_with_such_names_cannot_be_made(letter: str) -> None:
    with pytest.raises(MotionError, match="control character") as caught:
        points("hips", f"left{letter}hand")
    assert str(caught.value).isprintable()
    assert writable(f"a{letter}b") == "a_b"


@pytest.mark.parametrize("letter", UNWRITABLE)
def test_joints_with_such_names_can_be_written_and_made_points(tmp_path: Path, letter: str) -> None:
    (tmp_path / "a.bvh").write_text(ARM)
    motion = load_motion(tmp_path / "a.bvh")
    names = (f"Hi{letter}ps", *motion.skeleton.names[1:])
    motion = replace(motion, skeleton=replace(motion.skeleton, names=names))
    for suffix, name in ((".bvh", "Hi ps" if letter.isspace() else "Hi_ps"), (".json", names[0])):
        save(motion, tmp_path / f"b{suffix}")
        assert load_motion(tmp_path / f"b{suffix}").skeleton.names[0] == name
    save(points_of(motion), tmp_path / "b.csv")
    again = load(tmp_path / "b.csv")
    assert isinstance(again, Points)
    assert again.names[0] == "Hi_ps"


@pytest.mark.parametrize("suffix", [".npz", ".csv"])
@pytest.mark.parametrize("size", [1, 3])
def test_every_other_name_comes_back(tmp_path: Path, suffix: str, size: int) -> None:
    made = points(*UNUSUAL, *(chr(code) for code in range(33, 127)), size=size)
    save(made, tmp_path / f"a{suffix}")
    again = load(tmp_path / f"a{suffix}")
    assert isinstance(again, Points)
    assert again.names == made.names
    assert (again.size, again.warnings) == (size, ())
    np.testing.assert_array_equal(again.values, made.values)


@pytest.mark.parametrize("count", [1, 2, 7])
def test_names_that_are_numbers_come_back(tmp_path: Path, count: int) -> None:
    made = points(*(str(n) for n in range(count)), size=1)
    save(made, tmp_path / "a.csv")
    again = load(tmp_path / "a.csv")
    assert isinstance(again, Points)
    assert again.names == made.names
    np.testing.assert_array_equal(again.values, made.values)


def test_names_in_arrays_are_mended_and_can_be_written(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", points=np.ones((4, 6)), names=np.array(["a\0b", "c\nd"]), fps=25)
    read = load(tmp_path / "a.npz")
    assert isinstance(read, Points)
    assert read.names == ("a_b", "c_d")
    assert read.warnings == ("control characters in the names of 2 points became underscores",)
    save(read, tmp_path / "a.csv")
    again = load(tmp_path / "a.csv")
    assert isinstance(again, Points)
    assert (again.names, again.warnings) == (read.names, ())


def test_titles_of_tables_are_mended(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a\x01_x,a\x01_y,a\x01_z\n1,2,3\n4,5,6\n")
    read = load(tmp_path / "a.csv")
    assert isinstance(read, Points)
    assert (read.names, read.size) == (("a_",), 3)
    assert "in the names of 3 columns became underscores" in read.warnings[0]


@pytest.mark.parametrize("letter", ["\x00", "\n", "\t", "\x1b", "\x7f", "\x85", "\ud800"])
def test_names_in_gltf_are_mended(tmp_path: Path, letter: str) -> None:
    (tmp_path / "a.bvh").write_text(ARM)
    file = tmp_path / "a.gltf"
    save(load_motion(tmp_path / "a.bvh"), file)
    content = json.loads(file.read_text())
    for node in content["nodes"]:
        if node.get("name") == "Upper Arm":
            node["name"] = f"Upper{letter}Arm"
    file.write_text(json.dumps(content))
    read = load_motion(file)
    assert "Upper_Arm" in read.skeleton.names
    assert "control characters in the names of 1 joints became underscores" in read.warnings
    for other in (".bvh", ".glb", ".json"):
        save(read, tmp_path / f"b{other}")
        assert "Upper_Arm" in load_motion(tmp_path / f"b{other}").skeleton.names


def test_names_in_bvh_are_mended(tmp_path: Path) -> None:
    (tmp_path / "a.bvh").write_text(ARM.replace("Upper Arm", "Upper\x01Arm"))
    assert load_motion(tmp_path / "a.bvh").skeleton.names[1] == "Upper_Arm"


def test_labels_of_markers_are_mended(tmp_path: Path) -> None:
    pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")
    from formats.c3d.c3d_maker import write_c3d

    file = write_c3d(
        tmp_path / "a.c3d", np.random.default_rng(1).normal(size=(4, 3, 3)), ["AAAAAAA", "BBBBBBB", "CCCCCCC"]
    )
    data = (
        file.read_bytes()
        .replace(b"AAAAAAA", b"L\x1bANK  ")
        .replace(b"BBBBBBB", b"RANK\0BB")
        .replace(b"CCCCCCC", b"\0\0\0\0\0\0\0")
    )
    file.write_bytes(data)
    read = load(file)
    assert isinstance(read, Points)
    assert read.names == ("L_ANK", "RANK", "unlabelled 3")
    assert any("control characters in the names of 1 points" in warning for warning in read.warnings)


def test_the_check_names_what_is_wrong() -> None:
    check_names(UNUSUAL, "point")
    with pytest.raises(MotionError, match=r"the name of point 'a\\x00b' holds a control character"):
        check_names(["x", "a\0b"], "point")
