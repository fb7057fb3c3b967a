"""A runner's hips: thrown between toe-off and the other foot's strike, caught and thrown again while a foot stands.

The hips joint, not the centre of mass, flies freely here; the limbs that move about it are not weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from unbake.ground.arrays import Floats
from unbake.performer.easing import State, quintic
from unbake.performer.ground import GRAVITY_M_S2
from unbake.performer.moves.stepping import Footfall

LEAST_FLIGHT_S = 0.03
"""Shortest time over which a velocity is measured; a run that is almost a walk has shorter flights."""
STEEPEST = 0.3
"""How fast a flight climbs or sinks at most on the whole, as part of the speed at which it is thrown on the level."""


def thrown_height(time_s: Floats, falls: Sequence[Footfall], caught_m: Floats) -> Floats:
    """Return the height (F,) of hips that fall freely in flight.

    Parameters
    ----------
    time_s : (F,) instants; outside the first and the last fall the height is zero.
    falls : both feet's, in the order of time.
    caught_m : (len(falls),) height at the strike and at the toe-off of each fall.
    """
    flights_s = _flights_s(falls)
    climb = np.diff(caught_m) / np.where(flights_s > 0.0, flights_s, np.inf)
    ups, downs = 0.5 * GRAVITY_M_S2 * flights_s + climb, -0.5 * GRAVITY_M_S2 * flights_s + climb
    height = np.zeros_like(time_s)
    for n, (fall, after) in enumerate(pairwise(falls)):
        air = (time_s >= fall.toe_off_s) & (time_s < after.strike_s)
        since = time_s[air] - fall.toe_off_s
        height[air] = caught_m[n] + since * (ups[n] - 0.5 * GRAVITY_M_S2 * since)
    for n, fall in enumerate(falls[1:-1], 1):
        stay = (time_s >= fall.strike_s) & (time_s < fall.toe_off_s)
        start, end = (State(float(caught_m[n]), float(v), -GRAVITY_M_S2) for v in (downs[n - 1], ups[n]))
        height[stay] = quintic(time_s[stay] - fall.strike_s, fall.toe_off_s - fall.strike_s, start, end)
    return height


def gentle_heights_m(falls: Sequence[Footfall], highest_m: Floats) -> Floats:
    """Return heights (len(falls),), none above `highest_m`, that flights lead to from one another without a leap."""
    heights = highest_m.copy()
    most = STEEPEST * 0.5 * GRAVITY_M_S2 * np.maximum(_flights_s(falls), 0.0) ** 2
    for n in range(len(most)):
        heights[n + 1] = min(heights[n + 1], heights[n] + most[n])
    for n in reversed(range(len(most))):
        heights[n] = min(heights[n], heights[n + 1] + most[n])
    return heights


def _flights_s(falls: Sequence[Footfall]) -> Floats:
    return np.array([after.strike_s - fall.toe_off_s for fall, after in pairwise(falls)])


def thrown_level(time_s: Floats, falls: Sequence[Footfall], way: Callable[[Floats], Floats]) -> Floats:
    """Return a way (F, 3) that is `way` at strikes and toe-offs, straight and at one speed in flight."""
    strikes_s, leaves_s = (np.array([getattr(fall, name) for fall in falls]) for name in ("strike_s", "toe_off_s"))
    lands, leaves = way(strikes_s), way(leaves_s)
    middle_s = 0.5 * (strikes_s[1:] + leaves_s[:-1])
    half_s = 0.5 * np.maximum(strikes_s[1:] - leaves_s[:-1], LEAST_FLIGHT_S)
    speeds = (way(middle_s + half_s) - way(middle_s - half_s)) / (2.0 * half_s)[:, None]
    out = way(time_s)
    for n, (fall, after) in enumerate(pairwise(falls)):
        air = (time_s >= fall.toe_off_s) & (time_s < after.strike_s)
        part = (time_s[air] - fall.toe_off_s) / (after.strike_s - fall.toe_off_s) if air.any() else time_s[air]
        out[air] = leaves[n] + part[:, None] * (lands[n + 1] - leaves[n])
    for n, fall in enumerate(falls[1:-1], 1):
        stay = (time_s >= fall.strike_s) & (time_s < fall.toe_off_s)
        start, end = State(lands[n], speeds[n - 1]), State(leaves[n], speeds[n])
        out[stay] = quintic(time_s[stay] - fall.strike_s, fall.toe_off_s - fall.strike_s, start, end)
    return out
