"""Labels of the markers in a C3D file, where the studio shows the skeleton that is fitted to them."""

import pytest

pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")

from formats.c3d.test_skeleton import written
from unbake.errors import FileError
from unbake.feet.labels import FootLabels
from unbake.formats.foot_labels.format import labels_file, save_labels
from unbake.formats.registry import ReadOptions, load_motion
from unbake.performer import perform
from unbake.studio.server.feet.foot_files import labels_in, labels_of_arrival
from unbake.studio.server.opening.opening import arrival_from_path
from unbake.training.labelled_clips import load_walker


@pytest.mark.slow
def test_they_are_those_of_the_skeleton_beside_the_clip_and_dropped_on_it(tmp_path):
    walk = perform("walk", seconds=1, fps=50, seed=2)
    file = written(tmp_path / "trial.c3d", walk)
    figure, motion = load_walker(file, ReadOptions()), load_motion(file)
    labels = FootLabels.from_frames(walk.contacts, figure.fps, figure.first_frame)
    save_labels(labels, figure, file)
    arrival, data = arrival_from_path(file, ReadOptions()), labels_file(file).read_bytes()
    found = labels_of_arrival(arrival, motion)
    assert ([part.labels for part in found.parts], found.notes) == ([labels], ())
    assert [part.labels for part in labels_in(data, "mine.feet.json", motion, arrival)] == [labels]
    other = written(tmp_path / "other.c3d", perform("walk", seconds=1, fps=50, seed=3))
    with pytest.raises(FileError, match=r"^mine.feet.json: the foot labels are of another motion"):
        labels_in(data, "mine.feet.json", load_motion(other), arrival_from_path(other, ReadOptions()))
