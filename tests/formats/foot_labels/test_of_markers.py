"""Labels of the markers of a C3D file are those of the skeleton that is fitted to them."""

import numpy as np
import pytest

pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")

from formats.c3d.test_skeleton import written
from unbake.cli.main import main
from unbake.errors import FileError
from unbake.feet.labels import FootLabels
from unbake.formats.foot_labels.format import labels_file, load_labels, save_labels, stored_labels
from unbake.formats.registry import ReadOptions, load_motion
from unbake.library import Library, add_files
from unbake.performer import perform
from unbake.training.labelled_clips import load_walker


@pytest.fixture(scope="module")
def walk():
    return perform("walk", seconds=2, fps=50, seed=2)


def labelled(file, walk):
    """Store the contacts of those frames in which all markers of the legs are seen, and return them."""
    figure = load_walker(file, ReadOptions())
    seen = walk.contacts[figure.first_frame - 31 : figure.last_frame - 30]
    labels = FootLabels.from_frames(seen, figure.fps, figure.first_frame)
    save_labels(labels, figure, file)
    return labels


def test_a_fitted_skeleton_takes_them(walk, tmp_path):
    file = written(tmp_path / "trial.c3d", walk)
    labels = labelled(file, walk)
    motion = load_motion(file)
    assert load_labels(file, motion) == labels
    assert load_labels(labels_file(file), motion, file) == labels
    with pytest.raises(FileError, match="of another motion"):
        load_labels(labels_file(file), motion)  # who knows of which markers?


def test_markers_take_those_of_a_fitted_skeleton(walk, tmp_path):
    """As the studio stores them."""
    file = written(tmp_path / "trial.c3d", walk)
    motion = load_motion(file)
    labels = FootLabels.from_frames(walk.contacts, motion.fps, motion.first_frame)
    save_labels(labels, motion, file)
    assert load_labels(file, load_walker(file, ReadOptions())) == labels
    assert main(["feet", "show", str(file)]) == 0
    assert main(["feet", "train", str(file), "-o", str(tmp_path / "my.oracle")]) == 0
    assert main(["feet", "label", str(file), "--hand", "left-heel 40:41"]) == 0
    assert load_labels(file, motion).planted()[9:11, 0].all()
    hidden = written(tmp_path / "trial.c3d", walk, hidden={"LANK": slice(0, 40)})
    with pytest.raises(FileError, match="they do not match"):
        load_labels(hidden, load_walker(hidden, ReadOptions()))


def test_of_some_frames_as_well(walk, tmp_path):
    file = written(tmp_path / "trial.c3d", walk, hidden={"LANK": slice(0, 40)})
    labels = labelled(file, walk)
    motion = load_motion(file)
    assert (labels.first_frame, labels.n_frames) == (71, motion.n_frames - 40)
    found = load_labels(file, motion)
    assert np.array_equal(found.planted()[40:], labels.planted())
    assert not found.planted()[:40].any()
    assert stored_labels(file).parts_of(motion, file) == stored_labels(file).parts


def test_those_of_other_markers_are_refused(walk, tmp_path):
    file = written(tmp_path / "trial.c3d", walk)
    labelled(file, walk)
    other = written(tmp_path / "other.c3d", perform("walk", seconds=2, fps=50, seed=3))
    labels_file(file).rename(labels_file(other))
    with pytest.raises(FileError, match="of another motion"):
        load_labels(other, load_motion(other))


@pytest.mark.slow
def test_commands_hold_and_pass_on_what_was_labelled(walk, tmp_path, capsys):
    file = written(tmp_path / "trial.c3d", walk)
    labelled(file, walk)
    assert main(["feet", "clean", str(file), "-o", str(tmp_path / "still.bvh")]) == 0
    assert "(by hand)" in capsys.readouterr().out
    assert main(["convert", str(file), str(tmp_path / "passed_on.bvh")]) == 0
    for name in ("still.bvh", "passed_on.bvh"):
        result = tmp_path / name
        assert np.array_equal(load_labels(result, load_motion(result)).planted(), walk.contacts)
    with Library.create(tmp_path / "moves.unbakelib") as library:
        add_files(library, [file])
        assert np.array_equal(library.foot_labels(1).planted(), walk.contacts)
