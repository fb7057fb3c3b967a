"""A recipe: which frame of which motion each limb comes from, and how joints were turned on top.

A motion that is made of others needs no room of its own: the recipe says all, and `assembled` makes the motion again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from unbake.errors import MotionError
from unbake.ground.arrays import Floats

STEPS = 1024
"""Instants are whole multiples of this part of a frame, so that they are the same wherever they are kept."""
MOST_FRAMES = 10_000_000


@dataclass(frozen=True, eq=False)
class Course:
    """A way through a motion.

    Parameters
    ----------
    source : which of the sources, from 0.
    instants : (F,) its frames, from 0, whole or not; rounded to 1/1024 of a frame.

    Raises
    ------
    MotionError : no instants, or some that are below 0 or not finite.
    """

    source: int
    instants: Floats

    def __post_init__(self) -> None:
        instants = np.asarray(self.instants, dtype=np.float64)
        if instants.ndim != 1 or not 0 < len(instants) <= MOST_FRAMES:
            raise MotionError("a recipe needs at least one frame")
        if self.source < 0 or not np.isfinite(instants).all() or instants.min() < 0.0 or instants.max() > MOST_FRAMES:
            raise MotionError("a recipe asks for frames that no motion has")
        rounded = np.rint(instants * STEPS) / STEPS
        rounded.setflags(write=False)
        object.__setattr__(self, "instants", rounded)

    def excerpt(self, start: int, stop: int) -> Course:
        """Return the same from frame `start` to before `stop` of the result."""
        return Course(self.source, self.instants[start:stop])


@dataclass(frozen=True, eq=False)
class Graft:
    """Joints whose local rotations come from elsewhere.

    Parameters
    ----------
    joints : their names.
    course : where from.
    """

    joints: tuple[str, ...]
    course: Course


@dataclass(frozen=True, eq=False)
class Turn:
    """A joint turned on top, as its parent sees it.

    Parameters
    ----------
    joint : its name.
    turns_xyzw : (1, 4) for all frames, or (F, 4) for each; rounded to single precision.

    Raises
    ------
    MotionError : turns of another shape, or not finite, or of no length.
    """

    joint: str
    turns_xyzw: Floats

    def __post_init__(self) -> None:
        turns = np.asarray(self.turns_xyzw, dtype=np.float32).astype(np.float64)
        if turns.ndim != 2 or turns.shape[1] != 4 or not len(turns) or not np.isfinite(turns).all():
            raise MotionError(f"the turns of joint '{self.joint}' are no rotations")
        if (np.abs(turns).max(axis=1) < 1e-3).any():
            raise MotionError(f"the turns of joint '{self.joint}' have no length")
        turns.setflags(write=False)
        object.__setattr__(self, "turns_xyzw", turns)

    def excerpt(self, start: int, stop: int) -> Turn:
        """Return the same from frame `start` to before `stop`."""
        return self if len(self.turns_xyzw) == 1 else Turn(self.joint, self.turns_xyzw[start:stop])


@dataclass(frozen=True, eq=False)
class Recipe:
    """How a motion is made of others.

    Parameters
    ----------
    rule : what thought of it.
    fps : frames a second of the result.
    base : what gives the skeleton, all translations, and the rotations of all joints that are not grafted.
    grafts : joints from elsewhere; a later one overrides an earlier.
    turns : on top of all that.

    Raises
    ------
    MotionError : courses or turns of different lengths.
    """

    rule: str
    fps: Fraction
    base: Course
    grafts: tuple[Graft, ...] = ()
    turns: tuple[Turn, ...] = ()

    def __post_init__(self) -> None:
        lengths = {len(graft.course.instants) for graft in self.grafts}
        lengths |= {len(turn.turns_xyzw) for turn in self.turns} - {1}
        if lengths - {self.n_frames}:
            raise MotionError("the limbs of a recipe differ in their numbers of frames")
        if self.fps <= 0:
            raise MotionError(f"the frame rate must be positive, not {self.fps}")

    @property
    def n_frames(self) -> int:
        """Frames of the result."""
        return len(self.base.instants)

    @property
    def sources(self) -> tuple[int, ...]:
        """The sources that it needs, rising."""
        return tuple(sorted({self.base.source, *(graft.course.source for graft in self.grafts)}))

    def excerpt(self, start: int, stop: int) -> Recipe:
        """Return the recipe of frames `start` to before `stop`."""
        return replace(
            self,
            base=self.base.excerpt(start, stop),
            grafts=tuple(Graft(graft.joints, graft.course.excerpt(start, stop)) for graft in self.grafts),
            turns=tuple(turn.excerpt(start, stop) for turn in self.turns),
        )

    def renumbered(self, numbers: Iterable[int]) -> Recipe:
        """Return the recipe with source n called `numbers[n]`."""
        called = tuple(numbers)
        return replace(
            self,
            base=replace(self.base, source=called[self.base.source]),
            grafts=tuple(Graft(g.joints, replace(g.course, source=called[g.course.source])) for g in self.grafts),
        )
