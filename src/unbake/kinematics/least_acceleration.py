"""Least squares over time: changes that accelerate a body least, found by Newton steps on a banded system.

A problem is a sum of terms, each a linear function of the unknowns of one frame. What is to be smooth costs the square
of its second difference, what is to be near its target the square of what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import scipy

from unbake.compiling import njit
from unbake.ground.arrays import Floats

DAMPING, FACTOR, TRIES = 1e5, 10.0, 8
"""What a step's own square costs, in 1/s⁴, after one that made things worse; by how much more after the next; and how
many are tried."""
GAIN, IDLE = 1e-4, 2
"""After so many steps in a row that gain less than this part of the cost, no other is taken. One is no sign: it may
have been damped too much."""
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
    damping, idle = 0.0, 0
    for _ in range(steps):
        begun_with = damping
        for _ in range(TRIES):
            tried = moved(state, _newton(now, RIDGE + damping * levers**2, fps))
            new = list(terms(tried))
            new_cost = sum(term.cost(fps) for term in new)
            if new_cost < cost:
                break
            damping = max(FACTOR * damping, DAMPING)
        else:
            return state
        idle = idle + 1 if cost - new_cost < GAIN * cost else 0
        state, now, cost = tried, new, new_cost
        if idle == IDLE:
            break
        # What was just found too little would be so again.
        if damping == begun_with:
            damping = damping / FACTOR if damping > DAMPING else 0.0
    return state


def _newton(terms: Sequence[Term], own_cost: Floats, fps: float) -> Floats:
    """The unknowns (F, N) that would cost least if all terms were linear, and each unknown's square cost (N,)."""
    frames, unknowns = len(terms[0].values), len(own_cost)
    squares = _squares(frames, fps)
    # LAPACK's lower band, a row for each unknown of each frame: row o holds what is o below the diagonal.
    band, force = np.zeros((frames * unknowns, 3 * unknowns)), np.zeros((frames, unknowns))
    band[:, 0] = np.tile(own_cost, frames)
    for term in terms:
        _add_term(
            np.ascontiguousarray(term.slopes),
            np.ascontiguousarray(term.values),
            term.first,
            term.calm * squares,
            term.near,
            band,
            force,
        )
    return -scipy.linalg.solveh_banded(
        band.T, force.ravel(), lower=True, overwrite_ab=True, overwrite_b=True, check_finite=False
    ).reshape(frames, unknowns)


@njit(cache=True, nogil=True)
def _add_term(
    slopes: Floats, values: Floats, first: int, calm: Floats, near: Floats, band: Floats, force: Floats
) -> None:
    """Add a term's products with itself to the band (F·N, 3N), and how it pulls at the unknowns (F, N).

    `calm` (3, F) are the bands of the squared second differences times their cost.
    """
    frames, rows, columns = slopes.shape
    unknowns = force.shape[1]
    is_calm = calm[0].any()
    for frame in range(frames):
        for after in range(min(3, frames - frame) if is_calm else 1):
            weight = calm[after, frame] + (near[frame] if after == 0 else 0.0)
            if weight == 0.0:
                continue
            other = frame + after
            for row in range(rows):
                for i in range(columns):
                    slope = weight * slopes[frame, row, i]
                    force[frame, first + i] += slope * values[other, row]
                    at = frame * unknowns + first + i
                    # Only what is on the diagonal or below it: unknowns of the same frame from this one on.
                    start = i if after == 0 else 0
                    for j in range(start, columns):
                        band[at, after * unknowns + j - i] += slope * slopes[other, row, j]
                    if after:
                        force[other, first + i] += weight * slopes[other, row, i] * values[frame, row]


def _squares(frames: int, fps: float) -> Floats:
    """The upper bands (3, F) of the squared second differences, DᵀD."""
    out = np.zeros((3, frames))
    weights = np.array([1.0, -2.0, 1.0]) * fps**2
    for k in range(3):
        for i in range(3 - k):
            out[k, i : max(frames - 2, 0) + i] += weights[i] * weights[i + k]
    return out
