"""The file as bytes and as what it says, without other programs; and what becomes of quaternions."""

import struct
import zlib
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import unbake
from formats.fbx.asking import ask_ufbx, ufbx_positions_m
from formats.fbx.odd_rigs import odd_skeleton
from formats.figures import figure_motion, keyed
from unbake.curves.for_euler import euler_curves
from unbake.errors import UsageError
from unbake.formats.fbx.writing.times import CUSTOM, TICKS_A_SECOND, tick, ticks, time_mode
from unbake.formats.registry import WriteOptions

KEYS = (0, 9, 17, 31, 44, 59)


def parsed(data: bytes):
    """The tree as (name, values, children), read as plainly as can be; every offset must lead where it says."""
    assert data[:23] == b"Kaydara FBX Binary  \0\x1a\0"
    (version,) = struct.unpack_from("<I", data, 23)
    head = "<QQQB" if version >= 7500 else "<IIIB"

    def value_at(at):
        kind, at = chr(data[at]), at + 1
        if kind in "CILD":
            code = {"C": "?", "I": "<i", "L": "<q", "D": "<d"}[kind]
            return struct.unpack_from(code, data, at)[0], at + struct.calcsize(code)
        if kind in "SR":
            (size,) = struct.unpack_from("<I", data, at)
            return data[at + 4 : at + 4 + size], at + 4 + size
        count, is_packed, size = struct.unpack_from("<III", data, at)
        raw = data[at + 12 : at + 12 + size]
        raw = zlib.decompress(raw) if is_packed else raw
        found = np.frombuffer(raw, {"i": "<i4", "l": "<i8", "f": "<f4", "d": "<f8"}[kind])
        assert len(found) == count
        return found, at + 12 + size

    def nodes_at(at, stop):
        found = []
        while at < stop:
            end, count, size, length = struct.unpack_from(head, data, at)
            at += struct.calcsize(head)
            if end == 0:
                return found, at
            name, at = data[at : at + length].decode(), at + length
            values, after = [], at + size
            for _ in range(count):
                value, at = value_at(at)
                values.append(value)
            assert at == after
            children, at = nodes_at(at, end) if at < end else ([], at)
            assert at == end, name
            found.append((name, values, children))
        return found, at

    tree, end = nodes_at(27, len(data))
    rest = data[end:]
    assert rest[-16:].hex() == "f85a8c6adef5d97eece90ce3758f290b"
    assert struct.unpack("<I", rest[-140:-136]) == (version,)
    assert (len(data) - 140) % 16 == 0
    return version, tree


def objects(tree, kind):
    (found,) = (children for name, _, children in tree if name == "Objects")
    return [made for made in found if made[0] == kind]


@pytest.fixture
def animation():
    return keyed(figure_motion(first_frame=11), KEYS)


@pytest.mark.parametrize("version", [7400, 7500])
@pytest.mark.parametrize("has_figure", [False, True])
def test_every_offset_leads_where_it_says(animation, tmp_path, version, has_figure):
    file = tmp_path / "a.fbx"
    unbake.save(animation, file, WriteOptions(fbx_version=version, has_figure=has_figure))
    found, tree = parsed(file.read_bytes())
    assert found == version
    made = [node for name, _, nodes in tree if name == "Objects" for node in nodes]
    numbers = [values[0] for _, values, _ in made]
    assert len(set(numbers)) == len(numbers)
    (links,) = (children for name, _, children in tree if name == "Connections")
    assert {end for _, values, _ in links for end in values[1:3]} <= {0, *numbers}
    assert len(objects(tree, "AnimationCurve")) == len(animation.curves)
    assert len(objects(tree, "Model")) == len(animation.skeleton.names) + has_figure
    assert len(objects(tree, "Geometry")) == has_figure


def test_the_same_animation_makes_the_same_file_and_stays_as_it_is(animation, tmp_path):
    before = [curve.right.copy() for curve in animation.curves]
    for name in ("a.fbx", "b.fbx"):
        assert unbake.save(animation, tmp_path / name) is None
    assert (tmp_path / "a.fbx").read_bytes() == (tmp_path / "b.fbx").read_bytes()
    for curve, right in zip(animation.curves, before, strict=True):
        np.testing.assert_array_equal(curve.right, right)


def test_names_are_unique_and_hold_no_separators(animation, tmp_path):
    plain, odd = animation.skeleton.names, ["a\0\1b", "a__b", "a::b", "Straße 腕", "", "mixamorig:Hips", "x" * 300]
    names = (*odd, *plain[len(odd) :])
    skeleton = replace(animation.skeleton, names=names)
    unbake.save(replace(animation, skeleton=skeleton), tmp_path / "a.fbx")
    models = objects(parsed((tmp_path / "a.fbx").read_bytes())[1], "Model")
    found = [values[1].decode().removesuffix("\0\1Model") for _, values, _ in models]
    assert found[:7] == ["a__b", "a__b_2", "a__b_3", "Straße 腕", "joint", "mixamorig:Hips", "x" * 300]
    assert len(set(found)) == len(names)


def test_another_version_is_refused_and_nothing_is_written(animation, tmp_path):
    with pytest.raises(UsageError, match="7400 or 7500"):
        unbake.save(animation, tmp_path / "a.fbx", WriteOptions(fbx_version=6100))
    assert not list(tmp_path.iterdir())


def test_times_are_exact_to_half_a_tick():
    for fps in (Fraction(30), Fraction(30000, 1001), Fraction(179, 2), Fraction(120)):
        frames = np.array([-7, 0, 1, 5000, 10**7])
        exact = [Fraction(int(frame)) * TICKS_A_SECOND / fps for frame in frames]
        got = ticks(frames, fps)
        assert all(abs(time - int(found)) <= Fraction(1, 2) for time, found in zip(exact, got, strict=True))
        assert got[3] == tick(5000, fps)
    assert [time_mode(fps) for fps in (Fraction(24000, 1001), Fraction(120), Fraction(179, 2))] == [13, 1, CUSTOM]


def test_quaternion_curves_are_fitted_again_and_the_deviation_is_measured(animation, tmp_path):
    """The deviation that is returned is what ufbx finds; keys stay on their frames."""
    motion = figure_motion()
    quaternions = keyed(motion, KEYS, motion.skeleton.with_quaternion_channels())
    file = tmp_path / "a.fbx"
    deviation = unbake.save(quaternions, file)
    assert deviation is not None
    times = np.arange(motion.n_frames)
    answer = ask_ufbx(file, (times + 1).tolist(), 60.0)
    off = np.linalg.norm(ufbx_positions_m(answer, motion.skeleton.names) - quaternions.sample().positions(), axis=2)
    assert off[list(KEYS)].max() < 1e-5
    assert 0.0 < deviation.max_cm <= 100.0 * off.max() + 1e-3
    assert {len(curve["keys"]) for *_, curve in answer["curves"] if curve} == {len(KEYS)}
    assert euler_curves(animation) is animation


def test_a_motion_with_quaternion_channels_has_the_same_rotations(tmp_path):
    motion = figure_motion(12, skeleton=odd_skeleton().with_quaternion_channels())
    unbake.save(motion, tmp_path / "a.fbx")
    answer = ask_ufbx(tmp_path / "a.fbx", range(1, 13), 60.0)
    off = np.linalg.norm(ufbx_positions_m(answer, motion.skeleton.names) - motion.positions(), axis=2)
    assert off.max() < 1e-5
