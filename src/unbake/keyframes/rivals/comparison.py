"""Several methods and the optimum on one clip, each judged by its own objective or all by one."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.ground.choices import check_kind, whole_numbers
from unbake.ground.memory import check_memory
from unbake.ground.progress import Progress
from unbake.keyframes.criteria import Composition, Metric, criterion_named
from unbake.keyframes.error_table import ErrorTable, error_table
from unbake.keyframes.memory import layers_bytes, table_bytes
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest, selection_error
from unbake.keyframes.space import SelectionSpace, select
from unbake.motion.points import Points

MOST_PART = 0.2
"""Counts up to this part of the frames are compared: 80 % compression, as in thesis 3.2.1."""
SEARCHED_COUNTS = 12
"""For so many counts the random methods search, unless other counts are asked for."""
NEGLIGIBLE = 1e-6
"""Errors up to this part of the largest distance between two poses are rounding: none is larger than another."""
ROUNDING = 1e-12
"""Movements up to this part of the values themselves are rounding."""
FRAMES_TO_COMPILE = 6
RANDOM_WORK, OPTIMUM_WORK = 20.0, 5.0
"""How much longer a random method and an optimum take than another method, roughly, for the time that is left."""


@dataclass(frozen=True)
class Objective:
    """What a selection is judged by: a criterion, over whole poses or the worst joint, and how segments compose."""

    criterion: str
    metric: Metric
    compose: Composition

    def error_table(self, points: Points, progress: Progress | None = None) -> ErrorTable:
        """Return the error table of a clip for this objective."""
        return error_table(points, self.criterion, metric=self.metric, compose=self.compose, progress=progress)


@dataclass(frozen=True, kw_only=True)
class Judge:
    """Parts of the objective that are the same for all methods; None leaves each method its own.

    A criterion brings its own composition where none is given.
    """

    criterion: str | None = None
    metric: Metric | None = None
    compose: Composition | None = None

    def objective_for(self, rival: Rival) -> Objective:
        """Return what a method is judged by."""
        own = rival.compose if self.criterion is None else criterion_named(self.criterion).compose
        return Objective(self.criterion or rival.criterion, self.metric or rival.metric, self.compose or own)


@dataclass(frozen=True, eq=False)
class Optimum:
    """The best selections by one objective: the selection space up to the largest count, and the time it took.

    `seconds` counts the error table and the selection of all counts.
    """

    space: SelectionSpace
    seconds: float

    @property
    def errors(self) -> dict[int, float]:
        """Count → least error."""
        return self.space.errors()


@dataclass(frozen=True, eq=False)
class RivalResult:
    """What one method chose: count → frames from 0, count → error by its objective, and the time for all of them."""

    rival: Rival
    objective: Objective
    frames: Mapping[int, Frames]
    errors: Mapping[int, float]
    seconds: float

    @property
    def milliseconds_each(self) -> float:
        """Time a selection; NaN where there is none."""
        return 1000.0 * self.seconds / len(self.frames) if self.frames else float("nan")


@dataclass(frozen=True, eq=False)
class Comparison:
    """Methods and optima on one clip.

    Parameters
    ----------
    n_frames, pose_range_m : of the clip; errors are shown as parts of the largest distance between two poses. It is in
        metres, or in the numbers' own unit where they are no positions.
    counts : the counts that every method was asked for; methods without chance were asked for those between, too.
    results : one a method, in the order they were asked for.
    optima : the optimum of each objective that occurs.
    has_lengths : whether the clip is positions in metres, not loose numbers.
    warnings : which of the objectives say little of this clip, and why.
    """

    n_frames: int
    pose_range_m: float
    counts: tuple[int, ...]
    results: tuple[RivalResult, ...]
    optima: Mapping[Objective, Optimum]
    has_lengths: bool = True
    warnings: tuple[str, ...] = ()

    def unit(self, objective: Objective) -> str:
        """Return the unit of an objective's errors: ``m``, ``m²``, or empty where they have none that is known."""
        return criterion_named(objective.criterion).unit if self.has_lengths else ""

    def ratio(self, result: RivalResult, count: int) -> float:
        """Return a method's error divided by the least one, 1 or more; NaN for a missing count.

        The least error of exactly so many keys is meant, as the method has exactly so many. Sums of squares are
        compared by their roots, so that twice the ratio is twice the distance whatever the criterion. Errors up to
        `NEGLIGIBLE` count as just that, so that a method is not blamed for the digits of a zero. A user's own
        criterion has no such bound: infinity where the least error is zero and the method's is not.
        """
        if count not in result.errors:
            return float("nan")
        objective = result.objective
        pair = {0: result.errors[count], 1: self.optima[objective].errors[count]}
        error, best = self.normalised(objective, pair).values()
        if not criterion_named(objective.criterion).unit:
            return error / best if best > 0.0 else 1.0 if error == 0.0 else float("inf")
        return max(error, NEGLIGIBLE) / max(best, NEGLIGIBLE)

    def normalised(self, objective: Objective, errors: Mapping[int, float]) -> dict[int, float]:
        """Return errors as lengths, as parts of the largest distance between two poses.

        Sums of squares become the root of their mean over the frames. A user's own criterion stays as it is.
        """
        unit = criterion_named(objective.criterion).unit
        scale = 1.0 / self.pose_range_m if unit and self.pose_range_m > 0.0 else 1.0
        return {k: scale * (np.sqrt(e / self.n_frames) if unit == "m²" else e) for k, e in errors.items()}


def default_counts(frames: int) -> tuple[int, ...]:
    """Return the counts that are compared by default: 3 to a fifth of the frames, evenly spread by their logarithm."""
    most = min(max(3, int(MOST_PART * frames)), frames)
    return tuple(sorted({round(count) for count in np.geomspace(min(3, most), most, SEARCHED_COUNTS)}))


def compare_rivals(
    points: Points,
    rivals: Sequence[Rival],
    counts: Sequence[int] | None = None,
    *,
    judge: Judge | None = None,
    seed: int = 0,
    repeats: int = 10,
    progress: Progress | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Comparison:
    """Run methods on a clip and measure their selections, and the best ones, by the same error tables.

    Parameters
    ----------
    points : the clip.
    rivals : the methods.
    counts : numbers of keys; by default `default_counts`, and for methods without chance all from 2 to the largest.
    judge : what is common to all objectives; by default each method keeps its own.
    seed, repeats : for the random methods.
    progress : callback that receives the progress.
    clock : seconds, for the times.

    Raises
    ------
    UsageError : no methods, no counts, a count that the clip cannot have.
    MemoryLimitError : more memory needed than there is.
    """
    check_kind(points, Points, "the clip", "points_of(motion) returns those of its joints")
    check_kind(judge or Judge(), Judge, "the judge")
    for rival in rivals:
        check_kind(rival, Rival, "each method", "RIVALS[name] is one")
    wanted = default_counts(points.n_frames) if counts is None else tuple(sorted(set(whole_numbers(counts, "counts"))))
    _check(points, rivals, wanted)
    objectives = [(judge or Judge()).objective_for(rival) for rival in rivals]
    _check_memory(points.n_frames, objectives, wanted[-1])
    _compile(points, rivals, judge or Judge())
    optima: dict[Objective, Optimum] = {}
    results = []
    for rival, objective, (first, second) in zip(rivals, objectives, _parts(rivals, objectives, progress), strict=True):
        if objective not in optima:
            optima[objective] = _optimum(points, objective, wanted[-1], clock, first)
        request = RivalRequest(
            points,
            wanted if rival.is_random or counts is not None else tuple(range(min(2, wanted[0]), wanted[-1] + 1)),
            seed,
            repeats,
            second,
        )
        began = clock()
        frames = rival.select(request)
        seconds = clock() - began
        table = optima[objective].space.table
        errors = {count: selection_error(table, chosen) for count, chosen in frames.items()}
        results.append(RivalResult(rival, objective, frames, errors, seconds))
    warnings = dict.fromkeys(_blindness(objective) for objective in optima if is_blind(points, objective))
    return Comparison(
        points.n_frames, points.pose_range(), wanted, tuple(results), optima,
        has_lengths=points.size == 3, warnings=tuple(warnings),
    )  # fmt: skip


def is_blind(points: Points, objective: Objective) -> bool:
    """Return whether an objective cannot tell a motion from its keys: a line criterion, where all poses lie on a line.

    Any two poses that differ then give that line back. By the metric of joints each point has a line of its own; an
    objective is blind where no point leaves its own.
    """
    if criterion_named(objective.criterion).shape != "line":
        return False
    parts = [points.values] if objective.metric == "pose" else list(np.moveaxis(points.positions(), 1, 0))
    return _dimensions(points.values) > 0 and all(_dimensions(part) < 2 for part in parts)


def _dimensions(values: Floats) -> int:
    """Return in how many directions (F, D) values move; rounding, and what is negligible beside the first, is none."""
    strength = np.linalg.svd(values - values.mean(axis=0), compute_uv=False)
    return int(np.sum(strength > max(NEGLIGIBLE * strength[0], ROUNDING * np.linalg.norm(values))))


def _blindness(objective: Objective) -> str:
    what = "the whole motion" if objective.metric == "pose" else "every point"
    return (
        f"{what} stays on one line, which any two different poses give back: {objective.criterion} is blind to it; "
        "a lerp or curve criterion is not"
    )


def _check(points: Points, rivals: Sequence[Rival], counts: tuple[int, ...]) -> None:
    if not rivals:
        raise UsageError("no methods to compare")
    if not counts:
        raise UsageError("no counts to compare at")
    least, most = min(2, points.n_frames), points.n_frames
    for count in counts:
        if not least <= count <= most:
            keys_text = "1 keyframe" if count == 1 else f"{count} keyframes"
            raise UsageError(f"{keys_text} asked for, but selections of this clip have {least} to {most}")


def _check_memory(frames: int, objectives: Sequence[Objective], most: int) -> None:
    """Raise MemoryLimitError if the best selections, which all stay until the end, need more memory than there is."""
    needed = sum(
        table_bytes(frames, frames, criterion_named(one.criterion), one.metric) + layers_bytes(frames, most)
        for one in set(objectives)
    )
    check_memory(needed, f"the comparison of {frames:,} frames", "fewer frames would need less")


def _optimum(
    points: Points, objective: Objective, most: int, clock: Callable[[], float], progress: Progress | None
) -> Optimum:
    began = clock()
    table = objective.error_table(points, _part_of(progress, 0.0, 0.5))
    space = select(table, keys_max=most, progress=_part_of(progress, 0.5, 1.0))
    return Optimum(space, clock() - began)


def _parts(
    rivals: Sequence[Rival], objectives: Sequence[Objective], progress: Progress | None
) -> list[tuple[Progress | None, Progress | None]]:
    """Return what receives the progress of each method: first of its optimum, if none before has the same."""
    works = [
        (OPTIMUM_WORK if objectives.index(objective) == number else 0.0, RANDOM_WORK if rival.is_random else 1.0)
        for number, (rival, objective) in enumerate(zip(rivals, objectives, strict=True))
    ]
    total, done, parts = sum(map(sum, works)), 0.0, []
    for optimum, method in works:
        between, end = (done + optimum) / total, (done + optimum + method) / total
        parts.append((_part_of(progress, done / total, between), _part_of(progress, between, end)))
        done += optimum + method
    return parts


def _part_of(progress: Progress | None, start: float, end: float) -> Progress | None:
    return (lambda part: progress(start + part * (end - start))) if progress else None


def _compile(points: Points, rivals: Sequence[Rival], judge: Judge) -> None:
    """Run everything on the first frames, so that no method's time has the compilation of its loops in it.

    The clip's own, for a method or a criterion of one's own may look for certain points.
    """
    few = points.excerpt(points.first_frame, min(points.last_frame, points.first_frame + FRAMES_TO_COMPILE - 1))
    tiny = RivalRequest(few, (min(4, few.n_frames),), repeats=1)
    for rival in rivals:
        rival.select(tiny)
        select(judge.objective_for(rival).error_table(few))
