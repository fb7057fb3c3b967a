"""What glTF makes of curves that it cannot hold: near them, and measured."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from curves.moving_arm import arm_motion
from unbake.curves.fits.fit import fit
from unbake.curves.for_gltf import gltf_curves, is_exact_in_gltf
from unbake.curves.measure import measure, measure_motions
from unbake.curves.world.jolts import Jolts
from unbake.curves.world.to_animation import NEAR_M
from unbake.formats.registry import load_motion, save
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints
from unbake.motion.skeleton import QUATERNION

pytestmark = pytest.mark.usefixtures("one_thread")
FEW = Selection((0, 20, 45, 70, 95, 119))


@pytest.fixture(scope="module")
def free():
    return fit(packaged_clip().excerpt(1, 120), FEW, "free")


@pytest.mark.slow
def test_tangents_break_where_smooth_ones_are_far_off(free):
    seen = free.sample()
    smooth = fit(seen, FEW, "hermite", skeleton=free.skeleton.with_quaternion_channels())
    found = gltf_curves(free)
    off = measure(seen, smooth).promised_m(True)
    assert off > NEAR_M
    assert measure(seen, found).promised_m(True) < 0.8 * off
    assert found.count_breaks() > 0
    assert is_exact_in_gltf(found)
    assert Jolts(seen, FEW.frames, default_joints(seen)).parts(found).max() <= 1.0


def test_smooth_tangents_stay_where_they_are_near():
    motion = packaged_clip().excerpt(1, 120)
    dense = fit(motion, Selection((*range(0, 119, 6), 119)), "free")
    found = gltf_curves(dense)
    assert measure(dense.sample(), found).promised_m(True) <= NEAR_M
    assert found.count_breaks() == 0


def test_curves_that_gltf_holds_are_left_alone(tmp_path):
    motion = arm_motion(60, 3)
    exact = fit(motion, Selection((0, 20, 40, 59)), "hermite", skeleton=motion.skeleton.with_quaternion_channels())
    assert gltf_curves(exact) is exact
    assert save(exact, tmp_path / "exact.glb") is None


def test_more_than_half_a_turn_between_two_keys_is_held_as_it_is(tmp_path):
    """A joint that goes round, or that a capture flips: its quaternions lie on opposite sides at the two keys."""
    motion = arm_motion(60, 3)
    turns = np.array(motion.rotations_xyzw)
    half = np.radians(np.linspace(0.0, 270.0, 60)) / 2.0
    turns[:, 1] = np.stack([0.0 * half, 0.0 * half, np.sin(half), np.cos(half)], axis=1)
    round_about = replace(motion, rotations_xyzw=turns)
    skeleton = motion.skeleton.with_quaternion_channels()
    exact = fit(round_about, Selection((0, 59)), "hermite", skeleton=skeleton)
    keys = [curve.values for curve in exact.curves if curve.channel.joint == 1 and curve.channel.name in QUATERNION]
    assert np.prod(keys, axis=1).sum() < -0.5
    assert gltf_curves(exact) is exact
    save(exact, tmp_path / "round.glb")
    assert measure_motions(exact.sample(), load_motion(tmp_path / "round.glb")).promised_m(True) < 1e-5


def test_saving_says_how_far_the_file_is(tmp_path, free):
    deviation = save(free, tmp_path / "free.glb")
    off = measure_motions(free.sample(), load_motion(tmp_path / "free.glb"))
    assert deviation.max_m == pytest.approx(off.max_m, rel=1e-6)
    assert deviation.max_m > 1e-4
    assert deviation.tips.max_m == pytest.approx(off.tips.max_m, rel=1e-6)
    assert np.allclose(deviation.per_frame_m[list(FEW.frames)], 0.0, atol=1e-5)
    for name in ("free.json", "free.bvh"):
        assert save(free, tmp_path / name) is None
    assert save(free.sample(), tmp_path / "baked.glb") is None


def test_progress_is_told_and_can_end_the_work(free):
    told = []
    gltf_curves(free, progress=told.append)
    assert told
    assert all(0.0 <= part <= 1.0 for part in told)
    with pytest.raises(InterruptedError):
        gltf_curves(free, progress=stop)


def stop(part):
    raise InterruptedError


def test_nothing_is_calmed_where_that_would_throw_curves_far_off():
    """Noise with a key on every third frame: what lies between smooth and broken tangents is 27 cm off."""
    draws = np.random.default_rng(0)
    turns = np.cumsum(draws.normal(0.0, 0.2, (31, 4, 4)), axis=0) + np.array([0.0, 0.0, 0.0, 2.0])
    noise = Motion.from_arrays(["a", "b", "c", "d"], range(-1, 3), np.tile([0.0, 0.4, 0.0], (4, 1)), turns)
    free = fit(noise, Selection(tuple(range(0, 31, 3))), "free")
    assert measure(free.sample(), gltf_curves(free)).promised_m(True) < 0.02
