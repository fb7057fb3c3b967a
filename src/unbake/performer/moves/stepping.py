"""A foot's way from footfall to footfall, exact where it touches the ground.

Standing, a foot goes through heel strike (turning about the heel), flat, and heel-off (turning about the ball, toes
flat) to toe-off; or it lands on the ball and lowers its heel. Between footfalls its heel follows one quintic that
takes over place, speed and acceleration from the roll before it, and is lifted where the sole would sink in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.rotations import rotate
from unbake.performer.body.figure import Figure
from unbake.performer.body.foot import (
    FootPath,
    ankle_of_heel,
    flat_foot,
    foot_rotation,
    rolled_ankle,
    sole_m,
)
from unbake.performer.body.limb import about_y
from unbake.performer.easing import State, bump, minimum_jerk, quintic
from unbake.performer.ground import Ground

ROLL_ACCELERATION = 1.9
"""Speed of the heel's rise at toe-off against its mean; at 2 it never slows down."""
PITCH_SETTLED_AT = 0.8
"""Part of a swing at which the foot has the pitch that it will strike with."""
RISEN_AT = 0.62
"""Part of a swing up a stair at which the heel has the height that it will strike at."""
LEAVING_PUSH, CLIMBING_PUSH, LANDING_BRAKE = 6.0, -7.0, 10.0
"""Acceleration after toe-off and deceleration before the strike, in distances of the swing over its squared duration.
Without them (a movement of least jerk) the foot lags behind at first, so that the knee stretches again after toe-off,
and arrives early and hovers. Up a stair the foot is first drawn back from the next edge."""
TOES_STRAIGHT_AT, TOES_RAISED_FROM = 0.55, 0.65
"""Parts of a swing at which the toes are straight again, and from which they rise for a landing on the ball."""
FREE_AFTER, FREE_UNTIL = 0.3, 0.4
"""Parts of a swing in which a leg gets free to bend as it likes, and at whose end it must be back."""
LIFT_SAMPLES = 400


@dataclass(frozen=True)
class Footfall:
    """One stay of a foot on the ground.

    Parameters
    ----------
    place_m : the point on the ground under the ankle while the foot is flat.
    yaw_rad : direction of the toes, not wrapped.
    strike_s, flat_s, heel_off_s, toe_off_s : rising instants; −∞ or ∞ for a foot that stands before or after.
    strike_pitch_rad : pitch at the strike: above 0 on the heel, below 0 on the ball, 0 on the whole sole.
    toe_off_pitch_rad : how far the heel has turned up at toe-off; 0 where the whole sole leaves at once.
    """

    place_m: tuple[float, float, float]
    yaw_rad: float
    strike_s: float
    flat_s: float
    heel_off_s: float
    toe_off_s: float
    strike_pitch_rad: float = 0.0
    toe_off_pitch_rad: float = 0.0

    def pitch_rad(self, time_s: Floats) -> Floats:
        """Return the pitch (F,) at instants within the stay."""
        pitch = np.zeros_like(time_s)
        landing, leaving = time_s < self.flat_s, time_s > self.heel_off_s
        if landing.any():
            part = (time_s[landing] - self.strike_s) / (self.flat_s - self.strike_s)
            pitch[landing] = self.strike_pitch_rad * (1.0 - minimum_jerk(part))
        if leaving.any():
            rest, end = State(0.0), self._leaving_pitch()
            pitch[leaving] = quintic(time_s[leaving] - self.heel_off_s, self.toe_off_s - self.heel_off_s, rest, end)
        return pitch

    def contacts(self, time_s: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Return whether heel and toe (F, 2) touch the ground at instants within the stay."""
        heel, toe = time_s <= self.heel_off_s, time_s >= self.flat_s
        if self.strike_pitch_rad <= 0.0:
            toe = np.ones_like(heel)
        if self.strike_pitch_rad < 0.0:
            heel = heel & (time_s >= self.flat_s)
        return np.stack([heel, toe], axis=1)

    def _leaving_pitch(self) -> State:
        duration = self.toe_off_s - self.heel_off_s
        rate = ROLL_ACCELERATION * self.toe_off_pitch_rad / duration if duration > 0.0 else 0.0
        return State(-self.toe_off_pitch_rad, -rate)

    def leaving(self, figure: Figure) -> tuple[State, State]:
        """Return the states of pitch and heel at toe-off."""
        pitch = self._leaving_pitch()
        return pitch, self._heel_state(figure, float(pitch.value), float(pitch.velocity))

    def landing(self, figure: Figure) -> tuple[State, State]:
        """Return the states of pitch and heel at the strike: both at rest."""
        return State(self.strike_pitch_rad), self._heel_state(figure, self.strike_pitch_rad, 0.0)

    def _heel_state(self, figure: Figure, pitch_rad: float, rate_rad_s: float) -> State:
        yaw = np.array([self.yaw_rad])
        place, pitch = np.array([self.place_m]), np.array([pitch_rad])
        heel, ball = flat_foot(figure, place, yaw)
        if pitch_rad >= 0.0:
            return State(heel[0], np.zeros(3), np.zeros(3))
        arm = rotate(foot_rotation(yaw, pitch), figure.heel_offset_m - figure.ball_offset_m)[0]
        spin = -rate_rad_s * rotate(about_y(yaw), np.array([1.0, 0.0, 0.0]))[0]
        velocity = np.cross(spin, arm)
        return State(ball[0] + arm, velocity, np.cross(spin, velocity))


def foot_path(
    figure: Figure, falls: Sequence[Footfall], time_s: Floats, clearance_m: float, ground: Ground | None = None
) -> FootPath:
    """Return a foot's way over its footfalls.

    Parameters
    ----------
    falls : in the order of time; the first must have begun, and the last must not have ended, within `time_s`, or the
        instants outside keep the first and the last pose.
    time_s : (F,) instants.
    clearance_m : height that the sole has at least in the middle of a swing.
    ground : what it steps on; a level floor by default.
    """
    ground = ground or Ground()
    count = len(time_s)
    ankle, contacts = np.zeros((count, 3)), np.zeros((count, 2), dtype=np.bool_)
    yaw, pitch, bend, freedom = (np.zeros(count) for _ in range(4))
    swing_s = np.full((count, 2), np.nan)
    for place, fall in enumerate(falls):
        stays = (time_s >= fall.strike_s) & (time_s <= fall.toe_off_s)
        after = falls[place + 1] if place + 1 < len(falls) else None
        parts = [(stays, _stay(figure, fall, time_s[stays]))] if stays.any() else []
        swings = (time_s > fall.toe_off_s) & (time_s < after.strike_s) if after else np.zeros_like(stays)
        if after and swings.any():
            swing_s[swings] = fall.toe_off_s, after.strike_s
            parts.append((swings, _swing(figure, fall, after, time_s[swings], clearance_m, ground)))
        for rows, part in parts:
            ankle[rows], contacts[rows] = part.ankle_m, part.contacts
            yaw[rows], pitch[rows], bend[rows] = part.yaw_rad, part.pitch_rad, part.toe_bend_rad
            freedom[rows] = part.freedom
    return FootPath(ankle, yaw, pitch, bend, contacts, freedom, swing_s)


def _stay(figure: Figure, fall: Footfall, time_s: Floats) -> FootPath:
    pitch = fall.pitch_rad(time_s)
    yaw = np.full_like(time_s, fall.yaw_rad)
    place = np.tile(np.array(fall.place_m), (len(time_s), 1))
    # Heel up: the toes stay flat, so they bend as far as the foot is pitched.
    return FootPath(
        rolled_ankle(figure, place, yaw, pitch),
        yaw,
        pitch,
        np.maximum(-pitch, 0.0),
        fall.contacts(time_s),
        np.zeros_like(time_s),
    )


def _swing(
    figure: Figure, before: Footfall, after: Footfall, time_s: Floats, clearance_m: float, ground: Ground
) -> FootPath:
    """The way through the air."""
    duration = after.strike_s - before.toe_off_s
    since = time_s - before.toe_off_s
    path = _unlifted_swing(figure, before, after, since, duration)
    path.ankle_m[:, 1] += _lift_m(figure, before, after, clearance_m, ground) * bump(since / duration)
    return path


@lru_cache(maxsize=256)
def _lift_m(figure: Figure, before: Footfall, after: Footfall, clearance_m: float, ground: Ground) -> float:
    """How much a swing is lifted, measured on a raster of its own, so that the frame rate changes nothing.

    A plan asks for the same swing several times.
    """
    duration = after.strike_s - before.toe_off_s
    part = np.linspace(0.0, 1.0, LIFT_SAMPLES + 1)[1:-1]
    raw = _unlifted_swing(figure, before, after, duration * part, duration)
    sole = sole_m(figure, raw)
    above = (sole[..., 1] - ground.height_m(sole)).min(axis=1)
    return max(float(np.max(max(clearance_m, 0.0) - above / bump(part))), 0.0)


def _unlifted_swing(figure: Figure, before: Footfall, after: Footfall, since_s: Floats, duration_s: float) -> FootPath:
    pitch_from, heel_from = before.leaving(figure)
    pitch_to, heel_to = after.landing(figure)
    settled_s = PITCH_SETTLED_AT * duration_s
    pitch = quintic(np.minimum(since_s, settled_s), settled_s, pitch_from, pitch_to)
    heel = _heel_way(since_s, duration_s, heel_from, heel_to)
    part = since_s / duration_s
    yaw = before.yaw_rad + (after.yaw_rad - before.yaw_rad) * minimum_jerk(part)
    straight_s = TOES_STRAIGHT_AT * duration_s
    bent = State(-float(pitch_from.value), -float(pitch_from.velocity))
    bend = np.where(
        part < TOES_STRAIGHT_AT, quintic(np.minimum(since_s, straight_s), straight_s, bent, State(0.0)), 0.0
    )
    raised = max(-after.strike_pitch_rad, 0.0)
    bend += raised * minimum_jerk((part - TOES_RAISED_FROM) / (1.0 - TOES_RAISED_FROM))
    contacts = np.zeros((len(since_s), 2), dtype=np.bool_)
    freedom = minimum_jerk(part / FREE_AFTER) * minimum_jerk((1.0 - part) / FREE_UNTIL)
    return FootPath(ankle_of_heel(figure, heel, yaw, pitch), yaw, pitch, bend, contacts, freedom)


def _heel_way(since_s: Floats, duration_s: float, start: State, end: State) -> Floats:
    """The heel's way (F, 3): level towards the next place, braking; and up and down, a stair first of all up."""
    way = (np.asarray(end.value) - np.asarray(start.value)) / duration_s**2
    climbs = float(way[1]) > 0.0
    push = CLIMBING_PUSH if climbs else LEAVING_PUSH
    leaving = State(start.value, start.velocity, np.asarray(start.acceleration) + push * way)
    heel = quintic(since_s, duration_s, leaving, State(end.value, end.velocity, -LANDING_BRAKE * way))
    rise_s = (RISEN_AT if climbs else 1.0) * duration_s
    ups = [State(*(float(np.asarray(x)[1]) for x in (s.value, s.velocity, s.acceleration))) for s in (start, end)]
    heel[:, 1] = quintic(np.minimum(since_s, rise_s), rise_s, *ups)
    return heel
