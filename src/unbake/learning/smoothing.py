"""From certainties to labels: hysteresis as in the thesis, or the most probable course of a two-state chain."""

from __future__ import annotations

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats

HIGH, LOW = 0.6, 0.4


def hysteresis(certainty: Floats, high: float = HIGH, low: float = LOW) -> Booleans:
    """Return labels (F, …) of certainties (F, …): above `high` set, below `low` clear, otherwise as the frame before.

    `high` and `low` themselves count as in between; before the first frame nothing is planted.

    Raises
    ------
    UsageError : unless 0 ≤ low ≤ high ≤ 1.

    References: Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 3.5.
    """
    if not 0.0 <= low <= high <= 1.0:
        raise UsageError(f"the thresholds need 0 ≤ low ≤ high ≤ 1, not {low:g} and {high:g}")
    certainty = np.asarray(certainty)
    decided = (certainty > high) | (certainty < low)
    frames = np.arange(len(certainty)).reshape(-1, *([1] * (certainty.ndim - 1)))
    latest = np.maximum.accumulate(np.where(decided, frames, -1), axis=0)
    value = np.take_along_axis(certainty > high, np.maximum(latest, 0), axis=0)
    return np.asarray(value & (latest >= 0))


LEAST_CERTAIN = 0.02
"""Certainties of 0 and 1 are taken for this far from it: ten neighbours that agree are no proof."""
MEAN_STAY_S = 0.3
"""Mean time between changes that the chain expects."""


def viterbi(certainty: Floats, fps: float, mean_stay_s: float = MEAN_STAY_S) -> Booleans:
    """Return the most probable labels (F, …), were each frame's certainty its probability and changes rare.

    A chain of two states that changes with probability ``1 / (fps · mean_stay_s)`` from frame to frame; unlike
    `hysteresis` it sees what follows, and drops runs too short to be worth two changes.

    Parameters
    ----------
    certainty : (F, …) 0 to 1.
    fps : frames a second.
    mean_stay_s : mean time in a state, in seconds; 0.3 by default.

    Raises
    ------
    UsageError : a time that is not above zero.

    References: Viterbi, Error bounds for convolutional codes and an asymptotically optimum decoding algorithm, 1967.
    """
    if not mean_stay_s > 0.0:
        raise UsageError(f"mean_stay_s must be above zero, not {mean_stay_s:g}")
    certain = np.clip(np.asarray(certainty, dtype=np.float64), LEAST_CERTAIN, 1.0 - LEAST_CERTAIN)
    # Neighbouring frames share all but one instant of their windows: evidence counts by time, not by frame.
    weight = min(1.0, 60.0 / fps)
    gain = weight * (np.log(certain) - np.log1p(-certain))
    change = min(0.5, 1.0 / (fps * mean_stay_s))
    price = float(np.log1p(-change) - np.log(change))
    return _best_course(gain, price)


def _best_course(gain: Floats, price: float) -> Booleans:
    """The course (F, …) with the largest sum of gains where it is set, less a price for every change."""
    from_other = np.zeros((len(gain), 2, *gain.shape[1:]), dtype=np.bool_)
    clear, planted = np.zeros(gain.shape[1:]), np.zeros(gain.shape[1:])
    for frame, now in enumerate(gain):
        if frame:
            from_other[frame, 0] = planted - price > clear
            from_other[frame, 1] = clear - price > planted
            clear, planted = np.maximum(clear, planted - price), np.maximum(planted, clear - price)
        planted = planted + now
    out = np.empty(gain.shape, dtype=np.bool_)
    state = planted > clear
    for frame in range(len(gain) - 1, -1, -1):
        out[frame] = state
        state = state ^ np.where(state, from_other[frame, 1], from_other[frame, 0])
    return out


def opened_and_closed(certainty: Floats, width: int) -> Floats:
    """Return certainties (F, …) after one opening and one closing along the frames.

    Whatever limit they are then decided by, runs above it that are shorter than `width` frames are gone, then gaps
    between the others that are: thresholds and the two filters may change places. At the ends of a clip, where a run
    may go on outside, half the width is enough.

    Parameters
    ----------
    certainty : (F, …) any numbers.
    width : frames, odd; 1 changes nothing.

    Raises
    ------
    UsageError : a width that is not odd, or below 1.

    References: Serra, Image analysis and mathematical morphology, 1982; Ikemoto, Hybrid artist- and data-driven
    techniques for character animation, 2007, 4.2.3.
    """
    from scipy.ndimage import grey_closing, grey_opening

    if width < 1 or width % 2 == 0:
        raise UsageError(f"the width must be odd and 1 or more, not {width}")
    values = np.asarray(certainty, dtype=np.float64)
    if width == 1 or not len(values):
        return values
    size = (width, *([1] * (values.ndim - 1)))
    opened = grey_opening(values, size=size, mode="nearest")
    return np.asarray(grey_closing(opened, size=size, mode="nearest"))
