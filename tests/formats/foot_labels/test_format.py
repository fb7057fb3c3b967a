"""Foot labels beside their motion: they come back, with no other motion, and nothing broken gets in."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import unbake
from clips import packaged_clip
from unbake.errors import FileError, MotionError, UsageError
from unbake.feet.labels import FOOT_POINTS, FootLabels, Plant
from unbake.formats.foot_labels.check import CHECK_FRAMES
from unbake.formats.foot_labels.format import (
    SUFFIX,
    load_labels,
    load_parts,
    save_labels,
)
from unbake.formats.native.format import load_extras
from unbake.motion.rotations import quaternion_product, rotate
from unbake.performer import perform

DOCS = Path(__file__).resolve().parents[3] / "docs" / "native-format.md"


def walk(seed=1, **style):
    return perform("walk", seconds=2, fps=60, seed=seed, **style)


def truth(performance, source="performer"):
    motion = performance.motion
    return FootLabels.from_frames(performance.contacts, motion.fps, motion.first_frame, source)


def mixed(motion):
    """Plants of several sources on every point, at both ends of the clip too."""
    last = motion.n_frames - 1
    plants = (
        *(Plant(0, 4, 0, "hand"), Plant(9, 9, 0, "oracle"), Plant(20, last, 0, "force-plate")),
        *(Plant(0, last, 1, "thresholds"), Plant(last, last, 2, "oracle")),
        *(Plant(3, 7, 3, "hand"), Plant(8, 12, 3, "oracle")),
    )
    return FootLabels(plants, motion.n_frames, motion.fps, motion.first_frame)


@pytest.fixture
def stored(tmp_path):
    """A performance, the path of its clip, and the JSON of its sidecar."""
    performance = walk()
    file = save_labels(truth(performance), performance.motion, tmp_path / "walk.bvh")
    return performance.motion, file, json.loads(file.read_text(encoding="utf-8"))


def rewritten(file, content):
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


@pytest.mark.parametrize("first_frame", [1, 0, -7, 130])
@pytest.mark.parametrize("fps", [Fraction(60), Fraction(30000, 1001)])
def test_labels_come_back(tmp_path, fps, first_frame):
    motion = replace(walk().motion, fps=fps, first_frame=first_frame)
    labels = mixed(motion)
    file = save_labels(labels, motion, tmp_path / "walk.bvh")
    assert file == tmp_path / "walk.feet.json"
    assert load_labels(tmp_path / "walk.bvh", motion) == labels
    assert load_labels(file, motion) == labels
    assert [path.name for path in tmp_path.iterdir()] == ["walk.feet.json"]


def test_a_digit_a_frame(stored):
    motion, _, content = stored
    digits = content["plants"]["performer"]
    assert len(digits) == motion.n_frames
    bits = np.array([int(digit, 16) for digit in digits])
    assert np.array_equal((bits[:, None] >> np.arange(4)) & 1, walk().contacts)


def test_none_where_nothing_is_stored(tmp_path):
    assert load_labels(tmp_path / "walk.bvh", walk().motion) is None
    assert load_parts(tmp_path / "walk.bvh", walk().motion) == ()


def test_no_plants_at_all(tmp_path):
    motion = walk().motion
    empty = FootLabels((), motion.n_frames, motion.fps, motion.first_frame)
    save_labels(empty, motion, tmp_path / "a.bvh")
    assert load_labels(tmp_path / "a.bvh", motion) == empty
    assert [part.by for part in load_parts(tmp_path / "a.bvh", motion)] == ["hand"]


@pytest.mark.parametrize("n_frames", [1, 2, CHECK_FRAMES, CHECK_FRAMES + 1])
def test_short_clips(tmp_path, n_frames):
    motion = walk().motion.excerpt(1, n_frames)
    labels = FootLabels((Plant(0, n_frames - 1, 2),), n_frames, motion.fps, 1)
    content = json.loads(save_labels(labels, motion, tmp_path / "a.bvh").read_text(encoding="utf-8"))
    assert content["ankles"]["frames"][-1] == n_frames - 1
    assert len(content["ankles"]["frames"]) == min(n_frames, CHECK_FRAMES)
    assert load_labels(tmp_path / "a.bvh", motion) == labels


def test_a_stretch_replaces_its_own_frames_alone(tmp_path):
    performance = walk()
    motion, path = performance.motion, tmp_path / "walk.bvh"
    save_labels(truth(performance, "oracle"), motion, path)
    stretch = FootLabels((Plant(0, 9, 1),), 30, motion.fps, motion.first_frame + 40)
    save_labels(stretch, motion, path)
    expected = performance.contacts.copy()
    expected[40:70] = False
    expected[40:50, 1] = True
    found = load_labels(path, motion)
    assert np.array_equal(found.planted(), expected)
    assert found.sources() == ("hand", "oracle")
    parts = load_parts(path, motion)
    assert [(p.labels.first_frame, p.labels.n_frames, p.by) for p in parts] == [
        (1, 40, "oracle"),
        (41, 30, "hand"),
        (71, motion.n_frames - 70, "oracle"),
    ]
    assert parts[1].labels == stretch
    save_labels(truth(performance), motion, path)  # the whole clip: nothing else stays
    assert load_labels(path, motion) == truth(performance)


def test_stretches_that_meet_inside_a_plant_give_one(tmp_path):
    motion, path = walk().motion, tmp_path / "walk.bvh"
    whole = FootLabels((Plant(5, 60, 0),), motion.n_frames, motion.fps, 1)
    save_labels(whole.excerpt(0, 29), motion, path)
    save_labels(whole.excerpt(30, motion.n_frames - 1), motion, path)
    assert load_labels(path, motion) == whole


def test_who_stands_for_it(tmp_path):
    motion, path = walk().motion, tmp_path / "walk.bvh"
    for labels, by, expected in (
        (mixed(motion), None, "hand"),
        (mixed(motion).with_source("oracle"), None, "oracle"),
        (mixed(motion).with_source("oracle"), "hand", "hand"),
    ):
        save_labels(labels, motion, path, by)
        assert [part.by for part in load_parts(path, motion)] == [expected]


def test_nobody_unknown_stands_for_it(tmp_path):
    motion = walk().motion
    with pytest.raises(UsageError, match="unknown source of foot labels 'hands'; known: hand, oracle"):
        save_labels(FootLabels((), motion.n_frames, motion.fps), motion, tmp_path / "walk.bvh", by="hands")
    assert not list(tmp_path.iterdir())


def test_ankles_may_differ_by_rounding_and_no_more(stored):
    motion, file, content = stored
    for shift_mm, is_same in ((29.0, True), (31.0, False)):
        moved = copy.deepcopy(content)
        moved["ankles"]["right_mm"][5][1] += shift_mm
        rewritten(file, moved)
        if is_same:
            assert load_labels(file, motion) is not None
            continue
        number = moved["ankles"]["frames"][5] + motion.first_frame
        with pytest.raises(FileError, match=rf"another motion: at frame {number} the right ankle is 3\.1 cm"):
            load_labels(file, motion)


def test_another_take_of_the_same_length_is_refused(stored):
    motion, file, _ = stored
    other = walk(seed=2, speed_m_s=1.9).motion
    assert (other.n_frames, other.fps) == (motion.n_frames, motion.fps)
    with pytest.raises(FileError, match="of another motion: at frame"):
        load_labels(file, other)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"fps": Fraction(120)}, r"121 frames at 60 a second from frame 1, the motion has 121 frames at 120"),
        ({"first_frame": 6}, r"from frame 1, the motion has 121 frames at 60 a second from frame 6"),
    ],
)
def test_another_numbering_is_refused(stored, change, words):
    motion, file, _ = stored
    with pytest.raises(FileError, match=words) as caught:
        load_labels(file, replace(motion, **change))
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_shorter_motion_is_refused(stored):
    motion, file, _ = stored
    with pytest.raises(FileError, match=r"121 frames .* the motion has 120 frames"):
        load_labels(file, motion.excerpt(1, 120))


def test_labels_of_other_frames_are_not_saved(tmp_path):
    motion = walk().motion
    beyond = FootLabels((), 30, motion.fps, motion.last_frame - 28)
    for labels in (beyond, FootLabels((), 30, Fraction(120), 1), FootLabels((), 30, motion.fps, 0)):
        with pytest.raises(MotionError, match="do not match"):
            save_labels(labels, motion, tmp_path / "walk.bvh")
    assert list(tmp_path.iterdir()) == []


def test_a_stretch_is_not_saved_among_labels_of_another_motion(stored):
    motion, file, _ = stored
    before, other = file.read_bytes(), walk(seed=2, speed_m_s=1.9).motion
    with pytest.raises(FileError, match="another motion"):
        save_labels(FootLabels((), 30, motion.fps, 1), other, file)
    assert file.read_bytes() == before


def test_labels_of_a_whole_clip_replace_those_of_another_motion(stored):
    """A clip that was captured again under the same name."""
    _, file, _ = stored
    other = walk(seed=2, speed_m_s=1.9)
    save_labels(truth(other), other.motion, file)
    assert load_labels(file, other.motion) == truth(other)


def turned(motion, degrees):
    """The same motion, turned about the vertical through the origin."""
    half = np.radians(degrees) / 2.0
    turn = np.array([0.0, np.sin(half), 0.0, np.cos(half)])
    rotations, translations = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    rotations[:, 0] = quaternion_product(turn, rotations[:, 0])
    translations[:, 0] = rotate(turn, translations[:, 0])
    return replace(motion, rotations_xyzw=rotations, translations_m=translations)


@pytest.mark.parametrize("degrees", [-90.0, 30.0, 180.0])
def test_wherever_a_motion_stands_and_faces_it_is_the_same(stored, degrees):
    motion, file, _ = stored
    labels = load_labels(file, motion)
    other = turned(motion, degrees)
    assert np.abs(other.positions() - motion.positions()).max() > 0.5
    assert load_labels(file, replace(other, translations_m=other.translations_m + np.array([3.0, 1.0, -2.0]))) == labels


def test_the_same_poses_on_the_spot_are_another_motion(stored):
    motion, file, _ = stored
    still = motion.translations_m.copy()
    still[:, 0, [0, 2]] = still[:1, 0, [0, 2]]
    with pytest.raises(FileError, match=r"another motion: at frame .* the hips are"):
        load_labels(file, replace(motion, translations_m=still))


def test_a_mirrored_motion_is_another(stored):
    motion, file, content = stored
    for key in ("left_mm", "right_mm", "hips_mm"):
        content["ankles"][key] = [[-x, y, z] for x, y, z in content["ankles"][key]]
    with pytest.raises(FileError, match="another motion"):
        load_labels(rewritten(file, content), motion)


def test_legs_that_differ_for_a_tenth_of_a_second_are_seen(stored):
    """Sixteen looks at two seconds would miss it."""
    motion, file, _ = stored
    rotations = motion.rotations_xyzw.copy()
    thigh = motion.skeleton.index("LeftUpLeg")
    bent = np.array([np.sin(0.35), 0.0, 0.0, np.cos(0.35)])
    rotations[41:47, thigh] = quaternion_product(rotations[41:47, thigh], bent)
    sixteen = np.linspace(0, motion.n_frames - 1, 16).round().astype(int)
    assert not set(sixteen) & set(range(41, 47))
    with pytest.raises(FileError, match="the left ankle is"):
        load_labels(file, replace(motion, rotations_xyzw=rotations))


def test_without_the_way_of_the_hips_the_ankles_tell(stored):
    motion, file, content = stored
    labels = load_labels(file, motion)
    del content["ankles"]["hips_mm"]
    assert load_labels(rewritten(file, content), motion) == labels


def test_a_skeleton_without_ankles_is_refused(tmp_path):
    from formats.figures import figure_motion

    motion = figure_motion(12)
    with pytest.raises(MotionError, match="no left-ankle"):
        save_labels(FootLabels((), 12, motion.fps, motion.first_frame), motion, tmp_path / "a.bvh")
    names = motion.skeleton.names
    named = motion.with_roles({"hips": names[0], "left-ankle": names[8], "right-ankle": names[10]})
    save_labels(FootLabels((), 12, motion.fps, motion.first_frame), named, tmp_path / "a.bvh")
    assert load_labels(tmp_path / "a.bvh", named) is not None


def breakages():
    """Ways in which somebody may have broken a sidecar, and what is said."""

    def cut(content):
        content["plants"]["performer"] = content["plants"]["performer"][:-1]

    def foreign(content):
        content["plants"]["performer"] = "g" + content["plants"]["performer"][1:]

    def twice(content):
        content["plants"]["hand"] = content["plants"]["performer"]

    def outside(content):
        content["labelled"][0]["last"] = 40

    def overlap(content):
        content["labelled"].append({"first": 40, "last": 50, "by": "hand"})

    def set_member(*path, value):
        def change(content):
            for key in path[:-1]:
                content = content[key]
            content[path[-1]] = value

        return change

    yield "cut", cut, "121 hex digits"
    yield "foreign", foreign, "121 hex digits"
    yield "two sources", twice, "share frame"
    yield "outside", outside, "does not list as labelled"
    yield "overlap", overlap, r"labelled\[1\]"
    yield "later", set_member("version", value=2), "later Unbake"
    yield "format", set_member("format", value="unbake-animation"), "no foot labels"
    yield "no format", set_member("format", value=None), "no foot labels"
    yield "frames", set_member("n_frames", value=10**12), "n_frames"
    yield "text", set_member("n_frames", value="121"), "n_frames"
    yield "rate", set_member("fps", value="60"), "frame rate"
    yield "source", set_member("labelled", 0, "by", value="me"), "one of hand"
    yield "plants", set_member("plants", value={"me": "0" * 121}), "one of hand"
    yield "digits", set_member("plants", value={"hand": 17}), "text"
    yield "list", set_member("plants", value=[]), "an object"
    yield "backwards", set_member("labelled", 0, "last", value=-1), r"labelled\[0\].last"
    yield "no check", set_member("ankles", "frames", value=[]), "1 to 64 frames"
    yield "check", set_member("ankles", "frames", 0, value=121), r"ankles.frames\[0\]"
    yield "nan", set_member("ankles", "left_mm", 0, 0, value=float("nan")), "NaN"
    yield "shape", set_member("ankles", "left_mm", 0, value=[1, 2]), r"left_mm\[0\]"


@pytest.mark.parametrize(("change", "words"), [b[1:] for b in breakages()], ids=[b[0] for b in breakages()])
def test_broken_files_are_refused(stored, change, words):
    motion, file, content = stored
    change(content)
    rewritten(file, content)
    with pytest.raises(FileError, match=words) as caught:
        load_labels(file, motion)
    assert str(caught.value).startswith(str(file))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"  \n", b"[]", b"{", b"\xff\xfe", b"{}\0", b"[" * 200_000, b'{"format": 1}'])
def test_garbage_is_refused(tmp_path, data):
    file = tmp_path / f"walk{SUFFIX}"
    file.write_bytes(data)
    with pytest.raises(FileError):
        load_labels(file, walk().motion)


def test_truncated_files_are_refused(stored):
    motion, file, _ = stored
    data = file.read_bytes()
    for length in range(1, len(data) - 2, 37):
        file.write_bytes(data[:length])
        with pytest.raises(FileError):
            load_labels(file, motion)


def test_a_failed_save_leaves_what_was_there(stored, monkeypatch):
    motion, file, _ = stored
    before = file.read_bytes()
    monkeypatch.setattr(Path, "write_text", lambda *_, **__: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(FileError, match="cannot be written"):
        save_labels(mixed(motion), motion, file)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_the_inputs_stay_as_they_are(tmp_path):
    motion = walk().motion
    labels, positions = mixed(motion), motion.positions().copy()
    plants = labels.plants
    save_labels(labels, motion, tmp_path / "a.bvh")
    assert labels.plants == plants
    assert np.array_equal(motion.positions(), positions)


def native_clip(tmp_path):
    """A part of the packaged clip as our own JSON, and what a reader makes of it."""
    unbake.save(packaged_clip().excerpt(1, 60), tmp_path / "clip.json")
    return tmp_path / "clip.json", unbake.load_motion(tmp_path / "clip.json")


def test_our_own_format_keeps_labels_itself(tmp_path):
    path, motion = native_clip(tmp_path)
    before = json.loads(path.read_text(encoding="utf-8"))
    assert load_labels(path, motion) is None
    labels = mixed(motion)
    assert save_labels(labels, motion, path) == path
    assert load_labels(path, motion) == labels
    assert not (tmp_path / "clip.feet.json").exists()
    after = json.loads(path.read_text(encoding="utf-8"))
    assert after.pop("extras")["feet"]["n_frames"] == motion.n_frames
    assert after == before  # the animation itself is the same, number by number
    again = unbake.load_motion(path)
    assert again.rotations_xyzw.tobytes() == motion.rotations_xyzw.tobytes()


def test_what_others_keep_there_stays(tmp_path):
    path, motion = native_clip(tmp_path)
    content = json.loads(path.read_text(encoding="utf-8"))
    content["extras"] = {"theirs": {"a": [1, 0.1, "ü"]}}
    rewritten(path, content)
    save_labels(mixed(motion), motion, path)
    assert load_extras(path).value["theirs"] == {"a": [1, 0.1, "ü"]}
    assert load_labels(path, motion) == mixed(motion)


@pytest.mark.parametrize("extras", ["[]", '{"feet": 1}', '{"feet": {"format": "x"}}', '{"theirs": 1e999}'])
def test_strange_extras_are_refused(tmp_path, extras):
    path, motion = native_clip(tmp_path)
    text = path.read_text(encoding="utf-8").replace("{\n", f'{{\n "extras": {extras},\n', 1)
    path.write_text(text, encoding="utf-8")
    use = (
        partial(save_labels, mixed(motion)) if "theirs" in extras else (lambda motion, path: load_labels(path, motion))
    )
    with pytest.raises(FileError, match=r"clip\.json"):
        use(motion, path)
    assert path.read_text(encoding="utf-8") == text


def test_the_packaged_clip(tmp_path):
    motion = packaged_clip()
    labels = mixed(motion)
    save_labels(labels, motion, tmp_path / "clip.bvh")
    assert load_labels(tmp_path / "clip.bvh", motion) == labels


def test_the_example_of_the_documentation_is_read(tmp_path):
    text = DOCS.read_text(encoding="utf-8").split("```json\n")[2].split("```")[0]
    file = tmp_path / "walk.feet.json"
    file.write_text(text, encoding="utf-8")
    content = json.loads(text)
    motion = perform("walk", seconds=1, fps=120, seed=1).motion.excerpt(1, 8)
    with pytest.raises(FileError, match="another motion"):
        load_labels(file, motion)
    hips = motion.positions()[:, :1]
    for side, name in (("left", "LeftFoot"), ("right", "RightFoot")):
        ankle = motion.positions()[:, motion.skeleton.index(name)] - hips[:, 0]
        content["ankles"][f"{side}_mm"] = (1000.0 * ankle[[0, 7]]).tolist()
    found = load_labels(rewritten(file, content), motion)
    assert [p.source for p in found.of_point(2)] == ["oracle"]
    assert [(p.first, p.last) for p in found.of_point(FOOT_POINTS.index("left-toe"))] == [(2, 7)]
