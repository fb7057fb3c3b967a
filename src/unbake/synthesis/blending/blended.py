"""What a blend is: a motion with its plants, and where each frame comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from unbake.feet.clean.clean import clean_feet
from unbake.feet.clean.options import CleanOptions, Method
from unbake.feet.labels import FootLabels
from unbake.feet.legs import Legs
from unbake.ground.arrays import Floats, Indices
from unbake.motion.motion import Motion
from unbake.motion.turning_channels import with_needed_channels
from unbake.synthesis.blending.plants import CarriedPlant, carried_plants, labels_of
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.blending.tracks import Tracks


@dataclass(frozen=True, eq=False)
class Blended:
    """A blend of several motions.

    Parameters
    ----------
    motion : the result. It starts where the first source starts, in place and heading.
    labels : its plants.
    plants : the same stay by stay, with the places where they should be.
    weights : (F, n) how much each source counts in each frame; rows add up to 1.
    times : (F, n) the instant of each source at each frame, in its frames from 0.
    legs : the legs of its skeleton.
    notes : what a person should know, a sentence each.
    """

    motion: Motion
    labels: FootLabels
    plants: tuple[CarriedPlant, ...]
    weights: Floats
    times: Floats
    legs: Legs
    notes: tuple[str, ...] = ()

    @property
    def sources(self) -> Indices:
        """Which source counts most in each frame (F,)."""
        return np.asarray(self.weights.argmax(axis=1))

    def with_clean_feet(self, method: Method = "calm", max_move_m: float = 0.3) -> Blended:
        """Return the blend with its plants held in place; see `unbake.clean_feet`.

        Parameters
        ----------
        method : ``calm`` looks at knees and ground; ``faded`` is quick, for live use, and may double accelerations.
        max_move_m : plants that would move a foot farther are left as they are; 0.3 m, the thesis' twelve inches.
        """
        options = CleanOptions(method=method, max_move_m=max_move_m)
        cleaned = clean_feet(self.motion, self.labels, options, legs=self.legs)
        return replace(self, motion=cleaned.motion, labels=cleaned.labels, notes=(*self.notes, *cleaned.notes))


class Blender(Protocol):
    """A way of getting from one motion into another."""

    def __call__(self, sources: Sequence[BlendSource]) -> Blended:
        """Return a motion that begins as the first source does and ends as the last does.

        Parameters
        ----------
        sources : motions of one skeleton and frame rate; the first and the last are where it comes from and goes to.
        """


def assembled(
    tracks: Tracks,
    motion: Motion,
    sources: Sequence[BlendSource],
    own: Sequence[Tracks],
    weights: Floats,
    times: Floats,
    notes: Sequence[str] = (),
) -> Blended:
    """Return a blend with the plants that it takes over.

    Parameters
    ----------
    tracks, motion : the result taken apart and whole.
    sources, own : what was blended, whole and taken apart.
    weights, times : (F, n) see `Blended`.
    notes : what to say of it.
    """
    plants = carried_plants(motion, tracks, sources, own, times)
    # Means of turns about one or two axes may need the third.
    turning = with_needed_channels(motion, list(range(len(motion.skeleton.names))))
    labels = labels_of(plants, motion)
    return Blended(turning, labels, plants, weights, times, sources[0].legs, tuple(notes))
