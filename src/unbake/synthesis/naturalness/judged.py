"""A motion with all that scores ask of it, each thing computed once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.floor import Floor, floor_of_plants, sole_heights_m, sole_points_m
from unbake.feet.labels import FootLabels
from unbake.feet.legs import Legs, legs_of
from unbake.ground.arrays import Floats
from unbake.motion.body.body_frame import heading
from unbake.motion.body.body_path import BodyPath, body_path
from unbake.motion.motion import Motion
from unbake.synthesis.blending.blended import Blended
from unbake.synthesis.blending.plants import CarriedPlant
from unbake.synthesis.naturalness.segments import segment_centres_m


@dataclass(frozen=True, eq=False)
class JudgedMotion:
    """A motion with its plants.

    Parameters
    ----------
    motion : the clip, at any frame rate.
    labels : which points of its feet are on the ground.
    legs : of its skeleton.
    plants : of a blend, where its feet should stand; None where nobody knows.
    """

    motion: Motion
    labels: FootLabels
    legs: Legs
    plants: tuple[CarriedPlant, ...] | None = None

    @classmethod
    def of(cls, motion: Motion, labels: FootLabels | None = None, legs: Legs | None = None) -> JudgedMotion:
        """Return a motion to be judged.

        Parameters
        ----------
        motion : a humanoid.
        labels : its plants; guessed by default.
        legs : found by the joints' names by default.

        Raises
        ------
        MotionError : labels of another motion, a skeleton without legs.
        """
        found = legs or legs_of(motion)
        if labels is None:
            labels = guess_feet(motion).labels
        labels.check_of(motion)
        return cls(motion, labels, found)

    @classmethod
    def of_blend(cls, blended: Blended) -> JudgedMotion:
        """Return a blend to be judged by the plants that it should have; see `carried_plants`."""
        return cls(blended.motion, blended.labels, blended.legs, blended.plants)

    @property
    def n_frames(self) -> int:
        """Number of frames."""
        return self.motion.n_frames

    @property
    def fps(self) -> float:
        """Frames a second."""
        return float(self.motion.fps)

    @cached_property
    def leg_m(self) -> float:
        """Length of a leg."""
        return self.legs.leg_length_m()

    @cached_property
    def joints_m(self) -> Mapping[str, Floats]:
        """Where the joints with roles are, (F, 3) each."""
        places = self.motion.positions()
        return {role: places[:, joint] for role, joint in self.motion.skeleton.roles.items()}

    @cached_property
    def soles_m(self) -> Floats:
        """Heel, ball and tip of both feet (F, 6, 3)."""
        return sole_points_m(self.motion, self.legs)

    @cached_property
    def floor(self) -> Floor:
        """The floor that the plants tell of; where they are on several levels, that at zero."""
        return floor_of_plants(self.soles_m, self.labels) or Floor()

    @cached_property
    def heights_m(self) -> Floats:
        """How high the soles' points are above where they are when they stand (F, 6); negative in the floor."""
        stands = sole_heights_m(self.soles_m, self.labels.planted(), self.floor)
        stands = np.where(np.isfinite(stands), stands, 0.0)
        return self.soles_m[..., 1] - self.floor.level_m - stands

    @cached_property
    def centres_m(self) -> Floats:
        """Centres of mass of the segments (F, 14, 3); MotionError for a body without arms."""
        return segment_centres_m(self.motion)

    @cached_property
    def ahead(self) -> tuple[Floats, Floats]:
        """Sine and cosine (F,) of the body's heading."""
        return heading(np.stack([self.joints_m["left-hip"], self.joints_m["right-hip"]], axis=1))

    @cached_property
    def path(self) -> BodyPath:
        """The body over time, sixty times a second, in leg lengths."""
        return body_path(self.motion)
