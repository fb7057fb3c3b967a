"""The fewest curves of quaternions that go on at the same speed and turn a joint as a bake does in every frame.

Where the four components were keyed, each is a cubic of time between two keys. A bake has their direction alone, as
its quaternions are of unit length, so a frame is three equations and no values: what the cubics have across its
quaternion has to vanish. At keys they are of unit length. A segment takes a slope (4,) at each end; what a chain tells
of the slope at its end, a quadratic form, is handed on to the next segment. The search is that of `cubic_pieces`.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.keyframes.kernels.cubic_pieces import best_chain

WIDTH = 3
"""Chains that are kept at each frame."""
FIRM = 1e-12
"""What slopes of which nothing is told are drawn to zero with, as a part of what tells of the others."""


@njit(cache=True, nogil=True)
def _fitted(turns, k, h, is_key, told, slope, tolerance, root, x):
    """Fit the slopes at frames k and k + h, and return whether the curves between meet all frames.

    Where k + h is no key yet, the length there is fitted, too: if that does not do, no key farther on does. `told`
    (4, 4) is the form of what is known of the first slope, `slope` (4,) where it is least. `x` (9,) becomes how much
    longer the curves are at the end, and the slopes; `root` (9, 9) the Cholesky factor of the form of all, whose last
    rows and columns are that of the second slope alone.
    """
    first, last = turns[k], turns[k + h]
    x[:], root[:] = 0.0, 0.0
    # Slopes are what they change over the segment here, so that all numbers are of one size.
    for r in range(4):
        for c in range(4):
            root[1 + r, 1 + c] = told[r, c] / (h * h)
            x[1 + r] += told[r, c] * slope[c] / h
    for i in range(1, h):
        q, (a, b, w) = turns[k + i], _weights(i, h)
        along, at_end = 0.0, 0.0
        for r in range(4):
            along += q[r] * ((1.0 - w) * first[r] + w * last[r])
            at_end += q[r] * last[r]
        for r in range(4):
            missing = along * q[r] - ((1.0 - w) * first[r] + w * last[r])
            x[1 + r] += a * missing
            x[5 + r] += b * missing
            for c in range(4):
                across = (1.0 if r == c else 0.0) - q[r] * q[c]
                root[1 + r, 1 + c] += a * a * across
                root[5 + r, 1 + c] += a * b * across
                root[5 + r, 5 + c] += b * b * across
            if not is_key:
                longer = w * (last[r] - at_end * q[r])
                root[0, 0] += longer * longer
                root[1 + r, 0] += a * longer
                root[5 + r, 0] += b * longer
                x[0] += longer * missing
    _solve(root, x)
    is_met = _is_met(turns, k, h, x, tolerance)
    x[1:] /= h
    root[5:, 5:] *= h
    # The segments before have to meet their frames as well as they did.
    moved = 0.0
    for r in range(4):
        for c in range(4):
            moved += told[r, c] * (x[1 + r] - slope[r]) * (x[1 + c] - slope[c])
    return is_met and moved <= 4.0 * tolerance * tolerance


@njit(cache=True, nogil=True)
def _is_met(turns, k, h, x, tolerance):
    """Whether curves with slopes that are given as what they change over the segment turn as all frames do."""
    first, last = turns[k], turns[k + h]
    for i in range(1, h):
        q, (a, b, w) = turns[k + i], _weights(i, h)
        along, squared = 0.0, 0.0
        for r in range(4):
            value = (1.0 - w) * first[r] + w * (1.0 + x[0]) * last[r] + a * x[1 + r] + b * x[5 + r]
            along += q[r] * value
            squared += value * value
        if along <= 0.0 or squared - along * along > tolerance * tolerance:
            return False
    return True


@njit(cache=True, nogil=True)
def _weights(i, h):
    """What a cubic of h frames has of its slopes, times h, and of its value at the end, in frame i."""
    u = i / h
    return u * (1.0 - u) * (1.0 - u), -u * u * (1.0 - u), u * u * (3.0 - 2.0 * u)


@njit(cache=True, nogil=True)
def _solve(root, x):
    """Replace a form (N, N) by its Cholesky factor, below the diagonal, and a right-hand side (N,) by the solution."""
    least = 1.0
    for r in range(len(x)):
        least += root[r, r]
    least *= FIRM
    for c in range(len(x)):
        root[c, c] += least
        for j in range(c):
            for r in range(c, len(x)):
                root[r, c] -= root[r, j] * root[c, j]
        diagonal = np.sqrt(max(root[c, c], 1e-3 * least))
        for r in range(c, len(x)):
            root[r, c] /= diagonal
    for r in range(len(x)):
        for c in range(r):
            x[r] -= root[r, c] * x[c]
        x[r] /= root[r, r]
    for r in range(len(x) - 1, -1, -1):
        for c in range(r + 1, len(x)):
            x[r] -= root[c, r] * x[c]
        x[r] /= root[r, r]


@njit(cache=True, nogil=True)
def quaternion_pieces(turns, ways, tolerance):
    """Return how many equations the best chain has met, and whether it has a knot at each frame.

    Parameters
    ----------
    turns : (F, 4) unit quaternions in one hemisphere, two frames or more.
    ways : how many dimensions they span: 2 for a hinge, 4 at most. Others tell of nothing.
    tolerance : how far a quaternion may lie from its curve's direction, above what rounding does.
    """
    frames = len(turns)
    met, unknown = np.full((frames, WIDTH), -1), np.full((frames, WIDTH), ways)
    told, slopes = np.zeros((frames, WIDTH, 4, 4)), np.zeros((frames, WIDTH, 4))
    before = np.zeros((frames, WIDTH, 2), dtype=np.int64)
    root, x = np.zeros((9, 9)), np.zeros(9)
    met[0, 0] = 0
    for k in range(frames - 1):
        for n in range(WIDTH):
            if met[k, n] < 0:
                continue
            # A segment of fewer frames meets anything: it has slopes for all of its equations.
            free = unknown[k, n] + ways
            least, most = 2 + free // (ways - 1), frames - 1 - k
            reach, beyond, doubles = least - 1, least, True
            while reach < most and (doubles or beyond - reach > 1):
                h = min(beyond, most) if doubles else (reach + beyond) // 2
                if _fitted(turns, k, h, False, told[k, n], slopes[k, n], tolerance, root, x):
                    reach, beyond = h, 2 * h if doubles else beyond
                else:
                    beyond, doubles = h, False
            for h in range(1, min(reach, most) + 1):
                equations = (ways - 1) * (h - 1)
                count, left = met[k, n] + max(equations - free, 0), min(ways, max(free - equations, 0))
                if count < met[k + h].max():
                    continue
                if not _fitted(turns, k, h, True, told[k, n], slopes[k, n], tolerance, root, x) and h >= least:
                    continue
                place = _place(met[k + h], slopes[k + h], unknown[k + h], count, left, x[5:], tolerance)
                if place < 0:
                    continue
                met[k + h, place], unknown[k + h, place] = count, left
                before[k + h, place, 0], before[k + h, place, 1] = k, n
                for r in range(4):
                    slopes[k + h, place, r] = x[5 + r] if left < ways else 0.0
                    for c in range(4):
                        told[k + h, place, r, c] = 0.0
                        for j in range(min(r, c) + 1 if left < ways else 0):
                            told[k + h, place, r, c] += root[5 + r, 5 + j] * root[5 + c, 5 + j]
    return best_chain(met, before)


@njit(cache=True, nogil=True)
def _place(met, slopes, unknown, count, left, slope, tolerance):
    """Return where to put a chain among those that end at a frame: in place of one that tells as much and the same of
    its slope, or of the one that met least; -1 where these have met as much."""
    least = 0
    for n in range(WIDTH):
        if met[n] >= 0 and unknown[n] == left:
            away = 0.0
            for r in range(4):
                away = max(away, abs(slopes[n, r] - slope[r]))
            if left > 0 or away <= tolerance:
                return n if met[n] < count else -1
        if met[n] < met[least]:
            least = n
    return least if met[least] < count else -1
