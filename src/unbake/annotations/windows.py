"""What a classifier sees of an instant: a second of the body around it, as the body itself sees it.

References: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, sections 4.2.2 and
4.2.3: joint positions of the frame, of the 30 before and of the 30 after, at 60 Hz. The thesis cannot classify the
first and last 30 frames; here the end poses stand in.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats32, Indices
from unbake.motion.body.body_path import ROLES, BodyPath

SPAN = 61
"""Instants of a window."""
BATCH = 1000
"""Windows that are made at a time: 25 MB."""


@dataclass(frozen=True)
class WindowShape:
    """Which instants of a second count.

    Parameters
    ----------
    every : 1 takes all 61 instants, as the thesis does; n every nth of them, the middle one among them.
    """

    every: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.every <= SPAN // 2 or SPAN // 2 % self.every:
            raise UsageError(f"windows have every nth instant where n divides 30 (1, 2, 3, 5, …), not {self.every}")

    @property
    def n_columns(self) -> int:
        """Numbers of a window: instants × 17 joints × 3."""
        return len(self._offsets) * len(ROLES) * 3

    @property
    def _offsets(self) -> Indices:
        half = SPAN // 2
        return np.arange(-half, half + 1, self.every)

    def rows(self, path: BodyPath, centres: Indices) -> Floats32:
        """Return the windows (N, n_columns) around instants (N,) of a body, in leg lengths."""
        out = np.empty((len(centres), self.n_columns), dtype=np.float32)
        for start in range(0, len(centres), BATCH):
            some = centres[start : start + BATCH]
            out[start : start + BATCH] = path.seen_from(some, some[:, None] + self._offsets).reshape(len(some), -1)
        return out
