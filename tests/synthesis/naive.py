"""Slow, obvious twins of the package's fast ways."""

from functools import cache

import numpy as np


def moved(points, angle, shift):
    """Points turned about the vertical, from +Z towards +X, and shifted over the floor."""
    x, y, z = np.moveaxis(np.asarray(points), -1, 0)
    c, s = np.cos(angle), np.sin(angle)
    return np.stack(np.broadcast_arrays(c * x + s * z + shift[0], y, c * z - s * x + shift[1]), axis=-1)


def window_distance(a, b, taper, joints):
    """The least weighted mean of squared distances, by looking at angles, finer and finer, each with its best shift."""
    w = np.outer(taper, joints)

    def at(angles):
        turned = moved(b, angles[:, None, None], np.zeros(2))
        away = a - turned
        away -= (w[..., None] * away).sum(axis=(1, 2), keepdims=True) / w.sum() * [1.0, 0.0, 1.0]
        return (w * (away**2).sum(axis=-1)).sum(axis=(1, 2)) / w.sum()

    middle, reach = 0.0, np.pi
    while reach > 1e-6:
        angles = middle + np.linspace(-reach, reach, 41)
        middle, reach = angles[int(np.argmin(at(angles)))], 0.1 * reach
    return at(np.array([middle]))[0]


def all_warps(n, m, repeats, steepest):
    """Every path that a time warp may take through a table of n × m, as lists of cells."""

    def inside(i, j):
        ends = ((i, j), (n - 1 - i, m - 1 - j))
        return all(q <= steepest * p + repeats and p <= steepest * q + repeats for p, q in ends)

    def onward(path, run):
        i, j = path[-1]
        if (i, j) == (n - 1, m - 1):
            yield path
            return
        for step in ((1, 1), (1, 0), (0, 1)):
            there = (i + step[0], j + step[1])
            if there[0] >= n or there[1] >= m or not inside(*there):
                continue
            if step == (1, 1):
                yield from onward([*path, there], (step, 0))
            elif run[1] == 0 or (run[0] == step and run[1] < repeats):
                yield from onward([*path, there], (step, run[1] + 1))

    yield from onward([(0, 0)], ((1, 1), 0))


def best_warp(cost, repeats, steepest):
    """The least sum of a table's cells along any such path; infinite where there is none."""
    sums = [sum(cost[cell] for cell in path) for path in all_warps(*cost.shape, repeats, steepest)]
    return min(sums, default=np.inf)


def best_warp_of_many(cost, repeats, steepest):
    """The same from the end backwards with memory, for tables too large to look at every path."""
    n, m = cost.shape

    @cache
    def onward(i, j, kind, run):
        if (i, j) == (n - 1, m - 1):
            return cost[i, j]
        best = np.inf
        for step in ("both", "first", "second"):
            p, q = i + (step != "second"), j + (step != "first")
            ends = ((p, q), (n - 1 - p, m - 1 - q))
            if p >= n or q >= m or any(v > steepest * u + repeats or u > steepest * v + repeats for u, v in ends):
                continue
            if step == "both":
                best = min(best, onward(p, q, step, 0))
            elif run == 0 or (kind == step and run < repeats):
                best = min(best, onward(p, q, step, run + 1))
        return cost[i, j] + best

    return onward(0, 0, "both", 0)


def distance_to_hull(point, corners):
    """How far a point of the floor is from the convex hull of others, by the best weights of a fine search."""
    from scipy.optimize import minimize

    corners, point = np.asarray(corners, float), np.asarray(point, float)
    k = len(corners)
    best = np.inf
    for start in (*np.eye(k), np.full(k, 1.0 / k)):
        found = minimize(
            lambda w: ((w @ corners - point) ** 2).sum(),
            start,
            bounds=[(0.0, 1.0)] * k,
            constraints=[{"type": "eq", "fun": lambda w: w.sum() - 1.0}],
            method="SLSQP",
            options={"ftol": 1e-15, "maxiter": 500},
        )
        best = min(best, float(found.fun))
    return np.sqrt(max(best, 0.0))
