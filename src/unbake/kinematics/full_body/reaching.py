"""Damped Newton steps of a whole body, until it is as near to its wishes as its bones allow."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.compiling.plain_loops import copy_rows
from unbake.ground.arrays import Booleans, Floats
from unbake.kinematics.full_body.elimination import newton_step
from unbake.kinematics.full_body.terms import cost_of_places, cost_of_turns, place_all, turned_by

STEPS = 40
"""Most steps for each stiffness."""
TRIES = 6
"""Most dampings for each step."""
CLOSE = 1e-5
"""A step that moves and turns everything by less, in metres and radians, ends the search."""
FARTHEST = 1.0
"""The largest turn of a step, in radians."""
SHORTER = 3
"""How often a step that gains nothing is shortened before it is damped."""
NUDGE = 0.01
"""Radians by which a body is turned that balances where its cost is not least, as a bone that points away does."""


@njit(cache=True, nogil=True)
def cost_at(
    body: Any, aims: Any, stiffness: Floats, root: Floats, turns: Floats, is_met: Booleans, state: Any
) -> float:
    """Return what a pose costs, and put where it is and how the cost slopes into `state`."""
    parents, is_fixed, offsets, rests, hinges, sockets, calm = body
    wishes, weights, is_pinned, floors = aims
    positions, frames, slopes, curvatures, joint_slopes, joint_curvatures = state
    place_all(parents, offsets, root, turns, positions, frames)
    cost = cost_of_places(positions, wishes, weights, is_pinned, floors, stiffness, is_met, slopes, curvatures)
    return cost + cost_of_turns(
        parents,
        is_fixed,
        turns,
        rests,
        frames,
        calm,
        hinges,
        sockets,
        stiffness[1],
        is_met,
        joint_slopes,
        joint_curvatures,
    )


@njit(cache=True, nogil=True)
def new_state(count: int) -> Any:
    """Return room for positions, frames, slopes and curvatures of so many joints."""
    return (
        np.zeros((count, 3)),
        np.zeros((count, 3, 3)),
        np.zeros((count, 3)),
        np.zeros((count, 3)),
        np.zeros((count, 3)),
        np.zeros((count, 3, 3)),
    )


@njit(cache=True, nogil=True)
def reach(
    parents: NDArray[np.int64],
    is_fixed: Booleans,
    offsets: Floats,
    rests: Floats,
    hinges: Floats,
    sockets: Floats,
    calm: Floats,
    wishes: Floats,
    weights: Floats,
    is_pinned: Booleans,
    floors: Floats,
    stiffnesses: Floats,
    least_gain: float,
    root: Floats,
    turns: Floats,
) -> tuple[Floats, int]:
    """Turn a body, from `root` (3,) and `turns` (J, 4) in the world, to where it costs least.

    A missed pin, and the floor passed or a joint beyond its range, cost the two columns of `stiffnesses` (R, 2), row
    after row: the last row alone would keep every step as short as the pins allow. `root` and `turns` are changed.
    `least_gain` is the part of the cost that a step must gain for the search to go on. The other parameters are
    those of `terms` and `newton_step`.

    Returns
    -------
    The joints' positions (J, 3) and how many steps were taken.
    """
    count = len(parents)
    body, aims = (parents, is_fixed, offsets, rests, hinges, sockets, calm), (wishes, weights, is_pinned, floors)
    now, tried = new_state(count), new_state(count)
    steps, tried_turns, tried_root = np.zeros((count, 6)), np.empty((count, 4)), np.empty(3)
    is_met = np.zeros((count, 3), dtype=np.bool_)
    taken, nudges = 0, 0
    for stiffness in stiffnesses:
        damping = 0.0
        for _ in range(STEPS):
            gain, has_minimum = 0.0, True
            is_met[:] = False
            cost = cost_at(body, aims, stiffness, root, turns, is_met, now)
            # Newton's step where the model has a minimum, else that of a convex model; then more and more damping.
            for attempt in range(TRIES):
                if attempt:
                    # Limits that the last try has met are felt now.
                    cost_at(body, aims, stiffness, root, turns, is_met, now)
                if attempt > 1:
                    damping = max(10.0 * damping, 1e-4)
                positions, _, slopes, curvatures, joint_slopes, joint_curvatures = now
                if not newton_step(
                    parents,
                    is_fixed,
                    positions,
                    slopes,
                    curvatures,
                    joint_slopes,
                    joint_curvatures,
                    damping + 1e-10,
                    attempt == 0,
                    steps,
                ):
                    has_minimum = False
                    continue
                steps *= min(1.0, FARTHEST / max(np.abs(steps[:, 3:]).max(), 1e-9))
                for _ in range(SHORTER):
                    for i in range(3):
                        tried_root[i] = root[i] + steps[0, i]
                    turned_by(turns, steps, tried_turns)
                    new_cost = cost_at(body, aims, stiffness, tried_root, tried_turns, is_met, tried)
                    if new_cost < cost:
                        gain = cost - new_cost
                        break
                    steps *= 0.3
                if gain > 0.0 or (attempt and np.abs(steps).max() < CLOSE):
                    break
            if gain > 0.0:
                for i in range(3):
                    root[i] = tried_root[i]
                copy_rows(turns, tried_turns)
                cost = new_cost
                taken += 1
                damping = 0.1 * damping if damping > 1e-5 else 0.0
                is_done = np.abs(steps).max() < CLOSE or gain < least_gain * cost
                if not is_done or has_minimum:
                    if is_done:
                        break
                    continue
            if has_minimum or nudges == 3 or stiffness[0] > stiffnesses[0, 0]:
                break
            nudges += 1
            for joint in range(count):
                for i in range(3):
                    steps[joint, 3 + i] = NUDGE * np.sin(1.0 + 2.0 * i + 7.0 * joint + nudges)
                for i in range(3, 6 if is_fixed[joint] else 3):
                    steps[joint, i] = steps[parents[joint], i]
            turned_by(turns, steps, tried_turns)
            copy_rows(turns, tried_turns)
            damping = 0.0
    cost_at(body, aims, stiffnesses[-1], root, turns, is_met, now)
    return now[0], taken
