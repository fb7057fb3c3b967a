from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clips import packaged_clip
from curves.moving_arm import arm_motion, random_keys
from data import DATA, needs_data
from motion.turning import camera_pan, propeller, twisted_chain
from unbake.curves.fits.fit import fit
from unbake.curves.fits.free import FREE_FITS
from unbake.curves.fits.overshoot import limits_of, widened
from unbake.curves.measure import measure
from unbake.curves.world import match
from unbake.curves.world.match import default_weights, end_joints, hold_ends
from unbake.curves.world.problem import LEVER, ROOM, _size_m
from unbake.errors import UsageError
from unbake.formats.registry import load_motion
from unbake.keyframes.selection import Selection
from unbake.motion.channels import channel_values, channels_of, motion_from_channels
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints, default_levers
from unbake.motion.rotations import quaternion_from_euler, quaternion_product, rotate
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS, Skeleton

FITS = ("free", "hermite", "broken", "schneider", "quaternions")


def even_keys(motion, count):
    return Selection(tuple(round(frame) for frame in np.linspace(0, motion.n_frames - 1, count)))


def fitted(motion, selection, kind):
    if kind == "quaternions":
        return fit(motion, selection, "hermite", skeleton=motion.skeleton.with_quaternion_channels())
    return fit(motion, selection, kind)


@cache
def packaged(kind, count):
    motion = packaged_clip().excerpt(101, 230)
    animation = fitted(motion, even_keys(motion, count), kind)
    return motion, animation, hold_ends(motion, animation)


@cache
def real(name):
    clips = {"walk": ("16/16_15", 6, 205), "jump": ("16/16_09", 175, 334), "cartwheel": ("49/49_06", 101, 260)}
    path, first, last = clips[name]
    return load_motion(DATA / f"cmu/{path}.amc").excerpt(first, last)


def weighted(motion, animation, weights=None):
    """√weight × distance (F, N) of the joints that count, and of the points beside them."""
    weights = default_weights(motion) if weights is None else weights
    levers = default_levers(motion)
    gaps = (
        motion.positions() - animation.sample().positions(),
        levers.positions(motion) - levers.positions(animation.sample()),
    )
    rows = [(w, gaps[0][:, j]) for j, w in weights.items()]
    rows += [(weights[j], gaps[1][:, place]) for place, j in enumerate(levers.joints) if j in weights]
    return np.stack([np.sqrt(w) * np.linalg.norm(row, axis=-1) for w, row in rows], axis=1)


def extents(animation, samples=400):
    """The least and largest value (K − 1, C, 2) that each curve takes within each segment, on a dense grid."""
    out = []
    for first, last in zip(animation.selection.frames[:-1], animation.selection.frames[1:], strict=True):
        values = animation.values_at(np.linspace(first, last, samples))
        out.append(np.stack([values.min(axis=0), values.max(axis=0)], axis=-1))
    return np.stack(out)


def check_overshoot(motion, before, after):
    rows = np.ascontiguousarray(channel_values(motion, after.skeleton).T)
    size_m = _size_m(motion)
    lever = LEVER * size_m
    levers = dict.fromkeys(TRANSLATIONS, 1.0) | dict.fromkeys(QUATERNION, 2.0 * lever)
    room = np.array([ROOM * size_m / levers.get(c.name, lever) for c in channels_of(after.skeleton)])
    limits = np.moveaxis(limits_of(np.array(after.selection.frames), rows), 0, 1)
    # A grid misses a turn by the square of its step.
    limits = widened(limits, extents(before)) + (room[:, None] + 1e-4 * np.ptp(rows, axis=1)[:, None]) * [-1.0, 1.0]
    found = extents(after)
    # Components of quaternions have no limits of their own.
    shown = [channel.name not in QUATERNION for channel in channels_of(after.skeleton)]
    assert (found[:, shown, 0] >= limits[:, shown, 0]).all()
    assert (found[:, shown, 1] <= limits[:, shown, 1]).all()


def check_held(motion, before, after, weights=None):
    """Everything that the world-space match promises."""
    for name in ("skeleton", "selection", "n_frames", "fps", "first_frame", "fit", "warnings"):
        assert getattr(after, name) is getattr(before, name) or getattr(after, name) == getattr(before, name)
    for old, new in zip(before.curves, after.curves, strict=True):
        assert (new.frames == old.frames).all()
        assert (new.values == old.values).all()
        assert set(new.breaks()) <= set(old.breaks())
        if before.fit not in FREE_FITS:
            assert (new.left[:, 0] == old.left[:, 0]).all()
            assert (new.right[:, 0] == old.right[:, 0]).all()
        if np.ptp(old.evaluate(np.arange(float(motion.n_frames)))) == 0.0:
            assert (new.left == old.left).all()
            assert (new.right == old.right).all()
    assert set(after.check()) <= set(before.check())
    was, now = weighted(motion, before, weights), weighted(motion, after, weights)
    assert (now**2).sum() <= (was**2).sum() * (1.0 + 1e-9)
    assert now.max(initial=0.0) <= was.max(initial=0.0) * (1.0 + 1e-9)
    check_overshoot(motion, before, after)


@pytest.mark.parametrize("count", [5, 12])
@pytest.mark.parametrize("kind", FITS)
def test_nothing_gets_worse_on_the_packaged_clip(kind, count):
    motion, before, after = packaged(kind, count)
    check_held(motion, before, after)
    assert weighted(motion, after).max() < 0.995 * weighted(motion, before).max()


@needs_data
@pytest.mark.parametrize("name", ["walk", "jump", "cartwheel"])
@pytest.mark.parametrize("kind", FITS)
def test_nothing_gets_worse_on_real_clips(name, kind):
    motion = real(name)
    before = fitted(motion, even_keys(motion, 8 + 3 * FITS.index(kind)), kind)
    check_held(motion, before, hold_ends(motion, before))


@pytest.mark.slow
@needs_data
def test_hands_and_feet_come_nearer_on_real_clips():
    """With a tenth of the keys, by more than a third in their largest distance on average, a sixth in the mean."""
    ratios = []
    for name in ("walk", "jump", "cartwheel"):
        motion = real(name)
        before = fitted(motion, even_keys(motion, 16), "free")
        after = hold_ends(motion, before)
        was, now = (measure(motion, animation, end_joints(motion)) for animation in (before, after))
        ratios.append((now.max_m / was.max_m, now.rms_m / was.rms_m))
        assert now.max_m < 0.9 * was.max_m
        assert now.rms_m < 0.95 * was.rms_m
    largest, mean = np.mean(ratios, axis=0)
    assert largest < 0.65
    assert mean < 0.85


@pytest.mark.slow
@settings(max_examples=20)
@given(frames=st.integers(2, 40), share=st.floats(0.05, 0.6), seed=st.integers(0, 10**6))
def test_nothing_gets_worse_on_any_keys(frames, share, seed):
    motion = arm_motion(frames, seed)
    keys = Selection(tuple(int(k) for k in random_keys(frames, max(2, int(share * frames)), seed)))
    before = fitted(motion, keys, FITS[1 + seed % 4])
    check_held(motion, before, hold_ends(motion, before))


@pytest.mark.parametrize("kind", ["hermite", "broken"])
def test_a_foot_is_held_where_its_weights_are_large(kind):
    motion, before, after = packaged(kind, 5)
    foot = motion.skeleton.roles["left-ankle"]
    planted = np.zeros(motion.n_frames, dtype=bool)
    planted[20:60] = True
    weights = default_weights(motion) | {foot: np.where(planted, 300.0, 1.0)}
    held = hold_ends(motion, before, weights)
    check_held(motion, before, held, weights)

    def slide(animation):
        gaps = (motion.positions() - animation.sample().positions())[planted, foot]
        return np.sqrt((gaps**2).sum(axis=1).mean())

    assert slide(held) < 0.75 * slide(after)
    assert slide(held) < 0.7 * slide(before)


def test_joints_that_are_not_named_do_not_count():
    motion, before, _ = packaged("hermite", 5)
    roles = motion.skeleton.roles
    chosen = {roles["left-wrist"]: 1.0, roles["right-wrist"]: 1.0}
    by_group = hold_ends(motion, before, {"hands": 1.0})
    by_index = hold_ends(motion, before, chosen)
    check_held(motion, before, by_index, chosen)
    assert same_handles(by_group, by_index, exact=True)
    assert same_handles(hold_ends(motion, before, {"left-wrist": 9.0, "hands": 1.0}), by_group, exact=True)
    assert weighted(motion, by_index, chosen).max() < 0.7 * weighted(motion, before, chosen).max()
    frames = np.arange(float(motion.n_frames))
    captured = channel_values(motion)
    for c, channel in enumerate(channels_of(motion.skeleton)):
        if channel.joint == roles["left-knee"]:
            # No hand hangs on a knee: its own error is all that counts there.
            was, now = (((a.curves[c].evaluate(frames) - captured[:, c]) ** 2).sum() for a in (before, by_index))
            assert now < 1.1 * was


def same_handles(one, other, exact=False, abs=1e-9):
    pairs = [
        (getattr(a, side), getattr(b, side))
        for a, b in zip(one.curves, other.curves, strict=True)
        for side in ("left", "right")
    ]
    return all((a == b).all() if exact else np.allclose(a, b, rtol=0.0, atol=abs) for a, b in pairs)


@pytest.mark.slow
@pytest.mark.parametrize("kind", FITS)
def test_only_curves_at_keys_that_are_near_change(kind):
    motion, animation, whole = packaged(kind, 14)
    near = np.zeros(14, dtype=bool)
    near[[5, 6, 7, 8, 13]] = True
    found = hold_ends(motion, animation, near=near)
    keys = np.array(animation.selection.frames)
    for after, before in zip(found.curves, animation.curves, strict=True):
        for side, beside in (("left", np.append(False, near[:-1])), ("right", np.append(near[1:], False))):
            new, old = getattr(after, side), getattr(before, side)
            # Lengths change in segments that end at a key that is near, slopes at these keys alone.
            far = ~near & ~beside
            np.testing.assert_allclose(new[far], old[far], rtol=0, atol=1e-12)
            run, rise = (new - np.stack([keys, before.values], axis=1))[~near].T
            old_run, old_rise = (old - np.stack([keys, before.values], axis=1))[~near].T
            np.testing.assert_allclose(rise * old_run, old_rise * run, rtol=0, atol=1e-9)
    squares = [(weighted(motion, one) ** 2).sum() for one in (whole, found, animation)]
    assert squares[0] < squares[1] < squares[2]
    for mask in (np.ones(14, dtype=bool), None):
        again = hold_ends(motion, animation, near=mask)
        np.testing.assert_allclose(again.sample().positions(), whole.sample().positions(), rtol=0, atol=1e-6)


def test_the_same_again():
    motion, before, after = packaged("schneider", 12)
    assert same_handles(hold_ends(motion, before), after, exact=True)


@pytest.mark.slow
def test_the_input_is_left_alone():
    motion, before, _ = packaged("hermite", 5)
    copies = [(curve.left.copy(), curve.right.copy()) for curve in before.curves]
    weights = {3: np.ones(motion.n_frames)}
    hold_ends(motion, before, weights)
    assert (weights[3] == 1.0).all()
    for curve, (left, right) in zip(before.curves, copies, strict=True):
        assert (curve.left == left).all()
        assert (curve.right == right).all()


def turned_skeleton(skeleton):
    """The root turns about Y first, so that a heading is a number added to one channel."""
    return skeleton.with_rotation_orders({0: "yxz"})


def test_place_and_heading_do_not_matter():
    """A quarter turn swaps the root's two horizontal channels; every handle below it stays."""
    plain = packaged_clip().excerpt(101, 180)
    skeleton = turned_skeleton(plain.skeleton)
    motion = motion_from_channels(skeleton, channel_values(plain, skeleton), plain.fps)
    turn = quaternion_from_euler("y", np.array([np.pi / 2]))
    rotations = motion.rotations_xyzw.copy()
    rotations[:, 0] = quaternion_product(turn, rotations[:, 0])
    moved = Motion(skeleton, rotations, np.add(rotate(turn, motion.translations_m), [7.0, 0.3, -20.0]), motion.fps)
    found = []
    for clip in (motion, moved):
        before = fit(clip, even_keys(clip, 7), "hermite", rotation_orders="source")
        found.append(hold_ends(clip, before))
        assert not same_handles(before, found[-1], abs=1e-3)
    names = [curve.channel.name if curve.channel.joint == 0 else "" for curve in found[0].curves]
    for name, one, other in zip(names, *(animation.curves for animation in found), strict=True):
        # x, z → z, −x
        if name in ("tx", "tz"):
            other, sign = found[1].curves[names.index("tz" if name == "tx" else "tx")], -1.0 if name == "tx" else 1.0
            assert sign * (other.left[:, 1] - other.values) == pytest.approx(one.left[:, 1] - one.values, abs=1e-6)
        else:
            assert other.left[:, 1] - other.values == pytest.approx(one.left[:, 1] - one.values, abs=1e-6)
            assert other.right[:, 1] - other.values == pytest.approx(one.right[:, 1] - one.values, abs=1e-6)


def test_the_units_and_the_rate_of_the_file_do_not_matter():
    motion, before, after = packaged("hermite", 5)
    skeleton = replace(motion.skeleton, metres_per_unit=0.01)
    other = replace(motion, skeleton=skeleton, fps=Fraction(24), first_frame=1)
    again = hold_ends(other, replace(before, skeleton=skeleton, fps=other.fps, first_frame=1))
    # Rotations are normalised once more: the last digits change.
    assert same_handles(again, after, abs=1e-9)


def test_poses_that_need_nothing_stay_to_the_last_bit():
    motion, before, _ = packaged("hermite", 5)
    exact = before.sample()
    assert same_handles(hold_ends(exact, fit_from(before, exact)), fit_from(before, exact), abs=1e-9)
    assert hold_ends(motion, before, {0: 0.0}) is before
    assert hold_ends(motion, before, {}) is before


def fit_from(animation, motion):
    return fit(motion, animation.selection, "hermite", rotation_orders="source")


def test_keys_on_every_frame_and_keys_side_by_side():
    motion = arm_motion(9, 1)
    every = fit(motion, Selection(tuple(range(9))), "hermite")
    check_held(motion, every, hold_ends(motion, every))
    close = fit(motion, Selection((0, 1, 2, 7, 8)), "broken")
    check_held(motion, close, hold_ends(motion, close))
    ends = fit(motion, Selection((0, 8)), "schneider")
    check_held(motion, ends, hold_ends(motion, ends))


def test_one_frame_is_one_pose():
    motion = arm_motion(1, 1)
    animation = fit(motion, Selection((0,)), "hermite")
    assert hold_ends(motion, animation) is animation


def prop(channels, frames=60):
    skeleton = Skeleton(("prop",), (-1,), np.zeros((1, 3)), (channels,))
    time = np.linspace(0.0, 3.0, frames)[:, None]
    return motion_from_channels(skeleton, np.sin(time * np.arange(1, len(channels) + 1)), Fraction(30))


def test_a_prop_of_one_joint():
    motion = prop(("tx", "ty", "tz", "rx", "ry", "rz"))
    before = fit(motion, even_keys(motion, 4), "schneider")
    after = hold_ends(motion, before)
    check_held(motion, before, after)
    assert weighted(motion, after).max() < weighted(motion, before).max()
    turning = prop(("rx", "ry"))
    spinning = fit(turning, even_keys(turning, 4), "schneider")
    check_held(turning, spinning, hold_ends(turning, spinning))


def test_a_figure_without_channels_or_without_roles():
    skeleton = Skeleton(("a", "b"), (-1, 0), np.ones((2, 3)), ((), ()))
    still = motion_from_channels(skeleton, np.empty((5, 0)), Fraction(30))
    animation = fit(still, Selection((0, 4)), "hermite")
    assert hold_ends(still, animation) is animation
    motion = arm_motion(60, 3)
    assert end_joints(motion) == default_joints(motion) == [0, 1, 2, 3]
    before = fit(motion, even_keys(motion, 6), "schneider")
    after = hold_ends(motion, before)
    check_held(motion, before, after)
    assert weighted(motion, after).max() < 0.9 * weighted(motion, before).max()


def test_ends_and_weights_follow_the_roles():
    motion = packaged_clip()
    roles = motion.skeleton.roles
    wanted = {"head"} | {f"{side}-{part}" for side in ("left", "right") for part in ("wrist", "ankle", "toe")}
    assert {motion.skeleton.names[j] for j in end_joints(motion)} == {motion.skeleton.names[roles[r]] for r in wanted}
    assert set(default_weights(motion)) == {*default_joints(motion), *end_joints(motion)}
    assert set(default_weights(motion).values()) == {1.0}
    elbow = motion.skeleton.names[roles["left-elbow"]]
    assert roles["left-elbow"] in end_joints(motion.with_roles({"left-wrist": elbow}))


def test_requests_that_make_no_sense():
    motion, before, _ = packaged("hermite", 5)
    for weight in (-1.0, np.nan, np.inf, np.ones(7), np.ones((motion.n_frames, 1)), -np.ones(motion.n_frames)):
        with pytest.raises(UsageError, match="the weight of joint 'hands'"):
            hold_ends(motion, before, {"hands": weight})
    with pytest.raises(UsageError, match="unknown joint, role or group 'hnads'"):
        hold_ends(motion, before, {"hnads": 1.0})
    with pytest.raises(UsageError, match="joint 400 does not exist"):
        hold_ends(motion, before, {400: 1.0})
    with pytest.raises(UsageError, match="have 90 and 130 frames"):
        hold_ends(motion.excerpt(101, 190), before)
    with pytest.raises(UsageError, match="different joints"):
        hold_ends(arm_motion(130), before)


def scaled(motion, factor):
    """The same clip, every length multiplied."""
    skeleton = replace(motion.skeleton, offsets_m=motion.skeleton.offsets_m * factor)
    return replace(motion, skeleton=skeleton, translations_m=motion.translations_m * factor)


@pytest.mark.parametrize("factor", [0.01, 0.0254, 100.0])
def test_units_of_length_do_not_matter(factor):
    motion = packaged_clip().excerpt(101, 200)
    selection = Selection(tuple(range(0, 100, 11)))
    large = scaled(motion, factor)
    found = hold_ends(motion, fit(motion, selection))
    other = hold_ends(large, fit(large, selection))
    assert measure(large, other).max_m == pytest.approx(factor * measure(motion, found).max_m, rel=1e-3)


@pytest.mark.parametrize("factor", [1e-12, 1e-3, 1e6, 1e100])
def test_only_how_weights_compare_matters(factor):
    motion = packaged_clip().excerpt(101, 160)
    animation = fit(motion, Selection((*range(0, 60, 10), 59)))
    weights = {**default_weights(motion), "left-ankle": 4.0}
    found = hold_ends(motion, animation, weights)
    other = hold_ends(motion, animation, {joint: factor * w for joint, w in weights.items()})
    for ours, theirs in zip(found.curves, other.curves, strict=True):
        assert np.allclose(ours.right, theirs.right, rtol=0.0, atol=1e-6)


def test_a_weight_beyond_all_others_holds_its_joint():
    motion = packaged_clip().excerpt(101, 200)
    animation = fit(motion, Selection(tuple(range(0, 100, 11))))
    errors = {}
    for weight in (1.0, 1e4, 1e100):
        held = hold_ends(motion, animation, {**default_weights(motion), "left-ankle": weight})
        errors[weight] = measure(motion, held, ["left-ankle"]).max_m
    assert errors[1e4] < errors[1.0]
    assert errors[1e100] < errors[1.0]


def test_arrays_of_another_shape_are_refused():
    motion = arm_motion(20)
    animation = fit(motion, Selection((0, 9, 19)))
    values = channel_values(motion, animation.skeleton)
    with pytest.raises(UsageError, match="values of channels have shape"):
        hold_ends(motion, animation, values=values[:-1])
    with pytest.raises(UsageError, match=r"keys that may change have shape \(2,\), expected \(3,\)"):
        hold_ends(motion, animation, near=np.ones(2, dtype=np.bool_))


@pytest.mark.parametrize("kind", ["free", "hermite", "quaternions"])
@pytest.mark.parametrize("thing", [camera_pan, propeller, twisted_chain, arm_motion])
def test_what_is_measured_comes_nearer_where_ends_turn_freely(thing, kind):
    motion = thing()
    before = fitted(motion, even_keys(motion, 9), kind)
    after = hold_ends(motion, before)
    check_held(motion, before, after)
    assert len(default_levers(motion))
    was, now = measure(motion, before), measure(motion, after)
    assert now.max_m <= was.max_m * (1 + 1e-9)
    assert now.rms_m <= was.rms_m * (1 + 1e-9)


def test_the_free_end_of_an_arm_comes_nearer():
    for seed in range(4):
        motion = arm_motion(seed=seed)
        before = fitted(motion, even_keys(motion, 9), "quaternions")
        assert measure(motion, hold_ends(motion, before)).max_m < 0.9 * measure(motion, before).max_m


def test_points_beside_joints_weigh_as_much_as_these():
    motion = arm_motion()
    wrist = motion.skeleton.index("wrist")
    before = fitted(motion, even_keys(motion, 9), "quaternions")
    loose = hold_ends(motion, before, dict.fromkeys(default_weights(motion), 1.0) | {wrist: 0.0})
    firm = hold_ends(motion, before, dict.fromkeys(default_weights(motion), 1.0) | {wrist: 10.0})
    ends = [float(np.abs(measure(motion, one).per_joint_m[-2:]).max()) for one in (loose, firm)]
    assert ends[1] < 0.9 * ends[0]
    root = hold_ends(motion, before, {0: 1.0})
    check_held(motion, before, root, {0: 1.0})


def test_as_many_joints_as_a_skeleton_can_have(monkeypatch):
    motion = arm_motion()
    before = fitted(motion, even_keys(motion, 9), "hermite")
    monkeypatch.setattr(match, "MOST_JOINTS", len(motion.skeleton.names) + 1)
    assert hold_ends(motion, before).skeleton is before.skeleton
