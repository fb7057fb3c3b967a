"""Time in FBX: ticks, and the modes that name frame rates."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

TICKS_A_SECOND = 46_186_158_000
CUSTOM = 14
_MODES = {
    Fraction(24): 11,
    Fraction(25): 10,
    Fraction(30): 6,
    Fraction(48): 5,
    Fraction(50): 4,
    Fraction(60): 3,
    Fraction(72): 16,
    Fraction(96): 15,
    Fraction(100): 2,
    Fraction(120): 1,
    Fraction(1000): 12,
    Fraction(24000, 1001): 13,
    Fraction(30000, 1001): 9,
    Fraction(60000, 1001): 17,
}


def time_mode(fps: Fraction) -> int:
    """Return the number of FBX's time mode of a rate; `CUSTOM` for one without, whose rate is written as a number."""
    return _MODES.get(fps, CUSTOM)


def tick(frame: int, fps: Fraction) -> int:
    """Return the time of a frame, as the file numbers it, in ticks: exactly, rounded once."""
    return round(Fraction(frame) * TICKS_A_SECOND / fps)


def ticks(frames: NDArray[np.int64], fps: Fraction) -> NDArray[np.int64]:
    """Return the times (K,) of frames (K,), as the file numbers them, in ticks."""
    step = TICKS_A_SECOND / fps
    if step.denominator == 1:
        return np.asarray(frames * step.numerator, dtype=np.int64)
    return np.array([tick(int(frame), fps) for frame in frames], dtype=np.int64)
