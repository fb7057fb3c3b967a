"""Which frames look human: what a judge is, and the one by measures, which needs no labels.

It adds up three scores of half a second around each frame: how deep limbs are in each other, how large the jerk is, and
how unlike all captured arms the arms are. Three weights and a shift were fitted to labelled transplants.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.2, says what
does not look human: fast twitches, and limbs in the body. Its own judge is in `machine_judge`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import scipy

from unbake.annotations.windows import SPAN
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.learning.smoothing import opened_and_closed
from unbake.motion.body.body_path import BodyPath
from unbake.synthesis.transplants.scores.capsules import penetration_m
from unbake.synthesis.transplants.scores.measured import jerk_m_s3
from unbake.synthesis.transplants.scores.strangeness import RealArms

FLAG = "Looks Human"
OPEN = SPAN // 2
"""Frames at either end of a motion that have no whole second around them: what they look like is left open."""
AROUND = 15
"""Half a second is 31 instants; the worst of them counts."""
SMOOTHED = 15
"""Instants of the opening and the closing of what a judge says, as of other flags."""
WEIGHTS = (-54.786, -1.3794, -24.440)
SHIFT = 16.147
"""Of `scores`, fitted by ``python -m benchmarks.transplants judges`` to 65 labelled transplants of clips for tuning."""


class Judge(Protocol):
    """What tells whether a body looks human."""

    @property
    def stamp(self) -> str:
        """What its judgements are marked with: judges that say the same have the same."""

    def probability(self, body: BodyPath, instants: Indices) -> Floats:
        """Return how probable it is that a body looks human at instants (N,), 0 to 1."""


@dataclass(frozen=True, eq=False)
class MeasuresJudge:
    """A judge by what is measured.

    Parameters
    ----------
    arms : of captured motions.
    """

    arms: RealArms

    @property
    def stamp(self) -> str:
        """Its weights."""
        return f"measures {WEIGHTS} {SHIFT}; 1"

    def probability(self, body: BodyPath, instants: Indices) -> Floats:
        """Return how probable it is that a body looks human at instants (N,), 0 to 1."""
        odds = scores(self.arms, body)[instants] @ np.array(WEIGHTS) + SHIFT
        return np.asarray(0.5 + 0.5 * np.tanh(0.5 * odds))


def scores(arms: RealArms, body: BodyPath) -> Floats:
    """Return what the judge by measures adds up (T, 3), the worst of half a second around each instant.

    The depth of limbs in each other in metres, the logarithm of the jerk in m/s³, the strangeness of the arms in leg
    lengths.
    """
    jerk = np.log1p(jerk_m_s3(body)) if body.n_instants > 3 else np.zeros(0)
    padded = np.pad(jerk, (1, 2), mode="edge") if len(jerk) else np.zeros(body.n_instants)
    columns = (penetration_m(body), padded, arms.strangeness(body))
    return np.stack(
        [scipy.ndimage.maximum_filter1d(column, 2 * AROUND + 1, mode="nearest") for column in columns], axis=1
    )


def judged_instants(n_instants: int) -> Indices:
    """Return the instants of a motion that have a whole second around them."""
    return np.arange(OPEN, max(n_instants - OPEN, OPEN), dtype=np.int64)


def judged(judge: Judge, body: BodyPath) -> Floats:
    """Return how probable it is that a body looks human at every instant (T,), smoothed; NaN where that is open."""
    out = np.full(body.n_instants, np.nan)
    own = judged_instants(body.n_instants)
    if len(own):
        out[own] = opened_and_closed(judge.probability(body, own), SMOOTHED)
    return out


def looks_human(probability: Floats) -> Booleans:
    """Return where a body was judged to look human (T,); frames that are open do not count."""
    return np.asarray(np.nan_to_num(probability, nan=0.0) >= 0.5)
