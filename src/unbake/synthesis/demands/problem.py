"""A demand as the search sees it: what each frame would cost at each moment, what is fixed, and where to be when."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.synthesis.demands.pool import FramePool


@dataclass(frozen=True, kw_only=True)
class CostWeights:
    """What counts how much, in units of one flag that is wrong in one frame.

    Parameters
    ----------
    join : of the squared distance of two frames that are joined; λ of Arikan et al. Two frames at random cost 2 λ.
    cut : of every join, in squared distance, so that a join is worth its while (ours).
    edge : of a join as near to the end of a clip as can be (ours).
    place : of a place, for each squared metre.
    heading : of a heading, for each squared radian.
    path : of a frame off its path, for each squared metre.
    """

    join: float = 60.0
    cut: float = 0.1
    edge: float = 0.1
    place: float = 60.0
    heading: float = 40.0
    path: float = 1.0


@dataclass(frozen=True, eq=False)
class Targets:
    """Where the body should be.

    Parameters
    ----------
    frames : (m,) frames of the motion, increasing.
    places_m : (m, 2) x and z; NaN leaves it open.
    headings_rad : (m,) NaN leaves it open.
    path_m : (p, 2) corners of a path, none if p is 0.
    path_frames : (q,) frames in which the distance from it is measured; each stands for `path_every` frames.
    start_m, start_rad : where the body starts, and heads.
    leg_m : length of a leg of the figure that moves.
    """

    frames: Indices
    places_m: Floats
    headings_rad: Floats
    path_m: Floats
    path_frames: Indices
    path_every: int
    start_m: Floats
    start_rad: float
    leg_m: float

    @property
    def is_open(self) -> bool:
        """Whether it does not matter where the body goes."""
        return not len(self.frames) and not len(self.path_frames)

    @classmethod
    def none(cls, leg_m: float = 0.9) -> Targets:
        """Return no targets at all."""
        empty = np.zeros(0, dtype=np.int64)
        places = np.zeros((0, 2))
        return cls(empty, places, np.zeros(0), places, empty, 1, np.zeros(2), 0.0, leg_m)


@dataclass(frozen=True, eq=False)
class Problem:
    """A demand over a pool of frames.

    Parameters
    ----------
    pool : the frames.
    costs : (R, N) float32: what each frame costs under each of the different things that are asked for.
    rows : (n,) which of them is asked for in each frame of the motion.
    fixed : (n,) the frame of the pool that must be shown there, −1 where any may.
    targets : where to be.
    weights : what counts how much.
    """

    pool: FramePool
    costs: Floats32
    rows: Indices
    fixed: Indices
    targets: Targets
    weights: CostWeights = CostWeights()

    @property
    def n_frames(self) -> int:
        """Length of the motion."""
        return len(self.rows)

    @cached_property
    def leave_enter(self) -> tuple[Floats32, Floats32]:
        """What a join out of each frame, and into each frame, costs because of the ends of clips (N,)."""
        after, before = self.pool.edges
        part = np.float32(self.weights.join * self.weights.edge)
        return after**2 * part, before**2 * part
