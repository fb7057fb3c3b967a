"""Least squares over time: changes that accelerate a body least, found by Newton steps on a banded system.

A problem is a sum of terms, each a linear function of the unknowns of one frame. What is to be smooth costs the square
of its second difference, what is to be near its target the square of what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from scipy.linalg import solveh_banded

from unbake.ground.arrays import Floats

DAMPING, FACTOR, TRIES = 1e5, 10.0, 8
"""What a step's own square costs, in 1/s⁴, after one that made things worse; by how much more after the next; and how
many are tried."""
GAIN = 1e-4
"""A step that gains less than this part of the cost is the last one."""
RIDGE = 1e-3
"""What any unknown costs by itself, so that those that nothing depends on stay where they are."""
State = TypeVar("State")


@dataclass(frozen=True, eq=False)
class Term:
    """What is to be small, and how it depends on the unknowns.

    Parameters
    ----------
    first : the first of the unknowns that it depends on.
    slopes : (F, R, C) by how much each of R values grows with each of C unknowns.
    values : (F, R) what it is now.
    calm : what the square of its acceleration costs.
    near : (F,) what its own square costs in each frame.
    """

    first: int
    slopes: Floats
    values: Floats
    calm: float
    near: Floats

    def cost(self, fps: float) -> float:
        """Return what it costs now."""
        bends = np.diff(self.values, 2, axis=0) * fps**2 if self.calm else np.zeros(1)
        return float(self.calm * (bends**2).sum() + (self.near[:, None] * self.values**2).sum())


def minimised(
    state: State,
    terms: Callable[[State], Sequence[Term]],
    moved: Callable[[State, Floats], State],
    levers: Floats,
    fps: float,
    steps: int,
) -> State:
    """Return the state in which the terms cost least, from a state near it: Gauss-Newton steps that never cost more,
    damped where they would (Levenberg and Marquardt).

    Parameters
    ----------
    state : where to start.
    terms : what a state costs.
    moved : a state changed by unknowns (F, N).
    levers : (N,) how many metres one of each unknown is about: 1 for metres, some centimetres for an angle.
    fps : frames a second.
    steps : most steps.
    """
    now = list(terms(state))
    cost = sum(term.cost(fps) for term in now)
    damping = 0.0
    for _ in range(steps):
        for _ in range(TRIES):
            tried = moved(state, _newton(now, RIDGE + damping * levers**2, fps))
            new = list(terms(tried))
            new_cost = sum(term.cost(fps) for term in new)
            if new_cost < cost:
                break
            damping = max(FACTOR * damping, DAMPING)
        else:
            return state
        gained = cost - new_cost
        state, now, cost = tried, new, new_cost
        damping = damping / FACTOR if damping > DAMPING else 0.0
        if gained < GAIN * cost and not damping:
            break
    return state


def _newton(terms: Sequence[Term], own_cost: Floats, fps: float) -> Floats:
    """The unknowns (F, N) that would cost least if all terms were linear, and each unknown's square cost (N,)."""
    frames, unknowns = len(terms[0].values), len(own_cost)
    squares = _squares(frames, fps)
    blocks, force = np.zeros((3, frames, unknowns, unknowns)), np.zeros((frames, unknowns))
    for term in terms:
        own = slice(term.first, term.first + term.slopes.shape[2])
        turned = np.swapaxes(term.slopes, 1, 2)
        blocks[0, :, own, own] += (term.calm * squares[0] + term.near)[:, None, None] * (turned @ term.slopes)
        pull = (term.calm * squares[0] + term.near)[:, None] * term.values
        if term.calm:
            for k in (1, 2):
                weight = term.calm * squares[k, : frames - k]
                blocks[k, : frames - k, own, own] += weight[:, None, None] * (turned[:-k] @ term.slopes[k:])
                pull[:-k] += weight[:, None] * term.values[k:]
                pull[k:] += weight[:, None] * term.values[:-k]
        force[:, own] += (turned @ pull[..., None])[..., 0]
    blocks[0][:, range(unknowns), range(unknowns)] += own_cost
    return -solveh_banded(
        _lower_band(blocks), force.ravel(), lower=True, overwrite_ab=True, overwrite_b=True, check_finite=False
    ).reshape(frames, unknowns)


def _squares(frames: int, fps: float) -> Floats:
    """The upper bands (3, F) of the squared second differences, DᵀD."""
    out = np.zeros((3, frames))
    weights = np.array([1.0, -2.0, 1.0]) * fps**2
    for k in range(3):
        for i in range(3 - k):
            out[k, i : max(frames - 2, 0) + i] += weights[i] * weights[i + k]
    return out


def _lower_band(blocks: Floats) -> Floats:
    """Blocks (3, F, N, N) on and right of the diagonal as LAPACK wants them: row o holds what is o below it."""
    _, frames, unknowns, _ = blocks.shape
    band = np.zeros((3 * unknowns, frames, unknowns))
    for k in range(min(3, frames)):
        for i in range(unknowns):
            for j in range(i if k == 0 else 0, unknowns):
                band[k * unknowns + j - i, : frames - k, i] = blocks[k, : frames - k, i, j]
    return band.reshape(3 * unknowns, frames * unknowns)
