"""Layers in the studio: keyed by hand on keys and on the capture, applied, read, written and exported."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from studio.server.serving import desk_in, opened_clip, quick_keys, quietly, small_motion
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.editing import apply_layers
from unbake.errors import FileError, UsageError
from unbake.formats import load_layers
from unbake.formats.delivery import Delivery
from unbake.formats.registry import load
from unbake.studio.server import messages as m
from unbake.studio.server.exporting.exporting import Shown, Wanted, described, write
from unbake.studio.server.layers.stacked import Stacked

FRAME = 10
ROLES = small_motion().skeleton.roles
WRIST = ROLES["right-wrist"]


FOLDER = TemporaryDirectory()


@cache
def taken():
    """A desk with thirty frames open, 5 keys of them, and 5 of a part of them."""
    desk = desk_in(Path(FOLDER.name))
    opened = opened_clip(desk, Path(FOLDER.name))
    part = replace(opened, settings=replace(opened.settings, first=5, last=25))
    return desk, opened.clip, quick_keys(desk, opened), quick_keys(desk, part)


def empty(name="one", weight=1.0, **changes):
    ints, reals = np.empty(0, np.int32), np.empty(0)
    changes = {"is_muted": False, "is_solo": False} | changes
    return m.PoseLayer(
        name, name, weight, frames=ints, joints=ints, vectors=reals, moved=ints, shifts=reals, time_frames=ints,
        time_offsets=reals, **changes,
    )  # fmt: skip


def shown(layered, frame=FRAME):
    """Where joints are seen (J, 3)."""
    return layered.positions.reshape(-1, len(taken()[1].joints), 3)[frame - layered.first]


def applied(keys, *layers):
    desk, clip = taken()[:2]
    return desk.answer(m.ApplyLayers(clip.id, keys, layers, 0.0), quietly)


def drag(keys, stack, by=(0.0, 0.1, 0.05), frame=FRAME):
    """The right wrist dragged by some metres from where it is seen."""
    desk, clip = taken()[:2]
    place = shown(applied(keys, *stack.layers), frame)[WRIST] + np.array(by)
    asked = m.DragPose(clip.id, keys, frame, str(place), WRIST, tuple(place.tolist()), (), 0.0, stack=stack)
    return desk.answer(asked, quietly), place


def key(what, layer, frame=FRAME, offset_s=0.0):
    desk, clip, keys = taken()[:3]
    asked = m.KeyLayer(clip.id, keys, m.Stack((layer,), layer.id), frame, what, offset_s, 0.0)
    return desk.answer(asked, quietly).layer


@pytest.fixture(params=["keys", "capture"])
def below(request):
    """What layers are on."""
    return taken()[2] if request.param == "keys" else None


def test_a_drag_in_a_layer_makes_a_delta_key_and_leaves_what_is_below(below):
    found, place = drag(below, m.Stack((empty(),), "one"))
    assert found.keys is None
    assert found.layer.frames.tolist() == [FRAME]
    assert np.linalg.norm(shown(found.layered)[WRIST] - place) < 0.01
    np.testing.assert_array_equal(applied(below, found.layer).positions, found.layered.positions)


def test_a_hand_works_through_layers_below_and_above(below):
    one = drag(below, m.Stack((empty(),), "one"))[0].layer
    two = drag(below, m.Stack((one, empty("two", 0.5)), "two"), (0.1, 0.0, 0.0))[0].layer
    found, place = drag(below, m.Stack((one, two), "one"), (0.0, -0.05, 0.0))
    assert np.linalg.norm(shown(found.layered)[WRIST] - place) < 0.01


def test_keys_below_layers_are_dragged_to_where_they_are_seen():
    keys = taken()[2]
    frame = int(keys.frames[2])
    one = drag(keys, m.Stack((empty(),), "one"), frame=frame)[0].layer
    found, place = drag(keys, m.Stack((one,)), (0.0, 0.05, 0.0), frame)
    assert found.layer is None
    assert (found.keys.values != keys.values).any()
    assert np.linalg.norm(shown(found.layered, frame)[WRIST] - place) < 0.02
    with pytest.raises(UsageError, match="the capture stays as it is"):
        drag(None, m.Stack((one,)))


def test_keys_without_change_and_deleted_keys():
    one = drag(taken()[2], m.Stack((empty(),), "one"))[0].layer
    faded = key("unchanged", key("unchanged", one, 1), 20)
    assert faded.frames.tolist() == [1, FRAME, 20]
    off = np.abs(applied(None, faded).positions - applied(None).positions).reshape(30, -1).max(axis=1)
    assert off[[0, *range(19, 30)]].max() < 1e-6 < 0.05 < off[FRAME - 1]
    desk, clip, keys = taken()[:3]
    found = desk.answer(m.FindDeltas(clip.id, keys, m.Stack((faded,), "one")), quietly)
    assert found.frames.tolist() == [1, FRAME, 20]
    assert found.moved_cm[1] > 5.0 > 1e-3 > max(found.moved_cm[[0, 2]])
    late = key("time", faded, 1, 0.05)
    shifted = desk.answer(m.FindDeltas(clip.id, None, m.Stack((late,), "one")), quietly)
    np.testing.assert_allclose(shifted.moved_cm, found.moved_cm, atol=2.0)
    bare = desk.answer(m.FindDeltas(clip.id, None, m.Stack((empty(),), "one")), quietly)
    assert not len(bare.frames)
    assert key("no-delta", faded).frames.tolist() == [1, 20]
    assert not len(key("no-delta", one).frames)


def test_time_keys_show_the_clip_later_and_never_backwards():
    late = key("time", empty(), 1, 0.05)
    frames = round(0.05 * taken()[1].fps)
    np.testing.assert_allclose(shown(applied(None, late), 5), shown(applied(None), 5 + frames), atol=1e-6)
    with pytest.raises(UsageError, match="would turn time back"):
        key("time", late, 3, -0.05)
    assert not len(key("no-time", late, 1).time_frames)


def test_keys_of_a_part_of_the_clip_have_what_the_layer_is_there():
    keys, part = taken()[2:]
    one = drag(keys, m.Stack((empty(),), "one"))[0].layer
    late = key("time", key("unchanged", key("unchanged", one, 2), 28), 2, 0.02)
    assert applied(part, late).positions.size == 21 * 3 * len(taken()[1].joints)
    desk, clip = taken()[:2]
    whole, cut = (Stacked.of(desk.clip(clip.id), of, m.Stack((late,)), 0.0).layers[0] for of in (keys, part))
    np.testing.assert_allclose(cut.pose.at(np.arange(21))[0], whole.pose.at(np.arange(4, 25))[0], atol=0.02)
    np.testing.assert_allclose(cut.times(21, clip.fps)[:15] + 4, whole.times(30, clip.fps)[4:19], atol=1e-9)
    found, place = drag(part, m.Stack((late,), "one"), (0.0, 0.03, 0.0), 12)
    assert np.linalg.norm(shown(found.layered, 12)[WRIST] - place) < 0.01
    assert found.layer.frames.tolist() == [2, FRAME, 12, 28]
    seen = desk.answer(m.FindDeltas(clip.id, part, m.Stack((found.layer,), "one")), quietly)
    assert seen.frames.tolist() == [FRAME, 12]


def test_layers_are_written_and_read_as_the_command_does():
    desk, clip = taken()[:2]
    one = key("time", drag(None, m.Stack((empty(weight=0.5),), "one"))[0].layer, 1, 0.05)
    saved = desk.answer(m.SaveLayers(clip.id, (one,), "mine.json", False, True), quietly)
    data = Path(saved.path).read_bytes()
    found = apply_layers(small_motion(), load_layers(saved.path, small_motion()))
    np.testing.assert_allclose(found.positions().ravel(), applied(None, one).positions, atol=1e-5)
    assert json.loads(data)["layers"][0]["weight"] == 0.5
    read = desk.answer(m.ReadLayers(clip.id, desk.uploads.keep("layers.json", data)), quietly).layers
    np.testing.assert_array_equal(applied(None, *read).positions, applied(None, one).positions)
    wrong = desk.uploads.keep("others.json", data.replace(b'"name": "one"', b'"nam": "one"'))
    with pytest.raises(FileError, match=r"others\.json.*layers\[0\]"):
        desk.answer(m.ReadLayers(clip.id, wrong), quietly)


def test_exports_keep_layers_apart_where_the_format_can(tmp_path):
    desk, clip, keys = taken()[:3]
    one = drag(keys, m.Stack((empty(),), "one"))[0].layer
    for layers, notes in (((one,), "a .json keeps keys and layers apart"), ((key("time", one, 1, 0.05),), "in time")):
        at = Shown.stacked(Stacked.of(desk.clip(clip.id), keys, m.Stack(layers), 0.0))
        write(at, tmp_path / "out.json")
        write(at, tmp_path / "out.glb")
        native, other = load(tmp_path / "out.json"), load(tmp_path / "out.glb")
        assert isinstance(native, KeyedAnimation)
        assert bool(native.layers) == (notes != "in time")
        seen = applied(keys, *layers).positions
        np.testing.assert_allclose(native.layered().positions().ravel(), seen, atol=1e-4)
        assert any(notes in loss for loss in described(at, ".glb")[1])
        assert other.n_frames == 30
        told = write(at, tmp_path / "in_place.json", wanted=Wanted(Delivery(travel="in-place")))
        assert any("a key on every frame" in note for note in told) == (notes != "in time")


def reopened(layers):
    """Layers of the keys as they are in an exported file that is opened again."""
    desk, clip, keys = taken()[:3]
    path = desk.answer(m.Export(clip.id, keys, 0.0, "again.json", False, True, layers=layers), quietly).path
    return desk.answer(m.Open("path", path), quietly).layers


def test_an_exported_file_keeps_layers_that_are_not_seen_as_muted_ones():
    keys = taken()[2]
    one, two = (drag(keys, m.Stack((empty(name),), name))[0].layer for name in ("one", "two"))
    found = reopened((replace(one, is_muted=True), two))
    assert [(layer.name, layer.is_muted) for layer in found] == [("one", True), ("two", False)]
    np.testing.assert_array_equal(found[0].vectors, one.vectors)
    layers = one, replace(two, is_solo=True)
    found = reopened(layers)
    assert [(layer.name, layer.is_muted) for layer in found] == [("one", True), ("two", False)]
    np.testing.assert_array_equal(applied(keys, *found).positions, applied(keys, *layers).positions)
    at = Shown.stacked(Stacked.of(taken()[0].clip("1"), keys, m.Stack(layers), 0.0))
    assert "solo" in " ".join(described(at, ".json")[1])


def test_a_muted_layer_of_time_is_left_out_of_a_file_and_named():
    desk, _, keys = taken()[:3]
    late = replace(key("time", empty("late"), 1, 0.05), is_muted=True)
    one = drag(keys, m.Stack((empty(),), "one"))[0].layer
    at = Shown.stacked(Stacked.of(desk.clip("1"), keys, m.Stack((one, late)), 0.0))
    assert "left out: late." in " ".join(described(at, ".json")[1])
    assert [layer.name for layer in reopened((one, late))] == ["one"]


@pytest.mark.parametrize("suffix", [".glb", ".py", ".fbx"])
def test_layers_that_change_nothing_cost_no_keys(suffix, tmp_path):
    desk, _, keys = taken()[:3]
    moved = drag(keys, m.Stack((empty(),), "one"))[0].layer
    idle = replace(moved, is_muted=True), empty("two"), replace(moved, name="three", weight=0.0)
    at = Shown.stacked(Stacked.of(desk.clip("1"), keys, m.Stack(idle), 0.0))
    bare = Shown.stacked(Stacked.of(desk.clip("1"), keys, m.Stack(), 0.0))
    assert described(at, suffix) == described(bare, suffix)
    files = [tmp_path / f"{name}{suffix}" for name in ("idle", "bare")]
    for seen, file in zip((at, bare), files, strict=True):
        write(seen, file)
    assert files[0].read_bytes() == files[1].read_bytes()
    write(at, tmp_path / "out.json")
    assert [layer.name for layer in load(tmp_path / "out.json").layers] == ["one", "two", "three"]
    told = write(at, tmp_path / "in_place.json", wanted=Wanted(Delivery(travel="in-place")))
    assert any("without the layers" in note for note in told)
