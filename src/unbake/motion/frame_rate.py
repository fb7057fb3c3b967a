"""Frame rates as exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Rational

import numpy as np
from numpy.typing import NDArray

from unbake.errors import MotionError, UnbakeError, UsageError, shorten
from unbake.ground.notes import Note

_COMMON = [Fraction(n) for n in (24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 150, 200, 240, 250, 300, 480, 500)]
LEAST_RATE_OF_SPACING = 10
"""Keys that are farther apart than the frames of this rate are poses, not frames."""
MOST_A_SECOND = 100_000
"""No motion has more frames a second; a slip of the pen that asks for them would fill the memory."""
_NTSC = [Fraction(n * 1000, 1001) for n in (24, 30, 48, 60, 120)]


def snapped_rate(frame_time: str) -> Fraction:
    """Return the frame rate that a written frame time stands for, undoing the rounding of its last digit.

    ``.0083333`` is 120 a second, ``0.033333`` is 30, ``0.0333667`` is 30000/1001. Common rates are tried first, then
    whole numbers; what matches none within the rounding of its digits is kept as it is, but for all digits of 1/29.97
    and the like, which mean 30000/1001, too.

    Parameters
    ----------
    frame_time : seconds between frames as the file has them, in decimal or scientific notation.

    Raises
    ------
    ValueError : not a positive, finite number, or a rate beyond 100,000 a second.
    """
    seconds = float(frame_time)
    if not (math.isfinite(seconds) and 1e-5 <= seconds <= 1e5):
        raise ValueError(f"{frame_time} is no time between frames")
    mantissa, _, exponent = frame_time.strip().lower().partition("e")
    digits = len(mantissa.partition(".")[2])
    # One unit of the last digit, not half of one: programs cut digits off as often as they round them.
    rounding = 10.0 ** (int(exponent or 0) - digits) / seconds
    tolerance = min(max(rounding, 1e-9), 2e-3)
    rate = 1.0 / seconds
    whole = [Fraction(round(rate))] if rate >= 1.0 else []
    near = [r for r in (*_COMMON, *_NTSC, *whole) if abs(rate / float(r) - 1.0) <= tolerance]
    exact = [r for r in near if abs(rate / float(r) - 1.0) <= tolerance / 2]
    named = [r for r in _NTSC if abs(rate / float(r) - 1.0) < 2e-6]
    for candidates in (exact, near, named):
        if candidates:
            return candidates[0]
    return Fraction(rate).limit_denominator(100_000)


def parse_rate(text: str) -> Fraction:
    """Return a rate that a person typed: ``120``, ``29.97``, ``30000/1001``; ValueError where it is none."""
    if len(text) > 40 or "e" in text.lower():
        raise ValueError(f"{text[:40]} is no frame rate")  # Fraction("1e999999999") would not end
    try:
        rate = Fraction(text)
    except ZeroDivisionError:
        raise ValueError(f"{text} is no frame rate") from None
    if rate <= 0 or rate > MOST_A_SECOND:
        raise ValueError(f"{text} is no frame rate")
    near = [r for r in _NTSC if abs(float(rate / r) - 1.0) < 1e-4]
    return near[0] if near and rate.denominator != 1 else rate


def checked_rate(fps: Fraction | int | float, error: type[UnbakeError] = UsageError) -> Fraction:
    """Return a frame rate as a fraction of Python's integers, whichever kind of number it comes as, NumPy's included.

    Fractions and whole numbers are exact; of others, 29.97 and the like are NTSC's (`rate_of_number`).

    Parameters
    ----------
    fps : frames a second.
    error : raised where they are no number, not positive and finite, round to zero, or are beyond `MOST_A_SECOND`.
    """
    try:
        number = float(fps)
    except (TypeError, ValueError, OverflowError):
        raise error(f"the frame rate must be a number, not {shorten(str(fps))}") from None
    rate = Fraction(0)
    if math.isfinite(number):
        exact = Fraction(int(fps.numerator), int(fps.denominator)) if isinstance(fps, Rational) else Fraction(number)
        rate = exact.limit_denominator(1_000_000)
        if not isinstance(fps, Rational):
            rate = rate_of_number(number) or rate
    if rate <= 0:
        raise error(f"the frame rate must be positive, not {fps}")
    if rate > MOST_A_SECOND:
        raise error(f"the frame rate must be at most {MOST_A_SECOND:,} a second, not {fps}")
    return rate


def rate_of_clip(fps: Fraction | int | float) -> Fraction:
    """Return a clip's frame rate: as a fraction; MotionError where `checked_rate` refuses it."""
    return fps if type(fps) is Fraction and fps > 0 else checked_rate(fps, MotionError)


def rate_of_number(rate: float) -> Fraction | None:
    """Return the exact rate that a stored number stands for; None where it is none.

    ``29.97`` and single or double precision of it are 30000/1001, ``24.000001`` is 24; others are kept as the simplest
    fraction near them.

    Parameters
    ----------
    rate : frames a second, as a file stores it.
    """
    if not (math.isfinite(rate) and 1e-5 <= rate <= 1e5):
        return None
    whole = Fraction(round(rate))
    for candidates, slack in (([whole] if whole else [], 1e-6), (_NTSC, 1e-4)):
        for candidate in candidates:
            if abs(rate / float(candidate) - 1.0) <= slack:
                return candidate
    return Fraction(rate).limit_denominator(100_000)


def rate_note(assumed: Fraction) -> Note:
    """Return what to say of a file that tells no frame rate."""
    return Note(f"no frame rate in the file: taken as {assumed} a second", "rate-assumed")


def rate_of_times(times_s: NDArray[np.float64]) -> Fraction | None:
    """Return the lowest usual rate at which all key times fall on frames; None where there is none.

    Counted from the first time. Float32 times and times rounded to a hundredth of a frame are understood; the exact
    ones are tried first, for over a few frames 30 and 30000/1001 a second differ by less than a hundredth.

    Parameters
    ----------
    times_s : (K,) key times in seconds, not falling.
    """
    since_first = np.asarray(times_s, dtype=np.float64) - times_s[0]
    if len(since_first) < 2:
        return None
    # Float32 keeps 24 bits: late in a long take that is coarser than a hundredth of a frame.
    coarseness = 2.0**-23 * float(np.abs(times_s).max())
    for rounding in (1e-4, 1e-2):
        for rate in (*_COMMON, *_NTSC):
            frames = since_first * float(rate)
            near = np.round(frames)
            slack = min(rounding + coarseness * float(rate), 0.25)
            if np.abs(frames - near).max() <= slack and np.diff(near).min() > 0.0:
                return rate
    return None


def rate_of_spacing(times_s: NDArray[np.float64]) -> Fraction | None:
    """Return the rate at which key times stand that are as far apart as frames; None where they are not.

    For rates that `rate_of_times` does not know. Frames without a key may lie between, keys between frames may not.

    Parameters
    ----------
    times_s : (K,) key times in seconds, rising; float32 times are understood.
    """
    gaps = np.diff(times_s)
    if len(gaps) < 2 or not 0.0 < gaps.min() < 1.0 / LEAST_RATE_OF_SPACING:
        return None
    frames = np.concatenate([[0.0], np.cumsum(np.round(gaps / gaps.min()))])
    step = float((times_s[-1] - times_s[0]) / frames[-1])
    slack = 1e-2 * step + 2.0**-23 * float(np.abs(times_s).max())
    if np.abs(times_s - times_s[0] - step * frames).max() > min(slack, 0.25 * step):
        return None
    near = (Fraction(1.0 / step).limit_denominator(most) for most in (1, 10, 100, 1000))
    # Float32 rounds both ends of a clip, more coarsely the later it begins.
    coarseness = max(1e-6, 2.0**-23 * float(np.abs(times_s).max()) / float(times_s[-1] - times_s[0]))
    return next((rate for rate in near if abs(float(rate) * step - 1.0) < coarseness), rate_of_number(1.0 / step))
