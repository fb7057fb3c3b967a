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

from unbake.ground.arrays import Floats32
from unbake.search.similar.laid_out import LaidOut
from unbake.search.similar.query import Query
from unbake.search.similar.windows import STEP, mirrored

FREE = 0.25
"""How far from its unwarped ends a path may begin and end, as part of the query's length."""


class Warped(NamedTuple):
    """A stretch after warping.

    Parameters
    ----------
    first, last : its instants, both included.
    mean_squared : mean over poses and joints of squared distances, in leg lengths.
    """

    first: int
    last: int
    mean_squared: float


class Warp:
    """A query made ready to be warped.

    Parameters
    ----------
    query : what is searched for.
    """

    def __init__(self, query: Query) -> None:
        self._length = query.last - query.first
        self._n = self._length // STEP + 1
        free = round(FREE * self._n)
        self._moments = STEP * np.arange(-free, self._n + free, dtype=np.int64)
        middle = query.first + self._length // 2
        self._poses = LaidOut(query.path).seen(middle, query.first, self._n)

    def onto(self, body: LaidOut, first: int, is_mirrored: bool) -> Warped:
        """Return the best way through a path for the query, near the stretch that begins at `first`.

        The way straight through that stretch is among those looked at, so the result is never farther than that.

        Parameters
        ----------
        body : the other body.
        first : first instant of the unwarped stretch, as long as the query.
        is_mirrored : whether the query's mirror image is meant.
        """
        # Imported late: reading a file needs no compiler.
        from unbake.search.similar.warp_kernels import warp

        least, most = min(first, 0), max(first + self._length, body.n_instants - 1)
        instants = first + self._moments
        instants = instants[(instants >= least) & (instants <= most)]
        other = body.seen(first + self._length // 2, int(instants[0]), len(instants))
        own = mirrored(self._poses) if is_mirrored else self._poses
        squared, begin, end = warp(_flat(own), _flat(other))
        return Warped(int(instants[begin]), int(instants[end]), squared / (self._n * own.shape[1]))


def _flat(poses: Floats32) -> Floats32:
    return np.ascontiguousarray(poses.reshape(len(poses), -1))
