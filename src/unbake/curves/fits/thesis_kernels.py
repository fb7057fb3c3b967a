"""The objective of the thesis's fit and its derivatives, for one channel.

Handles are numbers in `x`, four for each segment: time and value of the first key's right handle, then of the second
key's left handle. Times are fractions of the segment (0 to 1), values are relative to the handle's own key.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats, Indices


@njit(cache=True, nogil=True)
def objective(
    x: Floats,
    gradient: Floats,
    keys: Indices,
    data: Floats,
    samples: Indices,
    accuracy_weight: float,
    angle_weight: float,
) -> float:
    """Return ω1 · accuracy + ω2 · angle (thesis, equation 5.2) and write its derivatives (4 (K − 1),) to `gradient`.

    Parameters
    ----------
    x : (4 (K − 1),) handles.
    keys : (K,) frames.
    data : (F,) the channel.
    samples : (K − 1,) number of intervals into which u is divided in each segment; 0 leaves the segment's accuracy out.
    accuracy_weight, angle_weight : ω1 and ω2.
    """
    gradient[:] = 0.0
    total = 0.0
    for segment in range(len(keys) - 1):
        part = slice(4 * segment, 4 * segment + 4)
        first, last = keys[segment], keys[segment + 1]
        total += accuracy_weight * _accuracy(
            x[part], gradient[part], data, first, last, samples[segment], accuracy_weight
        )
    for key in range(1, len(keys) - 1):
        before, after = float(keys[key] - keys[key - 1]), float(keys[key + 1] - keys[key])
        total += angle_weight * _angle(x, gradient, 4 * key, before, after, angle_weight)
    return total


@njit(cache=True, nogil=True)
def _accuracy(
    handles: Floats, gradient: Floats, data: Floats, first: int, last: int, samples: int, weight: float
) -> float:
    """Squared differences in value of samples of the segment from the data at the samples' times (5.5 to 5.7)."""
    length, start, rise = last - first, data[first], data[last] - data[first]
    a, p, b, q = handles[0], handles[1], handles[2], handles[3]
    total = 0.0
    for sample in range(1, samples):
        u = sample / samples
        v = 1.0 - u
        b1, b2, b3 = 3.0 * v * v * u, 3.0 * v * u * u, u * u * u
        time = (b1 * a + b2 * b + b3) * length
        # min: rounding may carry a sample onto the last key
        frame = min(int(time), length - 1)
        slope = data[first + frame + 1] - data[first + frame]
        captured = data[first + frame] + slope * (time - frame)
        gap = start + b1 * p + b2 * (rise + q) + b3 * rise - captured
        total += gap * gap
        pull = 2.0 * weight * gap
        gradient[0] -= pull * slope * length * b1
        gradient[1] += pull * b1
        gradient[2] -= pull * slope * length * b2
        gradient[3] += pull * b2
    return total


@njit(cache=True, nogil=True)
def _angle(x: Floats, gradient: Floats, at: int, before: float, after: float, weight: float) -> float:
    """One minus the cosine of the angle by which the curve turns at a key.

    Zero for handles in one line through the key, 2 for handles on the same side; for small angles half its square.
    The angle itself, as the thesis words it, has no derivative at zero, where most keys end up.
    """
    in_time, in_value = before * (1.0 - x[at - 2]), -x[at - 1]
    out_time, out_value = after * x[at], x[at + 1]
    in_length, out_length = np.hypot(in_time, in_value), np.hypot(out_time, out_value)
    in_time, in_value = in_time / in_length, in_value / in_length
    out_time, out_value = out_time / out_length, out_value / out_length
    cosine = in_time * out_time + in_value * out_value
    gradient[at - 2] += weight * (out_time - cosine * in_time) / in_length * before
    gradient[at - 1] += weight * (out_value - cosine * in_value) / in_length
    gradient[at] -= weight * (in_time - cosine * out_time) / out_length * after
    gradient[at + 1] -= weight * (in_value - cosine * out_value) / out_length
    # 1 − cos as half the squared chord, which keeps its digits near zero
    return float(0.5 * ((in_time - out_time) ** 2 + (in_value - out_value) ** 2))
