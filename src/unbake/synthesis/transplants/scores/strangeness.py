"""How unlike anything captured the arms of a body are: distances to the nearest arms of real motions.

An arm that was turned to where no captured arm ever is may still touch nothing and move smoothly. Grafted arms come
from a real motion, so that their distance is almost none: what is strange about those is for other measures to find.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32
from unbake.motion.body.body_path import ROLES, BodyPath

EVERY = 3
"""Instants from one arm that is kept or looked at to the next."""
STEPS = (-12, -6, 0, 6, 12)
"""Instants around each that count."""
BLOCK = 1024
MOST_ARMS = 60_000
"""Of more, as many are taken, evenly spread: those of twenty-five minutes."""


class RealArms:
    """Arms of real motions, left ones mirrored onto right ones.

    Parameters
    ----------
    bodies : of captured motions, at least one.

    Raises
    ------
    UsageError : no bodies.
    """

    def __init__(self, bodies: Iterable[BodyPath]) -> None:
        parts = [arm for body in bodies for arm in arms(body)]
        if not parts:
            raise UsageError("there are no captured motions to compare arms with")
        rows = np.concatenate(parts)
        few = np.unique(np.linspace(0, len(rows) - 1, MOST_ARMS).astype(np.int64))
        self.rows = rows if len(rows) <= MOST_ARMS else rows[few]
        self._squares = np.einsum("nd,nd->n", self.rows, self.rows)

    def strangeness(self, body: BodyPath) -> Floats:
        """Return how far the stranger arm is from the nearest real one at every instant (T,), in leg lengths.

        The root of the mean over joints and instants of the squared distance.
        """
        away = np.maximum(*(self._distances(arm) for arm in arms(body)))
        at = np.arange(0, body.n_instants, EVERY)
        return np.interp(np.arange(body.n_instants), at, away)

    def _distances(self, rows: Floats32) -> Floats:
        out = np.empty(len(rows))
        for start in range(0, len(rows), BLOCK):
            some = rows[start : start + BLOCK]
            nearest = (self._squares - 2.0 * (some @ self.rows.T)).min(axis=1)
            out[start : start + BLOCK] = nearest + np.einsum("nd,nd->n", some, some)
        return np.sqrt(np.maximum(out, 0.0) / (rows.shape[1] / 3.0))


def arms(body: BodyPath) -> tuple[Floats32, Floats32]:
    """Return right and left arm (N, 30), elbow and wrist at five instants, as the chest sees them from the shoulder."""
    at = {role: body.positions[:, row].astype(np.float64) for row, role in enumerate(ROLES)}
    across = _unit(at["left-shoulder"] - at["right-shoulder"])
    up = at["neck"] - at["hips"]
    up = _unit(up - np.einsum("tk,tk->t", up, across)[:, None] * across)
    axes = np.stack([across, up, np.cross(across, up)], axis=1)
    centres = np.arange(0, body.n_instants, EVERY)
    instants = np.clip(centres[:, None] + np.array(STEPS), 0, body.n_instants - 1)
    out = []
    for side, sign in (("right", 1.0), ("left", -1.0)):
        joints = [at[f"{side}-{part}"] - at[f"{side}-shoulder"] for part in ("elbow", "wrist")]
        seen = np.einsum("tak,tjk->tja", axes, np.stack(joints, axis=1)) * np.array([sign, 1.0, 1.0])
        out.append(seen[instants].reshape(len(centres), -1).astype(np.float32))
    return out[0], out[1]


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9))
