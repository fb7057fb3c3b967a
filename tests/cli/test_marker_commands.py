"""Commands on markers: a walk whose contacts are known goes through a C3D file, and its feet are found again."""

import json

import numpy as np
import pytest

pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")

from formats.c3d_maker import write_c3d
from unbake.cli.main import main
from unbake.feet.labels import foot_planted, intervals
from unbake.feet.legs import legs_of
from unbake.feet.marker_figure import figure_of_markers
from unbake.formats.foot_labels import load_labels
from unbake.formats.registry import load
from unbake.motion.performer import perform

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


def test_feet_of_markers_are_labelled_as_those_of_a_figure(walk, file, capsys):
    assert main(["feet", "label", str(file), "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert fields["frames"] == [31, 30 + len(walk[0])]
    labels = load_labels(file, figure_of_markers(load(file)))
    found, true = foot_planted(labels.planted()), foot_planted(walk[0])
    assert (found == true).mean() > 0.93
    assert labels.sources() == ("oracle",)


def test_a_marker_with_a_name_of_its_own(walk, tmp_path, capsys):
    names = ["Dot" if name == "RANK" else name for name in walk[2]]
    file = write_c3d(tmp_path / "walk.c3d", walk[1], names)
    assert main(["feet", "label", str(file)]) == 1
    assert "no marker for right-ankle (--role right-ankle=LABEL" in capsys.readouterr().err
    assert main(["feet", "label", str(file), "--role", "right-ankle=Dot", "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert any(fields["plants"].values())


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
    assert main(["reduce", str(file), "-o", str(tmp_path / "out.bvh")]) == 2
    assert "bare points have no skeleton" in capsys.readouterr().err


def test_force_plates_give_labels(walk, tmp_path, capsys):
    """Two steps on two plates: what both feet did there is labelled by force, nothing else."""
    contacts, positions, names = walk
    planted = foot_planted(contacts)
    stances = [next((a, b) for a, b in intervals(planted[:, foot]) if a > 60) for foot in (0, 1)]
    units = 2 * ["N", "N", "N", "Nmm", "Nmm", "Nmm"]
    plates, forces = [], np.zeros((10 * len(positions), 12))
    for foot, (first, last) in enumerate(stances):
        x, y = positions[(first + last) // 2, 5 * foot + 3 : 5 * foot + 5, :2].mean(axis=0)
        corners = np.array([[200.0, 300.0, 0.0], [-200.0, 300.0, 0.0], [-200.0, -300.0, 0.0], [200.0, -300.0, 0.0]])
        plates.append({"type": 2, "corners": corners + np.array([x, y, 0.0]), "origin": np.zeros(3)})
        forces[10 * first : 10 * last + 1, 6 * foot + 2] = 700.0
    file = write_c3d(tmp_path / "plates.c3d", positions, names, channels=forces, channel_units=units, plates=plates)
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
    for arguments, words in (
        ((str(file), "--plates"), "labelled (force-plate) already"),
        ((str(file), "--plates", "--blank"), "by forces alone"),
    ):
        assert main(["feet", "label", *arguments]) == 2
        assert words in capsys.readouterr().err


def test_without_plates(file, capsys):
    assert main(["feet", "label", str(file), "--plates"]) == 2
    assert "no force plates in it" in capsys.readouterr().err
