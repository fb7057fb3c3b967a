"""What a sequence of frames costs, part by part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats, Indices
from unbake.synthesis.demands.kernels import sequence_cost, walked
from unbake.synthesis.demands.problem import Problem, Targets

NEAR = 0.5
"""Metres, or radians, up to which it costs as the square to be off."""


@dataclass(frozen=True)
class Costs:
    """What a motion costs, in frames with a wrong flag.

    Parameters
    ----------
    flags, joins, places : by what it costs; places, headings and the path together.
    """

    flags: float
    joins: float
    places: float

    @property
    def total(self) -> float:
        """What the search makes small."""
        return self.flags + self.joins + self.places


def way_of(problem: Problem, frames: Indices) -> Floats:
    """Return where the body is in each frame of a motion: x, z and heading (n, 3), in metres and radians."""
    targets = problem.targets
    return walked(frames, problem.pool.steps, targets.start_m, targets.start_rad, targets.leg_m)


def costs_of(problem: Problem, frames: Indices) -> Costs:
    """Return what a sequence of frames (n,) costs."""
    pool, weights = problem.pool, problem.weights
    flags, joins = sequence_cost(
        frames, problem.costs, problem.rows, pool.features, pool.last, *problem.leave_enter, weights.join, weights.cut
    )
    if problem.targets.is_open:
        return Costs(flags, joins, 0.0)
    return Costs(flags, joins, place_cost(*residuals(problem, way_of(problem, frames))[1:]))


def place_cost(off: Floats, each: Floats) -> float:
    """Return what it costs to be off (m, 3): as the square of what is near, but only in proportion to what is far.

    Squares alone would make joins worth nothing until the motion is there.
    """
    return float((2.0 * NEAR**2 * each * (np.sqrt(1.0 + (off / NEAR) ** 2) - 1.0)).sum())


def eased_weights(off: Floats, each: Floats) -> Floats:
    """Return the weights (m, 3) by which squares have the slope of `place_cost` where the motion is."""
    return each / np.sqrt(1.0 + (off / NEAR) ** 2)


def residuals(problem: Problem, way: Floats) -> tuple[Indices, Floats, Floats]:
    """Return how far a way over the floor is from the targets.

    Returns
    -------
    The frames (m,), what x, z and heading are off by in them (m, 3), and what the square of each costs (m, 3): nothing
    where it is open.
    """
    targets, weights = problem.targets, problem.weights
    off = np.concatenate([targets.places_m, targets.headings_rad[:, None]], axis=1)
    off = way[targets.frames] - off
    off[:, 2] = np.remainder(off[:, 2] + np.pi, 2.0 * np.pi) - np.pi
    each = np.where(np.isnan(off), 0.0, [weights.place, weights.place, weights.heading])
    off = np.nan_to_num(off)
    if not len(targets.path_frames):
        return targets.frames, off, each
    away = np.zeros((len(targets.path_frames), 3))
    away[:, :2] = from_path(way[targets.path_frames, :2], targets)
    along = weights.path * targets.path_every * np.array([[1.0, 1.0, 0.0]])
    return (
        np.concatenate([targets.frames, targets.path_frames]),
        np.concatenate([off, away]),
        np.concatenate([each, np.repeat(along, len(away), axis=0)]),
    )


def from_path(places_m: Floats, targets: Targets) -> Floats:
    """Return what takes the nearest point of the path to each place (q, 2)."""
    start, end = targets.path_m[:-1], targets.path_m[1:]
    side = end - start
    length = np.maximum((side**2).sum(axis=1), 1e-12)
    part = np.clip(np.einsum("qpc,pc->qp", places_m[:, None] - start, side) / length, 0.0, 1.0)
    away = places_m[:, None] - (start + part[..., None] * side)
    nearest = (away**2).sum(axis=2).argmin(axis=1)
    return np.asarray(away[np.arange(len(places_m)), nearest])
