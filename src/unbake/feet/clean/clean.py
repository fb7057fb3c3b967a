"""Footskate clean-up: planted heels and balls stay in one place, by feet, legs and root alone.

Reference: L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002. Its five passes:
places of plants and ankles (`plant_targets`), the root (`root_shift`), the legs (`two_bone`), and what happens before
and after each plant (`fading`). Before them, labels are looked through (`firm_plants`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from unbake.feet.clean.firm_plants import firm_plants
from unbake.feet.clean.leg_changes import LegChange, applied, movable_root, reached
from unbake.feet.clean.notes import notes_of
from unbake.feet.clean.options import CleanOptions
from unbake.feet.clean.out_of_ground import lifted_out
from unbake.feet.clean.plant_targets import FootTarget, HeldPlant, foot_target, places_of_plants
from unbake.feet.clean.root_shift import near_in_shells, nearest_in_balls, smoothed
from unbake.feet.floor import (
    COLUMN_OF_POINT,
    Ground,
    floor_of_plants,
    sole_heights_m,
    sole_points_m,
    telling_plants,
)
from unbake.feet.labels import FootLabels
from unbake.feet.legs import Legs, legs_of
from unbake.ground.arrays import Floats
from unbake.kinematics.two_bone import angle_at_distance, damped_angle, distance_at_angle, knee_angle
from unbake.motion.fading import faded
from unbake.motion.motion import Motion
from unbake.motion.turning_channels import with_needed_channels

ROUNDS, GAIN = 40, 1.5
"""How often the root is brought nearer to where both legs reach, smoothly, and by how much more than is missing."""
NEAR_M = 1e-4
"""What is still missing then is taken at once."""


@dataclass(frozen=True, eq=False)
class CleanedFeet:
    """A motion whose feet stay where they are planted.

    Parameters
    ----------
    motion : the result; the very motion that was given where nothing slides.
    labels : the plants as they were looked for, see `firm_plants`: measure drift with these.
    plants : those that were held, and where; `is_still` marks those that were left as they are.
    skipped : those that would have moved a foot too far.
    ground : what they stand on; None where each plant kept its own height.
    sole_m : (6,) how high heels, balls and tips are above it when they stand.
    root_shift_m : (F, 3) by which the root moved, in the world.
    stretch : (F, 2) length of the left and the right thigh and shin as part of what they were.
    missed_m : (F, 2) what each ankle is short of its place.
    notes : what a person should know, a sentence each.
    """

    motion: Motion
    labels: FootLabels
    plants: tuple[HeldPlant, ...]
    skipped: tuple[HeldPlant, ...]
    ground: Ground | None
    sole_m: Floats
    root_shift_m: Floats
    stretch: Floats
    missed_m: Floats
    notes: tuple[str, ...]


def clean_feet(
    motion: Motion,
    labels: FootLabels,
    options: CleanOptions | None = None,
    *,
    ground: Ground | None = None,
    sole_m: Floats | None = None,
    legs: Legs | None = None,
) -> CleanedFeet:
    """Return the motion with its planted heels and toes held in place; nothing but feet, legs and root changes.

    Plants that stray less than `options.still_m` are left as they are: a motion in which all do comes back itself.

    Parameters
    ----------
    motion : the clip.
    labels : its plants.
    options : times and limits; by default those of the paper.
    ground : what it stands on. By default the level floor that the plants tell of, zero where they are near it; where
        they are on several levels, each keeps its own height and nothing is kept out of the ground.
    sole_m : (6,) how high heels, balls and tips are above the ground when they stand, by default what
        `sole_heights_m` finds: on a ground that was given, the lowest of them touches it.
    legs : its legs; found by names by default.

    Raises
    ------
    MotionError : labels of another motion, a skeleton without legs.
    """
    labels.check_of(motion)
    options, legs = options or CleanOptions(), legs or legs_of(motion)
    points = legs.points_m(motion)
    firm = firm_plants(points, labels, options)
    floor, soles = _standing(motion, legs, telling_plants(points, firm.labels, options.max_move_m), ground, sole_m)
    plants, skipped = places_of_plants(points, firm.labels, floor, soles[list(COLUMN_OF_POINT)], options)
    targets = _targets(motion, legs, points, plants, floor, soles, options)
    shift = _root_shift(motion, legs, targets, options)
    changes = [_leg_change(motion, legs, row, targets[row], shift, options) for row in (0, 1)]
    done = applied(motion, legs, shift, changes)
    if floor is not None:
        stands = np.stack([target.is_held for target in targets], axis=1)
        done = lifted_out(done, legs, floor, soles, stands, options)
    if done is not motion:
        done = with_needed_channels(done, [j for leg in legs.both for j in (leg.hip, leg.knee, leg.ankle, leg.toe)])
    stretch, missed = (np.stack([getattr(c, name) for c in changes], axis=1) for name in ("stretch", "missed_m"))
    notes = notes_of(motion, done, firm, plants, skipped, floor, stretch, missed)
    return CleanedFeet(done, firm.labels, tuple(plants), tuple(skipped), floor, soles, shift, stretch, missed, notes)


def _standing(
    motion: Motion, legs: Legs, telling: FootLabels, ground: Ground | None, sole_m: Floats | None
) -> tuple[Ground | None, Floats]:
    """What feet stand on, and how high their points are above it, as far as it was not given."""
    points = sole_points_m(motion, legs)
    floor = floor_of_plants(points, telling) if ground is None else ground
    if sole_m is not None or floor is None:
        return floor, np.zeros(6) if sole_m is None else sole_m
    return floor, sole_heights_m(points, telling.planted(), floor, is_given=ground is not None)


def _targets(
    motion: Motion,
    legs: Legs,
    points: Floats,
    held: list[HeldPlant],
    ground: Ground | None,
    soles: Floats,
    options: CleanOptions,
) -> list[FootTarget]:
    out = []
    for row, leg in enumerate(legs.both):
        ours = [h for h in held if h.plant.point // 2 == row]
        columns = slice(2 * row, 2 * row + 2)
        heights = soles[3 * row : 3 * row + 2]
        ankle = motion.positions()[:, leg.ankle]
        out.append(foot_target(ankle, points[:, columns], ours, motion.fps, options, ground, heights))
    return out


def _root_shift(motion: Motion, legs: Legs, targets: list[FootTarget], options: CleanOptions) -> Floats:
    """How the root has to move (F, 3) so that legs reach, smoothed in time."""
    none = np.zeros((motion.n_frames, 3))
    is_moved = targets[0].is_moved | targets[1].is_moved
    is_wanted = np.stack([target.is_held & is_moved for target in targets], axis=1)
    if not is_moved.any() or movable_root(motion.skeleton, legs) is None:
        return none
    centres, inner, outer, hard = _shells(motion, legs, targets, options)
    raw = near_in_shells(centres, inner, outer, is_wanted)
    shift = faded(raw, np.asarray(is_wanted.any(axis=1)), options.frames(options.fade_s, motion.fps))
    frames = options.frames(options.root_fade_s, motion.fps)
    shift = smoothed(shift, frames)
    for _ in range(ROUNDS):
        missing = near_in_shells(centres - shift[:, None], inner, outer, is_wanted)
        if np.abs(missing).max() < NEAR_M:
            break
        shift = shift + GAIN * smoothed(missing, frames)
    shift = shift + nearest_in_balls(centres - shift[:, None], hard, is_wanted)
    return np.where(np.abs(shift) > 1e-12, shift, 0.0)


def _shells(
    motion: Motion, legs: Legs, targets: list[FootTarget], options: CleanOptions
) -> tuple[Floats, Floats, Floats, Floats]:
    """Where each leg wants the root: centres (F, 2, 3), least and largest distance (F, 2) that leave its knee at ease,
    and the largest that it reaches."""
    places = motion.positions()
    rows = []
    for leg, target in zip(legs.both, targets, strict=True):
        thigh, shin = places[:, leg.knee] - places[:, leg.hip], places[:, leg.ankle] - places[:, leg.knee]
        upper, lower = np.linalg.norm(thigh, axis=1), np.linalg.norm(shin, axis=1)
        centre = target.ankle_m - places[:, leg.hip]
        wanted, own = np.linalg.norm(centre, axis=1), np.linalg.norm(thigh + shin, axis=1)
        angle = angle_at_distance(upper, lower, wanted)
        given = distance_at_angle(upper, lower, damped_angle(knee_angle(thigh, shin), angle, options.knee_rad))
        at_ease = distance_at_angle(upper, lower, np.full(len(own), options.knee_rad))
        inner = np.where(wanted < own, np.minimum(given, own), 0.0)
        outer = np.maximum(np.maximum(given, own), at_ease)
        if options.lengths == "stretched":
            inner, outer = np.zeros(len(own)), upper + lower
        rows.append((centre, inner, outer, upper + lower))
    centres, inner, outer, hard = (np.stack(part, axis=1) for part in zip(*rows, strict=True))
    return centres, inner, outer, hard


def _leg_change(
    motion: Motion, legs: Legs, row: int, target: FootTarget, shift: Floats, options: CleanOptions
) -> LegChange:
    """How a leg changes: exactly where the foot stands, fading before and after."""
    leg = legs.both[row]
    frames = target.is_held & (target.is_moved | shift.any(axis=1))
    change = reached(motion, leg, frames, target.ankle_m, target.turn_xyzw, shift, options)
    length = options.frames(options.fade_s, motion.fps)
    numbers = np.concatenate([change.vectors_rad.reshape(len(frames), 9), change.stretch[:, None] - 1.0], axis=1)
    numbers = faded(numbers, target.is_held, length)
    return replace(change, vectors_rad=numbers[:, :9].reshape(-1, 3, 3), stretch=1.0 + numbers[:, 9])
