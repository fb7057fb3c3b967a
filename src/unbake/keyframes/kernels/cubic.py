"""The simple cubic through two frames that is nearest to the frames between them.

Roberts' thesis, appendix A: the ends lie on the poses i and j, the control points where the sum of squared distances
at uniform parameters u = (k−i)/(j−i) is smallest. The right-hand sides of the two normal equations are sums of poses
with polynomial weights, so for a fixed i they follow from running moments.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit


@njit(cache=True, nogil=True)
def cubic_constants(longest):
    """Return (longest+1, 5): the inverse normal matrix of the cubic's control points, and Σ b1·b3 and Σ b2·b3.

    Sums over the steps k = 0 … n at u = k/n. Segments of fewer than 4 frames need none: a cubic goes through them.
    """
    out = np.zeros((longest + 1, 5))
    for n in range(4, longest + 1):
        s11, s12, s22, s13, s23 = 0.0, 0.0, 0.0, 0.0, 0.0
        for k in range(1, n):
            u = k / n
            b1, b2, b3 = 3.0 * (1.0 - u) * (1.0 - u) * u, 3.0 * (1.0 - u) * u * u, u * u * u
            s11 += b1 * b1
            s12 += b1 * b2
            s22 += b2 * b2
            s13 += b1 * b3
            s23 += b2 * b3
        determinant = s11 * s22 - s12 * s12
        out[n, 0], out[n, 1], out[n, 2] = s22 / determinant, -s12 / determinant, s11 / determinant
        out[n, 3], out[n, 4] = s13, s23
    return out


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def add_moments(flat, i, j, moments):
    """Bring frame j to the moments (3, C) Σ (m−i)^a (p(m) − p(i)), a = 1 … 3."""
    step = float(j - i)
    for c in range(flat.shape[1]):
        value = flat[j, c] - flat[i, c]
        moments[0, c] += value * step
        moments[1, c] += value * step * step
        moments[2, c] += value * step * step * step


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def set_curve(flat, i, j, moments, constants, coefficients):
    """Set coefficients[1:4] (4, C) of the best cubic in powers of the step k−i; coefficients[0] is the start pose.

    `moments` covers the frames i+1 … j, `constants` are `cubic_constants`.
    """
    n = j - i
    one, two, three = 1.0 / n, 1.0 / n / n, 1.0 / n / n / n
    for c in range(flat.shape[1]):
        m1, m2, m3 = moments[0, c] * one, moments[1, c] * two, moments[2, c] * three
        span = flat[j, c] - flat[i, c]
        right1 = 3.0 * (m1 - 2.0 * m2 + m3) - span * constants[n, 3]
        right2 = 3.0 * (m2 - m3) - span * constants[n, 4]
        b = constants[n, 0] * right1 + constants[n, 1] * right2
        d = constants[n, 1] * right1 + constants[n, 2] * right2
        coefficients[1, c] = 3.0 * b * one
        coefficients[2, c] = (3.0 * d - 6.0 * b) * two
        coefficients[3, c] = (span - 3.0 * d + 3.0 * b) * three
