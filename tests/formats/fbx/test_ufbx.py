"""ufbx judges what we write: keys, tangents, weights, and poses in between."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import unbake
from data import DATA, needs_data
from formats.fbx.asking import ask_ufbx, ufbx_positions_m
from formats.fbx.odd_rigs import odd_skeleton
from formats.figures import figure_motion, keyed
from unbake.formats.registry import WriteOptions

KEYS = (0, 9, 17, 31, 44, 59)
HUNDREDTH_MM = 1e-5
TIMES = 4


def asked(clip, file, step=1.0 / TIMES, **options):
    """What ufbx finds in a clip's file, and the largest distance of a node from its joint, several times a frame."""
    unbake.save(clip, file, WriteOptions(**options))
    times = np.arange(0.0, clip.n_frames - 1 + 1e-9, 1.0 if isinstance(clip, unbake.Motion) else step)
    answer = ask_ufbx(file, (times + clip.first_frame).tolist(), float(clip.fps))
    ours = (clip.sample(times) if isinstance(clip, unbake.KeyedAnimation) else clip).positions()
    off = np.linalg.norm(ufbx_positions_m(answer, clip.skeleton.names) - ours, axis=2)
    assert off.shape == ours.shape[:2]
    return answer, float(off.max())


def assert_keys_are_ours(answer, animation, weight_slack=0.5e-4):
    """Every curve is there with its keys, slopes and weights: times to a tick, slopes to single precision."""
    theirs = {(node, name, axis): curve for node, name, axis, curve in answer["curves"] if curve}
    assert len(theirs) == len(animation.curves)
    fps = float(animation.fps)
    for curve in animation.curves:
        name = animation.skeleton.names[curve.channel.joint]
        is_place = curve.channel.name[0] == "t"
        kind, unit = ("Lcl Translation", 100.0) if is_place else ("Lcl Rotation", np.rad2deg(1.0))
        found = theirs[name, kind, "xyz".index(curve.channel.name[1])]
        keys = np.array(found["keys"])
        np.testing.assert_allclose(keys[:, 0], (curve.frames + animation.first_frame) / fps, atol=3e-11)
        np.testing.assert_allclose(keys[:, 1], unit * curve.values, rtol=1e-7, atol=1e-6)
        assert set(keys[:, 2]) == {3}  # cubic
        spans = np.diff(curve.frames) / fps
        reach = np.stack([curve.right[:-1, 0] - curve.frames[:-1], curve.frames[1:] - curve.left[1:, 0]], axis=1) / fps
        rise = unit * np.stack([curve.right[:-1, 1] - curve.values[:-1], curve.values[1:] - curve.left[1:, 1]], axis=1)
        got_reach = np.stack([keys[:-1, 5], keys[1:, 3]], axis=1)
        got_rise = np.stack([keys[:-1, 6], keys[1:, 4]], axis=1)
        assert (np.abs(got_reach - reach) <= 1.02 * weight_slack * spans[:, None] + 1e-9).all()
        np.testing.assert_allclose(got_rise / got_reach, rise / reach, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("version", [7400, 7500])
def test_a_keyed_figure(tmp_path, version):
    animation = keyed(replace(figure_motion(first_frame=101), fps=Fraction(30000, 1001)), KEYS)
    answer, off_m = asked(animation, tmp_path / "figure.fbx", fbx_version=version)
    assert answer["version"] == version
    assert off_m < HUNDREDTH_MM
    assert_keys_are_ours(answer, animation, weight_slack=1e-6)
    assert answer["fps"] == pytest.approx(30000 / 1001, rel=2e-6)  # ufbx writes 29.97
    assert (answer["unit"], answer["up"]) == (0.01, 2)
    assert answer["own"] == {"unbake_key_classes": "kbkbkb", "unbake_key_frames": "101 110 118 132 145 160"}
    ((name, begin, end),) = answer["takes"]
    assert name == "Unbake"
    assert (begin, end) == pytest.approx((101 * 1.001 / 30, 160 * 1.001 / 30), rel=1e-9)
    assert {kind for name, kind in answer["kinds"].items() if name} == {"BONE"}


def test_turned_axes_rests_and_positions_of_inner_joints(tmp_path):
    animation = keyed(figure_motion(skeleton=odd_skeleton()), KEYS)
    answer, off_m = asked(animation, tmp_path / "odd.fbx")
    assert off_m < HUNDREDTH_MM
    assert_keys_are_ours(answer, animation, weight_slack=1e-6)


def with_free_handles(animation):
    """The same slopes, and handles of a tenth to three quarters of their segments."""
    rng = np.random.default_rng(5)
    curves = []
    for curve in animation.curves:
        keys, spans = np.stack([curve.frames, curve.values], axis=1), np.diff(curve.frames)
        left, right = curve.left.copy(), curve.right.copy()
        out, into = rng.uniform(0.1, 0.75, (2, len(spans), 1))
        right[:-1] = keys[:-1] + 3.0 * out * (right[:-1] - keys[:-1])
        left[1:] = keys[1:] + 3.0 * into * (left[1:] - keys[1:])
        curves.append(replace(curve, left=left, right=right))
    return replace(animation, curves=tuple(curves), fit="free")


def test_weights_of_sixteen_bits(tmp_path, record_property):
    """Free handles of every length: they are rounded to 1e-4 of their segment, which costs some micrometres."""
    animation = with_free_handles(keyed(figure_motion(), KEYS))
    answer, off_m = asked(animation, tmp_path / "free.fbx")
    record_property("largest deviation, mm", float(1e3 * off_m))
    print(f"ufbx is off by {1e3 * off_m:.4f} mm at worst, {TIMES} times for each frame")
    assert off_m < 5e-5
    assert_keys_are_ours(answer, animation)


@pytest.mark.slow
def test_broken_tangents_and_flat_handles_have_their_flags(tmp_path):
    smooth = keyed(figure_motion(), KEYS)
    curve = smooth.curves[5]
    left, right = curve.left.copy(), curve.right.copy()
    right[2] = curve.frames[2] + 5.0, curve.values[2] + 0.7
    left[3] = curve.frames[3], curve.values[3]  # no handle at all
    right[1] = curve.frames[1], curve.values[1] + 0.2  # straight up
    changed = replace(curve, left=left, right=right)
    animation = replace(smooth, curves=(*smooth.curves[:5], changed, *smooth.curves[6:]))
    answer, off_m = asked(animation, tmp_path / "broken.fbx", step=0.1)
    assert off_m < 2e-4
    curves = [curve for *_, curve in answer["curves"] if curve]
    flags = [np.repeat(c["KeyAttrFlags"], c["KeyAttrRefCount"]) for c in curves]
    broken = [np.flatnonzero(row & 0x800).tolist() for row in flags]
    assert sorted(broken)[-1] == [2]
    assert sum(map(len, broken)) == 1
    assert all((row & 0x408 == 0x408).all() for row in flags)


def test_a_motion_has_straight_lines_on_every_frame(tmp_path):
    motion = figure_motion(40, first_frame=-5)
    answer, off_m = asked(motion, tmp_path / "baked.fbx")
    assert off_m < HUNDREDTH_MM
    curves = [curve for *_, curve in answer["curves"] if curve]
    assert {len(curve["keys"]) for curve in curves} == {40}
    assert {key[2] for curve in curves for key in curve["keys"]} == {2}  # linear
    assert {tuple(curve["KeyAttrRefCount"]) for curve in curves} == {(40,)}
    assert answer["own"] == {}


def test_an_odd_rate_and_a_single_frame(tmp_path):
    clip = replace(figure_motion(1), fps=Fraction(179, 2))
    answer, off_m = asked(keyed(clip, (0,)), tmp_path / "one.fbx")
    assert off_m < HUNDREDTH_MM
    assert answer["fps"] == 89.5
    assert len(answer["curves"][0][-1]["keys"]) == 1


@pytest.mark.slow
@needs_data
def test_an_acclaim_clip(tmp_path):
    """Axes of their own, few channels, and real lengths."""
    motion = unbake.load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(6, 125)
    animation = keyed(motion, (0, 20, 47, 80, 119))
    answer, off_m = asked(animation, tmp_path / "walk.fbx", step=0.5)
    assert off_m < HUNDREDTH_MM
    assert_keys_are_ours(answer, animation, weight_slack=1e-6)
