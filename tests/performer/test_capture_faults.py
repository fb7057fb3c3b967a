"""Faults have the size that was asked for, repeat with their seed, and leave alone what they should."""

from __future__ import annotations

import numpy as np
import pytest

from unbake.errors import UsageError
from unbake.motion.rotations import rotation_angle
from unbake.performer import perform, with_drift, with_jitter, with_noise, with_spikes

FAULTS = (with_noise, with_drift, with_spikes, with_jitter)
CLEAN = perform("walk", seconds=8.0, fps=60, seed=1).motion
TURNING = [j for j, channels in enumerate(CLEAN.skeleton.channels) if channels]


def off_deg(faulty):
    """Angle (F, J) between the clean and the faulty rotation of each joint that turns."""
    return np.degrees(rotation_angle(CLEAN.rotations_xyzw, faulty.rotations_xyzw))[:, TURNING]


def shift_m(faulty):
    return np.linalg.norm(faulty.translations_m - CLEAN.translations_m, axis=2)[:, 0]


def test_noise_has_its_standard_deviation_and_no_memory():
    faulty = with_noise(CLEAN, 0.5, 0.002, seed=3)
    # Three components of 0.5° each make a length of RMS 0.5°·√3.
    assert np.sqrt(np.mean(off_deg(faulty) ** 2)) == pytest.approx(0.5 * 3**0.5, rel=0.02)
    moved = (faulty.translations_m - CLEAN.translations_m)[:, 0]
    assert np.std(moved, axis=0) == pytest.approx([0.002] * 3, rel=0.15)
    assert abs(np.corrcoef(moved[1:, 0], moved[:-1, 0])[0, 1]) < 0.15


def test_drift_is_slow_and_of_its_size_and_starts_at_nothing():
    faulty = with_drift(CLEAN, 3.0, 0.02, seed=3)
    off = off_deg(faulty)
    assert off[0] == pytest.approx(0.0, abs=1e-6)
    assert np.sqrt(np.mean(off**2, axis=0)) == pytest.approx([3.0] * len(TURNING), rel=1e-6)
    assert np.sqrt(np.mean(shift_m(faulty) ** 2)) == pytest.approx(0.02, rel=1e-9)
    moved = (faulty.translations_m - CLEAN.translations_m)[:, 0]
    assert np.abs(np.diff(moved, axis=0)).max() < 0.1 * np.abs(moved).max()


def test_spikes_are_single_frames_of_their_size():
    faulty = with_spikes(CLEAN, 20.0, 0.1, count=9, seed=3)
    frames = np.flatnonzero(off_deg(faulty).max(axis=1) > 1e-4)
    assert len(frames) == 9
    assert np.diff(frames).min() > 1
    assert off_deg(faulty)[frames] == pytest.approx(20.0, abs=1e-6)
    assert shift_m(faulty)[frames] == pytest.approx(0.1)
    rest = np.setdiff1d(np.arange(CLEAN.n_frames), frames)
    assert np.abs(faulty.positions()[rest] - CLEAN.positions()[rest]).max() < 1e-12


def test_spikes_may_be_placed():
    faulty = with_spikes(CLEAN, 20.0, frames=[7, 0, 30])
    assert np.flatnonzero(off_deg(faulty).max(axis=1) > 1e-4).tolist() == [0, 7, 30]
    assert np.array_equal(faulty.translations_m, CLEAN.translations_m)
    for seed in range(30):
        full = with_spikes(CLEAN.excerpt(1, 9), 5.0, count=5, seed=seed)
        angles = rotation_angle(CLEAN.rotations_xyzw[:9], full.rotations_xyzw).max(axis=1)
        assert np.flatnonzero(angles > 1e-4).tolist() == [0, 2, 4, 6, 8]


def test_jitter_reaches_its_amplitude_and_shakes_fast():
    faulty = with_jitter(CLEAN, 1.5, 0.003, seed=3)
    off = off_deg(faulty)
    assert off.max(axis=0) == pytest.approx([1.5] * len(TURNING), rel=0.02)
    assert off.max() <= 1.5 + 1e-9
    assert shift_m(faulty).max() == pytest.approx(0.003, rel=0.02)
    moved = (faulty.translations_m - CLEAN.translations_m)[:, 0]
    spectrum = np.abs(np.fft.rfft(moved, axis=0)).sum(axis=1)
    assert 7.0 <= np.fft.rfftfreq(len(moved), 1 / 60)[spectrum.argmax()] <= 12.0


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_seeded_and_leave_their_input_and_its_bones_alone(fault):
    before = CLEAN.rotations_xyzw.copy(), CLEAN.translations_m.copy()
    one, again, other = (
        fault(CLEAN, 2.0, 0.01, seed=1),
        fault(CLEAN, 2.0, 0.01, seed=1),
        fault(CLEAN, 2.0, 0.01, seed=2),
    )
    assert np.array_equal(one.rotations_xyzw, again.rotations_xyzw)
    assert np.array_equal(one.translations_m, again.translations_m)
    assert not np.array_equal(one.rotations_xyzw, other.rotations_xyzw)
    assert np.array_equal(CLEAN.rotations_xyzw, before[0])
    assert np.array_equal(CLEAN.translations_m, before[1])
    ends = [j for j in range(len(CLEAN.skeleton.names)) if j not in TURNING]
    assert np.array_equal(one.rotations_xyzw[:, ends], CLEAN.rotations_xyzw[:, ends])
    bones = np.linalg.norm(np.diff(one.positions()[:, [1, 2, 3]], axis=1), axis=2)
    assert np.ptp(bones, axis=0).max() < 1e-12


@pytest.mark.parametrize("fault", FAULTS)
def test_no_fault_is_no_fault(fault):
    faulty = fault(CLEAN, 0.0)
    assert np.abs(faulty.positions() - CLEAN.positions()).max() < 1e-12
    one = CLEAN.excerpt(1, 1)
    assert fault(one, 1.0, **({"count": 1} if fault is with_spikes else {})).n_frames == 1


def test_what_makes_no_sense_is_refused():
    for fault in FAULTS:
        for size in (-1.0, float("nan"), float("inf")):
            with pytest.raises(UsageError, match="angle_deg must be a size"):
                fault(CLEAN, size)
    with pytest.raises(UsageError, match="do not find room"):
        with_spikes(CLEAN.excerpt(1, 9), 1.0, count=6)
    with pytest.raises(UsageError, match="spikes must lie in"):
        with_spikes(CLEAN, 1.0, frames=[99999])
