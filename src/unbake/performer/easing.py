"""Smooth ways from one state to another, and seeded wandering."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import maximum_filter1d

from unbake.ground.arrays import Floats


def minimum_jerk(part: Floats) -> Floats:
    """Return 0 to 1 over `part` 0 to 1 (clamped) with velocity and acceleration zero at both ends.

    References: Flash & Hogan, The coordination of arm movements, 1985.
    """
    u = np.clip(part, 0.0, 1.0)
    return np.asarray(u**3 * (10.0 - 15.0 * u + 6.0 * u**2))


def bump(part: Floats) -> Floats:
    """Return 0 → 1 → 0 over `part` 0 to 1, zero outside, with value and slope zero at both ends."""
    u = np.clip(part, 0.0, 1.0)
    return np.asarray(16.0 * u**2 * (1.0 - u) ** 2)


@dataclass(frozen=True, eq=False)
class State:
    """Value, velocity and acceleration of a number or a vector at an instant (seconds)."""

    value: Floats | float
    velocity: Floats | float = 0.0
    acceleration: Floats | float = 0.0


def quintic(time_s: Floats, duration_s: float, start: State, end: State) -> Floats:
    """Return the polynomial of degree five that leads from one state to another.

    Parameters
    ----------
    time_s : (F,) seconds since the start.
    duration_s : seconds from start to end, above zero.
    start, end : states of one number, giving (F,), or of vectors (n,), giving (F, n).
    """
    p0, v0, a0 = (np.asarray(x, dtype=np.float64) for x in (start.value, start.velocity, start.acceleration))
    p1, v1, a1 = (np.asarray(x, dtype=np.float64) for x in (end.value, end.velocity, end.acceleration))
    v0, v1, a0, a1 = v0 * duration_s, v1 * duration_s, a0 * duration_s**2, a1 * duration_s**2
    gap, slope, bend = p1 - p0 - v0 - a0 / 2.0, v1 - v0 - a0, a1 - a0
    c3 = 10.0 * gap - 4.0 * slope + bend / 2.0
    c4 = -15.0 * gap + 7.0 * slope - bend
    c5 = 6.0 * gap - 3.0 * slope + bend / 2.0
    u = np.asarray(time_s / duration_s)
    u = u.reshape(u.shape + (1,) * c3.ndim)
    return np.asarray(p0 + u * (v0 + u * (a0 / 2.0 + u * (c3 + u * (c4 + u * c5)))))


def covered(needed: Floats, half: int) -> Floats:
    """Return a smooth way (N,) that is nowhere below `needed` (N,): its largest near values, then averaged.

    `half` is the reach, in samples, of both to either side.
    """
    largest = maximum_filter1d(needed, 2 * half + 1, mode="nearest")
    weights = np.hanning(2 * half + 3)[1:-1]
    return np.convolve(np.pad(largest, half, mode="edge"), weights / weights.sum(), mode="valid")


def wander(time_s: Floats, rng: np.random.Generator, slowest_hz: float = 0.08, fastest_hz: float = 0.6) -> Floats:
    """Return a smooth seeded wandering (F,) of unit RMS about zero: five sines, the slow ones larger."""
    rates = np.geomspace(slowest_hz, fastest_hz, 5) * rng.uniform(0.85, 1.15, 5)
    sizes = rates**-0.5
    phases = rng.uniform(0.0, 2.0 * np.pi, 5)
    waves = np.sin(2.0 * np.pi * rates * time_s[:, None] + phases)
    return np.asarray(waves @ sizes / np.sqrt(0.5 * np.sum(sizes**2)))
