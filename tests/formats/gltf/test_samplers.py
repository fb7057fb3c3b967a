"""Curves of a glTF animation: keys lie on the frames that they were stored for, however long the take."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import unbake
from unbake.formats.gltf.samplers import Spline
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

HOUR = 432_000


def spline(times_s):
    return Spline(np.asarray(times_s, dtype=np.float32).astype(np.float64), np.zeros((len(times_s), 3)), "LINEAR")


@pytest.mark.parametrize("start_s", [0.0, 12.3456, -40.0])
@pytest.mark.parametrize("fps", [24.0, 120.0, 30000 / 1001])
def test_keys_are_on_frames_to_the_last_bit(start_s, fps):
    frames = start_s + np.arange(HOUR) / fps
    assert not np.array_equal(spline(frames).times_s, frames)
    assert np.array_equal(spline(frames).on_frames(frames).times_s, frames)
    some = frames[[0, 7, 5_000, HOUR - 1]]
    assert np.array_equal(spline(some).on_frames(frames).times_s, some)


def test_keys_between_frames_stay_there():
    frames = 3_000.0 + np.arange(2_000) / 120.0
    between = spline(frames[::9] + 0.3 / 120.0)
    assert np.array_equal(between.on_frames(frames).times_s, between.times_s)
    assert np.array_equal(between.on_frames(frames[:1]).times_s, between.times_s)


def test_keys_never_change_places():
    rng = np.random.default_rng(1)
    frames = 900_000.0 + np.arange(500) / 120.0
    times = np.sort(rng.uniform(frames[0], frames[-1], 3_000))
    moved = spline(times).on_frames(frames).times_s
    assert (np.diff(moved) >= 0.0).all()


@pytest.mark.slow
def test_the_last_frames_of_an_hour_come_back(tmp_path):
    """They were up to a millimetre off where joints are quick: between its keys a curve was asked for its frames."""
    skeleton = Skeleton(("ball",), (-1,), np.zeros((1, 3)), (("tx", "ty", "tz", "rx", "ry", "rz"),))
    way = np.zeros((HOUR, 1, 3))
    way[:, 0, 1] = 0.5 * np.sin(np.arange(HOUR) * 0.2)
    turns = np.broadcast_to([0.0, 0.0, 0.0, 1.0], (HOUR, 1, 4))
    motion = Motion(skeleton, turns, way, Fraction(120))
    unbake.save(motion, tmp_path / "hour.glb")
    back = unbake.load_motion(tmp_path / "hour.glb")
    assert np.abs(back.translations_m - way).max() < 1e-7
    assert back.fps == motion.fps
