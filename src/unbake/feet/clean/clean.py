"""Footskate clean-up: planted heels and balls stay in one place, by feet, legs and root alone.

After L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002, whose places of plants
we take (`plant_places`). Their passes, from ankles over the root to legs that fade, are one problem here
(`calm_change`). Before it, labels are looked through (`firm_plants`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.feet.clean.body_change import BodyChange
from unbake.feet.clean.calm_change import calm_change
from unbake.feet.clean.faded_change import faded_change
from unbake.feet.clean.firm_plants import firm_plants
from unbake.feet.clean.holds import held_part, holds_of
from unbake.feet.clean.leg_changes import applied, movable_root, reached
from unbake.feet.clean.lower_body import LowerBody
from unbake.feet.clean.notes import notes_of
from unbake.feet.clean.options import CleanOptions
from unbake.feet.clean.plant_places import HeldPlant, places_of_plants
from unbake.feet.floor import (
    COLUMN_OF_POINT,
    Ground,
    sole_heights_m,
    sole_points_m,
    telling_plants,
    with_lowest_tips,
)
from unbake.feet.labels import FootLabels
from unbake.feet.legs import Legs, legs_of
from unbake.feet.slope import ground_of_plants
from unbake.feet.treadmill import treadmill_notes
from unbake.ground.arrays import Floats, shaped
from unbake.ground.progress import Progress
from unbake.motion.motion import Motion
from unbake.motion.turning_channels import with_needed_channels

TRACE = 1e-6
"""Frames in which nothing moves by more metres or radians than this stay as they were captured."""


@dataclass(frozen=True, eq=False)
class CleanedFeet:
    """A motion whose feet stay where they are planted.

    Parameters
    ----------
    motion : the result; the very motion that was given where nothing slides.
    labels : the plants as they are held, see `firm_plants`.
    held_part : those without their ends: where drift is gone.
    plants : those that were held, and where; `is_still` marks those that were left as they are.
    skipped : those that would have moved a foot too far.
    ground : what they stand on; None where each plant kept its own height.
    sole_m : (6,) how high heels and balls are above it when they stand, and tips at their lowest, as a foot rolls off.
    root_shift_m : (F, 3) by which the root moved, in the world.
    stretch : (F, 2) length of the left and the right thigh and shin as part of what they were.
    missed_m : (F, 2) what each ankle is short of its place.
    notes : what a person should know, a sentence each.
    """

    motion: Motion
    labels: FootLabels
    held_part: FootLabels
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
    progress: Progress | None = None,
) -> CleanedFeet:
    """Return the motion with its planted heels and toes held in place; nothing but feet, legs and root changes.

    Plants that stray less than `options.still_m` are left as they are: a motion in which all do comes back itself.

    Parameters
    ----------
    motion : the clip.
    labels : its plants.
    options : times and limits; by default those of the paper.
    ground : what it stands on. By default the floor that the plants tell of: level, zero where they are near it, or a
        slope; where they are on several levels, each keeps its own height and nothing is kept out of the ground.
    sole_m : (6,) how high heels, balls and tips are above the ground when they stand, by default what
        `sole_heights_m` finds: on a ground that was given, the lowest of them touches it.
    legs : its legs; found by names by default.
    progress : callback that receives the progress; what it raises ends the work.

    Raises
    ------
    MotionError : labels of another motion, a skeleton without legs.
    UsageError : no labels, such as those of a clip without any beside it; heights of soles of another shape, or
        not finite.
    """
    if not isinstance(labels, FootLabels):
        raise UsageError("feet are held by foot labels, and there are none: guess_feet(motion).labels guesses them")
    labels.check_of(motion)
    options, legs = options or CleanOptions(), legs or legs_of(motion)
    if sole_m is not None:
        sole_m = shaped(sole_m, (6,), "heights of soles")
        if not (sole_m < np.inf).all():  # −∞ is that of a point of which nobody knows
            raise UsageError("heights of soles must be finite")
    points, tips = legs.points_m(motion), sole_points_m(motion, legs)
    firm = firm_plants(points, labels, options)
    floor, soles = _standing(motion, legs, telling_plants(points, firm.labels, options.max_move_m), ground, sole_m)
    plants, skipped = places_of_plants(points, firm.labels, floor, soles[list(COLUMN_OF_POINT)], options)
    root_moves = movable_root(motion.skeleton, legs) is not None
    if sole_m is None:
        soles = with_lowest_tips(soles, tips, firm.labels.planted())
    holds = holds_of(points, tips, plants, floor, soles, motion.fps, options, root_moves=root_moves)
    change = BodyChange.none(motion.n_frames)
    if holds.asks_for_change(points, tips):
        body, fps = LowerBody.of(motion, legs), float(motion.fps)
        is_calm = options.method == "calm"
        change = calm_change(body, holds, fps, options, progress) if is_calm else faded_change(body, holds, fps)
        change = change.without_traces(TRACE)
    changes = [reached(motion, legs, row, change, options) for row in (0, 1)]
    done = applied(motion, legs, change.root_m, changes)
    if done is not motion:
        done = with_needed_channels(done, [j for leg in legs.both for j in (leg.hip, leg.knee, leg.ankle, leg.toe)])
    stretch, missed = (np.stack([getattr(c, name) for c in changes], axis=1) for name in ("stretch", "missed_m"))
    notes = notes_of(motion, done, firm, plants, skipped, floor, stretch, missed) + treadmill_notes(motion, legs)
    inside = held_part(firm.labels, options)
    return CleanedFeet(
        done, firm.labels, inside, tuple(plants), tuple(skipped), floor, soles, change.root_m, stretch, missed, notes
    )


def _standing(
    motion: Motion, legs: Legs, telling: FootLabels, ground: Ground | None, sole_m: Floats | None
) -> tuple[Ground | None, Floats]:
    """What feet stand on, and how high their points are above it, as far as it was not given."""
    points = sole_points_m(motion, legs)
    floor = ground_of_plants(points, telling) if ground is None else ground
    if sole_m is not None or floor is None:
        return floor, np.zeros(6) if sole_m is None else sole_m
    return floor, sole_heights_m(points, telling.planted(), floor, is_given=ground is not None)
