"""What a person labelled, as rows that machines learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unbake.annotations.instants import labels_at
from unbake.annotations.mirrored_flags import mirrored_columns
from unbake.annotations.windows import WindowShape
from unbake.errors import UsageError
from unbake.ground.arrays import Floats32, Indices
from unbake.motion.body.body_path import BodyPath

EVERY = 6
"""Instants from one example to the next, a tenth of a second: windows in between are all but the same."""


@dataclass(frozen=True, eq=False)
class Examples:
    """Windows and their labels.

    Parameters
    ----------
    rows : (N, D) windows.
    values : (N, K) int8: 1 yes, 0 no, −1 unknown.
    groups : (N,) what must not be split between training and judging: rows of one clip or stretch have one number.
    """

    rows: Floats32
    values: NDArray[np.int8]
    groups: Indices

    def __post_init__(self) -> None:
        if not len(self.rows) == len(self.values) == len(self.groups):
            raise UsageError("examples need as many labels and groups as windows")

    def __len__(self) -> int:
        return len(self.rows)

    def taken(self, which: Indices) -> Examples:
        """Return some of them, by index or as booleans (N,)."""
        return Examples(self.rows[which], self.values[which], self.groups[which])


def examples_of(
    path: BodyPath,
    fps: Fraction,
    values: NDArray[np.int8],
    shape: WindowShape,
    *,
    group: int = 0,
    every: int = EVERY,
    mirror: Sequence[str] | None = None,
) -> Examples:
    """Return the examples of a clip: every few instants where any flag is labelled.

    Parameters
    ----------
    path : the body of the clip.
    fps : of the clip.
    values : (K, F) labels of its frames.
    group : of all of its examples.
    every : instants from one to the next.
    mirror : the flags, to add the mirror images of all examples, with left and right exchanged in flags too.
    """
    instants = np.arange(0, path.n_instants, every)
    labels = labels_at(values, instants, fps).T
    known = (labels >= 0).any(axis=1)
    instants, labels = instants[known], labels[known]
    out = Examples(shape.rows(path, instants), labels, np.full(len(instants), group))
    if mirror is None:
        return out
    other = Examples(shape.rows(path.mirrored(), instants), labels[:, mirrored_columns(mirror)], out.groups)
    return joined([out, other])


def joined(parts: Sequence[Examples]) -> Examples:
    """Return all examples of several parts; UsageError for none."""
    if not parts:
        raise UsageError("nothing is labelled")
    return Examples(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.groups for part in parts]),
    )
