"""Which stretch to label next: three rules with one protocol.

References: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, sections 3.4 (farthest
first) and 4.2.3; Arikan, Forsyth & O'Brien, Motion synthesis from annotations, 2003; Tong & Koller, Support vector
machine active learning, 2001 (margin).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats, Floats32, Indices
from unbake.learning.active import FarthestFirst
from unbake.learning.neighbours import Mirror
from unbake.motion.body.body_path import ROLES


@dataclass(frozen=True, eq=False)
class Pool:
    """What a rule chooses from.

    Parameters
    ----------
    rows : (S) windows (n, D) of each stretch; few columns do.
    margins : (S) margins (n, K) of each stretch, NaN for flags without a machine.
    is_labelled : (S,) stretches that are done.
    """

    rows: Sequence[Floats32]
    margins: Sequence[Floats]
    is_labelled: Booleans

    @property
    def open(self) -> Indices:
        """The stretches that are left; UsageError where none is."""
        left = np.flatnonzero(~self.is_labelled)
        if not len(left):
            raise UsageError("everything is labelled", code="all-labelled")
        return left


class QueryRule(Protocol):
    """A way of choosing what to label next."""

    def next(self, pool: Pool) -> int:
        """Return the stretch to label next; UsageError where all are labelled."""


class LeastMargin:
    """The stretch that is least certain: on the mean over its instants, the least size of any flag's margin.

    Before any flag has a machine, farthest first decides.

    Parameters
    ----------
    of : "mean" of the stretch's instants, or "least": the one instant nearest to any boundary.
    """

    def __init__(self, of: str = "mean") -> None:
        self._of = np.mean if of == "mean" else np.min
        self._before = FarthestStretch()

    def next(self, pool: Pool) -> int:
        """Return the stretch to label next."""
        open_ = pool.open
        if not len(pool.margins) or np.isnan(pool.margins[open_[0]]).all():
            return self._before.next(pool)
        sizes = [float(self._of(np.nanmin(np.abs(pool.margins[int(s)]), axis=1))) for s in open_]
        return int(open_[int(np.argmin(sizes))])


class FarthestStretch:
    """The stretch with the window that is least like any that is labelled; the first one before anything is."""

    def __init__(self) -> None:
        self._distances: FarthestFirst | None = None
        self._known: set[int] = set()

    def next(self, pool: Pool) -> int:
        """Return the stretch to label next. The rows of a pool must stay the same from call to call."""
        open_ = pool.open
        if self._distances is None:
            # All in one group: each would be a call of its own.
            self._distances = FarthestFirst({"": np.concatenate(pool.rows)}, mirror_of(pool.rows[0].shape[1]))
        new = [s for s in np.flatnonzero(pool.is_labelled) if int(s) not in self._known]
        if new:
            self._distances.add(np.concatenate([pool.rows[int(s)] for s in new]))
            self._known.update(map(int, new))
        ends = np.cumsum([len(rows) for rows in pool.rows])
        spans = [(int(s), "", slice(int(ends[s]) - len(pool.rows[int(s)]), int(ends[s]))) for s in open_]
        return self._distances.farthest(spans)[0]


class RandomStretch:
    """Any stretch, each as likely.

    Parameters
    ----------
    seed : of the draws.
    """

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)

    def next(self, pool: Pool) -> int:
        """Return the stretch to label next."""
        return int(self._rng.choice(pool.open))


RULES = ("margin", "farthest", "random")


def rule_named(name: str, seed: int = 0) -> QueryRule:
    """Return a rule by its name, one of `RULES`; UsageError for another."""
    if name not in RULES:
        raise UsageError(f"there is no rule '{name}'; known: {', '.join(RULES)}")
    rules: dict[str, QueryRule] = {
        "margin": LeastMargin(),
        "farthest": FarthestStretch(),
        "random": RandomStretch(seed),
    }
    return rules[name]


def mirror_of(n_columns: int) -> Mirror:
    """Return what mirroring does to windows with so many columns: sides exchanged, left and right negated."""
    n_instants = n_columns // (len(ROLES) * 3)
    sides = {"left": "right", "right": "left"}
    others = ["-".join(sides.get(word, word) for word in role.split("-")) for role in ROLES]
    joints = np.array([ROLES.index(other) for other in others])
    columns = np.arange(n_columns).reshape(n_instants, len(ROLES), 3)[:, joints].reshape(-1)
    signs = np.tile(np.array([-1.0, 1.0, 1.0]), n_instants * len(ROLES))
    return Mirror(columns, signs)
