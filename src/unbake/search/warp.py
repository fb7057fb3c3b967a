"""Time warping: how far a stretch is from another if it may be faster here and slower there.

Poses of both are seen from the body's frame in the middle of their stretch. The path through them goes on with one pose
for each of the query, with two, or with one for two of them, so tempo is half to twice the query's everywhere; it may
begin and end up to a quarter of the query's length away from where the unwarped stretch does.

References: H. Sakoe and S. Chiba, Dynamic programming algorithm optimization for spoken word recognition, IEEE Trans.
ASSP 26, 1978 (slope constraint P = 1, here with every pose of the query weighing the same, and free ends);
L. Kovar and M. Gleicher, Automated extraction and parameterization of motions in large data sets, SIGGRAPH 2004 (what
is near in time as well as numerically).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from unbake.ground.arrays import Floats32, Indices
from unbake.motion.body.body_path import BodyPath
from unbake.search.query import Query
from unbake.search.windows import STEP, windows_of

FREE = 0.25
"""How far from its unwarped ends a path may begin and end, as part of the query's length."""


class Warped(NamedTuple):
    """A stretch after warping.

    Parameters
    ----------
    first, last : its instants, both included.
    mean_squared : mean over poses and joints of squared distances, in leg lengths; infinite where the clip is too short.
    """

    first: int
    last: int
    mean_squared: float


def warped(query: Query, path: BodyPath, first: int) -> Warped:
    """Return the best way through a path for a query, near the stretch of the query's length that begins at `first`.

    The way straight through that stretch is among those looked at, so the result is never farther than that.

    Parameters
    ----------
    query : what is searched for.
    path : the other body; mirrored where the query's mirror image is meant.
    first : first instant of the unwarped stretch.
    """
    from unbake.search.warp_kernels import warp

    length = query.last - query.first
    n = length // STEP + 1
    free = round(FREE * n)
    moments = STEP * np.arange(-free, n + free, dtype=np.int64)
    inside = (first + moments >= min(first, 0)) & (first + moments <= max(first + length, path.n_instants - 1))
    own = _seen(query.path, query.first + length // 2, query.first + moments[free : free + n])
    instants = first + moments[inside]
    squared, begin, end = warp(own, _seen(path, first + length // 2, instants))
    return Warped(int(instants[begin]), int(instants[end]), squared / (n * path.positions.shape[1]))


def _seen(path: BodyPath, middle: int, instants: Indices) -> Floats32:
    """Poses (N, D) as the body sees them that stands in the middle."""
    return windows_of(path, np.array([middle], dtype=np.int64), instants - middle).reshape(len(instants), -1)
