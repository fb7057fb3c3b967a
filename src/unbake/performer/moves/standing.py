"""Standing: feet that do not move, and a body that is never quite still."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Booleans, Floats
from unbake.performer.body.controls import Controls
from unbake.performer.body.figure import SIDES, STATURE_M, Figure, Side
from unbake.performer.body.foot import FootPath
from unbake.performer.easing import wander
from unbake.performer.ground import Ground
from unbake.performer.moves.stepping import Footfall, foot_path

TRACK_M, BEHIND_M, SOFT_KNEES_M, TOE_OUT_DEG = 0.19, 0.035, 0.008, 9.0
"""Distance of the ankles, how far they stand behind the hips, how much lower the hips are than on straight legs."""
BREATHS_HZ = 0.25


@dataclass(frozen=True)
class Stand:
    """The manner of standing.

    Parameters
    ----------
    sway_m : RMS of the hips' wandering to the sides; half of it forwards and back.
    unrest_deg : RMS of the wandering of trunk, arms and head (the head three times as much).
    """

    sway_m: float = 0.006
    unrest_deg: float = 1.0


class Standing:
    """A performer who stands at the origin, facing +Z."""

    ground = Ground()

    def __init__(self, figure: Figure, manner: Stand, seconds: float, rng: np.random.Generator) -> None:
        self.figure, self.manner, self.seed = figure, manner, int(rng.integers(2**62))
        self.duration_s = seconds

    def controls(self, time_s: Floats) -> Controls:
        """Return the rig's controls at instants."""
        rng = np.random.default_rng(self.seed)
        scale = self.figure.stature_m / STATURE_M
        hips = np.tile(np.array([0.0, standing_hips_m(self.figure), 0.0]), (len(time_s), 1))
        aside = self.manner.sway_m * scale * wander(time_s, rng, 0.05, 0.4)
        hips[:, 0] += aside
        hips[:, 2] += 0.5 * self.manner.sway_m * scale * wander(time_s, rng, 0.05, 0.4)
        hips[:, 1] -= 4.0 * (aside / scale) ** 2
        angles = resting_angles(time_s, rng, self.manner.unrest_deg)
        feet = {side: foot_path(self.figure, [planted(self.figure, side)], time_s, 0.0) for side in SIDES}
        return Controls(hips, angles, feet)

    def flight(self, time_s: Floats) -> Booleans:
        """Return that the hips are never thrown."""
        return np.zeros(len(time_s), dtype=np.bool_)


def standing_hips_m(figure: Figure) -> float:
    """Return the height of the hips on nearly straight legs."""
    return figure.hips_height_m - SOFT_KNEES_M * figure.stature_m / STATURE_M


def planted(figure: Figure, side: Side, forward_m: float = 0.0) -> Footfall:
    """Return a footfall beside the origin, or ahead of it, that has always been and stays for ever."""
    scale = figure.stature_m / STATURE_M
    sign = 1.0 if side == "left" else -1.0
    place = (sign * 0.5 * TRACK_M * scale, 0.0, forward_m - BEHIND_M * scale)
    return Footfall(place, sign * np.radians(TOE_OUT_DEG), -np.inf, -np.inf, np.inf, np.inf)


def resting_angles(time_s: Floats, rng: np.random.Generator, unrest_deg: float) -> dict[str, Floats]:
    """Return the angles of a body at ease, arms hanging, breathing and wandering."""
    one = np.ones_like(time_s)
    breath = np.sin(2.0 * np.pi * BREATHS_HZ * time_s + rng.uniform(0.0, 2.0 * np.pi))
    degrees = {
        "bend": 2.0 + 0.6 * breath + unrest_deg * wander(time_s, rng),
        "side": 0.7 * unrest_deg * wander(time_s, rng),
        "twist": unrest_deg * wander(time_s, rng),
        "nod": 2.0 + unrest_deg * wander(time_s, rng),
        "look": 3.0 * unrest_deg * wander(time_s, rng),
        "tilt": 0.4 * unrest_deg * wander(time_s, rng),
    }
    for side in SIDES:
        degrees[f"{side}-swing"] = 2.0 + unrest_deg * wander(time_s, rng)
        degrees[f"{side}-raise"] = 7.0 + 0.5 * breath
        degrees[f"{side}-elbow"] = 14.0 + unrest_deg * wander(time_s, rng)
        degrees[f"{side}-rotate"] = 8.0 * one
        degrees[f"{side}-hand"] = 10.0 * one
        degrees[f"{side}-shrug"] = 0.6 * breath
    return {name: np.radians(value) for name, value in degrees.items()}


def feet_of(figure: Figure, falls: dict[Side, list[Footfall]], time_s: Floats, lift_m: float) -> dict[Side, FootPath]:
    """Return both feet's ways over a level floor."""
    return {side: foot_path(figure, falls[side], time_s, lift_m) for side in SIDES}
