"""A foot on one of its points turns about that point so that its ankle goes on as calmly as it was captured.

Captures turn feet less calmly than they place ankles. A foot that keeps its turn on a point that is held hands all of
that on to its ankle, and a knee that is nearly straight multiplies it; worst where a heel leaves its ball, or a ball
comes down before its heel, and the ankle was held exactly a frame before.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.feet.clean.root_shift import smoothed
from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals
from unbake.kinematics.minimal_turns import turn_between, turn_of_vector, vector_of_turn
from unbake.motion.fading import faded
from unbake.motion.rotations import quaternion_product, rotate


def calmer_turn(
    turn_xyzw: Floats,
    place_m: Floats,
    ankle_m: Floats,
    levers_m: tuple[Floats, Floats],
    is_on_both: NDArray[np.bool_],
    stands: NDArray[np.bool_],
    frames: int,
) -> Floats:
    """Return the turns (F, 4) of a foot with which its ankle and the point that is not held move calmly.

    The ankle's way to its place is averaged over time, so that the ankle keeps the calm of its capture. Where the foot
    stands on both points it is what it was, and from there it goes on with its value and slope. The foot turns towards
    the ankle about the point that is held, which does not move. It turns the more of the way, the calmer that makes the
    foot in this stay on the ground: where ankles are captured no more calmly than feet are turned, next to nothing.

    Parameters
    ----------
    turn_xyzw : (F, 4) how the foot would turn in the world, against what it was.
    place_m, ankle_m : (F, 3) where the held point is to be, and the ankle as it was captured.
    levers_m : (F, 3) the ways from the held point to the ankle and to the foot's other point, as they were captured.
    is_on_both : (F,) frames that stay as they are; those outside `stands` are of no account.
    stands : (F,) frames of the stays.
    frames : over how many to either side the way is averaged, and within how many that of both points fades.
    """
    ankle, other = levers_m
    there = place_m + rotate(turn_xyzw, ankle)
    way = _averaged(there - ankle_m, is_on_both, stands, frames)
    aim = turn_between(there - place_m, ankle_m + way - place_m)
    turns = turn_xyzw, quaternion_product(aim, turn_xyzw)
    feet = [np.concatenate([place_m + rotate(turn, lever) for lever in (ankle, other)], axis=1) for turn in turns]
    part = _part_of_the_calmer(feet[0], feet[1], is_on_both, stands)
    aim = turn_of_vector(part[:, None] * vector_of_turn(aim))
    return np.where((stands & ~is_on_both)[:, None], quaternion_product(aim, turn_xyzw), turn_xyzw)


def _averaged(way: Floats, is_on_both: NDArray[np.bool_], stands: NDArray[np.bool_], frames: int) -> Floats:
    """The way averaged within each stay, what it differs by on both points fading before and after."""
    out = np.zeros_like(way)
    for first, last in intervals(stands):
        stay = slice(first, last + 1)
        calm = smoothed(way[stay], frames)
        out[stay] = calm + faded(way[stay] - calm, is_on_both[stay], frames)
    return out


def _part_of_the_calmer(
    usual: Floats, calmed: Floats, is_on_both: NDArray[np.bool_], stands: NDArray[np.bool_]
) -> Floats:
    """How far (F,) to go from one to the other: in each stay, by how much each is accelerated on one point.

    Of two whose errors are independent, the weighted mean with these parts errs least.
    """
    out = np.ones(len(stands))
    for first, last in intervals(stands):
        if last - first < 2:
            continue
        on_one = ~is_on_both[first + 1 : last]
        one, other = (
            float((np.diff(path[first : last + 1], 2, axis=0)[on_one] ** 2).sum()) for path in (usual, calmed)
        )
        if one + other > 0.0:
            out[first : last + 1] = one / (one + other)
    return out
