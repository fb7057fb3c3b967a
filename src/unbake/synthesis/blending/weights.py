"""How much each of several motions counts, and how fast a blend goes through them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.synthesis.warping.time_warp import TimeWarp

Schedule = Callable[[Floats], Floats]
"""From the part of the blend that is gone, 0 to 1, to the parameter of the weights."""


def bernstein(s: Floats, n: int) -> Floats:
    """Return the weights (N, n) of n motions: W_i(s) = C(n−1, i) sⁱ (1−s)ⁿ⁻¹⁻ⁱ, which add up to 1.

    Parameters
    ----------
    s : (N,) 0, where the first counts alone, to 1, the last.
    n : how many motions.

    Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 5.7 (whose
    sum runs one term too far).
    """
    at = np.clip(np.asarray(s, dtype=np.float64), 0.0, 1.0)[:, None]
    i = np.arange(n)
    binomials = np.array([comb(n - 1, int(k)) for k in i], dtype=np.float64)
    return np.asarray(binomials * at**i * (1.0 - at) ** (n - 1 - i))


def linear(part: Floats) -> Floats:
    """Return the parameter that goes on evenly, as the thesis has it."""
    return part


def eased(part: Floats) -> Floats:
    """Return the parameter that starts and stops gently, 3 p² − 2 p³, so that no joint is jerked at the ends."""
    return np.asarray(part**2 * (3.0 - 2.0 * part))


def constant(s: float) -> Schedule:
    """Return a parameter that stays as it is, 0 to 1; UsageError outside."""
    if not 0.0 <= s <= 1.0:
        raise UsageError(f"a blend's parameter must lie between 0 and 1, not {s:g}")
    return lambda part: np.full_like(part, s)


def clock(warps: Sequence[TimeWarp], schedule: Schedule) -> Floats:
    """Return the instants (F,) of the first motion at each frame of a blend, from its start to its end.

    From frame to frame each motion wants to go on by one of its own frames; how far that is in the first motion's time
    is averaged by the weights (L. Kovar and M. Gleicher, 2003, section 4.1, over whole frames instead of
    derivatives). At last all is stretched by less than half a frame, to end on a frame.

    Parameters
    ----------
    warps : from the first motion to each, the first included.
    schedule : see `Schedule`.
    """
    last = float(len(warps[0].times) - 1)
    weights = bernstein(schedule(np.linspace(0.0, 1.0, int(last) + 1)), len(warps))
    steps = np.stack([_own_step(warp) for warp in warps], axis=1)
    step = (weights * steps).sum(axis=1).tolist()
    instants, now = [0.0], 0.0
    while now < last - 1e-9:
        now += _between(step, now)
        instants.append(now)
    before = instants[-2]
    gone = len(instants) - 2 + (last - before) / (now - before)
    count = max(1, round(gone))
    out = np.interp(np.arange(count + 1) * (gone / count), np.arange(len(instants)), instants)
    out[-1] = last
    return out


def _own_step(warp: TimeWarp) -> Floats:
    """How far a motion goes on in the first one's time while it goes on by one of its own frames, at each frame."""
    frames = np.arange(len(warp.times), dtype=np.float64)
    return _back_beyond(warp, warp.times + 1.0) - frames


def _back_beyond(warp: TimeWarp, instants: Floats) -> Floats:
    """The inverse of a warp, going on straight after its end."""
    rate = warp.times[-1] - warp.times[-2]
    return warp.back(instants) + np.maximum(instants - warp.times[-1], 0.0) / rate


def _between(values: list[float], at: float) -> float:
    whole = min(int(at), len(values) - 2)
    return values[whole] + (at - whole) * (values[whole + 1] - values[whole])
