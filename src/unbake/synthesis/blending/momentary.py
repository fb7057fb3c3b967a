"""Ways that game developers get from one motion into another without blending both: what a blend is compared with.

Both start from one pose of the source and its velocity. `inertialised` plays the target at once and lets the difference
die away. `dead_blended` lets the source drift on from there, slower and slower, and fades into the target.

References: D. Bollo, Inertialization: high-performance animation transitions in Gears of War, GDC 2018; D. Holden,
Spring-it-on: the game developer's spring-roll-call, 2021 (inertialisation by a critically damped spring), and Dead
blending, 2023. Here the body's steps and turns take the place of its position and heading, so that the way over the
floor is the target's, seen from where the body is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.rotations import (
    in_one_hemisphere,
    quaternion_conjugate,
    quaternion_from_vector,
    quaternion_product,
    vector_from_quaternion,
)
from unbake.synthesis.blending.blended import Blended, assembled
from unbake.synthesis.blending.multiway import averaged
from unbake.synthesis.blending.source import BlendSource, check_sources
from unbake.synthesis.blending.tracks import Tracks, tracks_of, travelled
from unbake.synthesis.blending.weights import eased

HALF_LIFE_S = 0.1
"""Time in which a difference, or a speed, falls to half."""


def inertialised(sources: Sequence[BlendSource]) -> Blended:
    """Return the last source from its start, with what the first differs from it there dying away.

    Parameters
    ----------
    sources : the first and the last are used.

    Raises
    ------
    UsageError, MotionError : sources that cannot be blended, see `check_sources`.
    """
    check_sources(sources)
    pair = [sources[0], sources[-1]]
    start, target = own = [tracks_of(source.motion) for source in pair]
    fps, count = float(target.fps), target.n_frames
    times = np.arange(count) / fps
    offsets, speeds = _differences(start, target)
    rotations = quaternion_product(
        quaternion_from_vector(dying(*_pair(offsets, speeds, 0, fps), times)), target.rotations_xyzw
    )
    translations = target.translations_m + dying(*_pair(offsets, speeds, 1, fps), times)
    steps, turns = target.steps()
    first_steps, first_turns = start.steps()
    left = 0.5 ** (times[1:] / HALF_LIFE_S)
    steps = steps + left[:, None] * (first_steps[0] - steps[0])
    turns = turns + left * (first_turns[0] - turns[0])
    places, headings = travelled(start.places_m[0], float(start.headings_rad[0]), steps, turns)
    tracks = Tracks(target.skeleton, target.fps, places, headings, rotations, translations)
    weights = np.tile([0.0, 1.0], (count, 1))
    weights[0] = [1.0, 0.0]
    own_times = np.tile(np.arange(float(count))[:, None], (1, 2))
    return assembled(tracks, tracks.motion(pair[0].motion.first_frame), pair, own, weights, own_times)


def dead_blended(sources: Sequence[BlendSource]) -> Blended:
    """Return a fade from what the first source would do if it went on without purpose into the last source.

    Parameters and errors are those of `inertialised`.
    """
    check_sources(sources)
    pair = [sources[0], sources[-1]]
    own = [tracks_of(source.motion) for source in pair]
    target = own[1]
    going_on = _drifting(own[0], target.n_frames)
    part = eased(np.linspace(0.0, 1.0, target.n_frames))
    weights = np.stack([1.0 - part, part], axis=1)
    tracks = averaged([going_on, target], weights)
    times = np.tile(np.arange(float(target.n_frames))[:, None], (1, 2))
    return assembled(tracks, tracks.motion(pair[0].motion.first_frame), pair, own, weights, times)


def _pair(offsets: list[Floats], speeds: list[Floats], which: int, fps: float) -> tuple[Floats, Floats]:
    return offsets[which], speeds[which] * fps


def _differences(start: Tracks, target: Tracks) -> tuple[list[Floats], list[Floats]]:
    """How poses differ in the first two frames: turns (J, 3) and translations (T, 3), and their change in a frame."""
    turns = vector_from_quaternion(
        quaternion_product(start.rotations_xyzw[:2], quaternion_conjugate(target.rotations_xyzw[:2]))
    )
    # A turn and the same the other way round: the second goes on from the first.
    angles = np.linalg.norm(turns[1], axis=-1, keepdims=True)
    other = turns[1] - 2.0 * np.pi * turns[1] / np.maximum(angles, 1e-9)
    is_other = (turns[0] * turns[1]).sum(axis=-1) < 0.0
    near = is_other & (np.linalg.norm(other - turns[0], axis=-1) < np.linalg.norm(turns[1] - turns[0], axis=-1))
    turns[1] = np.where(near[:, None], other, turns[1])
    moves = start.translations_m[:2] - target.translations_m[:2]
    return [turns[0], moves[0]], [turns[1] - turns[0], moves[1] - moves[0]]


def dying(offset: Floats, speed: Floats, times_s: Floats) -> Floats:
    """Return where (F, …) a critically damped spring is that starts with an offset and a speed and pulls to zero.

    Parameters
    ----------
    offset, speed : (…) at the start, the second a second.
    times_s : (F,) after it.
    """
    rate = 2.0 * np.log(2.0) / HALF_LIFE_S
    t = times_s.reshape(-1, *[1] * offset.ndim)
    return np.asarray((offset + (speed + offset * rate) * t) * np.exp(-rate * t))


def _drifting(start: Tracks, count: int) -> Tracks:
    """The first pose going on with a speed that dies away. The body keeps its pace: it would stop half-way."""
    fps = float(start.fps)
    rate = np.log(2.0) / HALF_LIFE_S
    times = np.arange(count) / fps
    gone = (1.0 - np.exp(-rate * times)) / rate * fps  # in frames at the first speed
    turn = vector_from_quaternion(
        quaternion_product(start.rotations_xyzw[1], quaternion_conjugate(start.rotations_xyzw[0]))
    )
    rotations = quaternion_product(quaternion_from_vector(gone[:, None, None] * turn), start.rotations_xyzw[0])
    moves = start.translations_m[0] + gone[:, None, None] * (start.translations_m[1] - start.translations_m[0])
    steps, turns = start.steps()
    every = [0] * (count - 1)
    places, headings = travelled(start.places_m[0], float(start.headings_rad[0]), steps[every], turns[every])
    return Tracks(start.skeleton, start.fps, places, headings, in_one_hemisphere(rotations), moves)
