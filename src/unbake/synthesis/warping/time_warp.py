"""Time warps: which instant of one motion corresponds to which of another.

A path through a table of distances is found by dynamic programming, in which neither motion may stand still for long
and neither may run ahead. A path of whole frames would make a blend stutter, so the warp is the smooth curve of bounded
slope that goes along it.

References: L. Kovar and M. Gleicher, Flexible automatic motion blending with registration curves, 2003, section 3 (time
warps of bounded slope, made strictly increasing); F. Itakura, Minimum prediction residual principle applied to speech
recognition, 1975 (lines of bounded slope through both ends); L. Ikemoto, Hybrid artist- and data-driven techniques for
character animation, 2007, section 5.7 (the diagonal where no path keeps the limits). Smoothing by rates is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices

SMOOTHING = 3.0
"""Standard deviation, in frames, by which the rates of a path are smoothed."""


@dataclass(frozen=True)
class WarpLimits:
    """How far a time warp may go.

    Parameters
    ----------
    most_repeats : most frames of one motion in a row that correspond to one frame of the other.
    steepest : most by which one motion may be faster than the other, as a factor, at any time and seen from either end.

    Raises
    ------
    UsageError : fewer than no repeats, more than 100, or a factor that is below 1 or not finite.
    """

    most_repeats: int = 2
    steepest: float = 2.0

    def __post_init__(self) -> None:
        if not 0 <= self.most_repeats <= 100:
            raise UsageError(f"a time warp can repeat 0 to 100 frames, not {self.most_repeats}")
        if not 1.0 <= self.steepest < np.inf:
            raise UsageError(f"the steepest slope of a time warp must be a number of at least 1, not {self.steepest:g}")


@dataclass(frozen=True, eq=False)
class TimeWarp:
    """For each frame of one motion the instant of another that corresponds to it.

    Parameters
    ----------
    times : (n,) in frames of the other motion, from 0 to its last frame, strictly increasing.
    cost : mean distance along the path that it follows; NaN where it follows none.
    is_diagonal : whether no path kept the limits, so that time is stretched evenly.
    """

    times: Floats
    cost: float = float("nan")
    is_diagonal: bool = False

    @classmethod
    def even(cls, n: int, m: int) -> TimeWarp:
        """Return the warp that stretches time evenly: the diagonal."""
        return cls(np.linspace(0.0, m - 1.0, n), is_diagonal=True)

    @property
    def last(self) -> float:
        """The last frame of the other motion, from 0."""
        return float(self.times[-1])

    @cached_property
    def _frames(self) -> Floats:
        return np.arange(len(self.times), dtype=np.float64)

    def at(self, frames: Floats) -> Floats:
        """Return the instants of the other motion for instants of the first.

        Parameters
        ----------
        frames : (...) of the first motion, from 0, whole or not; before 0 and after its last frame count as these.

        Returns
        -------
        (...) in frames of the other motion, from 0 to its last.
        """
        return np.interp(frames, self._frames, self.times)

    def back(self, instants: Floats) -> Floats:
        """Return the instants of the first motion for instants of the other.

        Parameters
        ----------
        instants : (...) in frames of the other motion, whole or not; before 0 and after its last frame count as these.

        Returns
        -------
        (...) in frames of the first motion, from 0 to its last.
        """
        return np.interp(instants, self.times, self._frames)

    def then(self, other: TimeWarp) -> TimeWarp:
        """Return the warp from the first motion over the second to the third.

        Parameters
        ----------
        other : from the second motion to the third.

        Raises
        ------
        UsageError : the other warp is of a motion of another length.
        """
        if len(other.times) - 1 != round(self.last):
            raise UsageError(
                f"time warps do not follow each other: one ends at frame {self.last:g}, the other has "
                f"{len(other.times)} frames"
            )
        return TimeWarp(other.at(self.times), self.cost + other.cost, self.is_diagonal or other.is_diagonal)

    def reversed(self) -> TimeWarp:
        """Return the warp from the other motion to the first."""
        frames = np.arange(round(self.last) + 1, dtype=np.float64)
        return TimeWarp(self.back(frames), self.cost, self.is_diagonal)


def time_warp(distances: Floats, limits: WarpLimits | None = None) -> TimeWarp:
    """Return the warp along the cheapest path through a table of distances.

    Parameters
    ----------
    distances : (n, m) of all pairs of frames, finite. A path goes from the first to the last frames of both.
    limits : how far it may go.

    Returns
    -------
    Slopes are within the limits. Where no path keeps these, the diagonal.

    Raises
    ------
    UsageError : a table without rows or columns, or with entries that are not finite.
    """
    limits = limits or WarpLimits()
    table = np.asarray(distances, dtype=np.float64)
    if table.ndim != 2 or 0 in table.shape or not np.isfinite(table).all():
        raise UsageError("a time warp needs a table of finite distances")
    n, m = table.shape
    cost, path = cheapest_path(table, limits)
    if not len(path) or not (n - 1) / limits.steepest <= m - 1 <= (n - 1) * limits.steepest:
        return TimeWarp.even(n, m)
    return TimeWarp(_smoothed(path, limits.steepest), cost / len(path))


def cheapest_path(distances: Floats, limits: WarpLimits) -> tuple[float, Indices]:
    """Return the least sum of distances along a path, and the path (K, 2); infinity and no cells if there is none."""
    # Imported late: reading a file needs no compiler.
    from unbake.synthesis.warping.path_kernels import cheapest

    return cheapest(np.ascontiguousarray(distances), limits.most_repeats, limits.steepest)


def _smoothed(path: Indices, steepest: float) -> Floats:
    """The curve along a path: its mean in each row, differences smoothed and kept within the limits."""
    n, last = int(path[-1, 0]) + 1, float(path[-1, 1])
    if n == 1:
        return np.zeros(1)
    along = np.bincount(path[:, 0], path[:, 1].astype(np.float64)) / np.bincount(path[:, 0])
    along[0], along[-1] = 0.0, last
    rates = _within(scipy.ndimage.gaussian_filter1d(np.diff(along), SMOOTHING, mode="nearest"), steepest, last)
    times = np.concatenate([[0.0], np.cumsum(rates)])
    times[-1] = last
    return times


def _within(rates: Floats, steepest: float, total: float) -> Floats:
    """The rates shifted by one number and cut to the limits, such that they add up to the total."""
    low, high = 1.0 / steepest, steepest
    below, above = low - rates.max(), high - rates.min()
    for _ in range(60):
        middle = 0.5 * (below + above)
        if np.clip(rates + middle, low, high).sum() < total:
            below = middle
        else:
            above = middle
    return np.clip(rates + 0.5 * (below + above), low, high)
