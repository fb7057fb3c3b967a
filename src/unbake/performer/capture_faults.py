"""The faults of a capture, put into a clean motion: noise, drift, spikes, jitter. Seeded, and of a known size.

A rotation is disturbed by a rotation vector in the joint's own frame: ``q · exp(v)``. Joints without rotation channels
(end sites) stay as they are, so the bones keep their lengths; of translations only the root's is disturbed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_from_vector, quaternion_product
from unbake.motion.skeleton import TRANSLATIONS
from unbake.performer.easing import wander

JITTER_HZ = (7.0, 12.0)
"""Rates of a solver's and a tremor's shaking."""
DRIFT_HZ = (0.02, 0.2)


def with_noise(motion: Motion, angle_deg: float, position_m: float = 0.0, *, seed: int = 0) -> Motion:
    """Return the motion with white noise, independent from frame to frame and from joint to joint.

    Parameters
    ----------
    motion : stays as it is.
    angle_deg : standard deviation of each of the three components of every joint's rotation vector.
    position_m : standard deviation of each coordinate of the root.
    seed : same seed, same noise.

    Raises
    ------
    UsageError : a size below zero or not finite.
    """
    _check(angle_deg, position_m)
    rng = np.random.default_rng(seed)
    joints = _turning(motion)
    vectors = np.radians(angle_deg) * rng.standard_normal((motion.n_frames, len(joints), 3))
    return _disturbed(motion, joints, vectors, position_m * rng.standard_normal((motion.n_frames, 3)))


def with_drift(motion: Motion, angle_deg: float, position_m: float = 0.0, *, seed: int = 0) -> Motion:
    """Return the motion with a slow drift away from the first frame, which stays as it is.

    Parameters
    ----------
    motion : stays as it is.
    angle_deg : RMS, over the clip, of the angle by which each joint is off.
    position_m : RMS, over the clip, of the distance by which the root is off.
    seed : same seed, same drift.

    Raises
    ------
    UsageError : a size below zero or not finite.
    """
    _check(angle_deg, position_m)
    rng = np.random.default_rng(seed)
    joints = _turning(motion)
    time_s = np.arange(motion.n_frames) / float(motion.fps)
    vectors = np.stack([np.radians(angle_deg) * _drifting(time_s, rng) for _ in joints], axis=1)
    return _disturbed(motion, joints, vectors, position_m * _drifting(time_s, rng))


def with_spikes(
    motion: Motion,
    angle_deg: float,
    position_m: float = 0.0,
    *,
    count: int = 5,
    frames: Sequence[int] | None = None,
    seed: int = 0,
) -> Motion:
    """Return the motion with single frames that are far off, all others as they were.

    Parameters
    ----------
    motion : stays as it is.
    angle_deg : angle by which every turning joint is off in such a frame, about an axis of its own.
    position_m : distance by which the root is off.
    count : how many frames; drawn so that no two are neighbours.
    frames : indices from 0 of the frames instead.
    seed : same seed, same spikes.

    Raises
    ------
    UsageError : frames outside the clip, more spikes than find room, a size below zero or not finite.
    """
    _check(angle_deg, position_m)
    rng = np.random.default_rng(seed)
    at = _lonely_frames(motion.n_frames, count, rng) if frames is None else np.array(sorted(set(frames)), dtype=int)
    if len(at) and not (at[0] >= 0 and at[-1] < motion.n_frames):
        raise UsageError(f"spikes must lie in frames 0 to {motion.n_frames - 1}, not at {at[0]} to {at[-1]}")
    joints = _turning(motion)
    vectors, shift = np.zeros((motion.n_frames, len(joints), 3)), np.zeros((motion.n_frames, 3))
    vectors[at] = np.radians(angle_deg) * _directions(rng, (len(at), len(joints)))
    shift[at] = position_m * _directions(rng, (len(at),))
    return _disturbed(motion, joints, vectors, shift)


def with_jitter(motion: Motion, angle_deg: float, position_m: float = 0.0, *, seed: int = 0) -> Motion:
    """Return the motion with every joint shaking at 7 to 12 Hz about an axis of its own.

    Parameters
    ----------
    motion : stays as it is.
    angle_deg : amplitude of each joint's shaking; it never is off by more.
    position_m : amplitude of the root's shaking.
    seed : same seed, same jitter.

    Raises
    ------
    UsageError : a size below zero or not finite.
    """
    _check(angle_deg, position_m)
    rng = np.random.default_rng(seed)
    joints = _turning(motion)
    time_s = np.arange(motion.n_frames) / float(motion.fps)
    waves = [_shaking(time_s, rng) for _ in range(len(joints) + 1)]
    vectors = np.radians(angle_deg) * np.stack(waves[:-1], axis=1)
    return _disturbed(motion, joints, vectors, position_m * waves[-1])


def _check(angle_deg: float, position_m: float) -> None:
    for name, size in (("angle_deg", angle_deg), ("position_m", position_m)):
        if not 0.0 <= size < np.inf:
            raise UsageError(f"{name} must be a size of zero or more, not {size:g}")


def _turning(motion: Motion) -> list[int]:
    return [j for j, names in enumerate(motion.skeleton.channels) if set(names) - set(TRANSLATIONS)]


def _drifting(time_s: Floats, rng: np.random.Generator) -> Floats:
    """A slow way (F, 3) that starts at zero, of unit RMS length."""
    way = np.stack([wander(time_s, rng, *DRIFT_HZ) for _ in range(3)], axis=1)
    way -= way[0]
    size = float(np.sqrt(np.mean(np.sum(way**2, axis=1))))
    return way / size if size > 0.0 else way


def _shaking(time_s: Floats, rng: np.random.Generator) -> Floats:
    """A wave (F, 3) of unit amplitude along one direction."""
    rate, phase = rng.uniform(*JITTER_HZ), rng.uniform(0.0, 2.0 * np.pi)
    return np.sin(2.0 * np.pi * rate * time_s + phase)[:, None] * _directions(rng, ())


def _directions(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    vectors = rng.standard_normal((*shape, 3))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def _lonely_frames(
    n_frames: int, count: int, rng: np.random.Generator
) -> np.ndarray[tuple[int, ...], np.dtype[np.int_]]:
    """Frames no two of which are neighbours: drawn without the gaps, which are put back afterwards."""
    if not 0 <= count <= (n_frames + 1) // 2:
        raise UsageError(f"{count} spikes do not find room in {n_frames} frames without being neighbours")
    drawn = np.sort(rng.choice(n_frames - max(count - 1, 0), count, replace=False))
    return np.asarray(drawn + np.arange(count))


def _disturbed(motion: Motion, joints: list[int], vectors_rad: Floats, shift_m: Floats) -> Motion:
    """The motion with rotation vectors (F, len(joints), 3) and shifts of the root (F, 3)."""
    rotations, translations = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    rotations[:, joints] = quaternion_product(rotations[:, joints], quaternion_from_vector(vectors_rad))
    if 0 in motion.skeleton.translated:
        translations[:, motion.skeleton.translated.index(0)] += shift_m
    return replace(motion, rotations_xyzw=rotations, translations_m=translations)
