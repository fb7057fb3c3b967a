"""Feet in the air, and toes anywhere, are lifted where they would sink into the ground."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from unbake.feet.clean.leg_changes import applied, reached
from unbake.feet.clean.options import CleanOptions
from unbake.feet.clean.plant_targets import turn_up
from unbake.feet.clean.root_shift import smoothed
from unbake.feet.floor import Ground, sole_points_m
from unbake.feet.legs import Legs
from unbake.ground.arrays import Floats
from unbake.kinematics.minimal_turns import vector_of_turn
from unbake.motion.fading import faded
from unbake.motion.motion import Motion
from unbake.motion.rotations import IDENTITY_XYZW, quaternion_conjugate, quaternion_product

EARLY_S = 1.0 / 6.0
"""Feet and toes begin to rise so long before they would sink in."""
UP = np.array([0.0, 1.0, 0.0])


def lifted_out(
    motion: Motion, legs: Legs, ground: Ground, sole_m: Floats, stands: NDArray[np.bool_], options: CleanOptions
) -> Motion:
    """Return the motion with feet that do not sink in: the motion itself where none does.

    A foot in the air is lifted as a whole, by its leg; the toes turn up about the ball. A foot that stands was turned
    out of the ground where its ankle was placed.

    Parameters
    ----------
    motion, legs : the clip.
    ground, sole_m : what it stands on, and the height (6,) of heels, balls and tips above it when they stand.
    stands : (F, 2) whether each foot is planted.
    options : `still_m` is how far a point may sink in.
    """
    least = sole_m - options.still_m
    changes = []
    for row, leg in enumerate(legs.both):
        points = sole_points_m(motion, legs)[:, 3 * row : 3 * row + 2]
        depth = (ground.height_m(points) + least[3 * row : 3 * row + 2] - points[..., 1]).max(axis=1)
        lift = _lift(np.maximum(depth, 0.0), stands[:, row], max(1, options.frames(EARLY_S, motion.fps)))
        ankle = motion.positions()[:, leg.ankle] + lift[:, None] * UP
        turn = np.tile(IDENTITY_XYZW, (motion.n_frames, 1))
        kept = replace(options, lengths="kept", max_stretch=0.0)
        changes.append(reached(motion, leg, lift > 0.0, ankle, turn, np.zeros((motion.n_frames, 3)), kept))
    lifted = applied(motion, legs, np.zeros((motion.n_frames, 3)), changes)
    return _with_toes_up(lifted, legs, ground, least, max(1, options.frames(EARLY_S, motion.fps)))


def _lift(depth: Floats, stands: NDArray[np.bool_], frames: int) -> Floats:
    """How far a foot rises (F,): in good time, but never while it stands."""
    lift = np.where(stands, 0.0, depth)
    away = 1.0 - faded(np.ones((len(lift), 1)), stands, frames)[:, 0]
    return np.maximum(lift, enveloped(lift, frames) * np.clip(away, 0.0, 1.0))


def _with_toes_up(motion: Motion, legs: Legs, ground: Ground, least: Floats, frames: int) -> Motion:
    points, turns = sole_points_m(motion, legs), motion.world_rotations_xyzw()
    ankles = motion.positions()[:, [leg.ankle for leg in legs.both]]
    rotations = motion.rotations_xyzw.copy()
    is_changed = False
    for row, leg in enumerate(legs.both):
        ball, tip = points[:, 3 * row + 1], points[:, 3 * row + 2]
        depth = np.maximum(ground.height_m(tip) + least[3 * row + 2] - tip[:, 1], 0.0)
        raised = enveloped(depth, frames)
        aside = np.cross(ball - ankles[:, row], points[:, 3 * row] - ankles[:, row])
        turn = np.where((raised > 0.0)[:, None], turn_up(ball, tip, tip[:, 1] + raised, aside), IDENTITY_XYZW)
        low = vector_of_turn(turn).any(axis=1)
        world = turns[low, leg.toe]
        own = quaternion_product(quaternion_product(quaternion_conjugate(world), turn[low]), world)
        rotations[low, leg.toe] = quaternion_product(rotations[low, leg.toe], own)
        is_changed |= bool(low.any())
    return replace(motion, rotations_xyzw=rotations) if is_changed else motion


def enveloped(heights: Floats, frames: int) -> Floats:
    """Return the heights (F,) made smooth, nowhere lower than they were: the largest nearby, then averaged."""
    if not heights.any():
        return heights
    padded = np.pad(heights, frames, mode="edge")
    largest = np.lib.stride_tricks.sliding_window_view(padded, 2 * frames + 1).max(axis=1)
    return np.maximum(smoothed(largest[:, None], frames)[:, 0], heights)


def sinking_m(motion: Motion, legs: Legs, ground: Ground, sole_m: Floats) -> Floats:
    """Return how deep (F, 6) heels, balls and tips are in the ground; 0 where they are above it."""
    points = sole_points_m(motion, legs)
    return np.maximum(ground.height_m(points) + sole_m - points[..., 1], 0.0)
