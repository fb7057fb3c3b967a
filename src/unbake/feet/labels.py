"""Which part of which foot is on the ground, frame by frame: plants as intervals, each with its source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, get_args

import numpy as np

from unbake.errors import MotionError, UsageError
from unbake.ground.arrays import Booleans
from unbake.ground.choices import check_whole, checked_whole
from unbake.ground.intervals import intervals
from unbake.motion.frame_rate import rate_of_clip
from unbake.motion.motion import Motion

Planted = Booleans
"""(F, 4), one column for each of `FOOT_POINTS`."""

FOOT_POINTS = ("left-heel", "left-toe", "right-heel", "right-toe")
MIRRORED = (2, 3, 0, 1)
"""The column of each point on the other foot."""

Source = Literal["hand", "oracle", "force-plate", "performer", "thresholds"]
SOURCES: tuple[Source, ...] = get_args(Source)
GUESSES: tuple[Source, ...] = ("oracle", "thresholds")
"""Sources that only suppose: nobody has looked at their labels."""


@dataclass(frozen=True, order=True)
class Plant:
    """One stay of a point of a foot on the ground.

    Parameters
    ----------
    first, last : frames from 0, both included.
    point : column in `FOOT_POINTS`.
    source : who says so.
    """

    first: int
    last: int
    point: int
    source: Source = "hand"

    def __post_init__(self) -> None:
        for name in ("first", "last", "point"):
            object.__setattr__(self, name, checked_whole(getattr(self, name), f"the {name} of a plant"))

    @property
    def n_frames(self) -> int:
        """How many frames it lasts."""
        return self.last - self.first + 1


@dataclass(frozen=True)
class FootLabels:
    """The plants of a clip.

    Parameters
    ----------
    plants : sorted; two of one point never share a frame.
    n_frames, fps, first_frame : length, rate and first number of the motion that they are of.

    Raises
    ------
    MotionError : a plant outside the clip, one that ends before it starts, two of one point at the same time, an
        unknown point or source, fps ≤ 0.
    UsageError : frames that are not whole.
    """

    plants: tuple[Plant, ...]
    n_frames: int
    fps: Fraction
    first_frame: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "plants", tuple(sorted(self.plants)))
        object.__setattr__(self, "fps", rate_of_clip(self.fps))
        object.__setattr__(self, "n_frames", checked_whole(self.n_frames, "the number of frames"))
        object.__setattr__(self, "first_frame", checked_whole(self.first_frame, "the number of the first frame"))
        ends = [-1] * len(FOOT_POINTS)
        for plant in self.plants:
            if plant.point not in range(len(FOOT_POINTS)) or plant.source not in SOURCES:
                raise MotionError(f"a plant of point {plant.point} by '{plant.source}', neither is known")
            name = FOOT_POINTS[plant.point]
            if not 0 <= plant.first <= plant.last < self.n_frames:
                shown = f"{plant.first + self.first_frame} to {plant.last + self.first_frame}"
                raise MotionError(f"a plant of the {name}, frames {shown}, is not inside the clip")
            if plant.first <= ends[plant.point]:
                raise MotionError(f"two plants of the {name} share frame {plant.first + self.first_frame}")
            ends[plant.point] = plant.last

    @classmethod
    def from_frames(cls, planted: Planted, fps: Fraction, first_frame: int = 1, source: Source = "hand") -> FootLabels:
        """Return the labels of (F, 4) booleans, all by one source."""
        planted = np.asarray(planted, dtype=np.bool_)
        if planted.ndim != 2 or planted.shape[1] != len(FOOT_POINTS):
            raise MotionError(f"foot labels have shape {planted.shape}, expected (frames, {len(FOOT_POINTS)})")
        plants = [
            Plant(first, last, point, source)
            for point in range(len(FOOT_POINTS))
            for first, last in intervals(planted[:, point])
        ]
        return cls(tuple(plants), len(planted), fps, first_frame)

    def planted(self) -> Planted:
        """Return which points are on the ground, (F, 4)."""
        out = np.zeros((self.n_frames, len(FOOT_POINTS)), dtype=np.bool_)
        for plant in self.plants:
            out[plant.first : plant.last + 1, plant.point] = True
        return out

    def of_point(self, point: int) -> tuple[Plant, ...]:
        """Return the plants of one column of `FOOT_POINTS`."""
        return tuple(plant for plant in self.plants if plant.point == point)

    def sources(self) -> tuple[Source, ...]:
        """Return who the plants are by."""
        return tuple(source for source in SOURCES if any(plant.source == source for plant in self.plants))

    def painted(self, point: int, first: int, last: int, is_planted: bool, source: Source = "hand") -> FootLabels:
        """Return the labels with frames `first` to `last` (from 0, both included) of one point set.

        Plants that touch what is painted become one plant with it, by `source`; of those that are cut, what is left
        keeps its source.
        """
        self._check_inside(first, last)
        kept = [plant for plant in self.plants if plant.point != point]
        for plant in self.of_point(point):
            if is_planted and plant.first <= last + 1 and plant.last >= first - 1:
                first, last = min(first, plant.first), max(last, plant.last)
            elif is_planted or plant.last < first or plant.first > last:
                kept.append(plant)
            else:
                pieces = ((plant.first, first - 1), (last + 1, plant.last))
                kept += [replace(plant, first=begin, last=end) for begin, end in pieces if begin <= end]
        if is_planted:
            kept.append(Plant(first, last, point, source))
        return replace(self, plants=tuple(kept))

    def _check_inside(self, first: int, last: int) -> None:
        check_whole(first, "the first frame of a range")
        check_whole(last, "the last frame of a range")
        if not 0 <= first <= last < self.n_frames:
            raise UsageError(f"frames {first} to {last} are not inside the clip's {self.n_frames}")

    def with_source(self, source: Source) -> FootLabels:
        """Return the same plants, all by one source."""
        return replace(self, plants=tuple(replace(plant, source=source) for plant in self.plants))

    def mirrored(self) -> FootLabels:
        """Return the labels of the mirrored motion."""
        return replace(self, plants=tuple(replace(plant, point=MIRRORED[plant.point]) for plant in self.plants))

    def excerpt(self, first: int, last: int) -> FootLabels:
        """Return the labels of frames `first` to `last` (from 0, both included), cut at the ends."""
        self._check_inside(first, last)
        inside = [plant for plant in self.plants if plant.first <= last and plant.last >= first]
        cut = [replace(p, first=max(p.first, first) - first, last=min(p.last, last) - first) for p in inside]
        return FootLabels(tuple(cut), last - first + 1, self.fps, self.first_frame + first)

    def at_rate(self, fps: Fraction, n_frames: int) -> FootLabels:
        """Return the labels at another frame rate: each frame takes the label of the nearest one of ours in time.

        `n_frames` is the length of the motion at that rate. Plants too short for it vanish, and plants of one point
        that would come to share a frame are cut there.
        """
        fps = rate_of_clip(fps)
        check_whole(n_frames, "the number of frames")
        nearest = np.minimum((np.arange(n_frames) * float(self.fps / fps) + 0.5).astype(int), self.n_frames - 1)
        plants: list[Plant] = []
        for plant in self.plants:
            inside = np.flatnonzero((nearest >= plant.first) & (nearest <= plant.last))
            if len(inside):
                plants.append(replace(plant, first=int(inside[0]), last=int(inside[-1])))
        return FootLabels(tuple(plants), n_frames, fps, self.first_frame)

    def check_of(self, motion: Motion) -> None:
        """Raise MotionError unless length, rate and first frame are those of the motion."""
        ours = (self.n_frames, self.fps, self.first_frame)
        theirs = (motion.n_frames, motion.fps, motion.first_frame)
        if ours != theirs:
            raise MotionError(
                f"the foot labels are of {_described(*ours)}, the motion has {_described(*theirs)}: they do not match"
            )


def _described(n_frames: int, fps: Fraction, first_frame: int) -> str:
    return f"{n_frames:,} frames at {float(fps):g} a second from frame {first_frame}"


def foot_planted(planted: Planted) -> Planted:
    """Return whether each foot, left and right, stands on any of its points (F, 2)."""
    return np.stack([planted[:, :2].any(axis=1), planted[:, 2:].any(axis=1)], axis=1)
