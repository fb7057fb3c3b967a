"""Candidates for transitions: pairs of windows whose distance is a local minimum and below a limit.

Reference: L. Kovar, M. Gleicher and F. Pighin, Motion graphs, 2002, sections 3.1 and 3.2. Distances are those of
`unbake.synthesis.distances`, in closed form for all pairs at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.ground.progress import Progress
from unbake.synthesis.distances.windows import WindowWeights, window_distances
from unbake.synthesis.material.material import Material

MOST_ENTRIES = 16_000_000
"""Of a table that is in memory at once: 64 MB."""


@dataclass(frozen=True)
class GraphOptions:
    """Which frames may follow each other.

    Parameters
    ----------
    window_s : length of the windows that are compared and blended, in seconds; a third, as in the paper.
    threshold_m : how far joints of two windows may be from each other, root of the mean square over joints and frames,
        at the middle of the window most.
    thresholds_m : other limits for frames that carry a flag; of several limits the least counts.

    Raises
    ------
    UsageError : a window of less than 0.05 s or more than 2 s, limits that are not above 0.
    """

    window_s: float = 1.0 / 3.0
    threshold_m: float = 0.06
    thresholds_m: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 0.05 <= self.window_s <= 2.0:
            raise UsageError(f"the window of a motion graph must be 0.05 s to 2 s long, not {self.window_s:g}")
        for limit in (self.threshold_m, *self.thresholds_m.values()):
            if not 0.0 < limit < float("inf"):
                raise UsageError(f"the threshold of a motion graph must be a length above 0, not {100.0 * limit:g} cm")

    def n_frames(self, fps: float) -> int:
        """Return the frames of a window, two at least."""
        return max(2, round(self.window_s * fps))

    def limits_m(self, material: Material) -> Floats:
        """Return the limit of each frame (N,); UsageError for a flag that no frame carries."""
        limits = np.full(material.n_frames, np.inf)
        for flag, limit in self.thresholds_m.items():
            holds = material.flag(flag)
            limits[holds] = np.minimum(limits[holds], limit)
        return np.where(np.isfinite(limits), limits, self.threshold_m)


@dataclass(frozen=True, eq=False)
class GraphTransitions:
    """Ways from one frame to another by a blend of so many frames, which begins at the first and ends at the second.

    Parameters
    ----------
    sources, targets : (E,) frames of the material's row.
    distances_m : (E,) of their windows, root of the mean square.
    """

    sources: Indices
    targets: Indices
    distances_m: Floats32

    def __len__(self) -> int:
        return len(self.sources)

    def where(self, chosen: Indices) -> GraphTransitions:
        """Return some of them, by booleans or numbers."""
        return GraphTransitions(self.sources[chosen], self.targets[chosen], self.distances_m[chosen])


def candidates(
    material: Material, options: GraphOptions | None = None, report: Progress = lambda part: None
) -> GraphTransitions:
    """Return all transitions between windows whose distance is a local minimum below the limits.

    Within a clip, windows must be apart by their own length. A pair of windows gives two transitions, one each way.

    Parameters
    ----------
    material : the clips; those shorter than a window have no transitions.
    options : see `GraphOptions`.
    report : called with the part that is done, 0 to 1.

    Notes
    -----
    Time grows with the square of the number of frames; memory does not grow.
    """
    options = options or GraphOptions()
    window = options.n_frames(material.fps)
    limits = options.limits_m(material)
    points = _points_m(material)
    found: list[GraphTransitions] = []
    for clip in range(len(material.sources)):
        found += _of_clip(material, points, clip, window, limits)
        done = material.starts[clip + 1] / material.n_frames
        report(float(done * (2.0 - done)))
    empty = np.empty(0, dtype=np.int64)
    parts = found or [GraphTransitions(empty, empty, np.empty(0, dtype=np.float32))]
    return GraphTransitions(
        np.concatenate([part.sources for part in parts]),
        np.concatenate([part.targets for part in parts]),
        np.concatenate([part.distances_m for part in parts]),
    )


def _points_m(material: Material) -> Floats:
    """What is compared (N, P, 3), each clip about its own middle on the floor, which keeps digits."""
    parts = []
    for clip in range(len(material.sources)):
        own = material.points_m(clip)
        parts.append(own - own.mean(axis=(0, 1)) * [1.0, 0.0, 1.0])
    return np.concatenate(parts)


def _of_clip(material: Material, points: Floats, clip: int, window: int, limits: Floats) -> Iterator[GraphTransitions]:
    """The transitions between a clip and itself and all clips after it, piece of rows by piece.

    All those clips are one table: to measure each pair of clips apart took ten times as long on busy cores.
    """
    start, end = int(material.starts[clip]), int(material.starts[clip + 1])
    if end - start < window:
        return
    weights = WindowWeights.tapered(window, points.shape[1])
    starts = np.arange(start, material.n_frames - window + 1)
    crossing = material.left[starts] < window - 1
    middles = limits[starts + window // 2] ** 2
    n_rows = end - start - window + 1
    step = max(1, MOST_ENTRIES // len(starts))
    for top in range(0, n_rows, step):
        last = min(top + step, n_rows)
        # One row more at either side, so that minima see their neighbours.
        above, below = max(top - 1, 0), min(last + 1, n_rows)
        table = window_distances(points[start + above : start + below + window - 1], points[start:], weights)
        table[:, crossing] = np.inf
        i, j = _minima(table, middles[above:below], middles)
        distances = np.sqrt(table[i, j])
        i += above
        chosen = (i >= top) & (i < last) & ((j >= end - start) | (j - i >= window))
        i, j, distances = start + i[chosen], start + j[chosen], distances[chosen]
        yield GraphTransitions(i, j + window - 1, distances)
        yield GraphTransitions(j, i + window - 1, distances)


def _minima(table: Floats32, rows: Floats, columns: Floats) -> tuple[Indices, Indices]:
    # Imported late: reading a file needs no compiler.
    from unbake.synthesis.graphs.minima_kernels import local_minima

    out = np.empty(table.shape, dtype=np.bool_)
    local_minima(table, rows, columns, out)
    i, j = np.nonzero(out)
    return i.astype(np.int64), j.astype(np.int64)
