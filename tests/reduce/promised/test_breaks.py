"""Few broken tangents: where the promise is kept, where they break, and what many would cost."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.excerpts import handles_of, with_handles
from unbake.curves.measure import measure
from unbake.curves.world import jolts
from unbake.motion.points import default_joints
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised import breaks
from unbake.reduce.promised.breaks import MOST_BROKEN, with_few_breaks
from unbake.reduce.promised.missed import Missed
from unbake.reduce.reduction import reduce_motion
from unbake.reduce.take import Take


@pytest.fixture(scope="module")
def both():
    """The smooth and the broken quaternion curves through eleven keys of the packaged clip."""
    motion = packaged_clip().excerpt(101, 260)
    selection = reduce_motion(motion, ReduceOptions(keys=11, holds_ends=False, fit="hermite")).selection
    take = Take(motion)
    return motion, *(take.fitted(selection, "quaternions", fit) for fit in ("hermite", "broken"))


def few(both, error_m, finish=lambda animation, near: animation):
    motion, smooth, broken = both
    return with_few_breaks(motion, smooth, broken, finish, error_m, Missed(motion, False))


def test_what_smooth_curves_keep_breaks_nothing(both):
    motion, smooth, _ = both
    off_m = measure(motion, smooth).max_m
    assert few(both, 1.001 * off_m).count_breaks() == 0


def test_tangents_break_around_what_misses_and_nowhere_else(both, monkeypatch):
    monkeypatch.setattr(jolts, "LEAST_M_S", np.inf)
    motion, smooth, broken = both
    error_m = 0.97 * measure(motion, smooth).max_m
    found = few(both, error_m)
    assert measure(motion, found).max_m <= error_m
    assert 0 < found.count_breaks() <= MOST_BROKEN * broken.count_breaks() / 0.8
    for curve, own, other in zip(found.curves, smooth.curves, broken.curves, strict=True):
        is_own, is_other = (
            (curve.left == side.left).all(axis=1) & (curve.right == side.right).all(axis=1) for side in (own, other)
        )
        assert (is_own | is_other).all()


@pytest.mark.parametrize("part", [0.99, 0.93])
def test_no_break_jolts_more_than_the_capture_does_nearby(both, part):
    motion, smooth, _ = both
    error_m = part * measure(motion, smooth).max_m
    found = few(both, error_m)
    assert measure(motion, found).max_m <= error_m
    assert found.count_breaks() > 0
    assert (jolts_m_s(motion, found) <= allowed_m_s(motion, found)).all()


def test_what_calmed_jolts_miss_is_left_to_the_slopes_around(both, monkeypatch):
    motion, smooth, _ = both
    seen = []

    def finish(animation, near):
        seen.append((animation.count_breaks(), near))
        return animation

    monkeypatch.setattr(jolts, "LEAST_M_S", 0.01)
    monkeypatch.setattr(jolts, "MOST", 0.01)
    assert few(both, 0.97 * measure(motion, smooth).max_m, finish) is smooth
    (_, first), *others = seen
    assert first is None
    assert others
    # Around one key that breaks, or was calmed and stays as it is, three on either side.
    calmed = [near for _, near in others if (~near[1:-1] & near[:-2] & near[2:]).any()]
    assert calmed
    assert len(calmed) < len(others)
    assert all(not near.all() for _, near in others)


def test_only_slopes_around_new_breaks_change_once_more(both):
    motion, smooth, _ = both
    given, found = [], []

    def halfway_back(animation, near):
        given.append((animation, near))
        found.append(with_handles(animation, 0.5 * (handles_of(animation) + handles_of(smooth))))
        return found[-1]

    few(both, 0.97 * measure(motion, smooth).max_m, halfway_back)
    assert len(given) > 2
    broken_before = set()
    for before, (after, near) in zip(found[:-1], given[1:], strict=True):
        pairs = zip(before.curves, after.curves, strict=True)
        changed = {
            (own.channel.joint, int(key))
            for own, other in pairs
            for key in np.flatnonzero((own.left != other.left).any(axis=1))
        }
        assert changed
        assert not changed & broken_before
        broken_before |= changed
        reached = {key + step for _, key in changed for step in range(-3, 4)} & set(range(len(smooth.selection)))
        assert set(np.flatnonzero(near).tolist()) == reached


def test_tangents_that_are_broken_already_count(both, monkeypatch):
    motion, smooth, broken = both
    monkeypatch.setattr(jolts, "LEAST_M_S", np.inf)
    pairs = zip(smooth.curves, broken.curves, strict=True)
    half = replace(smooth, curves=tuple(other if own.channel.joint % 2 else own for own, other in pairs))
    error_m = 0.97 * measure(motion, half).max_m
    assert few((motion, half, broken), error_m) is half
    monkeypatch.setattr(breaks, "MOST_BROKEN", 0.9)
    assert few((motion, half, broken), error_m).count_breaks() > half.count_breaks()


def jolts_m_s(motion, animation):
    """By how much (K − 2, N) the velocity of joints changes at each inner key."""
    joints, near = default_joints(motion), 1e-4
    found = []
    for key in animation.selection.frames[1:-1]:
        before, at, after = animation.sample([key - near, key, key + near]).positions()[:, joints]
        found.append(np.linalg.norm((after - at) - (at - before), axis=1) / near * float(motion.fps))
    return np.array(found)


def allowed_m_s(motion, animation):
    """What the capture's velocity changes by in a frame within eight frames, at 120 of them a second; or 0.3 m/s."""
    velocities = np.diff(motion.positions()[:, default_joints(motion)], axis=0) * float(motion.fps)
    changes = np.linalg.norm(np.diff(velocities, axis=0), axis=2)
    around = [changes[max(0, key - 9) : key + 8].max(axis=0) for key in animation.selection.frames[1:-1]]
    return np.maximum(around, 0.3)


def test_where_many_would_have_to_break_none_does(both):
    motion, smooth, _ = both
    assert few(both, 0.3 * measure(motion, smooth).max_m) is smooth


def test_the_last_step_comes_after_every_round(both):
    motion, smooth, _ = both
    seen = []

    def finish(animation, near):
        seen.append(animation.count_breaks())
        return animation

    few(both, 0.97 * measure(motion, smooth).max_m, finish)
    assert seen[0] == 0
    assert seen == sorted(set(seen))
    assert len(seen) >= 2


@pytest.mark.slow
def test_a_promise_for_gltf_breaks_few_tangents_and_says_so():
    motion = packaged_clip().excerpt(101, 260)
    found = reduce_motion(motion, ReduceOptions(error_m=0.02, curves=("channels", "quaternions")))
    gltf = found.animations["quaternions"]
    assert found.error.max_m <= 0.02
    moving = sum(np.ptp(curve.values) > 0.0 for curve in gltf.curves)
    assert gltf.count_breaks() <= 1.2 * MOST_BROKEN * moving * len(found.selection)
    assert any("tangents of the glTF curves break" in note for note in found.warnings) == (gltf.count_breaks() > 0)
    assert found.animations["channels"].check(motion) == ()
    assert gltf.check(motion) == ()
    broken = reduce_motion(motion, ReduceOptions(error_m=0.02, curves=("quaternions",), fit="broken"))
    assert not any("break" in note for note in broken.warnings)
    assert broken.animations["quaternions"].count_breaks() > gltf.count_breaks()
