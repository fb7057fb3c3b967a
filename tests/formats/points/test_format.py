"""Points in files: what is saved loads back equal, what others write is understood, what is broken is explained."""

from __future__ import annotations

import io
import zipfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unbake.errors import FileError, UsageError
from unbake.formats.points.format import load
from unbake.formats.registry import ReadOptions, WriteOptions, load_motion, notes_before_saving, save
from unbake.motion.points import Points

RNG = np.random.default_rng(5)


def named(size: int = 3, fps: Fraction = Fraction(30000, 1001), first_frame: int = 6, frames: int = 4) -> Points:
    names = ("hips", "left hand", "Ä,\"x'")
    return Points(np.random.default_rng(3).normal(size=(frames, 3 * size)), names, size, fps, first_frame)


def assert_equal(actual: Points, expected: Points) -> None:
    np.testing.assert_array_equal(actual.values, expected.values)
    for field in ("names", "size", "fps", "first_frame", "warnings"):
        assert getattr(actual, field) == getattr(expected, field), field


@pytest.mark.parametrize("suffix", [".npz", ".csv"])
@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("first_frame", [-2, 0, 6])
def test_saved_points_load_back_equal(tmp_path: Path, suffix: str, size: int, first_frame: int) -> None:
    points = named(size, first_frame=first_frame)
    save(points, tmp_path / f"points{suffix}")
    assert_equal(load(tmp_path / f"points{suffix}", ReadOptions()), points)


def test_saved_arrays_load_back_equal_but_for_names_and_rate(tmp_path: Path) -> None:
    points = named()
    save(points, tmp_path / "points.npy")
    again = load(tmp_path / "points.npy", ReadOptions(fps=points.fps))
    np.testing.assert_array_equal(again.values, points.values)
    assert (again.names, again.size, again.fps, again.warnings) == (("p0", "p1", "p2"), 3, points.fps, ())


def test_what_an_npy_leaves_out_is_said(tmp_path: Path) -> None:
    points = Points(np.zeros((3, 3)), ("a",), 3)
    assert "rate and frame numbers" in notes_before_saving(points, tmp_path / "a.npy")[0]
    assert notes_before_saving(points, tmp_path / "a.npz") == ()


@pytest.mark.slow
@settings(max_examples=60)
@given(st.fractions(min_value=1, max_value=1000, max_denominator=1001), st.integers(2, 400))
def test_rates_come_back_from_times(tmp_path_factory: pytest.TempPathFactory, fps: Fraction, frames: int) -> None:
    folder = tmp_path_factory.getbasetemp()
    for suffix in (".npz", ".csv"):
        points = Points(np.zeros((frames, 1)), ("x",), 1, fps)
        save(points, folder / f"rate{suffix}")
        assert load(folder / f"rate{suffix}", ReadOptions()).fps == fps


def test_units_scale_positions_but_not_loose_numbers(tmp_path: Path) -> None:
    for size, factor in ((3, 0.01), (1, 1.0)):
        save(named(size), tmp_path / "points.npz")
        again = load(tmp_path / "points.npz", ReadOptions(metres_per_unit=0.01))
        np.testing.assert_allclose(again.values, named(size).values * factor)
        save(again, tmp_path / "points.npz", WriteOptions(metres_per_unit=0.01))
        np.testing.assert_allclose(load(tmp_path / "points.npz", ReadOptions()).values, named(size).values)
    with pytest.raises(UsageError, match="positive number of metres"):
        load(tmp_path / "points.npz", ReadOptions(metres_per_unit=0.0))


@pytest.mark.parametrize(
    ("array", "names", "size"),
    [
        (RNG.normal(size=(5, 6)), ("p0", "p1"), 3),
        (RNG.normal(size=(5, 2, 3)), ("p0", "p1"), 3),
        (RNG.normal(size=(5, 4)), ("p0", "p1", "p2", "p3"), 1),
        (np.asfortranarray(RNG.normal(size=(5, 6))), ("p0", "p1"), 3),
        (RNG.normal(size=(5, 6)).astype(">f4"), ("p0", "p1"), 3),
        (RNG.normal(size=(5, 6)).astype(np.float16), ("p0", "p1"), 3),
        (np.arange(10, dtype=np.int16).reshape(5, 2), ("p0", "p1"), 1),
    ],
)
def test_arrays_of_every_kind(tmp_path: Path, array: np.ndarray, names: tuple[str, ...], size: int) -> None:
    np.save(tmp_path / "a.npy", array)
    np.savez(tmp_path / "a.npz", array)
    np.savez_compressed(tmp_path / "b.npz", positions=array, other=np.zeros((2, 2)), fps=25)
    for file, fps in (("a.npy", 120), ("a.npz", 120), ("b.npz", 25)):
        points = load(tmp_path / file, ReadOptions())
        np.testing.assert_array_equal(points.values, array.astype(float).reshape(5, -1))
        assert (points.names, points.size, points.first_frame, points.fps) == (names, size, 1, fps)
        told = ("no frame rate in the file: taken as 120 a second",) if fps == 120 else ()
        assert points.warnings == told


def test_stored_rates(tmp_path: Path) -> None:
    for stored, fps in (
        (60, 60),
        (29.97, Fraction(30000, 1001)),
        (np.float32(59.94), Fraction(60000, 1001)),
        (12.5, Fraction(25, 2)),
    ):
        np.savez(tmp_path / "a.npz", points=np.zeros((2, 3)), fps=stored)
        assert load(tmp_path / "a.npz", ReadOptions()).fps == fps
        assert load(tmp_path / "a.npz", ReadOptions(fps=Fraction(24))).fps == 24


@pytest.mark.parametrize(
    ("text", "names", "size", "first_frame", "fps"),
    [
        ("hips_x,hips_y,hips_z\n1,2,3\n4,5,6\n", ("hips",), 3, 1, 120),
        ("hips.X,hips.Y,hips.Z\r\n1,2,3\r\n4,5,6\r\n", ("hips",), 3, 1, 120),
        ("left hand X,left hand Y,left hand Z\n1,2,3\n4,5,6", ("left hand",), 3, 1, 120),
        ("frame,a:x,a:y,a:z\n7,1,2,3\n8,4,5,6\n", ("a",), 3, 7, 120),
        ("Time (s);a_x;a_y;a_z\n0;1;2;3\n0.04;4;5;6\n", ("a",), 3, 1, 25),
        ("time\tframe\ta_x\ta_y\ta_z\n1.5\t10\t1\t2\t3\n1.50833\t11\t4\t5\t6\n", ("a",), 3, 10, 120),
        ("a_x,a_z,a_y\n1,2,3\n4,5,6\n", ("a_x", "a_z", "a_y"), 1, 1, 120),
        ("a_x,a_y,b_z\n1,2,3\n4,5,6\n", ("a_x", "a_y", "b_z"), 1, 1, 120),
        ("jaw,brow\n1,2\n4,5\n", ("jaw", "brow"), 1, 1, 120),
        ("1,2,3\n4,5,6\n", ("p0",), 3, 1, 120),
        ("1,2\n\n4,5\n\n", ("p0", "p1"), 1, 1, 120),
        ('"a, b"_x, c\n 1 ,+.2e1\n4,5\n', ("a, b_x", "c"), 1, 1, 120),
        ("\ufeffa_x,a_y,a_z\n1,2,3\n4,5,6\n", ("a",), 3, 1, 120),
        ("frame_x,frame_y,frame_z\n1,2,3\n4,5,6\n", ("frame",), 3, 1, 120),
        (",a_x,a_y,a_z\n0,1,2,3\n1,4,5,6\n", ("a",), 3, 0, 120),
        (",a_x,a_y\n1,2,3\n4,5,6\n", ("", "a_x", "a_y"), 1, 1, 120),
    ],
)
def test_tables_that_others_write(
    tmp_path: Path, text: str, names: tuple[str, ...], size: int, first_frame: int, fps: int
) -> None:
    (tmp_path / "a.csv").write_bytes(text.encode())
    if '"a, b"_x' in text:
        with pytest.raises(FileError, match=r"a\.csv:1: no comma-separated text"):
            load(tmp_path / "a.csv", ReadOptions())
        return
    points = load(tmp_path / "a.csv", ReadOptions())
    assert (points.names, points.size, points.first_frame, points.fps) == (names, size, first_frame, fps)
    expected = [[1, 2, 3], [4, 5, 6]] if points.values.shape[1] == 3 else [[1, 2], [4, 5]]
    np.testing.assert_array_equal(points.values, expected)


@pytest.mark.parametrize(("fps", "decimals"), [(120, 4), (120, 2), (24, 3), (60, 3), (Fraction(30000, 1001), 4)])
def test_coarsely_rounded_times_still_give_the_rate(tmp_path: Path, fps: Fraction, decimals: int) -> None:
    rows = "".join(f"{float(frame / fps) + 2.0:.{decimals}f},{frame}\n" for frame in range(4000))
    (tmp_path / "a.csv").write_text(f"time,x\n{rows}")
    assert load(tmp_path / "a.csv", ReadOptions()).fps == fps
    missing = rows.replace(rows.split("\n")[70] + "\n", "")
    (tmp_path / "a.csv").write_text(f"time,x\n{missing}")
    if decimals > 2:
        with pytest.raises(FileError, match=r"a\.csv:72: the times are not evenly spaced"):
            load(tmp_path / "a.csv", ReadOptions())


BROKEN_TABLES = {
    "empty": ("", None, "is empty"),
    "binary": ("a\0b", None, "is a binary file"),
    "byte order mark only": ("\ufeff", 1, "has no cells"),
    "titles only": ("a,b\n", 1, "has titles but no frames"),
    "commas only": (",,\n,,\n", 1, "has no cells"),
    "counters only": ("frame,time\n1,0\n2,1\n", None, "has no columns of numbers beside"),
    "short row": ("a,b\n1,2\n3\n", 3, "a row of another length; expected 2 cells as in the first row, found 1"),
    "long row": ("1,2\n3,4,5\n", 2, "a row of another length"),
    "a word": ("a,b\n1,2\n3,x\n", 3, "'x' is not a number; expected a number in column 2"),
    "a word in a first row": ("1,2,3,4\n5,6,7\n", 2, "a row of another length"),
    "a hole": ("a,b\n1,2\n3,\n", 3, "'' is not a number"),
    "a wrong first row": ("1,2,x\n1,2,3\n", 1, "'x' is not a number; expected a number in column 3"),
    "nan": ("a,b\n1,2\n3,nan\n", 3, "'nan' is not a number"),
    "huge": ("a,b\n1,2\n3,1e400\n", 3, "'1e400' is too large"),
    "too far": ("a,b\n1,2\n3,1e8\n", None, "point 'b' at frame 2 is not a finite position"),
    "frames": ("frame,b\n1,2\n3,4\n", 3, "frames do not run on; expected frame 2, found 3"),
    "half a frame": ("frame,b\n1.5,2\n2.5,4\n", 2, "frames do not run on"),
    "times": ("time,b\n0.00,2\n0.10,4\n0.30,5\n0.40,5\n", 4, "the times are not evenly spaced"),
    "times that stand": ("time,b\n0,2\n0,4\n", 3, "the times are not evenly spaced"),
    "times that fall": ("time,b\n1,2\n0,4\n", 3, "the times are not evenly spaced"),
    "tiny steps": ("time,b\n0,2\n1e-8,4\n", 3, "no usable frame rate from times in steps of '1e-08 s'"),
    "quotes": ('a,b\n"1,2\n3,4\n', 4, "no comma-separated text"),
    "endless cell": ("a,b\n1," + "1" * 200_000 + "\n", 2, "no comma-separated text"),
}


@pytest.mark.parametrize("case", BROKEN_TABLES)
def test_broken_tables_are_explained_in_one_line(tmp_path: Path, case: str) -> None:
    text, line, message = BROKEN_TABLES[case]
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(FileError) as caught:
        load(tmp_path / "a.csv", ReadOptions())
    place = f"{tmp_path / 'a.csv'}:{line}: " if line else f"{tmp_path / 'a.csv'}: "
    assert str(caught.value).startswith(place)
    assert message in str(caught.value)


def npy(array: object, **options: object) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, **options)  # type: ignore[arg-type]
    return buffer.getvalue()


def npz(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.npy", data)
    return buffer.getvalue()


POSITIONS = npy(np.ones((4, 6)))
WITH_NAN = np.where(np.arange(24).reshape(4, 6) == 13, np.nan, 1.0)
BROKEN_ARRAYS = {
    "empty": (".npy", b"", "the file is no NumPy array; expected a .npy header"),
    "text": (".npy", b"1,2,3", "is no NumPy array"),
    "cut off": (
        ".npy",
        POSITIONS[:-1],
        "cut off or too long; expected 192 bytes for an array of shape (4, 6), found 191",
    ),
    "cut off in the header": (".npy", POSITIONS[:40], "has a broken header, or ends within it"),
    "too long": (".npy", POSITIONS + b"x", "cut off or too long"),
    "a lie": (".npy", POSITIONS.replace(b"(4, 6), ", b"(9999999999999999, 6), "), "cut off or too long"),
    "no bytes each": (".npy", POSITIONS[:128].replace(b"<f8", b"<U0"), "has a broken header"),
    "dimensions": (
        ".npy",
        POSITIONS[:128].replace(b"(4, 6), }" + b" " * 30, b"(0, " + b"9" * 30 + b"), } "),
        "has a broken header",
    ),
    "an honest lie": (".npy", POSITIONS.replace(b"(4, 6), }         ", b"(999999999, 6), } "), "cut off or too long"),
    "objects": (".npy", npy(np.array([[None]]), allow_pickle=True), "is an array of Python objects"),
    "words": (".npy", npy(np.array([["a"]])), "holds no numbers; expected floats or integers, found '<U1'"),
    "complex": (".npy", npy(np.ones((2, 2), complex)), "has no header of a plain array"),
    "booleans": (".npy", npy(np.ones((2, 2), bool)), "holds no numbers"),
    "fields": (".npy", npy(np.zeros(2, [("a", "f8")])), "has no header of a plain array"),
    "flat": (".npy", npy(np.ones(5)), "expected (frames, numbers) or (frames, points, 3), found '(5,)'"),
    "pairs": (".npy", npy(np.ones((5, 2, 2))), "holds an array of another shape"),
    "no frames": (".npy", npy(np.ones((0, 3))), "holds an array of another shape"),
    "nan": (".npy", npy(WITH_NAN), "point 'p0' at frame 3 is not a finite position"),
    "huge": (".npy", npy(np.full((2, 3), 1e300)), "is not a finite position"),
    "no zip": (".npz", b"PK\3\4 nothing", "is no whole .npz file"),
    "cut off zip": (".npz", npz(points=POSITIONS)[:-5], "is no whole .npz file"),
    "damaged zip": (".npz", npz(points=POSITIONS).replace(b"\xf0?", b"\xf1?", 1), "is no whole .npz file (Bad CRC-32"),
    "no arrays": (
        ".npz",
        npz(),
        "which array holds the points; expected one called 'points', found 'nothing'",
    ),
    "two arrays": (".npz", npz(a=POSITIONS, b=POSITIONS), "expected one called 'points', found 'a, b'"),
    "no array": (".npz", npz(a=b"hello"), "the array 'a' is no NumPy array"),
    "an array cut off": (".npz", npz(points=POSITIONS[:-1]), "the array 'points' is cut off"),
    "names": (".npz", npz(points=POSITIONS, names=npy(np.array(["a", "b", "c"]))), "3 names do not fit the array"),
    "no names": (".npz", npz(points=POSITIONS, names=npy(np.ones(2))), "'names' is no list of names"),
    "wild names": (
        ".npz",
        npz(points=POSITIONS, names=npy(np.array(["a", "b"])).replace(b"a\0\0\0", b"\xff\xff\xff\x7f")),
        "the array 'names' holds text that is damaged",
    ),
    "rate": (".npz", npz(points=POSITIONS, fps=npy(0)), "'fps' is no frame rate"),
    "rate nan": (".npz", npz(points=POSITIONS, fps=npy(np.nan)), "'fps' is no frame rate"),
    "rate over zero": (".npz", npz(points=POSITIONS, fps=npy(np.array([1, 0]))), "'fps' is no frame rate"),
    "rate in words": (".npz", npz(points=POSITIONS, fps=npy("fast")), "'fps' is no frame rate"),
    "first frame": (".npz", npz(points=POSITIONS, first_frame=npy(1.5)), "'first_frame' is no frame number"),
    "first frame far": (".npz", npz(points=POSITIONS, first_frame=npy(2**62)), "'first_frame' is no frame number"),
}


@pytest.mark.parametrize("case", BROKEN_ARRAYS)
def test_broken_arrays_are_explained_in_one_line(tmp_path: Path, case: str) -> None:
    suffix, data, message = BROKEN_ARRAYS[case]
    file = tmp_path / f"a{suffix}"
    file.write_bytes(data)
    with pytest.raises(FileError) as caught:
        load(file, ReadOptions())
    assert str(caught.value).startswith(f"{file}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_points_cannot_become_an_animation(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="points have no skeleton, so they are no animation"):
        save(named(), tmp_path / "a.bvh")
    save(named(), tmp_path / "a.csv")
    with pytest.raises(FileError, match="holds points without a skeleton"):
        load_motion(tmp_path / "a.csv")
