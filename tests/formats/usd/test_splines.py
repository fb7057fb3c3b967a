"""Splines: usd-core's own evaluation between frames, and every key and handle back again."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("pxr", reason="needs the extra usd (usd-core)")

from pxr import Gf, Sdf, Ts, Usd, UsdGeom

import unbake
from clips import jump_clip
from formats.figures import figure_motion, keyed
from formats.usd.judging import faults, prim_places, xform_paths
from formats.usd.test_skeleton import asf_like
from unbake.curves.keyed_animation import FCurve
from unbake.formats.registry import WriteOptions, notes_before_saving
from unbake.formats.usd.layer import prim_names

SPLINES = WriteOptions(usd="splines")
KEYS = (0, 4, 11, 19)
pytestmark = pytest.mark.usefixtures("in_process")


def figure():
    return keyed(figure_motion(20, first_frame=101), KEYS)


def turned():
    return keyed(asf_like(figure_motion(20)), KEYS)


def bent():
    """Handles of all lengths, broken tangents, upright handles."""
    rng, plain = np.random.default_rng(5), figure()
    curves = []
    for curve in plain.curves:
        left, right = curve.left.copy(), curve.right.copy()
        spans = np.diff(curve.frames)
        right[:-1, 0] = curve.frames[:-1] + spans * rng.choice([0.0, 0.05, 0.4, 0.9], len(spans))
        left[1:, 0] = curve.frames[1:] - spans * rng.choice([0.0, 0.05, 0.4, 0.9], len(spans))
        left[1:, 1] += 0.2 * rng.normal(size=len(spans))
        right[:-1, 1] += 0.2 * rng.normal(size=len(spans))
        curves.append(FCurve(curve.channel, curve.frames, curve.values, left, right))
    return replace(plain, curves=tuple(curves))


def reduced():
    return unbake.reduce_motion(jump_clip(), unbake.ReduceOptions(keys=9)).animation


@pytest.mark.parametrize("make", [figure, turned, bent, pytest.param(reduced, marks=pytest.mark.slow)])
def test_usd_core_moves_joints_as_we_do_ten_times_a_frame(tmp_path, make):
    animation, file = make(), tmp_path / "a.usdc"
    unbake.save(animation, file, SPLINES)
    times = np.arange(0.0, min(animation.n_frames, 40) - 1 + 0.05, 0.1)
    paths = xform_paths(animation.skeleton, prim_names(animation.skeleton.names))
    places = prim_places(file, paths, times + animation.first_frame)
    off_m = np.abs(places - animation.sample(times).positions()).max()
    assert off_m < (2e-4 if make is bent else 1e-9)  # an upright handle is 1e-6 of a frame wide there
    assert faults(file) == []


@pytest.mark.parametrize("suffix", [".usda", ".usdc"])
@pytest.mark.parametrize("make", [figure, turned, bent])
def test_every_key_and_handle_comes_back(tmp_path, make, suffix):
    animation = make()
    unbake.save(animation, tmp_path / f"a{suffix}", SPLINES)
    read = unbake.load(tmp_path / f"a{suffix}")
    assert (read.n_frames, read.first_frame, read.fps) == (animation.n_frames, animation.first_frame, animation.fps)
    assert (read.fit, read.warnings, read.selection.classes) == ("hermite", (), animation.selection.classes)
    assert (read.selection.frames, read.skeleton.names) == (KEYS, animation.skeleton.names)
    assert read.skeleton.end_sites == animation.skeleton.end_sites
    theirs = {(curve.channel.joint, curve.channel.name): curve for curve in read.curves}
    assert len(theirs) == len(animation.curves) > 20
    for curve in animation.curves:
        found = theirs[curve.channel.joint, curve.channel.name]
        for name in ("values", "left", "right"):
            np.testing.assert_allclose(getattr(found, name), getattr(curve, name), atol=1.1e-6)
    away = 1e-6 if make is bent else 1e-9
    np.testing.assert_allclose(read.sample().positions(), animation.sample().positions(), atol=away)


def test_no_file_has_samples_and_splines(tmp_path):
    unbake.save(figure(), tmp_path / "a.usda", SPLINES)
    assert "timeSamples" not in (tmp_path / "a.usda").read_text()
    unbake.save(figure(), tmp_path / "b.usda")
    assert ".spline" not in (tmp_path / "b.usda").read_text()


def test_a_motion_is_straight_lines_from_frame_to_frame(tmp_path):
    motion = figure_motion(6)
    unbake.save(motion, tmp_path / "a.usdc", SPLINES)
    read = unbake.load(tmp_path / "a.usdc")
    assert isinstance(read, unbake.Motion)
    np.testing.assert_allclose(read.positions(), motion.positions(), atol=1e-9)


def test_quaternions_become_angles_on_the_same_keys_and_that_is_said(tmp_path):
    motion = figure_motion(20)
    animation = keyed(motion, KEYS, motion.skeleton.with_quaternion_channels())
    (note,) = notes_before_saving(animation, tmp_path / "a.usdc", SPLINES)
    assert note == "11 joints turn by quaternions, which no USD spline holds: they get Euler angles"
    deviation = unbake.save(animation, tmp_path / "a.usdc", SPLINES)
    read = unbake.load(tmp_path / "a.usdc")
    assert isinstance(read, unbake.KeyedAnimation)
    assert read.selection.frames == KEYS
    off_m = np.linalg.norm(read.sample().positions() - animation.sample().positions(), axis=2)
    assert off_m[list(KEYS)].max() < 1e-9
    assert 0.0 < deviation.max_m <= off_m.max() < 0.02
    assert unbake.save(read, tmp_path / "again.usdc", SPLINES) is None


def test_a_motion_of_quaternions_has_the_same_rotations(tmp_path):
    motion = figure_motion(6)
    motion = replace(motion, skeleton=motion.skeleton.with_quaternion_channels())
    unbake.save(motion, tmp_path / "a.usdc", SPLINES)
    np.testing.assert_allclose(unbake.load(tmp_path / "a.usdc").positions(), motion.positions(), atol=1e-9)


def test_what_is_left_out_is_said_before_writing(tmp_path):
    (note,) = notes_before_saving(figure(), tmp_path / "a.usdc")
    assert "keys, handles and their classes are left out" in note
    assert notes_before_saving(figure(), tmp_path / "a.usdc", SPLINES) == ()
    assert notes_before_saving(figure_motion(3), tmp_path / "a.usdc") == ()


def changed(tmp_path, change):
    """A file of ours that another program has changed, and where its joints are then at every frame."""
    animation, file = figure(), tmp_path / "a.usda"
    unbake.save(animation, file, SPLINES)
    stage = Usd.Stage.Open(str(file))
    change(stage, stage.GetPrimAtPath("/Figure/Hips/Spine").GetAttribute("xformOp:rotateX"))
    stage.GetRootLayer().Save()
    paths = xform_paths(animation.skeleton, prim_names(animation.skeleton.names))
    return file, prim_places(file, paths, np.arange(101, 121))


def with_spline(attribute, change):
    spline = attribute.GetSpline()
    change(spline)
    attribute.SetSpline(spline)


def held(spline):
    knot = spline.GetKnots()[112.0]
    knot.SetNextInterpolation(Ts.InterpHeld)
    spline.SetKnot(knot)


def beyond(spline):
    spline.SetPostExtrapolation(Ts.Extrapolation(Ts.ExtrapLinear))


def between(spline):
    spline.SetKnot(Ts.Knot(typeName="double", time=110.5, value=4.0))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda stage, attribute: with_spline(attribute, held), "splines hold or jump"),
        (lambda stage, attribute: with_spline(attribute, beyond), "splines go on beyond their keys"),
        (lambda stage, attribute: with_spline(attribute, between), "splines have keys on different frames"),
        (lambda stage, attribute: with_spline(attribute, lambda s: s.RemoveKnot(112.0)), "keys on different frames"),
        (lambda stage, attribute: attribute.Set(10.0, 103.0), "some transforms have samples"),
        (
            lambda stage, attribute: UsdGeom.Xformable(attribute.GetPrim()).AddScaleOp().Set(Gf.Vec3f(2.0)),
            "other ops than a place and three angles",
        ),
    ],
)
def test_what_is_no_keyed_animation_is_sampled_and_that_is_said(tmp_path, change, reason):
    file, places = changed(tmp_path, change)
    read = unbake.load(file)
    assert isinstance(read, unbake.Motion)
    assert any(reason in note and "without their keys" in note for note in read.warnings), read.warnings
    on_frames = read.positions()[:: (read.n_frames - 1) // 19]  # a key between frames doubles the rate
    np.testing.assert_allclose(on_frames, places, atol=1e-6)


def test_another_unit_and_axis_and_a_transform_above(tmp_path):
    """Z up, centimetres, frames at twice the rate of time codes: still keys."""

    def change(stage, _):
        stage.SetMetadata("metersPerUnit", 0.01)
        stage.SetMetadata("upAxis", "Z")
        above = UsdGeom.Xformable(stage.GetDefaultPrim())
        above.AddTranslateOp().Set(Gf.Vec3d(10.0, 20.0, 30.0))
        above.AddRotateXOp().Set(30.0)
        above.AddScaleOp().Set(Gf.Vec3f(50.0))

    file, places = changed(tmp_path, change)
    read = unbake.load(file)
    assert isinstance(read, unbake.KeyedAnimation)
    assert read.skeleton.names[0] == "scene_root"
    upright = 0.01 * np.stack([places[..., 0], places[..., 2], -places[..., 1]], axis=-1)
    np.testing.assert_allclose(read.sample().positions()[:, 1:], upright, atol=1e-6)


def test_names_of_joints_are_display_names(tmp_path):
    animation = figure()
    names = ("mixamorig:Hips", "1 Spine", *animation.skeleton.names[2:])
    named = replace(animation, skeleton=replace(animation.skeleton, names=names))
    unbake.save(named, tmp_path / "a.usda", SPLINES)
    assert Usd.Stage.Open(str(tmp_path / "a.usda")).GetPrimAtPath("/Figure/mixamorig_Hips/_1_Spine")
    assert Sdf.Layer.FindOrOpen(str(tmp_path / "a.usda"))
    assert unbake.load(tmp_path / "a.usda").skeleton.names == names
