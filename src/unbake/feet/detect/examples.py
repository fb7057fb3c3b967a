"""Labelled pieces of motion: what an oracle learns from, and what its file holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unbake.errors import MotionError, UsageError
from unbake.feet.detect.features import FeatureOptions, LegPaths, features_of_paths
from unbake.feet.labels import FOOT_POINTS, FootLabels, Planted
from unbake.ground.arrays import Floats32
from unbake.ground.intervals import intervals

RATE_HZ = 60
"""Examples are kept at this rate, that of the thesis."""
STEP_M = 1e-4
"""Places are kept in tenths of a millimetre, less than any capture knows; a file then is small and loses nothing."""
MARGIN = 60
"""Frames kept on either side of the examples, so that windows up to two seconds see how the motion went on."""
FARTHEST_M = 100_000.0


@dataclass(frozen=True, eq=False)
class Example:
    """A piece of motion of which every frame is labelled.

    Parameters
    ----------
    name : where it is from, for people.
    steps : (N, 2, 4, 3) int32 the joints of both legs, as in `LegPaths`, in tenths of a millimetre, 60 frames a second;
        more frames than examples, so that the windows at their ends see what is around.
    first : the first frame that is an example, from 0.
    planted : (n, 4) labels of the examples.
    leg_length_m : of the performer.
    source : who labelled it, as in `Plant`.
    """

    name: str
    steps: NDArray[np.int32]
    first: int
    planted: Planted
    leg_length_m: float
    source: str = "hand"

    def __post_init__(self) -> None:
        if self.steps.ndim != 4 or self.steps.shape[1:] != (2, 4, 3):
            raise MotionError(f"the legs of '{self.name}' have shape {self.steps.shape}, expected (frames, 2, 4, 3)")
        if self.planted.ndim != 2 or self.planted.shape[1] != len(FOOT_POINTS) or not len(self.planted):
            raise MotionError(f"the labels of '{self.name}' have shape {self.planted.shape}, expected (frames, 4)")
        if not 0 <= self.first <= len(self.steps) - len(self.planted):
            raise MotionError(f"the labels of '{self.name}' lie outside its frames")
        if not 1e-3 <= self.leg_length_m <= FARTHEST_M:
            raise MotionError(f"the leg of '{self.name}' is {self.leg_length_m:g} m long")

    @property
    def n_frames(self) -> int:
        """How many frames are examples."""
        return len(self.planted)

    @cached_property
    def paths(self) -> LegPaths:
        """The legs over time, with what is around the examples."""
        return LegPaths(np.asarray(self.steps * STEP_M, dtype=np.float64), Fraction(RATE_HZ), self.leg_length_m)

    @property
    def frames(self) -> tuple[bytes, ...]:
        """The examples themselves: where the joints of both legs are, a string of bytes each."""
        return tuple(row.tobytes() for row in self.steps[self.first : self.first + self.n_frames])

    @cached_property
    def _known_features(self) -> dict[FeatureOptions, Floats32]:
        return {}

    def features(self, options: FeatureOptions) -> Floats32:
        """Return the feature vectors (n, D) of the examples; computed once for each choice of options."""
        if options not in self._known_features:
            rows = slice(self.first, self.first + self.n_frames)
            self._known_features[options] = features_of_paths(self.paths, options)[rows].copy()
        return self._known_features[options]


def example_of(
    paths: LegPaths, labels: FootLabels, name: str, first: int = 0, last: int | None = None, source: str | None = None
) -> Example:
    """Return frames `first` to `last` (from 0, both included; all by default) of labelled paths as an example.

    Parameters
    ----------
    paths : the whole clip's legs; what lies around the frames is kept for the windows at their ends.
    labels : of the whole clip.
    name : for people: the clip and its frames.
    source : who labelled it; by default who the plants are by.

    Raises
    ------
    MotionError : labels of another length or rate than the paths.
    UsageError : frames outside the clip, a motion too far from the origin.
    """
    last = paths.n_frames - 1 if last is None else last
    if (labels.n_frames, labels.fps) != (paths.n_frames, paths.fps):
        raise MotionError(
            f"the foot labels are of {labels.n_frames:,} frames at {float(labels.fps):g} a second, the motion has "
            f"{paths.n_frames:,} at {float(paths.fps):g}: they do not match"
        )
    if not 0 <= first <= last < paths.n_frames:
        raise UsageError(f"frames {first} to {last} are not inside the clip's {paths.n_frames}")
    if np.abs(paths.positions_m).max() > FARTHEST_M:
        raise UsageError(f"'{name}' is more than {FARTHEST_M:,.0f} m from the origin")
    slower = float(paths.fps) / RATE_HZ
    even = paths.at_rate(RATE_HZ)
    begin = int(np.ceil(first / slower - 1e-9))
    end = max(int(np.floor(last / slower + 1e-9)), begin) + 1
    start, stop = max(begin - MARGIN, 0), min(end + MARGIN, even.n_frames)
    planted = labels.at_rate(Fraction(RATE_HZ), even.n_frames).planted()
    steps = np.round(even.positions_m[start:stop] / STEP_M).astype(np.int32)
    said = source or (labels.sources()[0] if labels.sources() else "hand")
    return Example(name, steps, begin - start, planted[begin:end], paths.leg_length_m, said)


def updated(known: Sequence[Example], new: Sequence[Example]) -> tuple[Example, ...]:
    """Return what was known and what is new; frames that are in both are labelled as the new ones have them.

    Two frames are the same where all joints of both legs are, to a tenth of a millimetre; names do not matter. Of an
    old piece what is left keeps its name.
    """
    fresh = {frame for piece in new for frame in piece.frames}
    kept: list[Example] = []
    for piece in known:
        is_old = np.array([frame not in fresh for frame in piece.frames])
        if is_old.all():
            kept.append(piece)
            continue
        runs = intervals(is_old)
        kept += [replace(piece, first=piece.first + a, planted=piece.planted[a : b + 1]) for a, b in runs]
    return (*kept, *new)


def is_known(piece: Example, known: Sequence[Example]) -> bool:
    """Return whether a piece, with its very labels, is among those known."""
    return any(
        len(piece.steps) == len(other.steps)
        and piece.first == other.first
        and np.array_equal(piece.planted, other.planted)
        and np.array_equal(piece.steps, other.steps)
        for other in known
    )
