"""What a term is: one kind of fault, measured frame by frame, and how a second of it is made one number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy

from unbake.ground.arrays import Floats
from unbake.synthesis.naturalness.judged import JudgedMotion

WINDOW_S = 1.0
"""What is judged at a time: a transition of the thesis lasts a second."""
ENDS_S = 0.05
"""So near to a clip's ends, derivatives and filters know only one side: the frame after that stands for all of it."""


@dataclass(frozen=True)
class Term:
    """One kind of fault.

    Parameters
    ----------
    name : what it is called.
    unit : of its numbers.
    scale : an amount that nineteen of twenty seconds of captured motion stay below. What counts is
        log(1 + (amount / scale)²): little below it, and beyond it tenfold faults count for as much again.
    over : whether a second is as bad as its frames are on average, or as its worst frame.
    measure : returns the amount in each frame (F,), 0 or more, 0 where it cannot be told.
    """

    name: str
    unit: str
    scale: float
    over: Literal["mean", "max"]
    measure: Callable[[JudgedMotion], Floats]

    def amounts(self, judged: JudgedMotion) -> Floats:
        """Return the amounts (F,) with those at the ends of the clip held; a clip that is too short keeps them."""
        found, reach = self.measure(judged), round(ENDS_S * judged.fps)
        inside = np.clip(np.arange(len(found)), reach, len(found) - 1 - reach) if len(found) > 4 * reach else ...
        return np.asarray(found[inside])

    def felt(self, amounts: Floats) -> Floats:
        """Return how much amounts count."""
        return np.log1p((amounts / self.scale) ** 2)

    def over_window(self, amounts: Floats, fps: float) -> Floats:
        """Return the amount (F,) of the second around each frame; at the ends, the end frame goes on."""
        size = 2 * max(1, round(0.5 * WINDOW_S * fps)) + 1
        if self.over == "max":
            return np.asarray(scipy.ndimage.maximum_filter1d(amounts, size, mode="nearest"))
        return np.asarray(scipy.ndimage.uniform_filter1d(amounts, size, mode="nearest"))
