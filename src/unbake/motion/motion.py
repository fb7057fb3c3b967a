"""A clip: a skeleton and its local rotations and translations at every frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from unbake.errors import MotionError, UsageError
from unbake.ground.arrays import Floats, as_floats
from unbake.ground.choices import check_kind, check_whole, checked_whole
from unbake.motion.frame_rate import checked_rate, rate_of_clip
from unbake.motion.rotations import normalised, quaternion_product
from unbake.motion.skeleton import LARGEST_M as LARGEST_M
from unbake.motion.skeleton import ROTATIONS, TRANSLATIONS, Skeleton, entries

LONG = 20_000
"""Of longer takes positions are kept without the rotations that come with them, which few ask for and which take more
memory."""


@dataclass(frozen=True, eq=False)
class Motion:
    """A skeleton's local rotations and translations over time.

    Parameters
    ----------
    skeleton : the joints.
    rotations_xyzw : (F, J, 4) local rotations; made unit length on construction, zero the identity.
    translations_m : (F, T, 3) local translations in metres of the T joints of `skeleton.translated`, each taking the
        place of that joint's rest offset.
    fps : frames a second, exact.
    first_frame : number of the first frame as its file counts.
    warnings : what a reader had to assume or leave out, each a sentence for people.

    Raises
    ------
    MotionError : shapes that do not match, no frames, numbers that are not finite or beyond `LARGEST_M`, fps ≤ 0.
    UsageError : what is no skeleton, a first frame that is no whole number.
    """

    skeleton: Skeleton
    rotations_xyzw: Floats
    translations_m: Floats
    fps: Fraction
    first_frame: int = 1
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_kind(self.skeleton, Skeleton, "the skeleton of a motion")
        object.__setattr__(self, "first_frame", checked_whole(self.first_frame, "the number of the first frame"))
        for name in ("rotations", "translations"):
            field = "rotations_xyzw" if name == "rotations" else "translations_m"
            object.__setattr__(self, field, as_floats(getattr(self, field), name, MotionError))
        frames, joints = len(np.atleast_1d(self.rotations_xyzw)), len(self.skeleton.names)
        if frames < 1:
            raise MotionError("a motion needs at least one frame")
        if self.rotations_xyzw.shape != (frames, joints, 4):
            raise MotionError(f"rotations have shape {self.rotations_xyzw.shape}, expected {(frames, joints, 4)}")
        translated = (frames, len(self.skeleton.translated), 3)
        if self.translations_m.shape != translated:
            raise MotionError(f"translations have shape {self.translations_m.shape}, expected {translated}")
        object.__setattr__(self, "fps", rate_of_clip(self.fps))
        self._check_finite("rotations", self.rotations_xyzw, tuple(range(joints)), np.inf)
        self._check_finite("translations", self.translations_m, self.skeleton.translated, LARGEST_M)
        object.__setattr__(self, "rotations_xyzw", normalised(self.rotations_xyzw))
        self.rotations_xyzw.setflags(write=False)
        object.__setattr__(self, "translations_m", np.array(self.translations_m, dtype=np.float64))
        self.translations_m.setflags(write=False)

    def _check_finite(self, what: str, array: Floats, joints: tuple[int, ...], largest: float) -> None:
        extreme = np.maximum(array.max(initial=0.0), -array.min(initial=0.0))
        if extreme <= largest and np.isfinite(extreme):
            return
        wrong = ~(np.abs(array) <= largest) | ~np.isfinite(array)
        if wrong.any():
            frame, column, _ = (int(i) for i in np.argwhere(wrong)[0])
            name = self.skeleton.names[joints[column]]
            number = frame + self.first_frame
            message = f"{what} of joint '{name}' at frame {number} are not finite or too large to be a position"
            raise MotionError(message, joint=name, frame_index=frame)

    @classmethod
    def from_arrays(
        cls,
        names: Sequence[str],
        parents: Sequence[int],
        offsets_m: ArrayLike,
        rotations_xyzw: ArrayLike,
        root_m: ArrayLike | None = None,
        fps: Fraction | int | float = 30,
    ) -> Motion:
        """Return a motion made of plain arrays: local rotations, and the way of the root.

        Parameters
        ----------
        names : one name a joint, each used once.
        parents : (J,) index of each joint's parent, −1 for the root, which comes first; parents before children.
        offsets_m : (J, 3) rest position in the parent's frame, in metres, y up.
        rotations_xyzw : (F, J, 4) local rotations as quaternions x y z w.
        root_m : (F, 3) position of the root; by default its offset throughout.
        fps : frames a second.

        Raises
        ------
        MotionError : what `Skeleton` and `Motion` refuse.
        """
        named, rest = entries(names, "names"), as_floats(offsets_m, "offsets", MotionError)
        channels = tuple((*(TRANSLATIONS if joint == 0 else ()), *ROTATIONS) for joint in range(len(named)))
        skeleton = Skeleton(named, entries(parents, "parents"), rest, channels)
        rotations = as_floats(rotations_xyzw, "rotations", MotionError)
        if root_m is None:
            root = np.tile(skeleton.offsets_m[0], (rotations.shape[0] if rotations.ndim else 0, 1))
        else:
            root = as_floats(root_m, "positions of the root", MotionError)
            if root.ndim != 2:
                raise MotionError(f"positions of the root have shape {root.shape}, expected (frames, 3)")
        return cls(skeleton, rotations, root[:, None], checked_rate(fps, MotionError))

    @property
    def n_frames(self) -> int:
        """Number of frames."""
        return len(self.rotations_xyzw)

    @property
    def last_frame(self) -> int:
        """Number of the last frame as its file counts."""
        return self.first_frame + self.n_frames - 1

    @property
    def duration_s(self) -> float:
        """Seconds from the first frame to the last."""
        return float((self.n_frames - 1) / self.fps)

    def local_translations_m(self) -> Floats:
        """Return every joint's local translation (F, J, 3): its rest offset, or what its channels say."""
        local = np.tile(self.skeleton.offsets_m, (self.n_frames, 1, 1))
        local[:, list(self.skeleton.translated)] = self.translations_m
        return local

    @cached_property
    def _world(self) -> tuple[Floats, Floats]:
        return self._forward()

    @cached_property
    def _positions(self) -> Floats:
        return self._forward()[0]

    def _forward(self) -> tuple[Floats, Floats]:
        # Imported late: reading a file needs no compiler.
        from unbake.motion.forward import forward_kinematics

        parents = np.array(self.skeleton.parents, dtype=np.int64)
        positions, rotations = forward_kinematics(parents, self.rotations_xyzw, self.local_translations_m())
        positions.setflags(write=False)
        rotations.setflags(write=False)
        return positions, rotations

    def positions(self) -> Floats:
        """Return the joints' positions in the world (F, J, 3), in metres, by forward kinematics. Read-only."""
        if self.n_frames <= LONG or "_world" in vars(self):
            return self._world[0]
        return self._positions

    def world_rotations_xyzw(self) -> Floats:
        """Return the joints' rotations in the world (F, J, 4). Read-only."""
        return self._world[1]

    def world_turns_xyzw(self, joint: int) -> Floats:
        """Return the rotations of one joint in the world (F, 4), without those of all others."""
        parent = self.skeleton.parents[joint]
        if parent < 0:
            return self.rotations_xyzw[:, joint]
        return quaternion_product(self.world_turns_xyzw(parent), self.rotations_xyzw[:, joint])

    def frame_index(self, number: int) -> int:
        """Return the index, from 0, of the frame that the file numbers `number`; UsageError outside the clip."""
        check_whole(number, "the number of a frame")
        if not self.first_frame <= number <= self.last_frame:
            raise UsageError(f"frame {number} is outside the clip's {self.first_frame}–{self.last_frame}")
        return number - self.first_frame

    def excerpt(self, first_number: int, last_number: int) -> Motion:
        """Return the file's frames `first_number` to `last_number`, both included, keeping their numbers.

        Raises UsageError where they lie outside the clip or are in the wrong order.
        """
        check_whole(first_number, "the first frame of a range")
        check_whole(last_number, "the last frame of a range")
        if first_number > last_number:
            raise UsageError(f"the range {first_number}:{last_number} ends before it starts")
        rows = slice(self.frame_index(first_number), self.frame_index(last_number) + 1)
        if rows.stop - rows.start == self.n_frames:
            return self
        return replace(
            self,
            rotations_xyzw=self.rotations_xyzw[rows],
            translations_m=self.translations_m[rows],
            first_frame=first_number,
        )

    def with_roles(self, named: Mapping[str, str]) -> Motion:
        """Return the motion with roles named for joints whose names do not say them; see `Skeleton.with_roles`."""
        named_motion = copy(self)  # every number stays, to the last bit
        object.__setattr__(named_motion, "skeleton", self.skeleton.with_roles(named))
        return named_motion

    def resampled(self, fps: Fraction | int | float) -> Motion:
        """Return the motion at another frame rate; see `unbake.motion.resampling.resampled`."""
        from unbake.motion.resampling import resampled

        return resampled(self, fps)

    def height_m(self) -> float:
        """Return the vertical extent of the joints, in metres, at the frame where it is largest."""
        heights = self.positions()[..., 1]
        return float(np.max(heights.max(axis=1) - heights.min(axis=1)))


def check_motion(given: object, what: str = "the motion") -> None:
    """Raise UsageError for what is no motion: a file's name, positions, or another argument's place."""
    check_kind(given, Motion, what, "load_motion(file) reads one")
