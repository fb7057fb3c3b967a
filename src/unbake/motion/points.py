"""Points: what keyframe selection sees, one row of numbers a frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal
from weakref import WeakKeyDictionary

import numpy as np

from unbake.errors import MotionError, UsageError, shorten
from unbake.ground.arrays import Floats, as_floats
from unbake.ground.choices import check_choice, check_whole, check_words, checked_whole
from unbake.motion.body.roles import POINT_ROLES, nearest, resolve_joints
from unbake.motion.frame_rate import rate_of_clip
from unbake.motion.levers import Levers, find_levers
from unbake.motion.motion import LARGEST_M, Motion, check_motion
from unbake.motion.names import check_names, writable

Space = Literal["world", "body"]


@dataclass(frozen=True, eq=False)
class Points:
    """Numbers over time that can be keyed: positions of joints or markers, or anything else.

    Parameters
    ----------
    values : (F, D) float64; positions in metres, x y z of one point after the other, unless `size` is 1.
    names : one name a point.
    size : how many columns make one point: 3 for positions, 1 for loose numbers.
    fps : frames a second.
    first_frame : number of the first frame as its file counts.
    warnings : what a reader had to assume.

    Raises
    ------
    MotionError : no frames, no columns, names that are no words, a column count that they do not fit, numbers
        not finite or too large, fps ≤ 0, control characters in a name.
    UsageError : a first frame or a number of columns that is not whole.
    """

    values: Floats
    names: tuple[str, ...]
    size: int = 3
    fps: Fraction = Fraction(120)
    first_frame: int = 1
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        values = np.array(as_floats(self.values, "points", MotionError))
        if values.ndim != 2 or not values.size:
            raise MotionError(f"points need frames and columns; the array has shape {values.shape}")
        names = () if isinstance(self.names, str) or not isinstance(self.names, Iterable) else tuple(self.names)
        if not names or not all(isinstance(name, str) for name in names):
            raise MotionError(f"names of points are a sequence of words, not {shorten(repr(self.names))}")
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "size", checked_whole(self.size, "the number of columns of a point"))
        if values.shape[1] != len(self.names) * self.size:
            raise MotionError(f"{values.shape[1]} columns do not make {len(self.names)} points of {self.size}")
        object.__setattr__(self, "fps", rate_of_clip(self.fps))
        object.__setattr__(self, "first_frame", checked_whole(self.first_frame, "the number of the first frame"))
        check_names(self.names, "point")
        wrong = ~(np.abs(values) <= LARGEST_M)
        if wrong.any():
            frame, column = (int(i) for i in np.argwhere(wrong)[0])
            number = frame + self.first_frame
            name = self.names[column // self.size]
            raise MotionError(
                f"point '{name}' at frame {number} is not a finite position", joint=name, frame_index=frame
            )
        values.setflags(write=False)
        object.__setattr__(self, "values", values)

    @property
    def n_frames(self) -> int:
        """Number of frames."""
        return len(self.values)

    @property
    def last_frame(self) -> int:
        """Number of the last frame as its file counts."""
        return self.first_frame + self.n_frames - 1

    def positions(self) -> Floats:
        """Return the values as (F, P, size)."""
        return self.values.reshape(self.n_frames, len(self.names), self.size)

    def excerpt(self, first_number: int, last_number: int) -> Points:
        """Return the file's frames `first_number` to `last_number`, both included, keeping their numbers.

        Raises UsageError where they lie outside the clip or are in the wrong order.
        """
        check_whole(first_number, "the first frame of a range")
        check_whole(last_number, "the last frame of a range")
        if first_number > last_number:
            raise UsageError(f"the range {first_number}:{last_number} ends before it starts")
        if not (self.first_frame <= first_number and last_number <= self.last_frame):
            shown = f"{first_number}:{last_number}"
            raise UsageError(f"the range {shown} is outside the clip's {self.first_frame}–{self.last_frame}")
        rows = slice(first_number - self.first_frame, last_number - self.first_frame + 1)
        return replace(self, values=self.values[rows], first_frame=first_number)

    def only(self, names: Sequence[str]) -> Points:
        """Return the points with the given names, ignoring case; UsageError with the nearest names for an unknown."""
        check_words("points", names)
        lower = [name.lower() for name in self.names]
        for name in names:
            if name.lower() not in lower:
                raise UsageError(f"unknown point '{name}'{nearest(name, self.names)}")
        chosen = list(dict.fromkeys(lower.index(name.lower()) for name in names))
        values = self.positions()[:, chosen].reshape(self.n_frames, -1)
        return replace(self, values=values, names=tuple(self.names[p] for p in chosen))

    def pose_range(self) -> float:
        """Return the largest distance between any two frames' rows, by which the thesis normalises errors (4.3.4)."""
        centred = self.values - self.values.mean(axis=0)
        squares = np.einsum("fd,fd->f", centred, centred)
        largest = 0.0
        for start in range(0, self.n_frames, 512):
            block = centred[start : start + 512]
            square = squares[start : start + 512, None] + squares - 2.0 * block @ centred.T
            largest = max(largest, float(square.max()))
        return float(np.sqrt(max(largest, 0.0)))

    def point_range(self) -> float:
        """Return the largest distance that any one point has between two frames, by which errors of single points are
        normalised."""
        positions = self.positions()
        parts = (replace(self, values=positions[:, p], names=(name,)) for p, name in enumerate(self.names))
        return max(part.pose_range() for part in parts)


def default_joints(motion: Motion) -> list[int]:
    """Return the joints that errors are measured on: the 17 of the thesis by role, or all where it is no humanoid."""
    return _places(motion)[0]


def is_humanoid(motion: Motion) -> bool:
    """Return whether errors are measured on the joints of a human body: ten of their roles or more are known."""
    return _places(motion)[1]


def _places(motion: Motion) -> tuple[list[int], bool]:
    """The joints that errors are measured on, and whether they are a humanoid's."""
    roles = motion.skeleton.roles
    found = list(dict.fromkeys(roles[role] for role in POINT_ROLES if role in roles))
    if len(found) >= 10:
        return found, True
    return [joint for joint, is_end in enumerate(motion.skeleton.end_sites) if not is_end], False


def default_levers(motion: Motion) -> Levers:
    """Return the points that count beside `default_joints`, because what turns there moves none of these."""
    if motion not in _LEVERS:
        _LEVERS[motion] = find_levers(motion, *_places(motion))
    return _LEVERS[motion]


# A promised error is measured hundreds of times on the same capture.
_LEVERS: WeakKeyDictionary[Motion, Levers] = WeakKeyDictionary()


def tip_joints(motion: Motion) -> list[int]:
    """Return the tips: every joint that is not among `default_joints`, such as hands, fingers and toes, and every end
    site."""
    known = set(default_joints(motion))
    return [joint for joint in range(len(motion.skeleton.names)) if joint not in known]


def joints_of(motion: Motion, joints: Sequence[str | int] | None = None) -> list[int]:
    """Return joint indices from indices, names, roles or groups, each once; None means `default_joints`.

    Raises UsageError for a joint that the skeleton does not have.
    """
    if joints is None:
        return default_joints(motion)
    check_words("joints", joints)
    if not isinstance(joints, Iterable):
        raise UsageError(f"joints are a sequence of names or indices, such as [{joints!r}], not {joints!r}")
    count = len(motion.skeleton.names)
    chosen: list[int] = []
    for joint in joints:
        if isinstance(joint, str):
            chosen += resolve_joints(motion.skeleton, [joint])
            continue
        check_whole(joint, "the index of a joint")
        if 0 <= joint < count:
            chosen.append(int(joint))
        else:
            raise UsageError(f"joint {joint} does not exist; the skeleton has {count}")
    if not chosen:
        raise UsageError("no joints were named")
    return list(dict.fromkeys(chosen))


def points_of(
    motion: Motion,
    joints: Sequence[str | int] | None = None,
    *,
    space: Space = "world",
    weights: Mapping[int, float] | None = None,
    tips: bool = False,
) -> Points:
    """Return the positions of a motion's joints as points.

    Parameters
    ----------
    motion : the clip.
    joints : joint indices, or roles, groups and names; by default the 17 joints of the thesis, found by role (all where
        it is no humanoid), and points beside joints whose turning these do not show (`levers`).
    space : ``world``, or ``body``: the horizontal travel of the hips (of the root where there are none) is taken out,
        the height stays.
    weights : factor on the positions of single joints (index → weight), and of the levers on them; 1 elsewhere.
    tips : whether the tips count beside the default joints.

    Raises
    ------
    UsageError : an unknown joint, among those with a weight, too, or an unknown space.
    """
    check_motion(motion)
    check_choice("space", space, ("world", "body"))
    for joint in weights or {}:
        if joint not in range(len(motion.skeleton.names)):
            raise UsageError(
                f"joint {joint} of the weights does not exist; the skeleton has {len(motion.skeleton.names)}"
            )
    chosen = joints_of(motion, joints)
    if joints is None and tips:
        chosen += tip_joints(motion)
    levers = default_levers(motion) if joints is None else Levers()
    positions = np.concatenate([motion.positions()[:, chosen], levers.positions(motion)], axis=1)
    if space == "body":
        hips = motion.skeleton.roles.get("hips", 0)
        positions[..., [0, 2]] -= motion.positions()[:, hips, None][..., [0, 2]]
    for column, joint in enumerate((*chosen, *levers.joints)):
        positions[:, column] *= (weights or {}).get(joint, 1.0)
    return Points(
        positions.reshape(motion.n_frames, -1),
        tuple(map(writable, (*(motion.skeleton.names[j] for j in chosen), *levers.names))),
        fps=motion.fps,
        first_frame=motion.first_frame,
    )
