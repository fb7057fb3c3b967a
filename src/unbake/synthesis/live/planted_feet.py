"""Feet that stay planted, frame by frame: a planted point is kept in its place by the leg alone.

Where a point is put down, its place is where it will stand on average, as far as its clip shows; what the leg has to
give comes and goes gently. Nothing is known of what comes next, so the root never gives way: a foot that would have to
be held too far from where its clip has it takes a small step there. `unbake.clean_feet` does better on a clip that is
finished.

Reference: L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Booleans, Floats
from unbake.kinematics.minimal_turns import turn_between
from unbake.motion.forward import forward_kinematics
from unbake.motion.rotations import quaternion_from_vector, quaternion_product, rotate, vector_from_quaternion
from unbake.synthesis.material.material import Material

HALF_LIFE_S = 0.05
"""Time in which what a leg gives more or less than it should falls to half, after a foot was put down or lifted."""
MOST_M = 0.2
"""A point that would have to be held farther from where its clip has it is let go."""
ARRIVED_M = 0.02
"""A foot that was let go is put down again once it is so near to where its clip has it."""
LIFTED = 0.25
"""How high a foot that was let go is lifted on its way, as part of the way."""
NOTHING_M = 1e-4
SOFT, STRAIGHT = 0.97, 0.999
"""Parts of a straight leg: from the first on, a leg that is stretched gives less and less, and never more than the
second. A knee that comes to be straight at once snaps."""


class PlantedFeet:
    """The planted points of a character's feet.

    Parameters
    ----------
    material : what it is made of.
    """

    def __init__(self, material: Material) -> None:
        skeleton, legs = material.skeleton, material.legs
        self._parents = np.array(skeleton.parents, dtype=np.int64)
        self._offsets = skeleton.offsets_m
        self._translated = list(skeleton.translated)
        self._joints = np.array([[leg.hip, leg.knee, leg.ankle, leg.toe] for leg in legs.both])
        self._heels = legs.heel_offsets_m
        self._frame_s = 1.0 / material.fps
        self.places_m = np.full((4, 3), np.nan)
        """(4, 3) where each point is held; NaN where it is free."""
        self._was_planted = np.zeros(4, dtype=np.bool_)
        self._given, self._owed, self._owed_speed = np.zeros((3, 2, 3))
        self._turned, self._turn_owed, self._turn_owed_speed = np.zeros((3, 2, 3))
        self._way_m, self._lifted = np.zeros(2), np.zeros((2, 3))

    def held(
        self,
        rotations_xyzw: Floats,
        translations_m: Floats,
        planted: Booleans,
        heights_m: Floats,
        ahead_m: Floats,
    ) -> Floats:
        """Return local rotations (J, 4) in which planted points are in their places.

        Parameters
        ----------
        rotations_xyzw, translations_m : (J, 4) and (T, 3) local, in the world.
        planted : (4,) which points stand.
        heights_m : (4,) how high each point is in its clip; NaN where it stands in a blend alone, as high as it is.
        ahead_m : (4, 2) how far it is to where each point will stand, x and z in the world.
        """
        local = self._offsets.copy()
        local[self._translated] = translations_m
        places, turns = forward_kinematics(self._parents, rotations_xyzw[None], local[None])
        joints, worlds = places[0][self._joints], turns[0][self._joints]
        points = np.stack([joints[:, 2] + rotate(worlds[:, 2], self._heels), joints[:, 3]], axis=1)
        changed = self._put_down(points, planted, heights_m, ahead_m)
        turn, ankles = self._wanted(points, joints[:, 2], changed)
        if np.abs(ankles - joints[:, 2]).max() < NOTHING_M and np.abs(turn).max() < NOTHING_M:
            return rotations_xyzw
        return self._reaching(rotations_xyzw, joints, worlds, ankles, turn)

    def _put_down(self, points: Floats, planted: Booleans, heights_m: Floats, ahead_m: Floats) -> Booleans:
        """Hold points that are put down and let go those that are lifted; which feet (2,) have changed."""
        before = np.isfinite(self.places_m[:, 0])
        flat = points.reshape(4, 3)
        for point in range(4):
            foot, is_free = point // 2, not np.isfinite(self.places_m[point, 0])
            if not planted[point]:
                self.places_m[point] = np.nan
            elif not self._was_planted[point] or (is_free and np.linalg.norm(self._owed[foot]) < ARRIVED_M):
                self.places_m[point] = flat[point] + self._given[foot]
                self.places_m[point, [0, 2]] += ahead_m[point]
                self._keep_sole(point, flat)
                is_free = False
            if planted[point] and not is_free:
                self.places_m[point, 1] = heights_m[point] if np.isfinite(heights_m[point]) else flat[point, 1]
                if np.linalg.norm(self.places_m[point] - flat[point]) > MOST_M:
                    self._let_go(foot)
        self._was_planted = planted.copy()
        return np.asarray((before != np.isfinite(self.places_m[:, 0])).reshape(2, 2).any(axis=1))

    def _keep_sole(self, point: int, flat: Floats) -> None:
        """Move a place so far from that of the foot's other point, if this is held, as the foot is long."""
        other = point + 1 - 2 * (point % 2)
        way = (self.places_m[point] - self.places_m[other])[[0, 2]]
        size = float(np.linalg.norm(way))
        if size > NOTHING_M:  # not so where the other's place is unknown
            sole = flat[point] - flat[other]
            level = np.sqrt(max(float(sole @ sole) - float(sole[1] ** 2), 0.0))
            self.places_m[point, [0, 2]] = self.places_m[other, [0, 2]] + way * (level / size)

    def _let_go(self, foot: int) -> None:
        self.places_m[2 * foot : 2 * foot + 2] = np.nan
        self._owed[foot] = self._given[foot]
        self._way_m[foot] = np.linalg.norm(self._given[foot])

    def _wanted(self, points: Floats, ankles: Floats, changed: Booleans) -> tuple[Floats, Floats]:
        """Rotation vectors (2, 3) of the feet, and where the ankles (2, 3) should be."""
        places = self.places_m.reshape(2, 2, 3)
        is_held = np.isfinite(places[..., 0])
        both, either = is_held.all(axis=1), is_held.any(axis=1)
        sole, wanted = points[:, 1] - points[:, 0], places[:, 1] - places[:, 0]
        vectors = vector_from_quaternion(turn_between(sole, np.where(both[:, None], wanted, sole)))
        self._turn_owed, self._turn_owed_speed = self._dying(
            self._turn_owed, self._turn_owed_speed, self._turned - vectors, changed
        )
        self._turned = vectors + self._turn_owed
        anchor = np.where(is_held[:, 0], 0, 1)
        own, place = points[[0, 1], anchor], places[[0, 1], anchor]
        ideal = place + rotate(quaternion_from_vector(self._turned), ankles - own) - ankles
        given = np.where(either[:, None], ideal, 0.0)
        # What a foot is lifted by dies away with the rest when it is put down.
        self._owed, self._owed_speed = self._dying(
            self._owed, self._owed_speed, self._given + self._lifted - given, changed
        )
        self._given, self._lifted = given + self._owed, self._lift(either)
        return self._turned, ankles + self._given + self._lifted

    def _dying(self, owed: Floats, speed: Floats, anew: Floats, changed: Booleans) -> tuple[Floats, Floats]:
        """A frame of critically damped springs; feet that have changed start anew, at rest."""
        rate = 2.0 * np.log(2.0) / HALF_LIFE_S
        left = np.exp(-rate * self._frame_s)
        pull = (speed + rate * owed) * self._frame_s
        is_new = changed[:, None]
        return np.where(is_new, anew, left * (owed + pull)), np.where(is_new, 0.0, left * (speed - rate * pull))

    def _lift(self, is_held: Booleans) -> Floats:
        """How far up (2, 3) feet are that were let go: nothing at either end of their way."""
        self._way_m[is_held] = 0.0
        left = np.linalg.norm(self._owed, axis=1) / np.maximum(self._way_m, 1e-6)
        up = LIFTED * self._way_m * 4.0 * left * (1.0 - left)
        return np.stack([np.zeros(2), np.where(left < 1.0, up, 0.0), np.zeros(2)], axis=1)

    def _reaching(self, rotations: Floats, joints: Floats, worlds: Floats, ankles: Floats, turn: Floats) -> Floats:
        """Both legs bent so that their ankles are where they should be, and their feet turned."""
        # Imported late: reading a file needs no compiler.
        from unbake.synthesis.live.leg_kernels import leg_turns

        ankles = _within_reach(joints, ankles)
        turns = leg_turns(joints, np.ascontiguousarray(worlds[:, :3]), ankles, quaternion_from_vector(turn))
        out = rotations.copy()
        out[self._joints[:, :3]] = quaternion_product(rotations[self._joints[:, :3]], turns)
        return out


def _within_reach(joints: Floats, ankles: Floats) -> Floats:
    """Places of ankles (2, 3) that legs reach without snapping straight; what a clip's own leg has it keeps."""
    hips, knees, own = joints[:, 0], joints[:, 1], joints[:, 2]
    length = np.linalg.norm(knees - hips, axis=1) + np.linalg.norm(own - knees, axis=1)
    ways = ankles - hips
    wanted = np.linalg.norm(ways, axis=1)
    soft = np.maximum(SOFT * length, np.linalg.norm(own - hips, axis=1))
    room = np.maximum(STRAIGHT * length - soft, 1e-9)
    given = soft + room * (1.0 - np.exp(-np.maximum(wanted - soft, 0.0) / room))
    scale = np.where(wanted > soft, given / np.maximum(wanted, 1e-9), 1.0)
    return np.asarray(hips + ways * scale[:, None])
