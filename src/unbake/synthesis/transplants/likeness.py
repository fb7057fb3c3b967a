"""Rule 3: motions drawn by how alike their windows are, with time warped as little as possible.

References: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.1;
distances of L. Kovar, M. Gleicher and F. Pighin, Motion graphs, 2002. The thesis sets the diagonal of the distances to
zero, which would make a motion likeliest to be drawn with itself: here the probabilities of pairs within one motion are
zero instead. Starts, limits and the width of the probabilities (a twentieth of all distances is smaller) are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.ground.progress import Progress
from unbake.motion.body.body_path import BodyPath
from unbake.motion.composed.recipe import Recipe
from unbake.synthesis.distances.windows import WindowWeights, window_distances
from unbake.synthesis.transplants.exchange import exchanged
from unbake.synthesis.transplants.part_sets import SIX
from unbake.synthesis.transplants.pool import Pool
from unbake.synthesis.transplants.rule import LEAST_INSTANTS, register
from unbake.synthesis.warping.time_warp import WarpLimits, cheapest_path, time_warp

EVERY = 6
"""Instants from one pose that is compared to the next, a tenth of a second; windows have five."""
WINDOW = 5
MOST_WINDOWS = 4000
"""Of all motions together; of more, every second, third … pose is taken. Sixteen million distances take seconds."""
NEAR_PERCENTILE = 5.0
LONGEST = 480
"""Instants over which two motions are aligned at most: eight seconds."""
SLOPE_OVER, SLOPE = 30, (0.75, 1.33)
"""Over every half a second of the path, instants of one motion by instants of the other. Over ten steps, three times
fewer pairs pass."""
LOOK = 30
"""Instants around the drawn start of the second motion among which the one is taken that is most like the first's."""
HEAD = 20
"""Instants by which starts are compared."""
MOST_REPEATS = 2
ENDS = (0.8, 0.9, 1.0, 1.1, 1.25)
"""How much faster than the first motion the second may be on the whole."""


@dataclass(frozen=True)
class Likeness:
    """A pair drawn by likeness, a random start in each, and as much as can be aligned: two results a part set."""

    name: str = "likeness"
    part_sets: Sequence[str] = SIX

    def propose(self, pool: Pool, rng: np.random.Generator) -> list[Recipe]:
        """Return recipes for all part sets in both directions; none where a warp would be far from even."""
        if pool.likeness is None or not pool.likeness.any():
            return []
        one, other = divmod(int(rng.choice(pool.likeness.size, p=pool.likeness.ravel())), len(pool.donors))
        found = aligned([pool.donors[number].body.positions for number in (one, other)], rng)
        if found is None:
            return []
        return exchanged(pool, self.name, ((one, found[0]), (other, found[1])), self.part_sets)


def aligned(paths: Sequence[Floats32], rng: np.random.Generator) -> tuple[Floats, Floats] | None:
    """Return instants of two motions that correspond, from random starts on; None where time would not run evenly.

    Parameters
    ----------
    paths : (T, P, 3) and (U, P, 3) joints over time, in leg lengths.
    """
    if min(map(len, paths)) < LEAST_INSTANTS:
        return None
    starts = [int(rng.integers(len(path) - LEAST_INSTANTS + 1)) for path in paths]
    starts[1] = _like_start(paths[0][starts[0] : starts[0] + HEAD], paths[1], starts[1])
    one, other = (path[start : start + LONGEST] for path, start in zip(paths, starts, strict=True))
    warped = even_warp(one, other)
    if warped is None:
        return None
    return starts[0] + np.arange(len(warped), dtype=np.float64), starts[1] + warped


def _like_start(head: Floats32, path: Floats32, near: int) -> int:
    low, high = max(near - LOOK, 0), min(near + LOOK, len(path) - LEAST_INSTANTS)
    away = window_distances(head, path[low : high + HEAD], HEAD)[0]
    return low + int(away.argmin())


def even_warp(one: Floats32, other: Floats32) -> Floats | None:
    """Return for each instant of one stretch the one of the other, as long as time runs nearly alike; or None.

    Parameters
    ----------
    one, other : (T, P, 3) and (U, P, 3) joints over time, in leg lengths. Both begin at their starts; where the other
        ends is one of `ENDS`, the one that costs least a step.
    """
    distances = window_distances(one, other, 1).astype(np.float64)
    path = min((_path(distances, rate) for rate in ENDS), key=lambda found: found[0])[1]
    if not len(path):
        return None
    stop = _even_until(path[:, 0], path[:, 1])
    rows, columns = int(path[stop - 1, 0]) + 1, int(path[stop - 1, 1]) + 1
    if min(rows, columns) < LEAST_INSTANTS or not SLOPE[0] <= columns / rows <= SLOPE[1]:
        return None
    warp = time_warp(distances[:rows, :columns], WarpLimits(MOST_REPEATS, SLOPE[1]))
    return None if warp.is_diagonal else warp.times


def _path(distances: Floats, rate: float) -> tuple[float, Indices]:
    """The cheapest path, with its cost a step, were the other motion this much faster on the whole."""
    rows = min(distances.shape[0], int(distances.shape[1] / rate))
    columns = min(distances.shape[1], max(1, round(rows * rate)))
    cost, path = cheapest_path(distances[:rows, :columns], WarpLimits(MOST_REPEATS, SLOPE[1]))
    return (cost / len(path), path) if len(path) else (np.inf, path)


def _even_until(rows: Indices, columns: Indices) -> int:
    """How many steps of a path have, over every ten, slopes near one."""
    if len(rows) <= SLOPE_OVER:
        return len(rows)
    down, across = (line[SLOPE_OVER:] - line[:-SLOPE_OVER] for line in (rows, columns))
    slope = across / np.maximum(down, 1e-9)
    bad = np.flatnonzero((slope < SLOPE[0]) | (slope > SLOPE[1]))
    return int(bad[0]) + SLOPE_OVER if len(bad) else len(rows)


def likeness(
    bodies: Sequence[BodyPath],
    fits: Callable[[int, int], bool] = lambda one, other: True,
    progress: Progress = lambda part: None,
) -> Floats:
    """Return how probable each pair of motions is (N, N), adding up to 1; zero throughout where no two fit.

    Parameters
    ----------
    bodies : all motions.
    fits : whether limbs of two may be exchanged.
    """
    total = sum(body.n_instants for body in bodies)
    every = EVERY * max(1, -(-total // (EVERY * MOST_WINDOWS)))
    poses = [body.positions[::every].astype(np.float64) for body in bodies]
    pairs = [(a, b) for a in range(len(poses)) for b in range(a) if fits(a, b)]
    pairs = [(a, b) for a, b in pairs if min(len(poses[a]), len(poses[b])) >= WINDOW]
    out = np.zeros((len(poses), len(poses)))
    if not pairs:
        return out
    weights = WindowWeights.even(WINDOW, poses[0].shape[1])
    tables = []
    for done, (a, b) in enumerate(pairs, 1):
        tables.append(window_distances(poses[a], poses[b], weights))
        progress(done / len(pairs))
    some = np.concatenate([table.ravel()[:: max(1, len(tables) // 50)] for table in tables])
    near = float(np.percentile(some, NEAR_PERCENTILE))
    for (a, b), table in zip(pairs, tables, strict=True):
        out[a, b] = out[b, a] = np.exp(-table.astype(np.float64) / max(near, 1e-12)).sum()
    return np.asarray(out / out.sum())


register(Likeness())
