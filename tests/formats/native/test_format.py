"""The package's own JSON: nothing is lost, and nothing broken gets in."""

from __future__ import annotations

import copy
import json
import math
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import unbake
from formats.figures import figure_motion, figure_skeleton, keyed
from unbake.curves.baked import baked_animation
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.curves.layers import AnimationLayer
from unbake.keyframes.selection import Selection
from unbake.motion.rotations import normalised
from unbake.motion.skeleton import Skeleton

KEYS = (0, 4, 11)
EXAMPLE = Path(__file__).resolve().parents[3] / "docs" / "native-format.md"


def same(a, b) -> bool:
    """Whether two values are equal bit for bit, arrays and all."""
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, (Skeleton, FCurve, KeyedAnimation, Selection, AnimationLayer)):
        return type(a) is type(b) and all(same(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and (a == b or (isinstance(a, float) and math.isnan(a) and math.isnan(b)))


def odd_animation() -> KeyedAnimation:
    """An animation in which every field has a value of its own, hard ones among them."""
    rng = np.random.default_rng(2)
    plain = figure_skeleton()
    names = ('Hüfte "links"\\', "\ud800", "\n", *plain.names[3:])
    axes, rest = (normalised(rng.normal(size=(16, 4))) for _ in range(2))
    skeleton = replace(plain, names=names, axes_xyzw=axes, rest_xyzw=rest, metres_per_unit=0.0254 / 0.45)
    skeleton = skeleton.with_roles({"neck": "\n", "left-toe": names[5]})
    motion = replace(figure_motion(12, skeleton=skeleton, first_frame=-3), fps=Fraction(30000, 1001))
    animation = keyed(motion, KEYS)
    values = np.array([-0.0, 5e-324, 1 / 3])
    strange = replace(animation.curves[3], values=values)
    curves = (*animation.curves[:3], strange, *animation.curves[4:])
    return replace(animation, curves=curves, fit="free", warnings=("An assumption.", "Zwei."))


@pytest.mark.parametrize("error", [float("nan"), 0.1 + 0.2])
def test_everything_comes_back_bit_for_bit(tmp_path, error):
    animation = odd_animation()
    animation = replace(animation, selection=replace(animation.selection, error=error))
    unbake.save(animation, tmp_path / "a.json")
    back = unbake.load(tmp_path / "a.json")
    assert same(back, animation)
    unbake.save(back, tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def typed_animation() -> KeyedAnimation:
    """An animation in which somebody has set types of handles and locks."""
    animation = odd_animation()
    codes = {2: [2, 3, 4], 5: [1, 0, 16], 9: [18, 17, 20]}
    curves = [
        replace(curve, tangents=np.array(codes[n], dtype=np.uint8)) if n in codes else curve
        for n, curve in enumerate(animation.curves)
    ]
    return replace(animation, curves=tuple(curves))


def test_types_of_handles_and_locks_come_back(tmp_path):
    animation = typed_animation()
    unbake.save(animation, tmp_path / "a.json")
    assert same(unbake.load(tmp_path / "a.json"), animation)
    curves = json.loads((tmp_path / "a.json").read_text())["curves"]
    assert curves[9]["handles"] == ["vector", "free", "auto-clamped"]
    assert curves[9]["locked"] == [0, 1, 2]
    assert "handles" not in curves[0]


def test_types_that_the_handles_tell_are_not_written(tmp_path):
    animation = odd_animation()
    curves = tuple(replace(curve, tangents=curve.plain_tangents()) for curve in animation.curves)
    unbake.save(replace(animation, curves=curves), tmp_path / "told.json")
    unbake.save(animation, tmp_path / "untold.json")
    assert (tmp_path / "told.json").read_bytes() == (tmp_path / "untold.json").read_bytes()


@pytest.mark.parametrize(
    ("member", "value", "fault"),
    [
        ("handles", ["vector", "smooth", "auto"], r"handles\[1\]"),
        ("handles", ["vector"], "1 types for 3 keys"),
        ("handles", "vector", "handles"),
        ("locked", [3], r"locked\[0\]"),
        ("locked", [True], r"locked\[0\]"),
    ],
)
def test_types_that_are_none_are_refused(tmp_path, member, value, fault):
    unbake.save(typed_animation(), tmp_path / "a.json")
    whole = json.loads((tmp_path / "a.json").read_text())
    whole["curves"][2][member] = value
    (tmp_path / "a.json").write_text(json.dumps(whole))
    with pytest.raises(unbake.FileError, match=fault):
        unbake.load(tmp_path / "a.json")


@pytest.mark.parametrize(
    ("named", "fault"),
    [
        ([], "named_roles.*an object"),
        ({"left-toe": 3}, "named_roles.left-toe.*text"),
        ({"left-tow": "Hips"}, "unknown role 'left-tow'"),
        ({"left-toe": "nobody"}, "unknown joint 'nobody'"),
    ],
)
def test_named_roles_that_are_none_are_refused(tmp_path, named, fault):
    unbake.save(keyed(figure_motion(12), KEYS), tmp_path / "a.json")
    whole = json.loads((tmp_path / "a.json").read_text())
    assert "named_roles" not in whole
    (tmp_path / "a.json").write_text(json.dumps({**whole, "named_roles": named}))
    with pytest.raises(unbake.FileError, match=fault):
        unbake.load(tmp_path / "a.json")


def test_the_comparison_itself_sees_a_single_bit():
    animation = odd_animation()
    for name in ("values", "left", "right"):
        array = getattr(animation.curves[7], name).copy()
        array.flat[1] = np.nextafter(array.flat[1], np.inf)
        curves = (*animation.curves[:7], replace(animation.curves[7], **{name: array}), *animation.curves[8:])
        assert not same(animation, replace(animation, curves=curves))
    assert not same(animation, replace(animation, warnings=()))


def test_a_motion_is_keyed_on_every_frame(tmp_path):
    motion = figure_motion(30, first_frame=6)
    unbake.save(motion, tmp_path / "clip.json")
    loaded = unbake.load(tmp_path / "clip.json")
    assert isinstance(loaded, KeyedAnimation)
    assert loaded.selection.frames == tuple(range(30))
    back = unbake.load_motion(tmp_path / "clip.json")
    assert (back.fps, back.first_frame) == (motion.fps, 6)
    assert np.abs(back.positions() - motion.positions()).max() < 1e-12


def test_a_baked_animation_is_straight_between_its_keys():
    baked = baked_animation(figure_motion(9))
    values = baked.values_at(np.arange(9.0))
    for share in (0.25, 0.5, 0.9):
        between = baked.values_at(np.arange(8.0) + share)
        assert np.allclose(between, (1.0 - share) * values[:-1] + share * values[1:], atol=1e-12)
    for curve in baked.curves:
        assert np.allclose(curve.right[:-1, 0], np.arange(8.0) + 1 / 3, atol=1e-12)
        assert np.allclose(curve.left[1:, 0], np.arange(1.0, 9.0) - 1 / 3, atol=1e-12)
    assert np.abs(baked_animation(figure_motion(1)).sample().positions() - figure_motion(1).positions()).max() < 1e-12


@pytest.mark.parametrize("n_frames", [1, 2, 30])
def test_a_key_on_every_frame_needs_no_handles(tmp_path, n_frames):
    baked = baked_animation(figure_motion(n_frames, first_frame=6))
    unbake.save(baked, tmp_path / "clip.json")
    document = json.loads((tmp_path / "clip.json").read_text())
    assert document["version"] == 3
    assert not any({"left", "right"} & set(curve) for curve in document["curves"])
    assert same(unbake.load(tmp_path / "clip.json"), baked)


def test_what_somebody_changed_in_a_bake_is_kept(tmp_path):
    """Handles that are not straight are written; by a single bit, and of this curve alone."""
    baked = baked_animation(figure_motion(9))
    left = baked.curves[7].left.copy()
    left[4, 1] = np.nextafter(left[4, 1], np.inf)
    changed = replace(baked, curves=(*baked.curves[:7], replace(baked.curves[7], left=left), *baked.curves[8:]))
    unbake.save(changed, tmp_path / "clip.json")
    curves = json.loads((tmp_path / "clip.json").read_text())["curves"]
    assert [place for place, curve in enumerate(curves) if "left" in curve] == [7]
    assert same(unbake.load(tmp_path / "clip.json"), changed)


def test_bakes_of_version_1_have_handles(tmp_path):
    """As they were written before handles could be left out."""
    baked = baked_animation(figure_motion(9))
    unbake.save(baked, tmp_path / "clip.json")
    document = json.loads((tmp_path / "clip.json").read_text())
    handles = [{"left": c.left.tolist(), "right": c.right.tolist()} for c in baked.curves]
    curves = [told | own for told, own in zip(document["curves"], handles, strict=True)]
    (tmp_path / "old.json").write_text(json.dumps(document | {"version": 1, "curves": curves}))
    assert same(unbake.load(tmp_path / "old.json"), baked)


def test_a_bake_too_far_away_is_refused_without_its_handles(tmp_path):
    unbake.save(figure_motion(3), tmp_path / "clip.json")
    document = json.loads((tmp_path / "clip.json").read_text())
    document["curves"][2]["values"] = [1e308, -1e308, 1e308]
    assert "curves[2].values holds a number beyond" in refused(tmp_path / "clip.json", json.dumps(document))


def test_keys_that_were_chosen_keep_their_handles(tmp_path):
    """Whatever they are, so that older programs read the file."""
    straight = replace(baked_animation(figure_motion(9)), fit="free")
    unbake.save(straight, tmp_path / "clip.json")
    document = json.loads((tmp_path / "clip.json").read_text())
    assert document["version"] == 1
    assert all({"left", "right"} <= set(curve) for curve in document["curves"])


def test_the_rate_can_be_overridden(tmp_path):
    unbake.save(odd_animation(), tmp_path / "a.json")
    assert unbake.load(tmp_path / "a.json", unbake.ReadOptions(fps=Fraction(50))).fps == 50


def test_the_documented_example_is_read(tmp_path):
    text = EXAMPLE.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
    (tmp_path / "example.json").write_text(text)
    animation = unbake.load(tmp_path / "example.json")
    assert animation.key_numbers() == (6, 12, 16)
    unbake.save(animation, tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == json.loads(text)


@pytest.fixture(scope="module")
def content(tmp_path_factory) -> dict:
    file = tmp_path_factory.mktemp("sound") / "a.json"
    unbake.save(keyed(figure_motion(12), KEYS), file)
    return json.loads(file.read_text())


def refused(file, data: bytes | str) -> str:
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    with pytest.raises(unbake.FileError) as caught:
        unbake.load(file)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("{", "not valid JSON"),
        ("3", "an object"),
        ('{"name": "package"}', "not of Unbake"),
        ('{"asset": {"version": "2.0"}}', "not of Unbake"),
        ('{"format": 3}', "not of Unbake"),
        ('{"format": "unbake-feet"}', 'no clip; expected "format": "unbake-animation", found \'unbake-feet\''),
        ('{"format": "unbake-animation", "version": 4}', "later Unbake"),
        ('{"format": "unbake-animation"}', "lacks 'version'"),
        ('{"format": "unbake-animation", "version": 1}', "has no joints"),
        ("[" * 100_000, "nested too deeply"),
        ('{"x": NaN}', "NaN"),
        ('{"x": Infinity}', "Infinity"),
        (b"\x80\x81", "no UTF-8"),
        ("a\0b", "binary"),
    ],
)
def test_files_that_are_something_else(tmp_path, text, said):
    assert said in refused(tmp_path / "bad.json", text)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("n_frames", 10**12, "whole number"),
        ("n_frames", 5, "beyond the clip"),
        ("n_frames", True, "whole number"),
        ("fps", "0/1", "frame rate"),
        ("fps", "1e999999999", "frame rate"),
        ("fps", 60, "expected text"),
        ("first_frame", 0.5, "whole number"),
        ("metres_per_unit", 0, "above zero"),
        ("keys.frames", [0, 4], "classes for"),
        ("keys.frames", [4, 0, 11], "rise"),
        ("keys.frames", [0, 4, 10**300], "whole number"),
        ("keys.classes.1", "extreme", "keypose, breakdown or hold"),
        ("keys.classes.1", {}, "keypose, breakdown or hold"),
        ("joints", [], "no joints"),
        ("joints.1.parent", 7, "does not come before"),
        ("joints.0.parent", 0, "must be the root"),
        ("joints.1.name", "Hips", "twice"),
        ("joints.1.offset_m", [0, 1], "a list of 3 numbers"),
        ("joints.1.offset_m", [0, 1, 1e300], "too large"),
        ("joints.1.rest_xyzw", [0, 0, 0, 0], "length 1"),
        ("joints.1.axes_xyzw", [0, 0, 0, 1e300], "length 1"),
        ("joints.1.rotation_order", "xxx", "rotation order"),
        ("joints.1.channels", ["rw"], "curves for"),
        ("joints.1.channels", ["rz", "rx", "rw"], "unknown"),
        ("joints.1.end_site", 1, "true or false"),
        ("curves", [], "0 curves"),
        ("curves.2.joint", 1, "should be of joint 0"),
        ("curves.2.values", [0, 1], "a list of 3 numbers"),
        ("curves.2.values", [0, 1, 1e300], "beyond"),
        ("curves.2.values", [0, True, 1], "values[1] is not as it should be; expected a number"),
        ("curves.2.values", [0, 10**400, 1], "values[1] is not as it should be; expected a finite number"),
        ("curves.2.values", [0, "1", 1], "values[1] is not"),
        ("curves.2.left", [0, 1, 2], "a list of 2 numbers"),
        ("curves.2.left", None, "lacks 'left'"),
        ("curves.2.left", [[0, 0], [3, None], [9, 0]], "left[1][1] is not"),
        ("curves.2.right", [[0, 0], [99, 0], [11, 0]], "leaves its segment"),
    ],
)
def test_wrong_values(tmp_path, content, path, value, said):
    document = copy.deepcopy(content)
    *way, last = path.split(".")
    place = document
    for step in way:
        place = place[int(step) if isinstance(place, list) else step]
    place[int(last) if isinstance(place, list) else last] = value
    text = refused(tmp_path / "bad.json", json.dumps(document))
    assert said in text or (said == "curves for" and "unknown" in text)


def test_every_truncation(tmp_path, content):
    text = json.dumps(content)
    for length in [*range(0, 60), *range(60, len(text), 211), len(text) - 1]:
        refused(tmp_path / "cut.json", text[:length])


def places_of(value, path=()):
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from places_of(inner, (*path, key))


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 20),
    st.sampled_from([10**12, 2**63, 1e308, -1e308, 5e-324, 0.5, "", "tx", "xyz", "1/0"]),
    st.lists(st.integers(-1, 20), max_size=4),
    st.builds(dict),  # a new one each time: in itself it would be no JSON
)


@pytest.mark.slow
@settings(max_examples=200, deadline=2000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_change(tmp_path, content, data):
    document = copy.deepcopy(content)
    places = [p for p in places_of(document) if p]
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(places))
        place = document
        try:
            for step in way:
                place = place[step]
            if data.draw(st.booleans()):
                place[last] = data.draw(ODD)
            else:
                del place[last]
        except (KeyError, IndexError, TypeError):
            continue
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(document))
    try:
        animation = unbake.load(file)
    except unbake.FileError:
        return
    assert isinstance(animation, KeyedAnimation)
    unbake.save(animation, tmp_path / "again.json")
    assert same(unbake.load(tmp_path / "again.json"), animation)
    try:
        positions = animation.sample(np.arange(0.0, 12.0)).positions()
    except unbake.MotionError:
        return
    assert np.isfinite(positions).all()
