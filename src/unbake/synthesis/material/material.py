"""The frames of several clips of one skeleton and rate as one row, with plants, flags, steps and turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from unbake.errors import MotionError, UsageError
from unbake.feet.labels import Planted
from unbake.feet.legs import Legs
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.motion.body.body_frame import over_floor
from unbake.motion.body.roles import POINT_ROLES
from unbake.motion.rotations import in_one_hemisphere
from unbake.motion.skeleton import TRANSLATIONS, Skeleton
from unbake.synthesis.blending.source import BlendSource, check_sources
from unbake.synthesis.blending.tracks import Tracks, tracks_of


@dataclass(frozen=True)
class Place:
    """A frame of a clip.

    Parameters
    ----------
    clip : number of the clip in its material.
    frame : from 0.
    """

    clip: int
    frame: int


@dataclass(frozen=True, eq=False)
class Material:
    """Clips that new motion is put together from; all their frames are one row, clip after clip.

    Parameters
    ----------
    names : of the clips.
    sources : their motions with plants, of one skeleton and frame rate.
    flags : (N,) for each flag, whether it holds in a frame of the row.

    Raises
    ------
    UsageError : no clips; flags of another length.
    MotionError : skeletons that differ or cannot move, see `check_sources`.
    """

    names: tuple[str, ...]
    sources: tuple[BlendSource, ...]
    flags: Mapping[str, Booleans]

    def __post_init__(self) -> None:
        if not self.sources:
            raise UsageError("there is no motion to choose from: add clips of bodies with legs")
        if len(self.names) != len(self.sources):
            raise UsageError(f"{len(self.names)} names are given for {len(self.sources)} clips")
        if len(self.sources) > 1:
            check_sources(self.sources)
        if not set(TRANSLATIONS) <= set(self.skeleton.channels[0]):
            raise MotionError(f"the root '{self.skeleton.names[0]}' cannot move: it needs its translation channels")
        wrong = [name for name, frames in self.flags.items() if frames.shape != (self.n_frames,)]
        if wrong:
            raise UsageError(f"the flag '{wrong[0]}' is not of these clips: it has another number of frames")

    @property
    def skeleton(self) -> Skeleton:
        """The skeleton of all clips."""
        return self.sources[0].motion.skeleton

    @property
    def fps(self) -> float:
        """Frames a second of all clips."""
        return float(self.sources[0].motion.fps)

    @property
    def legs(self) -> Legs:
        """The legs of the skeleton, those of the first clip."""
        return self.sources[0].legs

    @cached_property
    def starts(self) -> Indices:
        """Where each clip starts in the row (C + 1,), and where the last ends."""
        return np.concatenate([[0], np.cumsum([source.n_frames for source in self.sources])]).astype(np.int64)

    @property
    def n_frames(self) -> int:
        """Frames of all clips together."""
        return int(self.starts[-1])

    @cached_property
    def clip_of(self) -> Indices:
        """The clip (N,) that each frame of the row is of."""
        return np.repeat(np.arange(len(self.sources)), np.diff(self.starts))

    @cached_property
    def left(self) -> Indices:
        """How many frames of its clip follow each frame (N,)."""
        return self.starts[1:][self.clip_of] - 1 - np.arange(self.n_frames)

    def row(self, place: Place) -> int:
        """Return a frame's number in the row."""
        return int(self.starts[place.clip]) + place.frame

    def place(self, row: int) -> Place:
        """Return which frame of which clip a number of the row is."""
        clip = int(self.clip_of[row])
        return Place(clip, row - int(self.starts[clip]))

    def flag(self, name: str) -> Booleans:
        """Return where a flag holds (N,), whatever the case of its letters; UsageError where no frame carries it."""
        found = {known.casefold(): frames for known, frames in self.flags.items()}
        frames = found.get(name.casefold().replace("-", " "), found.get(name.casefold()))
        if frames is None or not frames.any():
            carried = ", ".join(known for known, frames in self.flags.items() if frames.any()) or "none"
            raise UsageError(
                f"no clip carries the flag '{name}': annotate or add clips that do (carried: {carried})",
                code="flag-not-carried",
                flag=name,
            )
        return frames

    @cached_property
    def rotations_xyzw(self) -> Floats:
        """Local rotations (N, J, 4); the root's as seen from the heading. Signs do not change within a clip."""
        return np.concatenate([in_one_hemisphere(own.rotations_xyzw) for own in self._tracks])

    @cached_property
    def translations_m(self) -> Floats:
        """Local translations (N, T, 3); the root's from the place on the floor, as seen from the heading."""
        return np.concatenate([own.translations_m for own in self._tracks])

    @cached_property
    def steps(self) -> tuple[Floats, Floats]:
        """The step (N, 2) from the frame before to each, as seen from the heading before, and the turn (N,).

        The first frame of a clip has those of its second.
        """
        steps, turns = zip(*(own.steps() for own in self._tracks), strict=True)
        return (
            np.concatenate([np.concatenate([own[:1], own]) for own in steps]),
            np.concatenate([np.concatenate([own[:1], own]) for own in turns]),
        )

    @cached_property
    def planted(self) -> Planted:
        """Which points of feet are on the ground (N, 4)."""
        return np.concatenate([source.labels.planted() for source in self.sources])

    @cached_property
    def ways(self) -> tuple[Floats, Floats]:
        """Places (N, 2) on the floor and headings (N,) of each frame in its own clip."""
        return (
            np.concatenate([own.places_m for own in self._tracks]),
            np.concatenate([own.headings_rad for own in self._tracks]),
        )

    def tracks_at(self, rows: Indices) -> Tracks:
        """Return the tracks of frames (F,) of one clip."""
        places, headings = self.ways
        return Tracks(
            self.skeleton,
            self.sources[0].motion.fps,
            places[rows],
            headings[rows],
            self.rotations_xyzw[rows],
            self.translations_m[rows],
        )

    @cached_property
    def foot_points_m(self) -> Floats:
        """Heels and balls (N, 4, 3) in the world of each clip, the heels as those of `legs`."""
        return np.concatenate([self.legs.points_m(source.motion) for source in self.sources])

    @cached_property
    def to_plants_m(self) -> Floats:
        """How far (N, 4, 2) over the floor each point of a foot is from where it stands on average while it is planted.

        As seen from the body's heading, to the left and ahead; zero where it is not planted.
        """
        _, headings = self.ways
        out = np.zeros((self.n_frames, 4, 2))
        for clip, source in enumerate(self.sources):
            for plant in source.labels.plants:
                rows = slice(int(self.starts[clip]) + plant.first, int(self.starts[clip]) + plant.last + 1)
                places = self.foot_points_m[rows, plant.point][:, [0, 2]]
                away = places.mean(axis=0) - places
                out[rows, plant.point] = over_floor(away, -np.sin(headings[rows]), np.cos(headings[rows]))
        return out

    def points_m(self, clip: int) -> Floats:
        """Return the positions (F, P, 3) of a clip's joints that have a role, which are what windows compare."""
        roles = self.skeleton.roles
        joints = [roles[role] for role in POINT_ROLES if role in roles]
        return self.sources[clip].motion.positions()[:, joints]

    @cached_property
    def _tracks(self) -> Sequence[Tracks]:
        return [tracks_of(source.motion) for source in self.sources]
