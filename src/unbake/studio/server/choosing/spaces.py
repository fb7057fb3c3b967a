"""Selection spaces as the studio asks for them: the whole space, or for long takes one that keeps cuts."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, replace

import numpy as np

from unbake.ground.progress import Report
from unbake.keyframes.choose import automatic_count, normalised_errors
from unbake.keyframes.criteria import Metric, criterion_named
from unbake.keyframes.long.pieces import PIECE, PiecewiseSpace
from unbake.keyframes.pick import Pick, pick_method, seconds_for_table
from unbake.keyframes.request import piecewise_space, selection_points, selection_space
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace
from unbake.motion.motion import Motion
from unbake.motion.points import Points
from unbake.reduce.options import ReduceOptions
from unbake.studio.server.messages import Settings

QUICK_S = 2.0
"""Whole spaces that are expected to take longer than this have a preview in pieces, which takes about a second."""
DENSE = 2000
"""Frames that are enough to find how far a joint goes."""


@dataclass(frozen=True, eq=False)
class Space:
    """The best selection of every count, with errors as lengths.

    Parameters
    ----------
    found : the space.
    counts : the counts there are, rising.
    errors_m : (N,) their errors in metres; the root of the mean where the criterion sums squares.
    pose_range_m : what thresholds are parts of, see `extent_m`.
    n_frames : how many frames there are.
    note : why it is not the whole space, if it is not.
    is_preview : whether the whole space is better and still to be made.
    """

    found: SelectionSpace | PiecewiseSpace
    counts: tuple[int, ...]
    errors_m: tuple[float, ...]
    pose_range_m: float
    n_frames: int
    note: str | None
    is_preview: bool = False

    def selection(self, count: int) -> Selection:
        """Return the best selection of a count, or of the nearest count that there is."""
        return self.found.selection(self.nearest(count))

    def nearest(self, count: int) -> int:
        """Return the count nearest to the one wanted."""
        place = bisect_left(self.counts, count)
        return min(self.counts[max(place - 1, 0) : place + 1], key=lambda known: abs(known - count))

    def error_m(self, count: int) -> float:
        """Return the error of a count as a length."""
        return self.errors_m[self.counts.index(count)]

    def why_not(self, count: int) -> tuple[str, ...]:
        """Return a sentence where there is no selection of a count; none where there is."""
        near = self.nearest(count)
        if near == count:
            return ()
        limits = "there are frames" if count > near == self.n_frames else "pins and gaps allow"
        if near == self.counts[-1] < count:
            return (f"There are {near:,} keys, not {count:,}: no more than {limits}.",)
        if near == self.counts[0] > count:
            fewest = "pins, gaps and cuts need" if isinstance(self.found, PiecewiseSpace) else "pins and gaps need"
            return (f"There are {near:,} keys, not {count:,}: {fewest} so many.",)
        return (f"There are {near:,} keys: pins and gaps allow no selection of {count:,}.",)

    def needs_longer_pieces(self, count: int) -> bool:
        """Return whether so few keys of a long take are better selected in longer pieces, as the library does."""
        return isinstance(self.found, PiecewiseSpace) and 2 * self.n_frames > PIECE * count

    def fewest(self, error_m: float) -> int:
        """Return the fewest keys with an error, by the criterion, of at most so much; all of them where none is."""
        return next((k for k, e in zip(self.counts, self.errors_m, strict=True) if e <= error_m), self.counts[-1])

    def automatic(self, accuracy: float, significance: float) -> int:
        """Return the count that the two thresholds take."""
        if isinstance(self.found, SelectionSpace):
            return automatic_count(normalised_errors(self.found, self.pose_range_m), accuracy, significance)
        errors = {k: e / self.pose_range_m for k, e in zip(self.counts, self.errors_m, strict=True)}
        return automatic_count(errors, accuracy, significance)


def options_from(settings: Settings) -> ReduceOptions:
    """Return the library's options for what selection looks at."""
    return ReduceOptions(
        lead=settings.lead or None,
        criterion=settings.criterion,
        metric=settings.metric,
        compose=settings.compose,
        pinned_numbers=tuple(pin for pin in settings.pins if settings.first <= pin <= settings.last),
        min_gap=settings.min_gap,
        max_gap=settings.max_gap,
    )


def is_slow(motion: Motion, settings: Settings) -> bool:
    """Return whether the whole selection space is wanted, but takes so long that a preview in pieces is worth while."""
    criterion = criterion_named(settings.criterion)
    longest = settings.max_gap or motion.n_frames
    if criterion.shape == "own" or seconds_for_table(motion.n_frames, longest, criterion, settings.metric) <= QUICK_S:
        return False
    return _pick(motion, options_from(settings)).method == "optimal"


def _pick(motion: Motion, options: ReduceOptions) -> Pick:
    criterion, longest = criterion_named(options.criterion), options.max_gap or motion.n_frames
    return pick_method(motion.n_frames, longest, criterion, options.metric, counts=motion.n_frames, for_error=False)


def find_space(motion: Motion, settings: Settings, report: Report, *, is_preview: bool = False) -> Space:
    """Return the selection space of the frames in `motion`.

    Parameters
    ----------
    motion, settings : the frames, and what selection looks at.
    report : callback that receives the progress.
    is_preview : whether to cut the take into pieces though the whole space could be made.

    Raises
    ------
    UsageError : pins and gaps that cannot be kept, joints that there are not.
    """
    options = options_from(settings)
    criterion = criterion_named(options.criterion)
    pick = _pick(motion, options)
    found: SelectionSpace | PiecewiseSpace
    if pick.method == "optimal" and not is_preview:
        found = selection_space(motion, options, report)
    else:
        found = piecewise_space(motion, options, report, longest=PIECE)
    is_square = criterion.unit == "m²"
    counts = tuple(found.counts())
    errors = (found.error(count) for count in counts)
    lengths = tuple(math.sqrt(error / motion.n_frames) if is_square else error for error in errors)
    extent = extent_m(selection_points(motion, options), options.metric)
    return Space(found, counts, lengths, extent, motion.n_frames, pick.reason or None, is_preview)


def extent_m(points: Points, metric: Metric) -> float:
    """Return the largest distance between two poses, or, where the worst joint counts, that one joint goes.

    A joint's error has to be compared with the way of a joint: as a part of the whole pose's it would be four times too
    small. Of takes longer than `DENSE` frames, every second, third, … counts for this. Never zero.
    """
    some = replace(points, values=points.values[:: -(-points.n_frames // DENSE)])
    return max(np.finfo(float).tiny, some.pose_range() if metric == "pose" else some.point_range())
