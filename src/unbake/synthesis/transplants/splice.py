"""Rule 5: an upper body spliced onto the locomotion of another motion, in time with its legs and swaying with them.

Time is warped by the lower bodies alone. Then the torso is turned, frame by frame: its posture, what changes slowly,
stays that of the upper body's own motion; its sway against the pelvis, what changes with the steps, is that of the
motion whose legs it now stands on.

References: R. Heck, L. Kovar and M. Gleicher, Splicing upper-body actions with locomotion, 2006 (align lower bodies in
time, then turn the upper body such that it stays correlated with the legs). To divide slow from fast by a Gaussian, and
the limits of the warp, is ours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import scipy

from unbake.errors import MotionError
from unbake.ground.arrays import Floats
from unbake.motion.body.body_path import ROLES
from unbake.motion.composed.assembled import between
from unbake.motion.composed.recipe import Course, Graft, Recipe, Turn
from unbake.motion.motion import Motion
from unbake.motion.rotations import in_one_hemisphere, normalised, quaternion_conjugate, quaternion_product
from unbake.motion.skeleton import Skeleton
from unbake.synthesis.transplants.likeness import aligned
from unbake.synthesis.transplants.part_sets import joints_of, waist
from unbake.synthesis.transplants.pool import Pool
from unbake.synthesis.transplants.rule import register

LEGS = tuple(ROLES.index(f"{side}-{part}") for side in ("left", "right") for part in ("hip", "knee", "ankle"))
SLOW_S = 0.5
"""Standard deviation of the Gaussian that keeps a posture and drops the sway of steps, in seconds."""


@dataclass(frozen=True)
class Splice:
    """Two motions whose legs can be aligned from random starts on: two results."""

    name: str = "splice"

    def propose(self, pool: Pool, rng: np.random.Generator) -> list[Recipe]:
        """Return a recipe for either direction; none where the legs cannot be aligned nearly evenly."""
        pair = pool.pair(rng)
        if pair is None:
            return []
        sides = [pool.donors[number] for number in pair]
        found = aligned([side.body.positions[:, LEGS] for side in sides], rng)
        if found is None:
            return []
        courses = [Course(number, side.frames(own)) for number, side, own in zip(pair, sides, found, strict=True)]
        return [_spliced(pool, self.name, *order) for order in (courses, courses[::-1])]


def _spliced(pool: Pool, rule: str, base: Course, giver: Course) -> Recipe:
    legs, upper = (pool.donors[course.source].motion for course in (base, giver))
    recipe = Recipe(rule, pool.fps, base, (Graft(joints_of(legs.skeleton, "upper body"), giver),))
    turn = sway_turns(legs, base, upper, giver, float(pool.fps))
    return replace(recipe, turns=(Turn(legs.skeleton.names[waist(legs.skeleton)], turn),))


def sway_turns(legs: Motion, base: Course, upper: Motion, giver: Course, fps: float) -> Floats:
    """Return the turns (F, 4) of the waist that give a grafted torso the sway of the motion whose legs carry it."""
    own, theirs = _torso(upper, giver), _torso(legs, base)
    posture, place = (_slow(turns, fps) for turns in (own, theirs))
    sway = quaternion_product(quaternion_conjugate(place), theirs)
    wanted = quaternion_product(posture, sway)
    turns = normalised(quaternion_product(wanted, quaternion_conjugate(own)))
    return in_one_hemisphere(turns)


def _torso(motion: Motion, course: Course) -> Floats:
    """How the chest is turned against what the waist hangs on (F, 4)."""
    skeleton = motion.skeleton
    chain = _spine(skeleton)
    turns = normalised(between(motion.rotations_xyzw[:, chain], course.instants))
    out = turns[:, 0]
    for row in range(1, len(chain)):
        out = quaternion_product(out, turns[:, row])
    return in_one_hemisphere(out)


def _spine(skeleton: Skeleton) -> list[int]:
    """The joints from the waist to the last that both arms hang on."""
    start = waist(skeleton)
    left, right = ({*_above(skeleton, skeleton.roles[f"{side}-shoulder"])} for side in ("left", "right"))
    chain = sorted(joint for joint in left & right if joint >= start)
    if not chain:
        raise MotionError("the skeleton has no spine between its legs and its arms", code="no-body")
    return chain


def _above(skeleton: Skeleton, joint: int) -> list[int]:
    out = []
    while (joint := skeleton.parents[joint]) >= 0:
        out.append(joint)
    return out


def _slow(turns_xyzw: Floats, fps: float) -> Floats:
    return normalised(scipy.ndimage.gaussian_filter1d(turns_xyzw, SLOW_S * fps, axis=0, mode="nearest"))


register(Splice())
