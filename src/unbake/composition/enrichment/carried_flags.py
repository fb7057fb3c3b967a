"""Flags carried over from annotated clips to transplants, by what is most like them.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.3: the
nearest sequence of 17 frames, then one opening and one closing. Comparing every third instant, and leaving out a flag
that any of the nearest leaves open, is ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.annotations.instants import labels_at
from unbake.ground.arrays import Floats, Floats32
from unbake.learning.smoothing import opened_and_closed
from unbake.library.annotations import UNKNOWN
from unbake.library.library import Library
from unbake.library.tables import BODY, body_of
from unbake.motion.body.body_path import BodyPath

SPAN = 17
EVERY = 3
"""Instants from one window to the next, of annotated clips and of transplants; instants between have the nearer's."""
SMOOTHED = 9
"""Instants of the opening and the closing; 4.2.3 does not say how wide they were."""
BLOCK = 1024
STAMP = "nearest of 17 frames; 1"


@dataclass(frozen=True, eq=False)
class Exemplars:
    """Windows of annotated clips.

    Parameters
    ----------
    flags : names (K).
    rows : (N, D) windows.
    values : (N, K) int8: 1 yes, 0 no, −1 unknown.
    """

    flags: tuple[str, ...]
    rows: Floats32
    values: NDArray[np.int8]

    def carried(self, body: BodyPath) -> Floats:
        """Return the flags of a body at every instant (K, T): 1 or 0, NaN where the nearest's is unknown."""
        judged = np.arange(0, body.n_instants, EVERY)
        found = self.values[nearest(windows(body, judged), self.rows)]
        each = np.minimum((np.arange(body.n_instants) + EVERY // 2) // EVERY, len(judged) - 1)
        out = np.full((len(self.flags), body.n_instants), np.nan)
        for row in range(len(self.flags)):
            values = found[each, row]
            if (values >= 0).all():
                out[row] = opened_and_closed(values.astype(np.float64), SMOOTHED)
        return out


def exemplars(library: Library, skip: tuple[str, ...] = ()) -> Exemplars | None:
    """Return the windows of all captured clips of which any flag is known; None where nothing is annotated.

    Parameters
    ----------
    skip : flags that are not carried over.
    """
    flags = tuple(flag for flag in library.vocabulary if flag not in skip)
    rows, values = [], []
    for clip in library.clips():
        if not clip.has_body or clip.is_composed:
            continue
        annotations = library.annotations(clip.id)
        if not (annotations.values != UNKNOWN).any():
            continue
        body = body_of(library.derived(clip.id, BODY))
        instants = np.arange(0, body.n_instants, EVERY)
        own = annotations.values[[annotations.row(flag) for flag in flags]]
        rows.append(windows(body, instants))
        values.append(labels_at(own, instants, clip.fps).T)
    return Exemplars(flags, np.concatenate(rows), np.concatenate(values)) if rows else None


def windows(body: BodyPath, instants: NDArray[np.int64]) -> Floats32:
    """Return the windows (N, 867) of 17 instants around some, as the body itself sees them."""
    offsets = np.arange(-(SPAN // 2), SPAN // 2 + 1)
    return body.seen_from(instants, instants[:, None] + offsets).reshape(len(instants), -1)


def nearest(rows: Floats32, others: Floats32) -> NDArray[np.int64]:
    """Return for each row (Q, D) which of the others (N, D) is nearest, by blocks of products."""
    squares = np.einsum("nd,nd->n", others, others)
    out = np.empty(len(rows), dtype=np.int64)
    for start in range(0, len(rows), BLOCK):
        out[start : start + BLOCK] = (squares - 2.0 * (rows[start : start + BLOCK] @ others.T)).argmin(axis=1)
    return out
