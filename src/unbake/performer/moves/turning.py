"""Turning in place: the feet step round one after the other, the head goes first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats
from unbake.motion.rotations import rotate
from unbake.performer.body.controls import Controls
from unbake.performer.body.figure import SIDES, STATURE_M, Figure, Side
from unbake.performer.body.limb import about_y
from unbake.performer.body.rig import highest_hips_m
from unbake.performer.easing import bump, minimum_jerk
from unbake.performer.ground import Ground
from unbake.performer.moves.standing import TOE_OUT_DEG, feet_of, planted, resting_angles, standing_hips_m
from unbake.performer.moves.stepping import Footfall

ROLL_S, LAND_S = 0.14, 0.10
"""Time in which a heel rises before the foot leaves, and sinks after the ball has landed."""
HEAD_LEADS_S = 0.22
HEIGHT_RASTER_HZ = 120.0


@dataclass(frozen=True)
class Turn:
    """The manner of turning.

    Parameters
    ----------
    angle_deg : to the left where positive; any number of turns.
    most_a_step_deg : largest turn of a foot in one step.
    step_s : seconds from one foot's lift to the other's.
    lift_m : clearance of the sole.
    sway_m : way of the hips over the foot that stands.
    unrest_deg : as for standing.
    """

    angle_deg: float = 180.0
    most_a_step_deg: float = 50.0
    step_s: float = 0.48
    lift_m: float = 0.035
    sway_m: float = 0.055
    unrest_deg: float = 0.8

    def __post_init__(self) -> None:
        if not (self.most_a_step_deg > 0.0 and self.step_s > ROLL_S + LAND_S):
            raise UsageError(f"turns need steps of more than 0° and of more than {ROLL_S + LAND_S:g} s")


class Turning:
    """A performer who turns at the origin, at first facing +Z; stands before and after."""

    ground = Ground()
    before_s, after_s = 0.5, 0.7

    def __init__(self, figure: Figure, manner: Turn, seconds: float, rng: np.random.Generator) -> None:
        self.figure, self.manner, self.seed = figure, manner, int(rng.integers(2**62))
        self.scale = figure.stature_m / STATURE_M
        rounds = max(1, int(np.ceil(abs(manner.angle_deg) / manner.most_a_step_deg - 1e-9)))
        leader: Side = "left" if manner.angle_deg >= 0.0 else "right"
        other: Side = "right" if leader == "left" else "left"
        self.each_rad = np.radians(manner.angle_deg) / rounds
        self.steps = [
            (side, self.before_s + (2 * r + n) * manner.step_s, (r + 1) * self.each_rad)
            for r in range(rounds)
            for n, side in enumerate((leader, other))
        ]
        self.swing_s = manner.step_s - LAND_S
        self.duration_s = max(seconds, self.before_s + len(self.steps) * manner.step_s + self.after_s)
        self.falls = {side: self._falls(side) for side in SIDES}
        self.lowered_m = 0.0
        tried = self.controls(np.arange(0.0, self.duration_s, 1.0 / HEIGHT_RASTER_HZ))
        room = highest_hips_m(figure, tried.hips_m, tried.angles, tried.feet) - tried.hips_m[:, 1]
        self.lowered_m = max(0.0, -float(room.min()))

    def _falls(self, side: Side) -> list[Footfall]:
        start = planted(self.figure, side)
        sign = 1.0 if side == "left" else -1.0
        headings = [0.0, *(heading for own, _, heading in self.steps if own == side)]
        lifts = [lift for own, lift, _ in self.steps if own == side]
        falls = []
        for n, heading in enumerate(headings):
            x, y, z = (float(c) for c in rotate(about_y(np.array([heading])), np.array([start.place_m]))[0])
            strike = lifts[n - 1] + self.swing_s if n else -np.inf
            leaves = lifts[n] if n < len(lifts) else np.inf
            yaw = heading + sign * np.radians(TOE_OUT_DEG)
            fall = Footfall((x, y, z), yaw, strike, strike + LAND_S, leaves - ROLL_S, leaves)
            falls.append(_rolled(fall, n > 0))
        return falls

    def controls(self, time_s: Floats) -> Controls:
        """Return the rig's controls at instants."""
        rng = np.random.default_rng(self.seed)
        heading = self._heading(time_s)
        aside = np.zeros_like(time_s)
        for side, lift, _ in self.steps:
            to = -1.0 if side == "left" else 1.0
            aside += to * self.manner.sway_m * self.scale * bump((time_s - lift + 0.2) / (self.swing_s + 0.4))
        hips = rotate(about_y(heading), aside[:, None] * np.array([1.0, 0.0, 0.0]))
        hips[:, 1] = standing_hips_m(self.figure) - self.lowered_m
        angles = resting_angles(time_s, rng, self.manner.unrest_deg)
        ahead = self._heading(time_s + HEAD_LEADS_S) - heading
        angles["turn"] = heading
        angles["twist"] = angles["twist"] + 0.35 * ahead
        angles["look"] = angles["look"] + 0.65 * ahead
        # Arms are left behind by the turn, outwards.
        speed = (self._heading(time_s + 0.02) - self._heading(time_s - 0.02)) / 0.04
        for side, sign in (("left", 1.0), ("right", -1.0)):
            angles[f"{side}-raise"] = angles[f"{side}-raise"] + 0.05 * np.abs(speed)
            angles[f"{side}-swing"] = angles[f"{side}-swing"] + sign * 0.06 * speed
        lift = self.manner.lift_m * self.scale
        return Controls(hips, angles, feet_of(self.figure, self.falls, time_s, lift))

    def _heading(self, time_s: Floats) -> Floats:
        """Half of each foot's turn goes over to the hips while it steps."""
        heading = np.zeros_like(time_s)
        for _, lift, _ in self.steps:
            heading += 0.5 * self.each_rad * minimum_jerk((time_s - lift + 0.1) / (self.swing_s + 0.3))
        return heading

    def flight(self, time_s: Floats) -> Booleans:
        """Return that the hips are never thrown."""
        return np.zeros(len(time_s), dtype=np.bool_)


def _rolled(fall: Footfall, lands: bool) -> Footfall:
    """The same footfall, landing on the ball and leaving over it."""
    return Footfall(
        fall.place_m,
        fall.yaw_rad,
        fall.strike_s,
        fall.flat_s,
        fall.heel_off_s,
        fall.toe_off_s,
        np.radians(-14.0) if lands else 0.0,
        np.radians(20.0) if np.isfinite(fall.toe_off_s) else 0.0,
    )
