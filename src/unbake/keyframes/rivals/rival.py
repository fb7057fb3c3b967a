"""What every rival method takes and gives, and how its selections are judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np

from unbake.errors import UsageError
from unbake.ground.choices import check_kind, check_whole, whole_numbers
from unbake.ground.progress import Progress
from unbake.keyframes.criteria import Composition, Metric
from unbake.keyframes.error_table import ErrorTable
from unbake.motion.points import Points

Family = Literal["approximation", "hybrid", "detection", "factorisation", "optimisation"]
"""The kinds of techniques of thesis 2.2; hybrids detect first and approximate then."""

Frames = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class RivalRequest:
    """What is asked of a method.

    Parameters
    ----------
    points : the clip.
    counts : how many keyframes are wanted; kept sorted, each once.
    seed : of the random methods; the answer for one count does not depend on which others are asked for.
    repeats : how often a random method starts anew for each count; the best of them counts (thesis 3.2.1).
    progress : callback that receives the progress.

    Raises
    ------
    UsageError : a count, a number of repeats or a seed that is no whole number; one below 1, a negative seed.
    """

    points: Points
    counts: tuple[int, ...]
    seed: int = 0
    repeats: int = 10
    progress: Progress | None = None

    def __post_init__(self) -> None:
        check_kind(self.points, Points, "the clip", "points_of(motion) returns those of its joints")
        counts = whole_numbers(self.counts, "counts")
        for number, what in ((self.repeats, "the number of runs"), (self.seed, "the seed")):
            check_whole(number, what)
        object.__setattr__(self, "counts", tuple(sorted(set(counts))))
        if self.counts and self.counts[0] < 1:
            raise UsageError(f"{self.counts[0]} keyframes asked for; a selection has one or more")
        if self.repeats < 1:
            raise UsageError(f"a random method needs at least one run, not {self.repeats}")
        if self.seed < 0:
            raise UsageError(f"the seed must not be negative, it is {self.seed}")

    def report(self, part: float) -> None:
        """Tell how far the work is, 0 to 1."""
        if self.progress:
            self.progress(part)

    def generator(self, count: int, repeat: int) -> np.random.Generator:
        """Return the source of random numbers of one run for one count."""
        return np.random.default_rng([self.seed, count, repeat])


@dataclass(frozen=True)
class Rival:
    """A published method of choosing keyframes.

    Parameters
    ----------
    name, title : what one types, and authors, year and method.
    family : kind of technique.
    choose : from a request whose counts lie between 3 and the number of frames to frames (from 0) for each count that
        the method can hit.
    criterion, metric, compose : its own objective, or what it is judged by where it has none.
    is_random : whether its answer depends on a seed.
    """

    name: str
    title: str
    family: Family
    choose: Callable[[RivalRequest], Mapping[int, Sequence[int]]]
    criterion: str = "line-max"
    metric: Metric = "pose"
    compose: Composition = "max"
    is_random: bool = False

    def select(self, request: RivalRequest) -> dict[int, Frames]:
        """Return count → frames (from 0, rising, first and last included) for every wanted count that it can hit.

        Counts above the number of frames cannot be hit by any method; with two keys there is no choice. UsageError for
        a method that chose more or fewer keyframes than were wanted.
        """
        frames = request.points.n_frames
        found: dict[int, Frames] = {}
        if frames == 1 and 1 in request.counts:
            found[1] = (0,)
        if frames >= 2 and 2 in request.counts:
            found[2] = (0, frames - 1)
        counts = tuple(count for count in request.counts if 3 <= count <= frames)
        if counts:
            chosen = self.choose(replace(request, counts=counts))
            if not isinstance(chosen, Mapping):
                raise UsageError(f"the method '{self.name}' must return frames by count, not {type(chosen).__name__}")
            found |= {count: self._checked(count, chosen[count]) for count in counts if count in chosen}
        request.report(1.0)
        return found

    def _checked(self, count: int, chosen: Sequence[int]) -> Frames:
        """Sorted frames; with another number of them the method would be compared with the optimum of this one."""
        frames = tuple(sorted(whole_numbers(chosen, f"keyframes of the method '{self.name}'")))
        if len(frames) != count:
            raise UsageError(f"the method '{self.name}' chose {len(frames)} keyframes where {count} were asked for")
        return frames


def selection_error(table: ErrorTable, frames: Sequence[int]) -> float:
    """Return the error of a selection by a table: its segments' errors, composed as the table says.

    Sums are taken in float32 from the first frame on, as `select` does, so that no selection can seem better than the
    best of its count by rounding.

    Parameters
    ----------
    table : the error table of the clip.
    frames : rising frames from 0, with the first and last of the clip.

    Raises
    ------
    UsageError : frames that do not rise from the clip's first to its last.
    """
    last = table.n_frames - 1
    if not frames or frames[0] != 0 or frames[-1] != last or any(a >= b for a, b in pairwise(frames)):
        raise UsageError(f"a selection rises from frame 0 to frame {last}")
    if len(frames) == 1:
        return 0.0
    errors = np.array([_segment(table, i, j) for i, j in pairwise(frames)], dtype=np.float32)
    return float(errors.max() if table.compose == "max" else np.add.accumulate(errors)[-1])


def _segment(table: ErrorTable, i: int, j: int) -> np.float32:
    if not table.is_band:
        return np.float32(table.values[i, j])
    return np.float32(table.values[i, j - i] if j - i < table.values.shape[1] else np.inf)
