"""Other ways to carry an edit over: predictors that take the place of Gaussian processes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.editing.propagation.combining import Estimate
from unbake.editing.propagation.options import PropagateOptions
from unbake.ground.arrays import Floats


@dataclass(frozen=True, eq=False)
class Linear:
    """A linear time-invariant map of the source's poses before, now and after.

    The form of E. Hsu, K. Pulli and J. Popović, Style translation for human motion, 2005, whose states are identified
    from one to two minutes of examples; with seconds, a filter of three taps by ridge regression is what can be fitted.
    """

    mean: Floats
    map: Floats
    offset: Floats

    @classmethod
    def taught(cls, x: Floats, y: Floats, options: PropagateOptions) -> Linear:
        """Fit it; the ridge is the best on the last fifth of the examples."""
        cut = max(1, 4 * len(x) // 5)
        ridges = 10.0 ** np.arange(-4.0, 3.0)
        errors = [float(((cls._fitted(x[:cut], y[:cut], r).at(x[cut:]) - y[cut:]) ** 2).sum()) for r in ridges]
        return cls._fitted(x, y, float(ridges[int(np.argmin(errors))]))

    @classmethod
    def _fitted(cls, x: Floats, y: Floats, ridge: float) -> Linear:
        mean, offset = x.mean(axis=0), y.mean(axis=0)
        centred = x - mean
        inner = centred @ centred.T + ridge * np.eye(len(x))
        return cls(mean, centred.T @ np.linalg.solve(inner, y - offset), offset)

    def at(self, x: Floats) -> Floats:
        """Return the map's outputs."""
        return np.asarray((x - self.mean) @ self.map + self.offset)

    def predict(self, x: Floats) -> tuple[Estimate, Floats]:
        """Return the estimate; it is never in doubt."""
        return Estimate(self.at(x), np.full((len(x), 1), 0.01)), np.ones(len(x))


@dataclass(frozen=True, eq=False)
class Nearest:
    """The edit of the nearest instant of the examples."""

    x: Floats
    y: Floats

    @classmethod
    def taught(cls, x: Floats, y: Floats, options: PropagateOptions) -> Nearest:
        """Keep the examples."""
        return cls(x, y)

    def predict(self, x: Floats) -> tuple[Estimate, Floats]:
        """Return the estimate; it is never in doubt."""
        squares = (x**2).sum(axis=1)[:, None] + (self.x**2).sum(axis=1) - 2.0 * x @ self.x.T
        return Estimate(self.y[squares.argmin(axis=1)], np.full((len(x), 1), 0.01)), np.ones(len(x))
