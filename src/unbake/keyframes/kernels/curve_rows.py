"""Error-table rows of the fitted cubic over whole poses, from squared pose distances alone.

The control points of the cubic (thesis, appendix A) are sums of poses with polynomial weights. With the start pose i as
the origin and t = m − i, everything follows from inner products g(k, m) = (q(i,k) + q(i,m) − q(k,m)) / 2 of poses:

- m_a = Σ t^a p(m), a = 1 … 3, the moments of the poses; the cubic is a combination of them and of the end pose;
- R_a(k) = ⟨p(k), m_a⟩, a running sum for every frame k: one more end frame j adds t^a g(k, j);
- T_ab = ⟨m_a, m_b⟩, running sums as well.

So the squared distance of frame k, |p(k)|² − 2⟨p(k), f(u)⟩ + |f(u)|², takes about forty operations whatever the number
of joints. The difference of large numbers costs digits: a distance is exact to 7e-6 of the extent of the points, so the
caller takes large movements out first, and uses the points themselves (`joint_rows`) where that is not enough.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats

SCRATCH = 6
"""Arrays of a row: R_1, R_2, R_3, g(·, j), the squared distances, and the steps 0, 1, 2, …"""


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _set_products(q, i, j, scratch):
    """Set scratch[3, k] to g(k, j) for the inner frames."""
    q_ij = q[i, j]
    first = np.uint64(i)
    for k in range(np.uint64(1), np.uint64(j - i)):
        scratch[3, k] = 0.5 * (q[i, first + k] + q_ij - q[j, first + k])


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _add_products(factor, row, n, scratch):
    for k in range(np.uint64(1), np.uint64(n)):
        scratch[row, k] += factor * scratch[3, k]


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan", "reassoc"})
def _moments_of_products(n, scratch):
    """Return V_a = Σ t^a g(j, m) over the inner frames m, a = 1 … 3."""
    v1, v2, v3 = 0.0, 0.0, 0.0
    for k in range(np.uint64(1), np.uint64(n)):
        step, g = scratch[5, k], scratch[3, k]
        v1 += step * g
        v2 += step * step * g
        v3 += step * step * step * g
    return v1, v2, v3


@njit(cache=True, nogil=True)
def _add_end(q, i, j, scratch):
    """Bring the end frame j to the running sums R_a; return V_a.

    Loops of one store each: with four in one loop the compiler cannot tell the arrays apart and gives up on vectors.
    """
    n = j - i
    t = float(n)
    _set_products(q, i, j, scratch)
    _add_products(t, 0, n, scratch)
    _add_products(t * t, 1, n, scratch)
    _add_products(t * t * t, 2, n, scratch)
    return _moments_of_products(n, scratch)


@njit(cache=True, nogil=True)
def _weights(n, constants, weights):
    """Set weights (3, 4): the cubic's coefficients of u, u², u³ as combinations of m_1, m_2, m_3 and the end pose."""
    one, two, three = 1.0 / n, 1.0 / n / n, 1.0 / n / n / n
    right1 = (3.0 * one, -6.0 * two, 3.0 * three, -constants[n, 3])
    right2 = (0.0, 3.0 * two, -3.0 * three, -constants[n, 4])
    for a in range(4):
        b = constants[n, 0] * right1[a] + constants[n, 1] * right2[a]
        c = constants[n, 1] * right1[a] + constants[n, 2] * right2[a]
        weights[0, a] = 3.0 * b
        weights[1, a] = 3.0 * c - 6.0 * b
        weights[2, a] = 3.0 * b - 3.0 * c
    weights[2, 3] += 1.0


@njit(cache=True, nogil=True)
def _curve_products(weights, products, out):
    """Set out (5,): the coefficients of |f(u)|² in u², u³, …, u⁶."""
    out[:] = 0.0
    for a in range(3):
        for b in range(3):
            # The inner product of the vectors before u^(a+1) and u^(b+1).
            total = 0.0
            for c in range(4):
                for d in range(4):
                    total += weights[a, c] * products[c, d] * weights[b, d]
            out[a + b] += total


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _set_distances(q, i, n, weights, length, scratch):
    """Set the squared distances of the inner frames."""
    inverse = 1.0 / n
    a1, a2, a3, a4 = weights[0, 0], weights[0, 1], weights[0, 2], weights[0, 3]
    b1, b2, b3, b4 = weights[1, 0], weights[1, 1], weights[1, 2], weights[1, 3]
    c1, c2, c3, c4 = weights[2, 0], weights[2, 1], weights[2, 2], weights[2, 3]
    l2, l3, l4, l5, l6 = length[0], length[1], length[2], length[3], length[4]
    first = np.uint64(i)
    for k in range(np.uint64(1), np.uint64(n)):
        u = scratch[5, k] * inverse
        r1, r2, r3, g = scratch[0, k], scratch[1, k], scratch[2, k], scratch[3, k]
        linear = a1 * r1 + a2 * r2 + a3 * r3 + a4 * g
        square = b1 * r1 + b2 * r2 + b3 * r3 + b4 * g
        cube = c1 * r1 + c2 * r2 + c3 * r3 + c4 * g
        product = u * (linear + u * (square + u * cube))
        curve = u * u * (l2 + u * (l3 + u * (l4 + u * (l5 + u * l6))))
        scratch[4, k] = q[i, first + k] - 2.0 * product + curve


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan", "reassoc"})
def _summed(scratch, n):
    total = 0.0
    for k in range(np.uint64(1), np.uint64(n)):
        total += max(scratch[4, k], 0.0)
    return total


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _largest(scratch, n):
    """Fold the distances in halves: element by element this runs as vectors, a loop to one number would not."""
    count = n - 1
    while count > 1:
        half = (count + 1) // 2
        shift = np.uint64(half)
        for k in range(np.uint64(1), np.uint64(count - half + 1)):
            scratch[4, k] = max(scratch[4, k], scratch[4, k + shift])
        count = half
    return max(scratch[4, 1], 0.0)


@njit(cache=True, nogil=True)
def _curve_row(q, i, end, is_sum, constants, scratch, table):
    scratch[:3] = 0.0
    products = np.zeros((4, 4))
    weights, length = np.empty((3, 4)), np.empty(5)
    for j in range(i + 1, end):
        n = j - i
        v = _add_end(q, i, j, scratch)
        powers = (float(n), float(n) * n, float(n) * n * n)
        g = q[i, j]
        for a in range(3):
            for b in range(3):
                products[a, b] += powers[a] * v[b] + powers[b] * v[a] + powers[a] * powers[b] * g
            products[a, 3] = v[a] + powers[a] * g
            products[3, a] = products[a, 3]
            scratch[a, n] = products[a, 3]
        products[3, 3] = g
        if n < 4:
            table[i, j] = 0.0  # a cubic goes through two inner poses exactly
            continue
        _weights(n, constants, weights)
        _curve_products(weights, products, length)
        _set_distances(q, i, n, weights, length, scratch)
        table[i, j] = _summed(scratch, n) if is_sum else np.sqrt(_largest(scratch, n))


@njit(cache=True, nogil=True)
def fill_curve_rows(q, first, last, max_gap, is_sum, constants, scratch, table):
    """Fill the rows first … last−1 and their mirror rows of the error table.

    Parameters
    ----------
    q : (F, F) float64 squared distances, both triangles.
    first, last : rows with 0 ≤ first ≤ last ≤ (F+1)//2.
    max_gap : no column further than this from its row is filled.
    is_sum : sum of squares over the frames instead of the largest distance.
    constants : `cubic_constants` up to the longest segment.
    scratch : `curve_scratch`.
    table : (F, F) float32, filled in place.
    """
    frames = q.shape[0]
    for row in range(first, last):
        _curve_row(q, row, min(frames, row + max_gap + 1), is_sum, constants, scratch, table)
        mirror = frames - 1 - row
        if mirror != row:
            _curve_row(q, mirror, min(frames, mirror + max_gap + 1), is_sum, constants, scratch, table)


def curve_scratch(frames: int) -> Floats:
    """Return working space for one call of `fill_curve_rows`."""
    scratch = np.zeros((SCRATCH, frames + 1))
    scratch[5] = np.arange(frames + 1)
    return scratch
