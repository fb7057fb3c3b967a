"""Active choice: which rows of a collection are least like all that is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import numpy as np

from unbake.ground.arrays import Floats, Floats32
from unbake.learning.neighbours import Mirror, NeighbourIndex

Span = TypeVar("Span")


class FarthestFirst:
    """How far every row of a collection is from the nearest example, kept up to date while examples are added.

    Parameters
    ----------
    features : group → (F, D) feature vectors, such as a clip's frames.
    mirror : what mirroring does to them; mirror images of examples count.

    `distances` holds (F,) for each group: infinite while there are no examples.

    References: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 3.4.
    """

    def __init__(self, features: Mapping[str, Floats32], mirror: Mirror) -> None:
        self._features, self._mirror = dict(features), mirror
        self.distances: dict[str, Floats] = {name: np.full(len(rows), np.inf) for name, rows in features.items()}

    def add(self, examples: Floats32 | NeighbourIndex) -> None:
        """Take examples (E, D) into account: only what is new can be nearer than what was nearest so far."""
        index = examples if isinstance(examples, NeighbourIndex) else NeighbourIndex(examples, self._mirror)
        for name, rows in self._features.items():
            self.distances[name] = np.minimum(self.distances[name], index.nearest(rows, 1).distances[:, 0])

    def farthest(self, spans: Iterable[tuple[Span, str, slice]]) -> tuple[Span, int, float]:
        """Return the span that holds the row farthest from any example, that row, and how far it is.

        Parameters
        ----------
        spans : for each its own value, its group and its rows; of equals the first.
        """
        best, name, rows = max(spans, key=lambda span: float(self.distances[span[1]][span[2]].max()))
        row = rows.start + int(self.distances[name][rows].argmax())
        return best, row, float(self.distances[name][row])
