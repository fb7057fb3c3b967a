"""Walking, running, sneaking and climbing: a gait's footfalls, and a body that goes with them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy.interpolate import CubicSpline

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats
from unbake.performer.body.controls import Controls
from unbake.performer.body.figure import ANKLE_OF_FOOT, FOOT_LENGTH, SIDES, STATURE_M, Figure, Side
from unbake.performer.body.foot import FootPath
from unbake.performer.body.rig import highest_hips_m
from unbake.performer.easing import covered, minimum_jerk, wander
from unbake.performer.ground import Ground
from unbake.performer.moves.gait import Gait
from unbake.performer.moves.stepping import Footfall, foot_path
from unbake.performer.moves.thrown import gentle_heights_m, thrown_height, thrown_level

STEPS_OUTSIDE = 4
"""Steps planned before the first frame and after the last, so that the clip is cut from the middle of a gait."""
RASTER_HZ = 120.0
"""Instants at which the hips' height is checked, whatever the frame rate of the clip."""
LOWEST_AT = 0.1
"""When the hips are lowest, as part of a step after the strike: in the middle of double support."""
SUPPORT_SAMPLES = 9
"""Instants of each double support at which the legs' room is measured."""
HEEL_ON_TREAD_M = 0.012
JITTER = {"length": 0.03, "time": 0.02, "width": 0.12, "toe_out_deg": 1.5}
"""Spread of single steps, as parts of the mean where there is no unit."""
WANDER_DEG = 1.2
"""RMS wandering of trunk and head."""


class Going:
    """A performer under way; the left foot strikes at time 0.

    Parameters
    ----------
    figure : the performer.
    gait : the manner.
    seconds : how long.
    rng : source of the differences between steps.

    Raises
    ------
    UsageError : steps too long for the legs; stairs that turn, or whose treads are shorter than a foot.
    """

    def __init__(self, figure: Figure, gait: Gait, seconds: float, rng: np.random.Generator) -> None:
        if gait.riser_m and (gait.turning_deg_s or gait.wander_deg):
            raise UsageError("stairs lead straight on: turning_deg_s and wander_deg must be 0")
        self.figure, self.gait, self.rng_seed = figure, gait, int(rng.integers(2**62))
        self.scale = figure.stature_m / STATURE_M
        self.duration_s = seconds
        self.length_m, self.step_s = gait.paced(figure.stature_m)
        self._plan(seconds, rng)
        self.ground = Ground()
        if gait.riser_m:
            behind = ANKLE_OF_FOOT * FOOT_LENGTH * figure.stature_m + HEEL_ON_TREAD_M * self.scale
            if FOOT_LENGTH * figure.stature_m + 2.0 * HEEL_ON_TREAD_M * self.scale > self.length_m:
                raise UsageError(f"a foot does not fit on stairs of {self.length_m:.2f} m; make step_length_m longer")
            self.ground = Ground(gait.riser_m, self.length_m, -behind)
        self.lower_hips()

    def lower_hips(self) -> None:
        """Lower the hips for each step as far as the legs need it, so that a long step does not bend all others."""
        self.lowering = CubicSpline([-1.0, 1.0], [0.0, 0.0])
        self.caught_m = np.zeros(len(self.falls))
        self.sunk_m = np.full(len(self.falls), 2.0 * self.gait.bounce_m * self.scale)
        margin_s = max(self.step_s, 4.0 / RASTER_HZ)
        raster = np.arange(-margin_s, self.duration_s + margin_s, 1.0 / RASTER_HZ)
        if self.gait.duty >= 0.5:
            self.sunk_m = np.maximum(self.sunk_m + self._longer_than_usual(), 0.0)
            needed = np.maximum(self._too_high(raster), 0.0)
            self.lowering = CubicSpline(raster, covered(needed, round(0.5 * self.step_s * RASTER_HZ)))
            return
        needed = np.maximum(self._too_high(raster), 0.0)
        # A runner's hips are thrown from one stay to the next: only there may their height be chosen.
        for n, fall in enumerate(self.falls):
            stay = (raster >= fall.strike_s) & (raster <= fall.toe_off_s)
            self.caught_m[n] = -float(needed[stay].max(initial=0.0))
        self.caught_m = gentle_heights_m(self.falls, self.caught_m)

    def _too_high(self, time_s: Floats) -> Floats:
        """How much (F,) the hips are too high for the planted legs; below 0 where there is room."""
        tried = self.controls(time_s)
        highest = highest_hips_m(self.figure, tried.hips_m, tried.angles, tried.feet, self.gait.stretch)
        return np.asarray(tried.hips_m[:, 1] - highest)

    def _longer_than_usual(self) -> Floats:
        """By how much (n,) each step needs the hips lower, while both feet stand, than the usual step does."""
        both = [np.linspace(fall.strike_s, before.toe_off_s, SUPPORT_SAMPLES) for before, fall in pairwise(self.falls)]
        needed = self._too_high(np.concatenate(both)).reshape(-1, SUPPORT_SAMPLES).max(axis=1)
        known = np.isfinite(needed)  # a gait that is almost a run may miss a double support
        usual = np.median(needed[known]) if known.any() else 0.0
        return np.concatenate([[0.0], np.where(known, needed - usual, 0.0)])

    def _plan(self, seconds: float, rng: np.random.Generator) -> None:
        """Footfalls: strike times, distances along the way, both feet's places; then the hips' way above them."""
        gait, count = self.gait, int(np.ceil(seconds / self.step_s)) + 2 * STEPS_OUTSIDE
        self.numbers = np.arange(-STEPS_OUTSIDE, count - STEPS_OUTSIDE)
        vary = gait.variation * rng.standard_normal((4, count)).clip(-2.0, 2.0)
        shift = np.where(self.numbers == 0, 0.0, 1.0)  # the clip begins with a strike
        self.strikes_s = self.step_s * (self.numbers + JITTER["time"] * vary[0] * shift)
        self.along_m = self.length_m * (self.numbers + (JITTER["length"] * vary[1] if not gait.riser_m else 0.0))
        reach = self.length_m * (abs(self.numbers[0]) + len(self.numbers) + 2)
        grid = np.arange(-reach, reach, 0.02 * self.scale)
        heading = np.radians(gait.turning_deg_s) * grid * self.step_s / self.length_m
        heading = heading + np.radians(gait.wander_deg) * wander(grid / 3.0, rng)
        self.heading = CubicSpline(grid, heading - np.interp(0.0, grid, heading))
        slopes = np.stack([np.sin(self.heading(grid)), np.cos(self.heading(grid))], axis=1)
        way = CubicSpline(grid, slopes).antiderivative()
        self.way, self.origin = way, way(0.0)
        side = np.where(self.numbers % 2 == 0, 1.0, -1.0)
        width = gait.step_width_m * self.scale * (1.0 + JITTER["width"] * vary[2])
        places = self.at(self.along_m, 0.5 * side * width)
        places[:, 1] = gait.riser_m * self.numbers
        yaw = self.heading(self.along_m) + side * np.radians(gait.toe_out_deg + JITTER["toe_out_deg"] * vary[3])
        self.falls = [self._fall(n, places, yaw) for n in range(count - 2)]
        middle = np.array([0.5 * (fall.strike_s + fall.toe_off_s) for fall in self.falls])
        self.hips_along = CubicSpline(middle, self.along_m[:-2] + gait.ahead_m * self.scale)
        self.hips_up = CubicSpline(middle, places[:-2, 1])
        self.phase = CubicSpline(self.strikes_s, np.pi * self.numbers)

    def _fall(self, n: int, places_m: Floats, yaw_rad: Floats) -> Footfall:
        gait, strike = self.gait, float(self.strikes_s[n])
        stay = gait.duty * float(self.strikes_s[n + 2] - strike)
        x, y, z = (float(c) for c in places_m[n])
        return Footfall(
            (x, y, z),
            float(yaw_rad[n]),
            strike,
            strike + gait.flat_at * stay,
            strike + gait.heel_off_at * stay,
            strike + stay,
            np.radians(gait.strike_deg),
            np.radians(gait.toe_off_deg),
        )

    def at(self, along_m: Floats, aside_m: Floats) -> Floats:
        """Return points (F, 3) at distances along the way and to its left."""
        x, z = np.moveaxis(self.way(along_m) - self.origin, -1, 0)
        heading = self.heading(along_m)
        return np.stack([x + np.cos(heading) * aside_m, np.zeros_like(x), z - np.sin(heading) * aside_m], axis=-1)

    def controls(self, time_s: Floats) -> Controls:
        """Return the rig's controls at instants of the clip."""
        gait, phase = self.gait, self.phase(time_s)
        hips = self._over_ground(time_s) if gait.duty >= 0.5 else thrown_level(time_s, self.falls, self._over_ground)
        hips[:, 1] = self.figure.hips_height_m - gait.crouch_m * self.scale - self.lowering(time_s)
        hips[:, 1] += self.hips_up(time_s) + self._bounce(time_s, phase)
        angles = self._angles(time_s, phase, self.heading(self._along(time_s)))
        return Controls(hips, angles, {side: self._foot(side, time_s) for side in SIDES})

    def _along(self, time_s: Floats) -> Floats:
        return np.asarray(self.hips_along(time_s) - self.gait.surge_m * self.scale * np.sin(2.0 * self.phase(time_s)))

    def _over_ground(self, time_s: Floats) -> Floats:
        """The hips' way (F, 3) over the ground, at no height."""
        return self.at(self._along(time_s), self.gait.sway_m * self.scale * np.sin(self.phase(time_s)))

    def _foot(self, side: Side, time_s: Floats) -> FootPath:
        own = [fall for n, fall in zip(self.numbers, self.falls, strict=False) if (n % 2 == 0) == (side == "left")]
        return foot_path(self.figure, own, time_s, self.gait.clearance_m * self.scale, self.ground)

    def _bounce(self, time_s: Floats, phase: Floats) -> Floats:
        if self.gait.duty >= 0.5:
            place = phase / np.pi - LOWEST_AT - self.numbers[0]
            before = np.clip(place.astype(int), 0, len(self.sunk_m) - 2)
            more = self.sunk_m[before + 1] - self.sunk_m[before]
            sunk = self.sunk_m[before] + more * minimum_jerk(place - before)
            return np.asarray(self.gait.bounce_m * self.scale - sunk * np.cos(np.pi * place) ** 2)
        return thrown_height(time_s, self.falls, self.caught_m)

    def _angles(self, time_s: Floats, phase: Floats, heading: Floats) -> dict[str, Floats]:
        gait = self.gait
        one = np.ones_like(time_s)
        rng = np.random.default_rng(self.rng_seed)
        drift = {n: gait.variation * WANDER_DEG * wander(time_s, rng) for n in ("bend", "side", "look", "nod")}
        forward = np.cos(phase)  # 1 where the left foot strikes
        turn, tilt = -gait.hips_turn_deg * forward, gait.hips_tilt_deg * np.sin(phase)
        twist = (gait.chest_turn_deg + gait.hips_turn_deg) * np.cos(phase - 0.15)
        degrees = {
            "lean": gait.lean_deg - 0.5 * np.cos(2.0 * phase),
            "tilt": tilt,
            "bend": gait.hunch_deg + drift["bend"] + 1.0 * np.cos(2.0 * phase),
            "twist": twist,
            "side": 0.9 * tilt + drift["side"],
            "nod": -0.75 * (gait.lean_deg + gait.hunch_deg) + drift["nod"],
            "look": -(turn + twist) + drift["look"],
            "cock": 0.1 * tilt,
        }
        for side, sign in (("left", -1.0), ("right", 1.0)):
            swing = sign * np.cos(phase - 0.2)
            own = gait.variation * 1.5 * wander(time_s, rng)
            degrees[f"{side}-swing"] = gait.arm_forwards_deg + gait.arm_swing_deg * swing + own
            degrees[f"{side}-raise"] = gait.arm_out_deg * one
            degrees[f"{side}-rotate"] = 8.0 * one
            degrees[f"{side}-elbow"] = gait.elbow_deg + gait.elbow_swing_deg * sign * np.cos(phase - 0.5)
            degrees[f"{side}-hand"] = 8.0 * one
            degrees[f"{side}-forwards"] = 3.0 * swing
        angles = {name: np.radians(value) for name, value in degrees.items()}
        angles["turn"] = heading + np.radians(turn)
        return angles

    def flight(self, time_s: Floats) -> Booleans:
        """Return whether (F,) the hips are thrown: in a run, between toe-off and the other foot's strike."""
        thrown = np.zeros(len(time_s), dtype=np.bool_)
        for fall, after in zip(self.falls, self.falls[1:], strict=False):
            thrown |= (time_s > fall.toe_off_s) & (time_s < after.strike_s)
        return thrown
