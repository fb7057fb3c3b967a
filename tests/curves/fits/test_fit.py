import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curves.moving_arm import arm_motion, arm_skeleton, random_keys
from unbake.curves.fits.fit import FIT_METHODS, fit
from unbake.curves.fits.free import FREE_FITS
from unbake.errors import MotionError, UsageError
from unbake.keyframes.selection import Selection
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.motion import Motion

METHODS = sorted(FIT_METHODS)
each_method = pytest.mark.parametrize("method", METHODS)


def selected(frames):
    return Selection(tuple(int(f) for f in frames))


def check_sound(motion, animation):
    """What every fit guarantees, whatever the method."""
    keys = np.array(animation.selection.frames)
    captured = channel_values(motion, animation.skeleton)
    assert (animation.values_at(keys.astype(float)) == captured[keys]).all()
    u = np.linspace(0.0, 1.0, 41)
    for column, curve in enumerate(animation.curves):
        assert (curve.values == captured[keys, column]).all()
        assert curve.left[0].tolist() == [keys[0], captured[0, column]]
        assert curve.right[-1].tolist() == [keys[-1], captured[-1, column]]
        for first, last, out, into in zip(keys[:-1], keys[1:], curve.right[:-1, 0], curve.left[1:, 0], strict=True):
            assert first <= out <= last
            assert first <= into <= last
            times = (1 - u) ** 3 * first + 3 * (1 - u) ** 2 * u * out + 3 * (1 - u) * u**2 * into + u**3 * last
            assert (np.diff(times) >= -1e-9).all()


@pytest.mark.slow
@each_method
@settings(max_examples=12)
@given(frames=st.integers(1, 50), share=st.floats(0.0, 1.0), seed=st.integers(0, 100))
def test_curves_pass_through_their_keys_and_run_forwards(method, frames, share, seed):
    motion = arm_motion(frames, seed)
    keys = random_keys(frames, 2 + round(share * (frames - 2)), seed)
    check_sound(motion, fit(motion, selected(keys), method))


@each_method
@pytest.mark.parametrize(
    ("frames", "keys"),
    [(1, [0]), (2, [0, 1]), (3, [0, 2]), (40, range(40)), (40, [0, 39]), (40, [0, 1, 2, 20, 21, 38, 39])],
)
def test_small_and_dense_selections(method, frames, keys):
    motion = arm_motion(frames, 3)
    animation = fit(motion, selected(keys), method)
    check_sound(motion, animation)
    assert animation.fit == method
    if len(keys) == frames:
        assert animation.sample().positions() == pytest.approx(motion.positions(), abs=1e-9)


@each_method
def test_constant_channels_get_exactly_flat_handles(method):
    skeleton = arm_skeleton()
    # 0.1 and 1/3 are no binary fractions, so a detour through degrees would show.
    values = np.tile(np.array([0.1, 1 / 3, -0.7, *[0.1] * 8, 0.1, 0.2, 0.3, 0.9]), (30, 1))
    motion = motion_from_channels(skeleton, values, arm_motion(1).fps)
    for curve in fit(motion, selected([0, 7, 8, 29]), method).curves:
        assert (curve.left[:, 1] == curve.values[0]).all()
        assert (curve.right[:, 1] == curve.values[0]).all()


@each_method
def test_linear_channels_are_reproduced(method):
    frames = np.arange(60.0)[:, None]
    values = frames * np.array([[0.5, -2.0, 0.01, 0.0]]) + np.array([[1.0, 5.0, 0.0, 3.0]])
    keys = np.array([0, 1, 2, 30, 33, 59])
    left, right = FIT_METHODS[method](keys, values)
    for column in range(4):
        slope = values[1, column] - values[0, column]
        for handles in (left[column], right[column]):
            assert handles[:, 1] == pytest.approx(values[0, column] + slope * handles[:, 0], abs=1e-6)


@pytest.mark.parametrize("quaternions", [False, True])
def test_free_is_at_least_as_near_as_hermite_in_every_channel(quaternions):
    for seed in range(4):
        motion = arm_motion(150, seed)
        skeleton = motion.skeleton.with_quaternion_channels() if quaternions else None
        keys = selected(random_keys(150, 12, seed))
        captured = channel_values(motion, skeleton)
        frames = np.arange(150.0)
        free, hermite = (
            np.sqrt(np.mean((fit(motion, keys, m, skeleton=skeleton).values_at(frames) - captured) ** 2, axis=0))
            for m in ("free", "hermite")
        )
        assert (free <= hermite * (1 + 1e-9) + 1e-12).all()
        assert free.sum() < 0.9 * hermite.sum()


def test_handles_do_not_depend_on_other_channels_units():
    """Degrees and centimetres are used inside, radians and metres come out: twice the metres, twice the handles."""
    motion = arm_motion(80, 5)
    keys = selected([0, 20, 37, 60, 79])
    once, twice = (
        fit(Motion(motion.skeleton, motion.rotations_xyzw, factor * motion.translations_m, motion.fps), keys, "hermite")
        for factor in (1.0, 2.0)
    )
    for a, b in zip(once.curves[:3], twice.curves[:3], strict=True):
        assert b.left[:, 1] == pytest.approx(2 * a.left[:, 1], abs=1e-12)
    for a, b in zip(once.curves[3:], twice.curves[3:], strict=True):
        assert (a.left == b.left).all()


def test_methods_see_degrees_and_centimetres(monkeypatch):
    motion = arm_motion(30, 5)
    seen = []
    monkeypatch.setitem(
        FIT_METHODS, "spy", lambda keys, values: seen.append(values) or FIT_METHODS["hermite"](keys, values)
    )
    fit(motion, selected([0, 29]), "spy")
    captured = channel_values(motion)
    assert seen[0][:, :3] == pytest.approx(100.0 * captured[:, :3])
    assert seen[0][:, 3:11] == pytest.approx(np.degrees(captured[:, 3:11]))
    assert seen[0][:, 11:] == pytest.approx(2.0 * np.degrees(captured[:, 11:]))


def test_other_channels_for_the_same_joints():
    motion = arm_motion(60, 6)
    keys = selected([0, 10, 25, 40, 59])
    skeleton = motion.skeleton.with_quaternion_channels()
    animation = fit(motion, keys, "hermite", skeleton=skeleton)
    assert animation.skeleton is skeleton
    check_sound(motion, animation)
    rows = [0, 10, 25, 40, 59]
    assert animation.sample().positions()[rows] == pytest.approx(motion.positions()[rows], abs=1e-9)


def turning_motion():
    """The root turns by half a circle, straight through the lock of its order, with a little sway."""
    skeleton = arm_skeleton()
    time = np.linspace(0.0, 1.0, 120)
    values = np.zeros((120, 15))
    values[:, 14] = 1.0
    values[:, 3] = 0.05 * np.sin(9 * time)
    values[:, 4] = np.pi * time
    values[:, 5] = 0.05 * np.cos(7 * time)
    return motion_from_channels(skeleton, values, arm_motion(1).fps)


def test_orders_near_gimbal_lock_are_changed_and_said():
    motion, keys = turning_motion(), selected([0, 20, 40, 60, 80, 100, 119])
    auto, source = fit(motion, keys), fit(motion, keys, rotation_orders="source")
    assert source.skeleton is motion.skeleton
    assert source.warnings == ()
    assert auto.skeleton.rotation_orders[0][1] != "y"
    assert auto.skeleton.rotation_orders[1:] == motion.skeleton.rotation_orders[1:]
    (warning,) = auto.warnings
    assert "'root'" in warning
    assert "'upper'" not in warning
    check_sound(motion, auto)


def test_frame_numbers_and_warnings_are_kept():
    motion = arm_motion(20, first_frame=6)
    motion = Motion(motion.skeleton, motion.rotations_xyzw, motion.translations_m, motion.fps, 6, ("a guess",))
    animation = fit(motion, selected([0, 9, 19]), "hermite")
    assert animation.key_numbers() == (6, 15, 25)
    assert animation.warnings[0] == "a guess"
    assert (animation.n_frames, animation.fps) == (20, motion.fps)


def test_the_motion_is_left_as_it_was():
    motion = arm_motion(40, 8)
    before = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    fit(motion, selected([0, 20, 39]))
    assert (motion.rotations_xyzw == before[0]).all()
    assert (motion.translations_m == before[1]).all()


@pytest.mark.parametrize("frames", [(0, 5), (1, 9), (0, 12)])
def test_first_and_last_frame_must_be_keys(frames):
    with pytest.raises(UsageError, match="first frame to its last"):
        fit(arm_motion(10), Selection(frames))


def test_unknown_requests_are_refused():
    motion, keys = arm_motion(10), Selection((0, 9))
    with pytest.raises(UsageError, match=r"unknown fit 'hermit'.*'hermite'"):
        fit(motion, keys, "hermit")
    with pytest.raises(UsageError, match="auto"):
        fit(motion, keys, rotation_orders="best")


def test_only_the_free_fit_weighs_breaks():
    motion, keys = arm_motion(90, 4), selected([0, 15, 40, 66, 89])
    aligned, broken = fit(motion, keys), fit(motion, keys, break_weight=0.0)
    assert aligned.count_breaks() == 0 < broken.count_breaks()
    check_sound(motion, broken)
    for method in METHODS:
        if method not in FREE_FITS:
            with pytest.raises(UsageError, match=f"break a tangent, not '{method}'"):
                fit(motion, keys, method, break_weight=0.5)
    with pytest.raises(UsageError, match="break weight"):
        fit(motion, keys, break_weight=-0.5)


@each_method
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_values_that_are_not_finite_are_refused(method, bad):
    values = np.cumsum(np.random.default_rng(2).normal(size=(20, 3)), axis=0)
    values[5, 1] = bad
    with pytest.raises(MotionError, match="channel 1 at frame 5"):
        FIT_METHODS[method](np.array([0, 8, 19]), values)


@each_method
@pytest.mark.parametrize("keys", [[], [1, 9], [0, 8], [0, 5, 5, 9], [0, 6, 5, 9], [0, 12]])
def test_keys_must_rise_from_the_first_frame_to_the_last(method, keys):
    with pytest.raises(UsageError, match="0 to 9"):
        FIT_METHODS[method](np.array(keys, dtype=int), np.zeros((10, 1)))


@each_method
def test_fits_leave_their_arguments_as_they_were(method):
    keys, values = np.array([0, 8, 19]), np.cumsum(np.random.default_rng(2).normal(size=(20, 3)), axis=0)
    before = keys.copy(), values.copy()
    values.setflags(write=False)
    FIT_METHODS[method](keys, values)
    assert (keys == before[0]).all()
    assert (values == before[1]).all()


@pytest.mark.parametrize("method", sorted(FREE_FITS))
def test_a_quick_fit_is_sound_and_another_one(method):
    motion, keys = arm_motion(120, 3), selected(range(0, 120, 17))
    quick, full = (fit(motion, keys, method, is_quick=is_quick) for is_quick in (True, False))
    check_sound(motion, quick)
    captured = channel_values(motion, full.skeleton)
    squares = [np.square(a.values_at(np.arange(120.0)) - captured).sum() for a in (quick, full)]
    assert squares[0] != squares[1]
    assert squares[0] < 1.2 * squares[1]


def test_a_closed_form_knows_no_quicker_way():
    motion, keys = arm_motion(40, 3), selected([0, 20, 39])
    quick, full = (fit(motion, keys, "hermite", is_quick=is_quick) for is_quick in (True, False))
    assert all((one.right == other.right).all() for one, other in zip(quick.curves, full.curves, strict=True))


@pytest.mark.parametrize("change", [lambda v: v[:-1], lambda v: v[:, :-1], lambda v: v[:, 0], lambda v: v[None]])
def test_values_of_another_shape_are_refused(change):
    motion = arm_motion(20)
    values = channel_values(motion)
    with pytest.raises(UsageError, match=r"values of channels have shape .*, expected \(20, "):
        fit(motion, selected([0, 9, 19]), rotation_orders="source", values=change(values))
