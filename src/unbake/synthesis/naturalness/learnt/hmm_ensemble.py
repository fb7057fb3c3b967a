"""The thesis' baseline: hidden Markov models of body, limbs and pairs of limbs, taught natural motion.

References: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 5.5; L. Ren et
al., A data-driven approach to quantifying natural human motion, 2005, whose ensemble takes the least likely part for
the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices
from unbake.motion.body.body_path import RATE_HZ, ROLES, BodyPath
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.learnt.hidden_markov import HiddenMarkov, fitted_model
from unbake.synthesis.naturalness.score import Verdict, verdict

LENGTH = 60
"""Instants of a training sequence: a second."""
DIMENSIONS = 12
STATES = (4, 8, 16)
HELD_OUT = 5
"""Every fifth clip says how many states a part needs."""
_ENDS = {"arm": ("shoulder", "elbow", "wrist"), "leg": ("hip", "knee", "ankle")}
LIMBS = {
    f"{side} {limb}": tuple(f"{side}-{part}" for part in parts)
    for side in ("left", "right")
    for limb, parts in _ENDS.items()
}
PARTS = {
    "body": ROLES,
    **LIMBS,
    **{f"{a} and {b}": LIMBS[a] + LIMBS[b] for a, b in combinations(LIMBS, 2)},
}
"""The joints of each model."""


@dataclass(frozen=True, eq=False)
class PartModel:
    """The model of one part.

    Parameters
    ----------
    middle, scale : (C,) of the columns, to standardise them.
    axes : (C, D) their principal axes, each divided by the deviation along it.
    model : of the D numbers that remain.
    usual, spread : mean and deviation of what natural motion scores a row.
    """

    middle: Floats
    scale: Floats
    axes: Floats
    model: HiddenMarkov
    usual: float
    spread: float

    def rows(self, columns: Floats) -> Floats:
        """Return the D numbers (…, D) of columns (…, C)."""
        return (columns - self.middle) / self.scale @ self.axes

    def surprise(self, columns: Floats) -> Floats:
        """Return how much less likely than usual (N, T) rows of sequences (N, T, C) are, in deviations."""
        return (self.usual - self.model.surprise(self.rows(columns))) / self.spread


@dataclass(frozen=True, eq=False)
class HmmEnsemble:
    """How unlikely a motion is under the model of the part for which it is least likely.

    Parameters
    ----------
    models : one for each of `PARTS`, in their order.
    """

    models: tuple[PartModel, ...]

    @property
    def name(self) -> str:
        """What it is called."""
        return "HMM ensemble"

    def __call__(self, judged: JudgedMotion) -> Verdict:
        """Return deviations from usual; the mean of a motion and its mirror image, so that both are judged alike."""
        found = [self._parts(path) for path in (judged.path, judged.path.mirrored())]
        swapped = [list(PARTS).index(_other_side(part)) for part in PARTS]
        parts = 0.5 * (found[0] + found[1][swapped])
        instants = np.linspace(0.0, parts.shape[1] - 1.0, judged.n_frames)
        frames = np.stack([np.interp(instants, np.arange(parts.shape[1]), row) for row in parts])
        named = dict(zip(PARTS, frames, strict=True))
        return verdict(frames.max(axis=0), float(parts.mean(axis=1).max()), named)

    def _parts(self, path: BodyPath) -> Floats:
        """How surprising each part is at each instant (P, T)."""
        seen = seen_features(path)
        return np.stack([model.surprise(columns_of(seen, part)[None])[0] for model, part in zip(
            self.models, PARTS.values(), strict=True)])  # fmt: skip


def trained_ensemble(paths: Sequence[BodyPath], seed: int = 0) -> HmmEnsemble:
    """Return an ensemble taught natural motion, and its mirror image.

    Parameters
    ----------
    paths : bodies over time; those shorter than a second are left out.
    seed : of the first states.

    Raises
    ------
    UsageError : no motion of a second; fewer than two clips, as some must be left out to choose the number of states.
    """
    long = [path for path in paths if path.n_instants >= LENGTH]
    if len(long) < 2:
        raise UsageError("an ensemble of hidden Markov models needs at least two clips of a second")
    features, groups = [], []
    for place, path in enumerate(long):
        for one in (path, path.mirrored()):
            cut = _cut(seen_features(one))
            features.append(cut)
            groups.append(np.full(len(cut), place))
    seen, group = np.concatenate(features), np.concatenate(groups)
    return HmmEnsemble(tuple(_trained_part(columns_of(seen, part), group, seed) for part in PARTS.values()))


def _trained_part(columns: Floats, groups: Indices, seed: int) -> PartModel:
    flat = columns.reshape(-1, columns.shape[-1])
    middle, scale = flat.mean(axis=0), np.maximum(flat.std(axis=0), 1e-9)
    values, vectors = np.linalg.eigh(np.cov(((flat - middle) / scale).T))
    kept = np.argsort(values)[::-1][:DIMENSIONS]
    axes = vectors[:, kept] / np.sqrt(np.maximum(values[kept], 1e-9))
    rows = (columns - middle) / scale @ axes
    judged = groups % HELD_OUT == (1 if groups.max() < HELD_OUT else 0)
    models = [fitted_model(rows[~judged], states, seed=seed) for states in STATES]
    best = max(range(len(STATES)), key=lambda place: float(models[place].surprise(rows[judged]).mean()))
    model = fitted_model(rows, STATES[best], seed=seed)
    # Deviations of whole sequences, as those are what is ranked; of motion that this model has not seen.
    usual = models[best].surprise(rows[judged]).mean(axis=1)
    return PartModel(middle, scale, axes, model, float(usual.mean()), float(max(usual.std(), 1e-6)))


def seen_features(path: BodyPath) -> Floats:
    """Return positions, velocities and accelerations (T, 17, 9) of all joints as the body sees them at each instant.

    In leg lengths and seconds; velocities are over the ground, so that they tell how fast the body goes.
    """
    instants = np.arange(path.n_instants)
    around = instants[:, None] + np.array([-1, 0, 1])
    before, now, after = np.moveaxis(path.seen_from(instants, around).astype(np.float64), 1, 0)
    rate = float(RATE_HZ)
    return np.concatenate([now, 0.5 * rate * (after - before), rate**2 * (after - 2.0 * now + before)], axis=-1)


def columns_of(seen: Floats, roles: Sequence[str]) -> Floats:
    """Return the columns (…, C) of some joints."""
    own = seen[..., [ROLES.index(role) for role in roles], :]
    return own.reshape(*own.shape[:-2], -1)


def _cut(seen: Floats) -> Floats:
    """Sequences (N, `LENGTH`, 17, 9), one after the other, the last up to the end."""
    starts = [*range(0, len(seen) - LENGTH, LENGTH), len(seen) - LENGTH]
    return np.stack([seen[start : start + LENGTH] for start in starts])


def _other_side(part: str) -> str:
    words = [{"left": "right", "right": "left"}.get(word, word) for word in part.split()]
    swapped = " ".join(words)
    first, _, second = swapped.partition(" and ")
    return swapped if swapped in PARTS else f"{second} and {first}"
