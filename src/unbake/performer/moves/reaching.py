"""Reaching: a hand goes to a place in the world, stays there, and comes back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats
from unbake.performer.body.controls import Controls
from unbake.performer.body.figure import FOREARM, STATURE_M, UPPER_ARM, Figure, Side
from unbake.performer.body.limb import EASED_FROM
from unbake.performer.body.rig import HandTarget, pose
from unbake.performer.easing import minimum_jerk
from unbake.performer.ground import Ground
from unbake.performer.moves.standing import Stand, Standing

_ANY_RATE = Fraction(120)
EFFORTS = (1.0, 1.25, 1.5, 1.75, 2.0, 2.3)
"""How far the body goes along with the hand, from as little as possible."""


@dataclass(frozen=True)
class Reach:
    """The manner of reaching.

    Parameters
    ----------
    side : the hand.
    target_m : (x, y, z) place of the wrist in the world; the performer stands at the origin and faces +Z, his left is
        +X. By default before him, at the height of his chest, for a performer of the usual stature; scaled otherwise.
    move_s, hold_s : seconds of each way, and at the place.
    stand : how he stands.
    """

    side: Side = "right"
    target_m: tuple[float, float, float] | None = None
    move_s: float = 0.8
    hold_s: float = 0.6
    stand: Stand = field(default_factory=Stand)

    def __post_init__(self) -> None:
        if self.side not in ("left", "right"):
            raise UsageError(f"a hand is left or right, not '{self.side}'")
        if not (self.move_s > 0.0 and self.hold_s >= 0.0):
            raise UsageError("move_s must be above zero, and hold_s not below")


class Reaching:
    """A performer who reaches for a place: the trunk follows, the knees give for a low one."""

    ground = Ground()
    before_s, after_s = 0.4, 0.4

    def __init__(self, figure: Figure, manner: Reach, seconds: float, rng: np.random.Generator) -> None:
        self.figure, self.manner = figure, manner
        self.scale = figure.stature_m / STATURE_M
        self.sign = 1.0 if manner.side == "left" else -1.0
        usual = self.scale * np.array([self.sign * 0.16, 1.28, 0.56])
        self.target_m = usual if manner.target_m is None else np.array(manner.target_m, dtype=np.float64)
        ways = self.before_s + 2.0 * manner.move_s + manner.hold_s
        self.duration_s = max(seconds, ways + self.after_s)
        self.standing = Standing(figure, manner.stand, self.duration_s, rng)
        self.held_s = (self.before_s + manner.move_s, self.before_s + manner.move_s + manner.hold_s)
        longest = EASED_FROM * (UPPER_ARM + FOREARM) * figure.stature_m
        for effort in EFFORTS:
            self.effort = effort
            away = self._away_m()
            if away <= longest:
                return
        raise UsageError(f"the target is {away:.2f} m from the shoulder, an arm reaches {longest:.2f} m")

    def _away_m(self) -> float:
        """Largest distance from the shoulder while the hand should be at its place."""
        controls = self.controls(np.linspace(*self.held_s, 9))
        motion = pose(self.figure, controls.hips_m, controls.angles, controls.feet, _ANY_RATE, controls.hands)
        shoulder = motion.positions()[:, self.figure.joint(f"{self.manner.side.capitalize()}Arm")]
        return float(np.linalg.norm(self.target_m - shoulder, axis=1).max())

    def controls(self, time_s: Floats) -> Controls:
        """Return the rig's controls at instants."""
        still = self.standing.controls(time_s)
        out = minimum_jerk((time_s - self.before_s) / self.manner.move_s)
        pull = out - minimum_jerk((time_s - self.held_s[1]) / self.manner.move_s)
        # The trunk starts a little earlier than the hand arrives, and follows it with less than it could.
        low = max(0.0, 1.15 - self.target_m[1] / self.scale)
        far = max(0.0, float(np.hypot(self.target_m[0], self.target_m[2])) / self.scale - 0.45)
        across = np.arctan2(self.target_m[0], max(self.target_m[2], 0.1))
        hips = still.hips_m.copy()
        hips[:, 1] -= pull * self.scale * min(0.42 * low * self.effort, 0.45)
        hips[:, 2] -= pull * self.scale * min(0.10 * low, 0.10)
        angles = dict(still.angles)
        more = {
            "lean": 0.45 * low + 0.3 * far,
            "bend": 0.45 * low + 0.35 * far,
            "twist": -0.12 * self.sign + 0.25 * across,
            "nod": 0.35 * low - 0.2 * far,
            "look": 0.3 * across,
            f"{self.manner.side}-forwards": 0.22,
            f"{self.manner.side}-shrug": max(0.0, 0.4 * (self.target_m[1] / self.scale - 1.2)),
        }
        for name, amount in more.items():
            angles[name] = angles.get(name, np.zeros_like(time_s)) + self.effort * amount * pull
        hand = HandTarget(np.tile(self.target_m, (len(time_s), 1)), pull)
        return replace(still, hips_m=hips, angles=angles, hands={self.manner.side: hand})

    def flight(self, time_s: Floats) -> Booleans:
        """Return that the hips are never thrown."""
        return np.zeros(len(time_s), dtype=np.bool_)
