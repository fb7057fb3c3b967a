"""Keyed animations made ready for engines: exact on their curves where they can be, measured where they cannot."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from clips import jump_clip, packaged_clip
from formats.figures import figure_motion, figure_skeleton, keyed
from unbake import motion as motions
from unbake.curves import AnimationLayer, in_place, renamed, resampled, turned, with_root_motion
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure_motions
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.motion import name_table, turn_to
from unbake.motion.channels import channels_of

KEYS = (0, 9, 18, 30, 45, 59)
BETWEEN = np.linspace(0.0, 59.0, 237)


def walk(channels="euler", keys=KEYS):
    motion = figure_motion()
    skeleton = motion.skeleton if channels == "euler" else motion.skeleton.with_quaternion_channels()
    return keyed(motion, keys, skeleton)


def free_walk():
    """Handles of free lengths, classes, a note and a layer that turns the head and lifts the hips."""
    motion = figure_motion()
    animation = fit(motion, Selection(KEYS, classes=("keypose", "breakdown") * 3), "free", rotation_orders="source")
    layer = AnimationLayer("nod", np.array([0, 20, 40]), (2,), np.ones((3, 1, 3)) * 0.2, (0,), np.full((3, 1, 3), 0.03))
    return replace(animation, warnings=("a note",), layers=(layer,))


ANIMATIONS = pytest.mark.parametrize(
    "animation",
    [pytest.param(walk, id="euler"), pytest.param(lambda: walk("quaternions"), id="quaternions"), free_walk],
)


def places(animation, times=BETWEEN):
    return animation.sample(times).positions()


def rigged():
    """The figure below a root that stands still, somewhere."""
    animation = with_root_motion(walk())
    there = {0: [("tx", 0.3), ("tz", -0.2)], 1: []}
    curves = {curve.channel: curve for curve in animation.curves}
    below = {curve.channel: curve for curve in walk().curves}
    out = []
    for channel in channels_of(animation.skeleton):
        curve = curves[channel]
        for name, value in there.get(channel.joint, []):
            if channel.name == name:
                shift = np.array([0.0, value])
                curve = replace(
                    curve,
                    values=np.full(6, value),
                    left=curve.left * [1, 0] + shift,
                    right=curve.right * [1, 0] + shift,
                )
        if channel.joint == 1 and channel.name in ("tx", "tz"):
            own = below[replace(channel, joint=0)]
            curve = replace(own, channel=channel)
        out.append(curve)
    return replace(animation, curves=tuple(out))


@ANIMATIONS
def test_an_added_root_takes_the_hips_curves(animation):
    animation = animation()
    moved = with_root_motion(animation)
    assert np.abs(places(moved)[:, 1:] - places(animation)).max() < 1e-12
    assert np.abs(moved.layered().positions()[:, 1:] - animation.layered().positions()).max() < 1e-12
    assert (moved.selection, moved.fit, moved.warnings) == (animation.selection, animation.fit, animation.warnings)
    was = next(c for c in animation.curves if (c.channel.joint, c.channel.name) == (0, "tz"))
    now = next(c for c in moved.curves if (c.channel.joint, c.channel.name) == (0, "tz"))
    assert np.array_equal(now.values, was.values)
    assert np.array_equal(now.left, was.left)
    assert np.array_equal(now.right, was.right)
    alike = motions.with_root_motion(animation.sample(BETWEEN))
    assert np.abs(places(moved) - alike.positions()).max() < 1e-12


@pytest.mark.parametrize("rig", [walk, rigged])
@pytest.mark.parametrize("change", ["in_place", "with_root_motion"])
@pytest.mark.parametrize("moved", [(0,), (1,), (1, 0)])
def test_the_way_that_layers_go_is_travel_too(rig, change, moved):
    """Layers move the first joint and, where there is a root, the hips below it."""
    animation = rig()
    moved = moved if rig is rigged else (0,)
    shifts = np.random.default_rng(len(moved)).normal(size=(3, len(moved), 3))
    layer = AnimationLayer("aside", [0, 20, 40], (2,), np.full((3, 1, 3), 0.2), moved, shifts, 0.7)
    layered = replace(animation, layers=(layer,))
    changed = {"in_place": in_place, "with_root_motion": with_root_motion}[change](layered).layered()
    alike = getattr(motions, change)(layered.layered())
    assert np.abs(changed.positions() - alike.positions()).max() < 1e-12


@ANIMATIONS
def test_in_place_no_other_curve_changes(animation):
    animation = animation()
    still = in_place(animation)
    alike = motions.in_place(animation.sample(BETWEEN))
    assert np.abs(places(still) - alike.positions()).max() < 1e-12
    assert np.ptp(places(animation)[:, 0, 2]) > 0.5
    assert not places(still)[:, 0, [0, 2]].any()
    for now, was in zip(still.curves, animation.curves, strict=True):
        if (was.channel.joint, was.channel.name) not in ((0, "tx"), (0, "tz")):
            assert now is was


def test_a_still_root_takes_the_curves_and_keeps_its_place():
    animation = rigged()
    for change, alike in ((with_root_motion, motions.with_root_motion), (in_place, motions.in_place)):
        changed = change(animation)
        assert not changed.warnings
        assert np.abs(places(changed) - alike(animation.sample(BETWEEN)).positions()).max() < 1e-12
    assert np.abs(places(with_root_motion(animation))[:, 1:] - places(animation)[:, 1:]).max() < 1e-12


@pytest.mark.slow(1)
def test_a_root_that_moves_means_a_new_fit_which_is_measured():
    animation = rigged()
    curves = [
        replace(c, values=c.values + np.arange(6) ** 2 * 0.05, tangents=None)
        if (c.channel.joint, c.channel.name) == (0, "tx")
        else c
        for c in animation.curves
    ]
    animation = replace(animation, curves=tuple(curves))
    for change, alike in ((with_root_motion, motions.with_root_motion), (in_place, motions.in_place)):
        changed = change(animation)
        meant = alike(animation.sample())
        error = measure_motions(meant, changed.sample())
        assert changed.selection.frames == animation.selection.frames
        assert changed.key_classes() == animation.key_classes()
        assert np.abs(changed.sample(KEYS).positions() - meant.positions()[list(KEYS)]).max() < 1e-9
        note = changed.warnings[-1]
        assert note.code == "refitted"
        assert f"fitted again: {error.max_cm:.2f} cm at worst ({error.worst_joint}, frame {error.worst_number})" in note


@pytest.mark.parametrize(("up", "ahead"), [("z", None), ("x", "-y"), ("-y", "x")])
@ANIMATIONS
def test_other_axes_are_exact_between_keys_too(animation, up, ahead):
    animation = animation()
    axes = turn_to(up, ahead)
    other = turned(animation, axes)
    assert np.abs(places(other) - places(animation) @ axes.T).max() < 1e-12
    assert np.abs(other.layered().positions() - animation.layered().positions() @ axes.T).max() < 1e-9
    assert (other.selection, other.fit, other.n_frames) == (animation.selection, animation.fit, animation.n_frames)
    back = turned(other, axes.T)
    before = {c.channel: c for c in animation.curves}
    for curve in back.curves:
        assert np.array_equal(curve.values, before[curve.channel].values)
        assert np.array_equal(curve.left, before[curve.channel].left)


@pytest.mark.parametrize(
    ("keys", "fps"), [(KEYS, 120), ((0, 9, 18, 30, 45, 57), 20), ((0, 50), 72), ((0, 11, 59), Fraction(300))]
)
def test_keys_on_whole_frames_keep_their_curves(keys, fps):
    motion = figure_motion(keys[-1] + 1)
    animation = fit(motion, Selection(keys), "free", rotation_orders="source")
    other = resampled(animation, fps)
    ratio = float(Fraction(fps) / animation.fps)
    assert other.fps == fps
    assert not other.warnings
    assert other.selection.frames == tuple(round(key * ratio) for key in animation.selection.frames)
    assert other.n_frames == int((animation.n_frames - 1) * ratio) + 1
    times = np.linspace(0.0, animation.selection.frames[-1], 200)
    assert np.abs(places(other, times * ratio) - places(animation, times)).max() < 1e-9


def test_keys_off_the_new_frames_leave_hands_and_feet_in_place():
    animation = fit(packaged_clip().excerpt(1, 120), Selection((0, 60, 119)))
    other = resampled(animation, Fraction(animation.fps) * 8 / 9)
    meant = animation.sample(np.arange(other.n_frames) * 9.0 / 8.0)
    plain = fit(meant, other.selection, rotation_orders="source")
    assert measure_motions(meant, other.sample()).max_m < 0.7 * measure_motions(meant, plain.sample()).max_m


@pytest.mark.slow(1)
def test_keys_off_the_new_frames_go_to_the_nearest_and_the_loss_is_measured():
    animation = free_walk()
    other = resampled(animation, 24)
    times = np.arange(other.n_frames) * 60.0 / 24.0
    assert (other.fps, other.n_frames, other.fit) == (24, 24, "free")
    assert other.selection.frames == (0, 4, 7, 12, 18, 23)
    meant = animation.sample(times)
    keys = list(other.selection.frames)
    assert np.abs(other.sample(keys).positions() - meant.positions()[keys]).max() < 1e-9
    error = measure_motions(meant, other.sample())
    assert 0.0 < error.max_cm < 30.0
    assert (
        f"keys do not stand on whole frames of 24 a second, so the curves were fitted again: {error.max_cm:.2f} cm"
        in (other.warnings[-1])
    )
    assert other.warnings[0] == "a note"
    assert other.layers[0].frames.tolist() == [0, 8, 16]


def test_keys_that_meet_are_one():
    animation = walk(keys=(0, 9, 10, 11, 30, 59))
    other = resampled(animation, 10)
    assert other.selection.frames == (0, 2, 5, 9)
    assert len(other.key_classes()) == 4


@pytest.mark.parametrize("fps", [0, -1, float("nan"), float("inf")])
def test_rates_that_are_none(fps):
    with pytest.raises(UsageError, match="frame rate must be positive"):
        resampled(walk(), fps)


def test_one_key_and_one_frame():
    motion = figure_motion(1)
    animation = keyed(motion, (0,))
    assert resampled(animation, 24).n_frames == 1
    for change in (in_place, with_root_motion, lambda a: turned(a, turn_to("z"))):
        assert change(animation).sample().n_frames == 1


def test_names_change_and_curves_do_not():
    motion = jump_clip()
    animation = keyed(motion, (0, 40, 139))
    other = renamed(animation, name_table("mixamo"))
    assert other.skeleton.names[0] == "mixamorig:Hips"
    assert other.curves is animation.curves
    assert other.warnings[-1].code == "names-kept"
    assert figure_skeleton().names[0] == "Hips"
