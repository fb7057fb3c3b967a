"""Jumping: a crouch, a throw, a parabola, and a landing that gives."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats
from unbake.performer.body.controls import Controls, through
from unbake.performer.body.figure import SIDES, STATURE_M, Figure, Side
from unbake.performer.body.rig import highest_hips_m
from unbake.performer.easing import State, quintic
from unbake.performer.ground import GRAVITY_M_S2, Ground
from unbake.performer.moves.standing import feet_of, planted, resting_angles, standing_hips_m
from unbake.performer.moves.stepping import Footfall

CROUCH_S, LAND_S, RECOVER_S = 0.5, 0.09, 0.75
"""Of a performer of the usual stature; times grow with its root."""
HEEL_OFF_AT = 0.38
"""Part of the push at which the heels leave the ground."""
TOE_OFF_DEG, STRIKE_DEG = 58.0, -24.0
REVERSAL_M_S2 = 11.0
"""Acceleration at the lowest points, before the throw and after the landing."""
SPARE_AT_TAKE_OFF_M, SPARE_AT_LANDING_M = 0.05, 0.075
"""How much higher the hips could still be on legs that are almost straight."""
LEAN_AT_TAKE_OFF_RAD, LEAN_AT_LANDING_RAD = 0.12, 0.35


@dataclass(frozen=True)
class Jump:
    """The manner of jumping.

    Parameters
    ----------
    height_m : rise of the hips from take-off to the top of the flight; a fifth of the stature by default.
    distance_m : from the feet's place to where they land, forwards; a sixth of the stature by default.
    crouch_m, give_m : depth of the crouch before, and of the landing, below standing; for a performer of the usual
        stature, scaled otherwise.
    unrest_deg : as for standing.
    """

    height_m: float | None = None
    distance_m: float | None = None
    crouch_m: float = 0.27
    give_m: float = 0.24
    unrest_deg: float = 0.8

    def __post_init__(self) -> None:
        height, distance = self.height_m, self.distance_m
        if not ((height is None or 0.05 <= height <= 1.5) and (distance is None or 0.0 <= distance <= 2.0)):
            raise UsageError("a jump is 0.05 m to 1.5 m high and 0 m to 2 m long")
        if not (0.05 <= self.crouch_m <= 0.45 and 0.05 <= self.give_m <= 0.45):
            raise UsageError("crouch_m and give_m must lie between 0.05 m and 0.45 m")


class Jumping:
    """A performer who jumps from the origin along +Z; stands before and after."""

    ground = Ground()
    before_s, after_s = 0.4, 0.4

    def __init__(self, figure: Figure, manner: Jump, seconds: float, rng: np.random.Generator) -> None:
        self.figure, self.manner, self.seed = figure, manner, int(rng.integers(2**62))
        self.scale = figure.stature_m / STATURE_M
        self.stand_m = standing_hips_m(figure)
        self.low_m = self.stand_m - manner.crouch_m * self.scale
        self.give_m = self.stand_m - manner.give_m * self.scale
        self.height_m = figure.stature_m / 5.0 if manner.height_m is None else manner.height_m
        self.distance_m = figure.stature_m / 6.0 if manner.distance_m is None else manner.distance_m
        self.ahead_m = 0.09 * self.scale + 0.12 * self.distance_m
        self.behind_m = 0.02 * self.scale + 0.16 * self.distance_m
        self._plan(seconds)

    def _plan(self, seconds: float) -> None:
        """Instants and speeds: the throw must bring the hips from take-off to landing along one parabola."""
        up = float(np.sqrt(2.0 * GRAVITY_M_S2 * self.height_m))
        self.take_off_m = self._height(
            -np.radians(TOE_OFF_DEG), self.ahead_m, LEAN_AT_TAKE_OFF_RAD, SPARE_AT_TAKE_OFF_M
        )
        self.landing_m = self._height(np.radians(STRIKE_DEG), -self.behind_m, LEAN_AT_LANDING_RAD, SPARE_AT_LANDING_M)
        slower = float(np.sqrt(self.scale))
        self.crouched_s = self.before_s + CROUCH_S * slower
        push_s = 1.9 * (self.take_off_m - self.low_m) / up
        self.heel_off_s = self.crouched_s + HEEL_OFF_AT * push_s
        self.take_off_s = self.crouched_s + push_s
        fall = float(np.sqrt(up**2 + 2.0 * GRAVITY_M_S2 * (self.take_off_m - self.landing_m)))
        self.flight_s = (up + fall) / GRAVITY_M_S2
        self.landing_s = self.take_off_s + self.flight_s
        self.lowest_s = self.landing_s + 2.1 * (self.landing_m - self.give_m) / fall
        self.up_m_s, self.fall_m_s = up, fall
        self.forward_m_s = (self.distance_m - self.behind_m - self.ahead_m) / self.flight_s
        self.stood_s = self.lowest_s + RECOVER_S * slower
        self.duration_s = max(seconds, self.stood_s + self.after_s)
        self.falls = {side: self._falls(side) for side in SIDES}

    def _falls(self, side: Side) -> list[Footfall]:
        start, end = planted(self.figure, side), planted(self.figure, side, self.distance_m)
        off, on = self.take_off_s, self.landing_s
        before = Footfall(
            start.place_m, start.yaw_rad, -np.inf, -np.inf, self.heel_off_s, off, 0.0, np.radians(TOE_OFF_DEG)
        )
        after = Footfall(
            end.place_m, end.yaw_rad, on, on + LAND_S * np.sqrt(self.scale), np.inf, np.inf, np.radians(STRIKE_DEG)
        )
        return [before, after]

    def _height(self, pitch_rad: float, ahead_m: float, lean_rad: float, spare_m: float) -> float:
        """Height of the hips, so far ahead of where they stand over the feet, over feet pitched on the ball."""
        one = np.zeros(1)
        falls = {}
        for side in SIDES:
            flat = planted(self.figure, side)
            falls[side] = [Footfall(flat.place_m, flat.yaw_rad, 0.0, 1.0, np.inf, np.inf, pitch_rad)]
        hips = np.array([[0.0, self.stand_m, ahead_m]])
        angles = {"lean": np.array([lean_rad])}
        highest = highest_hips_m(self.figure, hips, angles, feet_of(self.figure, falls, one, 0.0))
        return float(highest[0]) - spare_m * self.scale

    def controls(self, time_s: Floats) -> Controls:
        """Return the rig's controls at instants."""
        hips = np.stack([np.zeros_like(time_s), self._up(time_s), self._forward(time_s)], axis=1)
        angles = resting_angles(time_s, np.random.default_rng(self.seed), self.manner.unrest_deg)
        for name, move in self._moves(time_s).items():
            angles[name] = angles.get(name, 0.0) + move
        lift = 0.7 * self.height_m + 0.05 * self.scale
        return Controls(hips, angles, feet_of(self.figure, self.falls, time_s, lift))

    def _up(self, time_s: Floats) -> Floats:
        gravity = -GRAVITY_M_S2
        stand = State(self.stand_m)
        states = [
            (self.before_s, stand),
            (self.crouched_s, State(self.low_m, 0.0, REVERSAL_M_S2)),
            (self.take_off_s, State(self.take_off_m, self.up_m_s, gravity)),
            (self.landing_s, State(self.landing_m, -self.fall_m_s, gravity)),
            (self.lowest_s, State(self.give_m, 0.0, REVERSAL_M_S2)),
            (self.stood_s, stand),
        ]
        # Between the thrown states this quintic is the parabola itself.
        return _pieces(time_s, states)

    def _forward(self, time_s: Floats) -> Floats:
        distance, speed = self.distance_m, self.forward_m_s
        back = -0.05 * self.scale
        states = [
            (self.before_s, State(0.0)),
            (self.crouched_s, State(back, 0.0, 1.0)),
            (self.take_off_s, State(self.ahead_m, speed)),
            (self.landing_s, State(distance - self.behind_m, speed)),
            (self.stood_s, State(distance)),
        ]
        return _pieces(time_s, states)

    def _moves(self, time_s: Floats) -> dict[str, Floats]:
        """Trunk and arms, in radians: arms back in the crouch, up with the throw, forwards to land."""
        start, low, off = self.before_s, self.crouched_s, self.take_off_s
        top, on, give, end = off + 0.5 * self.flight_s, self.landing_s, self.lowest_s, self.stood_s
        lean = {start: 0.0, low: 0.62, off: LEAN_AT_TAKE_OFF_RAD, top: 0.05, on: LEAN_AT_LANDING_RAD, give: 0.62}
        bend = {start: 0.0, low: 0.40, off: -0.06, top: 0.02, on: 0.22, give: 0.34, end: 0.0}
        nod = {start: 0.0, low: -0.45, off: -0.30, top: -0.05, on: -0.05, give: -0.40, end: 0.0}
        back = start + 0.5 * (low - start)
        swing = {start: 0.0, back: -0.75, low: -0.1, off: 1.15, top: 1.8, on: 1.0, give: -0.1, end: 0.0}
        elbow = {start: 0.0, low: 0.1, off: 0.6, top: 0.45, on: 0.5, give: 0.35, end: 0.0}
        raised = {start: 0.0, low: 0.1, off: 0.15, on: 0.35, give: 0.25, end: 0.0}
        moves = {
            "lean": through(time_s, {**lean, end: 0.0}),
            "bend": through(time_s, bend),
            "nod": through(time_s, nod),
        }
        for side in SIDES:
            for name, moments in (("swing", swing), ("elbow", elbow), ("raise", raised)):
                moves[f"{side}-{name}"] = through(time_s, moments)
            moves[f"{side}-knee-out"] = through(time_s, {start: 0.0, low: 0.1, off: 0.0, on: 0.0, give: 0.12, end: 0.0})
        return moves

    def flight(self, time_s: Floats) -> Booleans:
        """Return whether the hips are thrown."""
        return np.asarray((time_s > self.take_off_s) & (time_s < self.landing_s))


def _pieces(time_s: Floats, states: list[tuple[float, State]]) -> Floats:
    """Quintics from state to state; at rest before the first and after the last."""
    out = np.where(time_s < states[0][0], float(states[0][1].value), float(states[-1][1].value))
    for (start, a), (end, b) in pairwise(states):
        rows = (time_s >= start) & (time_s < end)
        out[rows] = quintic(time_s[rows] - start, end - start, a, b)
    return out
