"""glTF files that are broken, or made to break their reader: one line that names the file, never a traceback."""

from __future__ import annotations

import copy
import json
import struct

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import unbake
from formats.figures import figure_motion
from formats.gltf.gltf_maker import Maker
from unbake.motion.motion import Motion


@pytest.fixture(scope="module")
def glb(tmp_path_factory) -> bytes:
    file = tmp_path_factory.mktemp("sound") / "clip.glb"
    unbake.save(figure_motion(6), file)
    return file.read_bytes()


@pytest.fixture(scope="module")
def content(tmp_path_factory) -> dict:
    file = tmp_path_factory.mktemp("sound") / "clip.gltf"
    unbake.save(figure_motion(6), file)
    return json.loads(file.read_text())


def refused(file, data: bytes | str) -> str:
    """Write, load, and return the error's text, which names the file and is one line."""
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    with pytest.raises(unbake.FileError) as caught:
        unbake.load(file)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_every_truncation_of_a_glb(tmp_path, glb):
    for length in [*range(0, 120), *range(120, len(glb), 997), len(glb) - 1]:
        text = refused(tmp_path / "cut.glb", glb[:length])
        assert "empty" in text or "cut short" in text or "no binary glTF" in text


def test_wrong_chunks(tmp_path, glb):
    json_length = struct.unpack_from("<I", glb, 12)[0]
    longer = glb[:12] + struct.pack("<I", 2**32 - 1) + glb[16:]
    assert "beyond the file" in refused(tmp_path / "a.glb", longer)
    assert "first chunk" in refused(tmp_path / "b.glb", glb[:16] + b"BIN\0" + glb[20:])
    assert "expected version 2" in refused(tmp_path / "c.glb", glb[:4] + struct.pack("<I", 1) + glb[8:])
    without = glb[: 20 + json_length]
    without = without[:8] + struct.pack("<I", len(without)) + without[12:]
    assert "no data" in refused(tmp_path / "d.glb", without)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        (" \n", "is empty"),
        ("{", "not valid JSON"),
        ("[]", "an object"),
        ("{}", "lacks 'asset'"),
        ("[" * 100_000, "nested too deeply"),
        ('{"asset": ' * 100_000, "nested too deeply"),
        ('{"asset": {"version": "1.0"}}', "version 2"),
        ('{"asset": {"version": 2}}', "expected text"),
        ('{"asset": {"version": "2.0"}}', "holds no animation"),
        ('{"asset": {"version": "2.0"}, "nodes": {}}', "expected a list"),
        ('{"asset": {"version": "2.0"}, "x": NaN}', "NaN"),
        ('{"asset": {"version": "2.0"}, "x": ' + "9" * 10_000 + "}", "not valid JSON"),
        ("\0\0\0\0", "binary"),
        ("\ufeff", "empty"),
    ],
)
def test_text_that_is_no_gltf(tmp_path, text, said):
    if text == "\ufeff":
        said = "not valid JSON"
    assert said in refused(tmp_path / "bad.gltf", text)


def test_bytes_that_are_no_text(tmp_path):
    assert "no UTF-8" in refused(tmp_path / "bad.gltf", b"{\xff\xfe}")


def at(path: str, value):
    """A change to a document: the value at a path such as ``nodes.0.children``; a key that is absent is made."""

    def change(document):
        *way, last = path.split(".")
        for step in way:
            document = document[int(step) if isinstance(document, list) else step]
        document[int(last) if isinstance(document, list) else last] = value

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (at("accessors.13.count", 10**12), "from 1 to"),
        (at("accessors.13.count", 49_000_000), "ends at byte"),
        (at("accessors.13.count", True), "whole number"),
        (at("accessors.13.count", -1), "whole number"),
        (at("accessors.13.byteOffset", 10**15), "ends at byte"),
        (at("accessors.13.byteOffset", -4), "whole number"),
        (at("accessors.13.componentType", 5130), "5120 to 5126"),
        (at("accessors.13.type", "MAT4"), "expected SCALAR"),
        (at("accessors.14.type", "VEC3"), "expected VEC4"),
        (at("accessors.13.bufferView", 10**9), "bufferViews"),
        (at("accessors.13.bufferView", -1), "bufferViews"),
        (at("accessors.13.bufferView", 1.5), "bufferViews"),
        (at("bufferViews.13.byteLength", 10**10), "ends at byte"),
        (at("bufferViews.13.byteStride", 1), "too short"),
        (at("buffers.0.byteLength", 10**12), "cut short"),
        (at("buffers.0.uri", "data:;base64,?!"), "base64"),
        (at("buffers.0.uri", "data:nothing"), "data URI"),
        (at("nodes.14.children", [0]), "its own ancestor"),
        (at("nodes.14.children", [14]), "second parent"),
        (at("nodes.2.children", [5]), "second parent"),
        (at("nodes.2.children", [10**9]), "nodes"),
        (at("nodes.2.children", [True]), "nodes"),
        (at("nodes.2.translation", [0, 1]), "a list of 3 numbers"),
        (at("nodes.2.translation", [0, 1, 1e9]), "too large"),
        (at("nodes.2.translation", [0, 1, 10**400]), "a finite number"),
        (at("nodes.2.rotation", [0, 1, "a", 2]), "a number"),
        (at("nodes.2.scale", [1e300, 1e300, 1e300]), "too large"),
        (at("nodes.2.name", 7), "expected text"),
        (at("animations.0.channels.0.target.node", 99), "nodes"),
        (at("animations.0.channels.0.sampler", 99), "samplers"),
        (at("animations.0.channels.1.target.path", "rotation"), "second channel"),
        (at("animations.0.samplers.0.interpolation", "BEZIER"), "CUBICSPLINE"),
        (at("animations.0.samplers.0.interpolation", "CUBICSPLINE"), "values for 6 keys"),
        (at("animations.0.extras.unbake.n_frames", 10**12), "too long"),
        (at("animations.0.extras.unbake.fps", "1e999999999"), "frame rate"),
        (at("animations.0.extras.unbake.fps", "1/0"), "frame rate"),
        (at("skins.0.joints", ["a"]), "nodes"),
    ],
)
def test_wrong_values(tmp_path, content, change, said):
    document = copy.deepcopy(content)
    change(document)
    text = refused(tmp_path / "bad.gltf", json.dumps(document))
    assert said in text


def test_numbers_that_are_none(tmp_path, glb):
    for number in (float("nan"), float("inf")):
        data = bytearray(glb)
        data[-400:] = struct.pack("<f", number) * 100
        assert "not finite" in refused(tmp_path / "nan.glb", bytes(data))


def test_a_tree_ten_thousand_deep(tmp_path, content):
    document = copy.deepcopy(content)
    document["nodes"] += [{"children": [17 + n + 1]} for n in range(10_000)] + [{}]
    document["nodes"][15]["children"] = [17]
    assert "joints" in refused(tmp_path / "deep.gltf", json.dumps(document))


@pytest.mark.slow
def test_small_files_that_ask_for_much(tmp_path):
    maker = Maker()
    maker.content["nodes"] = [{"name": "same"} for _ in range(4000)]
    maker.content["nodes"][0]["children"] = list(range(1, 4000))
    times = maker.array([0.0, 1.0], "SCALAR")
    for node in range(4000):
        maker.animate(node, "translation", times, maker.array([[0, 0, 0]] * 2, "VEC3"))
    assert len(maker.load(tmp_path).skeleton.names) == 4000
    maker.content["accessors"] = [{"componentType": 5126, "count": 10**7, "type": "SCALAR"}] * 4001
    with pytest.raises(unbake.FileError, match="no data"):
        maker.load(tmp_path)


def test_falling_times_and_times_without_end(tmp_path):
    for times, said in (
        ([0.0, 2.0, 1.0], "do not rise"),
        ([0.0, 1.0, 1e30], "has a key at"),
        ([0, 1, 9e5], "too long"),
    ):
        maker = Maker()
        maker.content["nodes"] = [{}]
        maker.animate(0, "translation", maker.array(times, "SCALAR"), maker.array([[0, 0, 0]] * 3, "VEC3"))
        with pytest.raises(unbake.FileError, match=said):
            maker.load(tmp_path)


def paths_of(value, path=()):
    """All places in a JSON document."""
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from paths_of(inner, (*path, key))


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 40),
    st.sampled_from([10**12, -(10**12), 2**63, 1e308, -1e308, 1e-308, 0.5, 5121, 5123, "", "VEC4", "VEC3", "a"]),
    st.lists(st.integers(-1, 20), max_size=4),
    st.just({}),
)
QUICK = settings(max_examples=150, deadline=2000, suppress_health_check=[HealthCheck.function_scoped_fixture])


def sound_or_refused(file) -> None:
    try:
        motion = unbake.load(file)
    except unbake.FileError:
        return
    assert isinstance(motion, Motion)
    assert np.isfinite(motion.positions()).all()


@pytest.mark.slow
@QUICK
@given(data=st.data())
def test_any_change_of_the_json(tmp_path, content, data):
    document = copy.deepcopy(content)
    document["buffers"][0].pop("uri")
    places = [p for p in paths_of(document) if p]
    document["buffers"][0]["uri"] = content["buffers"][0]["uri"]
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(places))
        at_place = document
        try:
            for step in way:
                at_place = at_place[step]
            if data.draw(st.booleans()):
                at_place[last] = data.draw(ODD)
            else:
                del at_place[last]
        except (KeyError, IndexError, TypeError):
            continue
    file = tmp_path / "changed.gltf"
    file.write_text(json.dumps(document))
    sound_or_refused(file)


@pytest.mark.slow
@QUICK
@given(
    changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=8),
    cut=st.none() | st.integers(0, 10**6),
)
def test_any_change_of_the_bytes(tmp_path, glb, changes, cut):
    data = bytearray(glb)
    for place, byte in changes:
        data[place % len(data)] = byte
    file = tmp_path / "changed.glb"
    file.write_bytes(data if cut is None else data[: cut % len(data)])
    sound_or_refused(file)


@pytest.mark.slow
@QUICK
@given(data=st.binary(max_size=200), head=st.sampled_from([b"", b"glTF", b"glTF\2\0\0\0", b"{", b'{"asset":']))
def test_garbage(tmp_path, data, head):
    for name in ("garbage.glb", "garbage.gltf"):
        (tmp_path / name).write_bytes(head + data)
        sound_or_refused(tmp_path / name)
