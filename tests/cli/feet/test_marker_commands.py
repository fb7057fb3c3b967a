"""Commands on markers: a walk whose contacts are known goes through a C3D file, and its feet are found again."""

import json

import numpy as np
import pytest

pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")

from formats.c3d.c3d_maker import write_c3d
from unbake.cli.main import main
from unbake.feet.labels import foot_planted
from unbake.feet.legs import legs_of
from unbake.feet.plates.marker_figure import figure_of_markers
from unbake.formats.c3d.format import load_legs
from unbake.formats.c3d.recording import read_recording
from unbake.formats.foot_labels.format import load_labels
from unbake.formats.registry import ReadOptions, load
from unbake.ground.intervals import intervals
from unbake.performer import perform
from unbake.training.labelled_clips import load_walker

CORNERS = np.array([[200.0, 300.0, 0.0], [-200.0, 300.0, 0.0], [-200.0, -300.0, 0.0], [200.0, -300.0, 0.0]])

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    """A walk's contacts, and its joints and heels as markers in millimetres, Z up."""
    done = perform("walk", seconds=3, fps=100, seed=5)
    legs, positions = legs_of(done.motion), done.motion.positions()
    points = legs.points_m(done.motion)
    names, columns = [], []
    for n, (leg, letter) in enumerate(zip(legs.both, "LR", strict=True)):
        names += [f"{letter}_hip", f"{letter}KNE", f"{letter}ANK", f"{letter}HEE", f"{letter}TOE"]
        columns += [positions[:, leg.hip], positions[:, leg.knee], positions[:, leg.ankle]]
        columns += [points[:, 2 * n], points[:, 2 * n + 1]]
    turned = 1000.0 * np.stack(columns, axis=1)[..., [0, 2, 1]] * [1.0, -1.0, 1.0]
    return done.contacts, turned, names


@pytest.fixture
def file(walk, tmp_path):
    return write_c3d(tmp_path / "walk.c3d", walk[1], walk[2], first_frame=31)


@pytest.mark.slow
def test_feet_of_markers_are_labelled_as_those_of_a_figure(walk, file, capsys):
    assert main(["feet", "label", str(file), "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert fields["frames"] == [31, 30 + len(walk[0])]
    labels = load_labels(file, figure_of_markers(load(file)))
    found, true = foot_planted(labels.planted()), foot_planted(walk[0])
    assert (found == true).mean() > 0.93
    assert labels.sources() == ("oracle",)


@pytest.mark.slow
def test_a_marker_with_a_name_of_its_own(walk, tmp_path, capsys):
    names = ["Dot" if name == "RANK" else name for name in walk[2]]
    file = write_c3d(tmp_path / "walk.c3d", walk[1], names)
    assert main(["feet", "label", str(file)]) == 1
    assert "no marker for right-ankle; --role right-ankle=LABEL" in capsys.readouterr().err
    assert main(["feet", "label", str(file), "--role", "right-ankle=Dot", "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert any(fields["plants"].values())


@pytest.mark.slow
def test_all_missing_roles_are_told_at_once(walk, tmp_path, capsys):
    names = [{"RANK": "Dot", "LTOE": "Dash", "L_hip": "Top"}.get(name, name) for name in walk[2]]
    assert main(["feet", "label", str(write_c3d(tmp_path / "walk.c3d", walk[1], names))]) == 1
    message = capsys.readouterr().err
    assert "no marker for left-pelvis-front, right-pelvis-front, left-toe, right-ankle (hips will do" in message
    assert "--role left-pelvis-front=LABEL says which it is, and so on" in message


class TestWalkingInAndOut:
    """Of 301 frames, 31–331, the left ankle is seen from 91 on, the right toe up to 280, without 151–200."""

    @pytest.fixture
    def file(self, walk, tmp_path):
        positions = walk[1].copy()
        positions[:60, walk[2].index("LANK")] = np.nan
        positions[250:, walk[2].index("RTOE")] = np.nan
        positions[120:170, walk[2].index("RTOE")] = np.nan
        return write_c3d(tmp_path / "walk.c3d", positions, walk[2], first_frame=31)

    @pytest.mark.slow
    def test_the_longest_stretch_is_labelled_and_the_rest_named(self, walk, file, capsys):
        assert main(["feet", "label", str(file), "--accept", "--json"]) == 0
        fields = json.loads(capsys.readouterr().out)
        assert fields["frames"] == [201, 280]
        (note,) = [warning for warning in fields["warnings"] if "are used" in warning]
        assert note == (
            "only frames 201–280 are used: not all markers of the legs are seen in "
            "31–200 (LANK, RTOE) and 281–331 (RTOE)"
        )
        points, _ = load_legs(file, ReadOptions())
        labels = load_labels(file, figure_of_markers(points))
        assert (foot_planted(labels.planted()) == foot_planted(walk[0])[170:250]).mean() > 0.9
        assert main(["feet", "show", str(file)]) == 0
        assert main(["feet", "train", str(file.parent), "-o", str(file.with_name("mine.json.gz"))]) == 0

    @pytest.mark.slow
    def test_a_range_chooses_another_stretch(self, file, capsys):
        assert main(["feet", "label", str(file), "--range", "100:140", "--accept", "--json"]) == 0
        fields = json.loads(capsys.readouterr().out)
        assert fields["frames"] == [100, 140]
        assert any("only frames 91–150 are used" in warning for warning in fields["warnings"])
        for command in (["show"], ["label", "--hand", "left-heel 100:110"]):
            assert main(["feet", command[0], str(file), *command[1:], "--json"]) == 0
            assert json.loads(capsys.readouterr().out)["frames"] == [91, 150]
        # What was labelled teaches, although the whole file would be taken by its longest stretch.
        assert main(["feet", "train", str(file.parent), "-o", str(file.with_name("mine.json.gz"))]) == 0

    @pytest.mark.parametrize(
        ("frames", "words"),
        [
            ("140:170", "not all markers of the legs are seen in frames 140–170 (RTOE); --range 201:280 takes"),
            ("50:100", "not all markers of the legs are seen in frames 50–100 (LANK); --range 201:280 takes"),
            ("1:100", "the range 1:100 is outside the clip's 31–331"),
            ("100:90", "the range 100:90 ends before it starts"),
        ],
    )
    def test_a_range_that_cannot_be_used(self, file, capsys, frames, words):
        assert main(["feet", "label", str(file), "--range", frames]) == 2
        assert words in capsys.readouterr().err

    def test_never_together(self, walk, tmp_path, capsys):
        positions = walk[1].copy()
        positions[:160, walk[2].index("LANK")] = np.nan
        positions[150:, walk[2].index("RTOE")] = np.nan
        file = write_c3d(tmp_path / "walk.c3d", positions, walk[2], first_frame=31)
        assert main(["feet", "label", str(file)]) == 1
        message = capsys.readouterr().err
        assert "seen together in no frame" in message
        assert "LANK in frames 191–331" in message
        assert "RTOE in frames 31–180" in message

    def test_markers_of_a_range_are_converted(self, file, tmp_path, capsys):
        target = tmp_path / "part.csv"
        assert main(["convert", str(file), str(target)]) == 0
        assert not {"LANK", "RTOE"} & set(load(target).names)
        assert main(["convert", str(file), str(target), "--range", "205:270"]) == 0
        part = load(target)
        assert {"LANK", "RTOE"} <= set(part.names)
        assert (part.first_frame, part.last_frame) == (205, 270)

    @pytest.mark.slow
    def test_plates_of_a_stretch(self, walk, file, tmp_path, capsys):
        contacts, positions, names = walk
        planted = foot_planted(contacts)
        first, last = next((a, b) for a, b in intervals(planted[:, 0]) if a > 175)
        x, y = positions[(first + last) // 2, 3:5, :2].mean(axis=0)
        forces = np.zeros((10 * len(positions), 6))
        forces[10 * first : 10 * last + 1, 2] = 700.0
        gaps = read_recording(file).positions
        units = ["N", "N", "N", "Nmm", "Nmm", "Nmm"]
        plate = {"type": 2, "corners": CORNERS + np.array([x, y, 0.0]), "origin": np.zeros(3)}
        write_c3d(file, gaps, names, first_frame=31, channels=forces, channel_units=units, plates=[plate])
        assert main(["feet", "label", str(file), "--plates"]) == 2
        message = capsys.readouterr().err
        assert "tell of both feet in no frame (stances of the left foot 1, of the right 0, of neither" in message


@pytest.mark.slow
def test_a_file_that_says_down_is_up(walk, tmp_path, capsys):
    """Known by their names, by roles, or not at all with plates below: the walk comes out the right way up."""
    contacts, positions, names = walk
    roles = ["left-hip", "left-knee", "left-ankle", "left-heel", "left-toe"]
    roles += [role.replace("left", "right") for role in roles]
    plain = [f"M{n}" for n in range(len(names))]
    given = [f"{role}={name}" for role, name in zip(roles, plain, strict=True)]
    file = write_c3d(tmp_path / "walk.c3d", positions, plain, screens=("+X", "-Z"))
    assert main(["feet", "label", str(file), *(word for pair in given for word in ("--role", pair)), "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert any("says that -Z is up, but the hips are above the feet along +Z" in w for w in fields["warnings"])
    figure = load_walker(file, ReadOptions(roles=tuple(tuple(pair.split("=")) for pair in given)))
    labels = load_labels(file, figure)
    assert (foot_planted(labels.planted()) == foot_planted(contacts)).mean() > 0.93
    channels = np.zeros((10 * len(positions), 6))
    plate = {"type": 2, "corners": CORNERS, "origin": np.zeros(3)}
    write_c3d(file, positions, plain, screens=("+X", "-Z"), channels=channels, channel_units=["N"] * 6, plates=[plate])
    points = load(file)
    assert any("-Z is up, but the markers are above the force plates along +Z" in w for w in points.warnings)
    np.testing.assert_allclose(points.positions()[:, 0, 1], positions[:, 0, 2] / 1000.0, atol=1e-6)


def test_labels_of_markers_teach_an_oracle(walk, file, tmp_path, capsys):
    assert main(["feet", "label", str(file), "--accept"]) == 0
    oracle = tmp_path / "mine.json.gz"
    assert main(["feet", "train", str(file.parent), "-o", str(oracle)]) == 0
    capsys.readouterr()
    assert main(["feet", "show", str(oracle), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [piece["source"] for piece in facts["pieces"]] == ["hand"]
    assert 170 <= facts["examples"] <= 190


def test_what_needs_a_skeleton_says_so(file, tmp_path, capsys):
    assert main(["reduce", str(file), "-o", str(tmp_path / "out.bvh")]) == 1
    assert "a skeleton also needs LASI, RASI" in capsys.readouterr().err


@pytest.mark.slow
def test_force_plates_give_labels(walk, tmp_path, capsys):
    """Two steps on two plates: what both feet did there is labelled by force, nothing else."""
    contacts, positions, names = walk
    planted = foot_planted(contacts)
    stances = [next((a, b) for a, b in intervals(planted[:, foot]) if a > 60) for foot in (0, 1)]
    units = 2 * ["N", "N", "N", "Nmm", "Nmm", "Nmm"]
    plates, forces = [], np.zeros((10 * len(positions), 12))
    for foot, (first, last) in enumerate(stances):
        x, y = positions[(first + last) // 2, 5 * foot + 3 : 5 * foot + 5, :2].mean(axis=0)
        plates.append({"type": 2, "corners": CORNERS + np.array([x, y, 0.0]), "origin": np.zeros(3)})
        forces[10 * first : 10 * last + 1, 6 * foot + 2] = 700.0
    recorded = {"channels": forces, "channel_units": units, "plates": plates}
    file = write_c3d(tmp_path / "plates.c3d", positions, names, screens=("+X", "-Z"), **recorded)  # which is noted once
    assert main(["feet", "label", str(file), "--plates", "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    (left_from, left_to), (right_from, right_to) = stances
    known = [right_from - 25 + 1, left_to + 25 + 1]  # a quarter of a second around a stance the foot is in the air
    assert fields["labelled"] == [[*known, "force-plate"]]
    inside = ([known[0], left_to + 1, "force-plate"], [right_from + 1, known[1], "force-plate"])
    assert (left_from + 1, right_to + 1) != (known[0], known[1])
    for foot, point in ((0, "left-heel"), (0, "left-toe"), (1, "right-heel"), (1, "right-toe")):
        assert fields["plants"][point] == [inside[foot]]
    assert any("cannot tell heel from toe" in warning for warning in fields["warnings"])
    assert len(set(fields["warnings"])) == len(fields["warnings"])
    for arguments, words in (
        ((str(file), "--plates"), "labelled (force-plate) already"),
        ((str(file), "--plates", "--blank"), "by forces alone"),
    ):
        assert main(["feet", "label", *arguments]) == 2
        assert words in capsys.readouterr().err


@pytest.mark.slow
def test_what_is_wrong_with_plates_is_told(walk, tmp_path, capsys):
    _, positions, names = walk
    plate = {"type": 6, "corners": CORNERS, "origin": np.zeros(3)}
    channels = np.zeros((10 * len(positions), 6))
    write_c3d(tmp_path / "walk.c3d", positions, names, channels=channels, channel_units=["N"] * 6, plates=[plate])
    assert main(["feet", "label", str(tmp_path / "walk.c3d"), "--plates"]) == 2
    message = capsys.readouterr().err
    assert "no force plates in it that can be used; force plate 1 is of type 6, which cannot be read" in message
    plate = {**plate, "type": 2}
    channels[:, 2] = 90.0
    write_c3d(tmp_path / "walk.c3d", positions, names, channels=channels, channel_units=["N"] * 6, plates=[plate])
    assert main(["feet", "label", str(tmp_path / "walk.c3d"), "--plates"]) == 2
    message = capsys.readouterr().err
    assert "in no frame (stances" in message
    assert "; force plate 1 never shows less than 90 N" in message


def test_without_plates(file, capsys):
    assert main(["feet", "label", str(file), "--plates"]) == 2
    assert "no force plates in it" in capsys.readouterr().err
