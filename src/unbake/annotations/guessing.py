"""What trained machines say of a whole clip."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from unbake.annotations.instants import at_frames
from unbake.annotations.machines import FlagMachines
from unbake.annotations.windows import BATCH
from unbake.ground.arrays import Floats, Indices
from unbake.learning.smoothing import opened_and_closed
from unbake.motion.body.body_path import BodyPath

EVERY = 3
"""Instants from one window that is judged to the next; between them probabilities lie on lines."""
SMOOTHED = 15
"""Instants, a quarter of a second: runs of yes that are shorter go, then gaps. Chosen on clips for tuning."""


def margins_at(machines: FlagMachines, path: BodyPath, instants: Indices) -> Floats:
    """Return the margins (N, K) at instants (N,) of a clip, NaN for flags without a machine."""
    out = np.empty((len(instants), len(machines.flags)))
    for start in range(0, len(instants), BATCH):
        some = slice(start, start + BATCH)
        out[some] = machines.margins(machines.shape.rows(path, instants[some]))
    return out


def guess(machines: FlagMachines, path: BodyPath, *, every: int = EVERY, width: int = SMOOTHED) -> Floats:
    """Return how probable each flag is at every instant of a clip, after one opening and one closing.

    Parameters
    ----------
    machines : of K flags.
    path : the body of the clip, T instants.
    every : instants from one that is judged to the next.
    width : of the opening and the closing, in instants, odd; 1 smooths nothing.

    Returns
    -------
    (K, T) 0 to 1; NaN for flags without a machine. 0.5 divides yes from no.
    """
    judged = np.unique(np.append(np.arange(0, path.n_instants, every), path.n_instants - 1))
    probability = machines.probability(margins_at(machines, path, judged))
    at = np.arange(path.n_instants)
    out = np.full((len(machines.flags), path.n_instants), np.nan)
    for flag in np.flatnonzero(machines.is_taught):
        out[flag] = opened_and_closed(np.interp(at, judged, probability[:, flag]), width)
    return out


def guess_of_frames(machines: FlagMachines, path: BodyPath, fps: Fraction, n_frames: int) -> Floats:
    """Return the same of every frame (K, F)."""
    return at_frames(guess(machines, path), fps, n_frames)
