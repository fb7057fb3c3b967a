"""C3D files: what they say is kept, what they leave open is said, and what is broken is refused."""

import sys
from fractions import Fraction

import numpy as np
import pytest

ezc3d = pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")

from data import DATA, needs_data  # noqa: E402
from formats.c3d.c3d_maker import PLATE, as_whole_numbers, write_c3d  # noqa: E402
from unbake.cli.main import main  # noqa: E402
from unbake.errors import FileError, UsageError  # noqa: E402
from unbake.formats.c3d import recording as c3d_recording  # noqa: E402
from unbake.formats.c3d.format import load_forces  # noqa: E402
from unbake.formats.c3d.parameters import plain_text  # noqa: E402
from unbake.formats.c3d.sections import check_sections  # noqa: E402
from unbake.formats.registry import ReadOptions, load, save  # noqa: E402

FIGURE_M = {
    "LASI": (0.12, 1.0, 0.05),
    "RASI": (-0.12, 1.0, 0.05),
    "LANK": (0.1, 0.1, 0.0),
    "RANK": (-0.1, 0.1, 0.0),
    "HEAD": (0.0, 1.75, 0.0),
}
"""A standing figure in our world: metres, Y up, its left at +X."""


def figure(frames=30, seed=1):
    """Markers (F, P, 3) in metres that wander a little, rounded to what 32 bits of millimetres keep."""
    rng = np.random.default_rng(seed)
    wander = np.cumsum(rng.normal(scale=0.002, size=(frames, len(FIGURE_M), 3)), axis=0)
    return np.array(list(FIGURE_M.values())) + wander


def written(path, positions_m=None, turn=((1, 0, 0), (0, 0, -1), (0, 1, 0)), per_metre=1000.0, **more):
    """A file of our world's positions in the axes whose rows `turn` gives; by default millimetres, Z up."""
    positions_m = figure() if positions_m is None else positions_m
    return write_c3d(path, per_metre * positions_m @ np.array(turn).T, list(FIGURE_M), **more)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "trial.c3d"


class TestWhatTheFileSays:
    def test_markers_come_in_metres_y_up(self, file):
        points = load(written(file, first_frame=57, rate=120.0))
        assert (points.names, points.fps, points.first_frame) == (tuple(FIGURE_M), 120, 57)
        assert points.warnings == ()
        np.testing.assert_allclose(points.positions(), figure(), atol=1e-6)

    @pytest.mark.parametrize(("unit", "per_metre"), [("mm", 1000.0), ("m", 1.0), ("cm", 100.0), ("MM", 1000.0)])
    def test_units(self, file, unit, per_metre):
        points = load(written(file, per_metre=per_metre, units=[unit]))
        np.testing.assert_allclose(points.positions(), figure(), atol=1e-6)
        assert points.warnings == ()

    def test_one_unit_a_point(self, file):
        points = load(written(file, units=["mm"] * 4 + ["m"]))
        np.testing.assert_allclose(points.positions()[:, :4], figure()[:, :4], atol=1e-6)
        np.testing.assert_allclose(points.positions()[:, 4], 1000.0 * figure()[:, 4], rtol=1e-6)

    def test_points_that_are_no_places_are_left_out(self, file):
        points = load(written(file, units=["mm", "mm", "mm", "mm", "deg"]))
        assert points.names == tuple(FIGURE_M)[:4]
        assert any("1 of the file's points" in warning for warning in points.warnings)
        listed = [("POINT", "ANGLES", ["HEAD"]), ("POINT", "TYPE_GROUPS", ["ODDITIES", "ODDITY"])]
        points = load(written(file, extra=[*listed, ("POINT", "ODDITIES", ["RANK"])]))
        assert points.names == tuple(FIGURE_M)[:3]

    @pytest.mark.parametrize(
        ("screens", "turn"),
        [
            (("+X", "+Z"), ((1, 0, 0), (0, 0, -1), (0, 1, 0))),
            (("+X", "+Y"), ((1, 0, 0), (0, 1, 0), (0, 0, 1))),
            (("-Y", "+Z"), ((0, 0, -1), (-1, 0, 0), (0, 1, 0))),
            (("+Y", "-Z"), ((0, 0, -1), (1, 0, 0), (0, -1, 0))),
            (("+Z", "-X"), ((0, -1, 0), (0, 0, -1), (1, 0, 0))),
        ],
    )
    def test_axes_as_the_file_names_them(self, file, screens, turn):
        points = load(written(file, turn=turn, screens=screens))
        np.testing.assert_allclose(points.positions(), figure(), atol=1e-6)
        assert points.warnings == ()

    def test_every_number_is_ezc3ds_own(self, file):
        written(file)
        raw = ezc3d.c3d(str(file))["data"]["points"]
        ours = load(file).positions()
        np.testing.assert_array_equal(ours[..., 0], raw[0].T * 0.001)
        np.testing.assert_array_equal(ours[..., 1], raw[2].T * 0.001)
        np.testing.assert_array_equal(ours[..., 2], -raw[1].T * 0.001)

    def test_whole_numbers_of_two_bytes(self, file):
        positions = figure()
        positions[5:8, 0] = np.nan
        channels = np.round(np.random.default_rng(4).normal(size=(300, 6)) * 300.0)
        written(file, positions, channels=channels, channel_units=["N"] * 6)
        as_whole_numbers(file, 0.1)
        assert check_sections(file, file.read_bytes()).number_size == 2
        points = load(file)
        seen = np.isfinite(positions)
        np.testing.assert_allclose(points.positions()[seen], positions[seen], atol=0.51e-4)
        assert "LASI 3" in points.warnings[0]
        np.testing.assert_array_equal(c3d_recording.read_recording(file).channels, channels)

    def test_labels_are_each_used_once(self, file):
        names = ["A", "A", "", "Ä", "B"]
        write_c3d(file, 1000.0 * figure(), names)
        assert load(file).names == ("A", "A_2", "unlabelled 3", "Ä", "B")

    def test_more_than_255_points(self, file):
        positions = np.random.default_rng(3).normal(size=(4, 300, 3)) * 500.0
        points = load(write_c3d(file, positions))
        assert points.names == tuple(f"M{n}" for n in range(300))

    def test_options_override(self, file):
        points = load(written(file), ReadOptions(fps=Fraction(60), metres_per_unit=0.002))
        assert points.fps == 60
        np.testing.assert_allclose(points.positions(), 2.0 * figure(), atol=2e-6)


class TestWhatTheFileLeavesOpen:
    @pytest.mark.parametrize(("per_metre", "name"), [(1000.0, "millimetres"), (1.0, "metres"), (100.0, "centimetres")])
    def test_no_unit(self, file, per_metre, name):
        points = load(written(file, per_metre=per_metre, units=[]))
        np.testing.assert_allclose(points.positions(), figure(), atol=1e-6)
        assert [name in warning for warning in points.warnings] == [True]

    def test_unknown_unit(self, file):
        points = load(written(file, units=["furlong"]))
        assert "'furlong' is unknown" in points.warnings[0]
        np.testing.assert_allclose(points.positions(), figure(), atol=1e-6)

    def test_no_rate(self, file):
        points = load(written(file, rate=0.0))
        assert points.fps == 100
        assert "no frame rate" in points.warnings[0]
        assert load(file, ReadOptions(fps=Fraction(50))).warnings == ()

    def test_no_axes_but_a_body(self, file):
        points = load(written(file, screens=None))
        np.testing.assert_allclose(points.positions(), figure(), atol=1e-6)
        assert "+Z was taken, from the feet to the hips" in points.warnings[0]

    @pytest.mark.parametrize(
        "labels",
        [
            ("Anna_LASI", "Anna_RASI", "Anna_LANK", "Anna_RANK", "Anna_HEAD"),
            ("LFWT", "RFWT", "LANK", "RANK", "ARIEL"),
            ("WaistLFront", "WaistRFront", "LAnkleOut", "RAnkleOut", "HeadTop"),
            ("L_IAS", "R_IAS", "L_FAL", "R_FAL", "SGL"),
        ],
    )
    def test_no_axes_but_a_body_in_other_words(self, file, labels):
        points = load(write_c3d(file, 1000.0 * figure(), labels, screens=None))
        assert "+Y was taken, from the feet to the hips" in points.warnings[0]
        np.testing.assert_allclose(points.positions(), figure(), atol=1e-6)

    def test_axes_that_the_body_contradicts(self, file):
        points = load(written(file, screens=("+X", "+Y")))
        np.testing.assert_allclose(points.positions(), figure(), atol=1e-6)
        assert "says that +Y is up, but the hips are above the feet along +Z" in points.warnings[0]

    @pytest.mark.slow
    def test_no_axes_and_nobody(self, file):
        names = [f"M{n}" for n in range(len(FIGURE_M))]
        positions = 1000.0 * figure() @ np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]]).T
        points = load(write_c3d(file, positions, names, screens=None))
        assert "+Z was assumed" in points.warnings[0]
        np.testing.assert_allclose(points.positions(), figure(), atol=1e-6)
        channels = np.zeros((300, 6))
        plate = {**PLATE, "corners": PLATE["corners"][:, [0, 2, 1]]}
        write_c3d(file, positions, names, screens=None, channels=channels, channel_units=["N"] * 6, plates=[plate])
        assert "+Y was taken, square to the force plates" in load(file).warnings[0]


class TestGaps:
    def test_all_ways_of_not_being_seen(self, file):
        positions, residuals = 1000.0 * figure(), np.zeros((30, 5))
        positions[5:8, 0] = np.nan
        positions[10, 1] = 0.0
        residuals[20:22, 2] = -1.0
        points = load(written(file, positions / 1000.0, residuals=residuals))
        assert points.names == tuple(FIGURE_M)
        assert [w for w in points.warnings if "LASI 3, RASI 1, LANK 2" in w and "cubic" in w] == list(points.warnings)
        np.testing.assert_allclose(points.positions(), figure(), atol=0.02)
        seen = np.ones((30, 5), dtype=bool)
        seen[5:8, 0] = seen[10, 1] = seen[20:22, 2] = False
        np.testing.assert_allclose(points.positions()[seen], figure()[seen], atol=1e-6)

    def test_a_marker_that_is_gone_for_long_is_left_out_and_named(self, file):
        positions = figure(200)
        positions[20:170, 4] = np.nan
        points = load(written(file, positions, first_frame=11))
        assert points.names == tuple(FIGURE_M)[:4]
        assert "HEAD (frames 31–180)" in points.warnings[0]

    def test_nothing_seen_at_all(self, file):
        with pytest.raises(FileError, match="no marker that is seen"):
            load(written(file, np.full((30, 5, 3), np.nan), screens=None))

    def test_unseen_by_residual_alone(self):
        positions, residuals = np.ones((2, 2, 3)), np.array([[0.0, -1.0], [3.5, 0.0]])
        gaps = np.isnan(c3d_recording._with_gaps(positions, residuals)).all(axis=2)
        np.testing.assert_array_equal(gaps, [[False, True], [False, False]])


class TestHostileFiles:
    @pytest.mark.slow
    def test_cut_anywhere(self, file):
        whole = written(file, channels=np.ones((300, 6)), channel_units=["N"] * 6, plates=[PLATE]).read_bytes()
        end = check_sections(file, whole)
        needed = end.data_start + 4 * end.n_frames * (4 * end.n_points + 60)
        assert needed <= len(whole)
        for length in [*range(0, 3000, 7), *range(3000, needed, 101), needed - 1]:
            file.write_bytes(whole[:length])
            with pytest.raises(
                FileError, match="ends before its data do" if length >= end.data_start else "ends|section"
            ):
                load(file)

    @pytest.mark.parametrize("name", [b"SCALE", b"OFFSET", b"GEN_SCALE"])
    def test_channels_without_scales(self, file, name):
        """ezc3d reads on into nothing, and the process ends."""
        data = written(file, channels=np.ones((300, 6)), channel_units=["N"] * 6).read_bytes()
        file.write_bytes(data.replace(b"\x02" + name, b"\x02" + b"X" * len(name)))
        with pytest.raises(FileError, match=f"ANALOG:{name.decode()} is too short"):
            load(file)

    def test_garbage(self, file):
        rng = np.random.default_rng(7)
        for length in (0, 1, 511, 512, 1024, 5000):
            file.write_bytes(rng.integers(0, 256, length, dtype=np.uint8).tobytes())
            with pytest.raises(FileError):
                load(file)

    @pytest.mark.parametrize(
        ("place", "value", "message"),
        [
            (1, b"\x51", "no C3D file"),
            (0, b"\x00", "no C3D file"),
            (18, b"\x07\x00", "rates contradict its header"),
            (12, b"\x00\x00\xc0\x7f", "scale or rates"),
            (515, b"\x63", "unknown kind of processor"),
        ],
    )
    def test_what_is_wrong_is_said(self, file, place, value, message):
        data = bytearray(written(file, channels=np.ones((300, 6)), channel_units=["N"] * 6).read_bytes())
        data[place : place + len(value)] = value
        file.write_bytes(data)
        with pytest.raises(FileError, match=message):
            load(file)

    @pytest.mark.parametrize("place", [2, 4, 8])
    def test_a_header_that_counts_otherwise_is_not_followed_but_told(self, file, place):
        data = bytearray(written(file, channels=np.ones((300, 6)), channel_units=["N"] * 6).read_bytes())
        data[place] += 1
        file.write_bytes(data)
        points = load(file)
        np.testing.assert_allclose(points.positions(), figure(), atol=1e-6)
        assert "the parameters were followed (5 points, 60 samples a frame, 30 frames)" in points.warnings[0]

    def test_a_missing_file(self, file):
        for read in (load, load_forces):
            with pytest.raises(FileError, match="cannot be read"):
                read(file)


class TestAround:
    def test_without_ezc3d_it_says_what_to_install(self, file, monkeypatch, capsys):
        written(file)
        monkeypatch.setitem(sys.modules, "ezc3d", None)
        with pytest.raises(UsageError, match=r"pip install unbake\[c3d\]"):
            load(file)
        assert main(["info", str(file)]) == 2
        assert capsys.readouterr().err.count("\n") == 1

    def test_info_shows_markers_and_plates(self, file, capsys):
        forces = np.tile([0.0, 0.0, -700.0, 0.0, 0.0, 0.0], (300, 1))
        forces[:50] = 0.0
        units = ["N", "N", "N", "Nmm", "Nmm", "Nmm"]
        written(file, channels=forces, channel_units=units, plates=[PLATE], rate=50.0)
        assert main(["info", str(file)]) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert "(C3D)" in shown
        assert "50 frames a second" in shown
        assert "left-ankle: LANK" in shown
        assert "force plates 1, 500 samples a second, at most 700 N" in shown

    @pytest.mark.slow
    def test_convert_to_csv_and_back(self, file, tmp_path):
        written(file, first_frame=57)
        target = tmp_path / "markers.csv"
        assert main(["convert", str(file), str(target)]) == 0
        back, original = load(target), load(file)
        np.testing.assert_array_equal(back.values, original.values)
        assert (back.names, back.fps, back.first_frame) == (original.names, original.fps, 57)

    @pytest.mark.slow
    def test_markers_are_written_as_they_were_read(self, file, tmp_path):
        points = load(written(file))
        save(points, tmp_path / "again.c3d")
        again = load(tmp_path / "again.c3d")
        assert (again.names, again.fps, again.first_frame) == (points.names, points.fps, points.first_frame)
        np.testing.assert_allclose(again.values, points.values, rtol=1e-6, atol=1e-6)

    def test_the_text_of_labels_may_be_latin(self):
        assert plain_text(b"M\xe4r ") == "Mär"


@needs_data
class TestRealTrials:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("name", "frames", "first"), [("PiG_Motion-FlatFoot-Full", 315, 148), ("PiG_Motion3_FF", 293, 725)]
    )
    def test_markers(self, name, frames, first):
        file = DATA / "forceplates" / f"{name}.c3d"
        points, raw = load(file), ezc3d.c3d(str(file))
        assert (points.n_frames, points.first_frame, points.fps) == (frames, first, 100)
        names = raw["parameters"]["POINT"]["LABELS"]["value"]
        for label in ("LANK", "RTOE", "LASI"):
            theirs = raw["data"]["points"][:3, names.index(label)].T * 0.001
            np.testing.assert_array_equal(points.only([label]).values, theirs[:, [0, 2, 1]] * [1, 1, -1])
        assert not any("Angles" in label or "Power" in label for label in points.names)
