"""Files of layers: there and back to the last bit, and one line for whatever is wrong."""

import json

import numpy as np
import pytest

from curves.moving_arm import arm_motion
from unbake.curves.layers import AnimationLayer
from unbake.editing import OffsetLayer
from unbake.errors import FileError, UsageError
from unbake.formats import load_layers, save_layers


def layers():
    random = np.random.default_rng(2)
    pose = AnimationLayer(
        "lean", np.array([3, 9, 40]), (1, 3), random.normal(size=(3, 2, 3)), (0,), random.normal(size=(3, 1, 3)), 0.7
    )
    still = AnimationLayer("late", np.array([0]), (), np.zeros((1, 0, 3)), (), np.zeros((1, 0, 3)), is_muted=True)
    return [OffsetLayer(pose), OffsetLayer(still, np.array([0, 30]), np.array([0.0, 0.1]), True)]


def written(tmp_path):
    motion, file = arm_motion(60, 1), tmp_path / "layers.json"
    save_layers(layers(), file, motion)
    return motion, file


def test_layers_come_back_to_the_last_bit(tmp_path):
    motion, file = written(tmp_path)
    found = load_layers(file, motion)
    assert len(found) == 2
    for one, other in zip(layers(), found, strict=True):
        for part in ("frames", "vectors_rad", "shifts_m"):
            assert getattr(one.pose, part).tobytes() == getattr(other.pose, part).tobytes()
        assert (one.name, one.pose.joints, one.pose.moved) == (other.name, other.pose.joints, other.pose.moved)
        assert (one.pose.weight, one.pose.is_muted, one.is_solo) == (
            other.pose.weight,
            other.pose.is_muted,
            other.is_solo,
        )
        assert one.time_frames.tobytes() == other.time_frames.tobytes()
        assert one.time_offsets_s.tobytes() == other.time_offsets_s.tobytes()
    assert json.loads(file.read_text())["layers"][0]["frames"] == [motion.first_frame + n for n in (3, 9, 40)]


def test_a_short_file_written_by_hand(tmp_path):
    file, motion = tmp_path / "late.json", arm_motion(60, 1)
    first = motion.first_frame
    one = {"name": "late", "time_frames": [first, first + 59], "time_offsets_s": [0, 0.2]}
    file.write_text(json.dumps({"format": "unbake layers", "version": 1, "layers": [one]}))
    (found,) = load_layers(file, motion)
    assert (found.pose.weight, found.pose.is_muted, found.is_solo, found.pose.joints) == (1.0, False, False, ())
    assert found.time_frames.tolist() == [0, 59]


def change(place, value):
    def changed(document):
        *path, last = place
        for step in path:
            document = document[step]
        if value is None:
            del document[last]
        else:
            document[last] = value

    return changed


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (change(["format"], "unbake"), "format is of another kind"),
        (change(["version"], 9), "version is of a later version"),
        (change(["layers"], None), "lacks 'layers'"),
        (change(["layers"], {}), "layers is not as it should be; expected a list"),
        (change(["layers", 0, "name"], None), r"layers\[0\] lacks 'name'"),
        (change(["layers", 1, "name"], "lean"), r"layers\[1\].name is that of an earlier layer"),
        (change(["layers", 0, "wieght"], 1), r"layers\[0\] has an unknown member 'wieght'"),
        (change(["layers", 0, "weight"], 1e300), r"layers\[0\].weight"),
        (change(["layers", 0, "muted"], 1), r"layers\[0\].muted .*true or false"),
        (change(["layers", 0, "frames"], [4, 4, 5]), r"layers\[0\].frames .*rise"),
        (change(["layers", 0, "frames"], [4, 5, 999]), r"layers\[0\].frames\[2\] is outside the clip"),
        (change(["layers", 0, "frames"], [4, 5.5, 6]), r"layers\[0\].frames\[1\] .*number of a frame"),
        (change(["layers", 0, "frames"], []), r"layers\[0\] has turns_rad and no frames"),
        (change(["layers", 0, "turns_rad"], {"elbow": []}), r"names a joint 'elbow'"),
        (change(["layers", 0, "turns_rad"], {"upper": [[0, 0]] * 3}), r"layers\[0\].turns_rad.upper\[0\]"),
        (change(["layers", 0, "shifts_m"], {"upper": [[0, 0, 0]] * 3}), "which has none"),
        (change(["layers", 1, "time_offsets_s"], [0]), r"layers\[1\] has 1 time_offsets_s; expected 2"),
        (change(["layers", 1, "time_frames", 0], "a"), r"layers\[1\].time_frames\[0\]"),
    ],
)
def test_a_broken_file_is_one_line_with_the_place(tmp_path, changed, said):
    motion, file = written(tmp_path)
    document = json.loads(file.read_text())
    changed(document)
    file.write_text(json.dumps(document))
    with pytest.raises(FileError, match=said) as error:
        load_layers(file, motion)
    assert "\n" not in str(error.value)
    assert str(file) in str(error.value)


def test_cut_off_garbage_and_missing_files(tmp_path):
    motion, file = written(tmp_path)
    data = file.read_bytes()
    for count in range(0, len(data) - 3, len(data) // 40):
        file.write_bytes(data[:count])
        with pytest.raises(FileError):
            load_layers(file, motion)
    for garbage in (b"\0" * 50, b"\xff\xfe1", b"[" * 100_000, b'{"format": NaN}'):
        file.write_bytes(garbage)
        with pytest.raises(FileError):
            load_layers(file, motion)
    with pytest.raises(FileError, match="cannot be read"):
        load_layers(tmp_path / "none.json", motion)


def test_layers_of_another_clip_are_not_written(tmp_path):
    with pytest.raises(UsageError, match="'lean' is of another clip: it has a key beyond"):
        save_layers(layers(), tmp_path / "a.json", arm_motion(20, 1))
    assert not (tmp_path / "a.json").exists()
