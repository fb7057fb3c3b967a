"""Slow, obvious versions of everything that the kernels do: the judge of the fast ones."""

from itertools import combinations, pairwise

import numpy as np
from scipy.interpolate import CubicHermiteSpline


def distances_to(shape, segment):
    """Distance vectors (n+1, P, 3) of a segment's points (n+1, P, 3) from what joins its two ends."""
    n = len(segment) - 1
    start, end = segment[0], segment[-1]
    alpha = (np.arange(n + 1) / n)[:, None, None]
    if shape == "lerp":
        return segment - ((1 - alpha) * start + alpha * end)
    if shape == "curve":
        return segment - best_cubic(segment)
    raise ValueError(shape)


def best_cubic(segment):
    """Thesis appendix A by a general least-squares solver: ends fixed, uniform parameters."""
    n = len(segment) - 1
    u = np.arange(n + 1) / n
    b0, b1, b2, b3 = (1 - u) ** 3, 3 * (1 - u) ** 2 * u, 3 * (1 - u) * u**2, u**3
    flat = segment.reshape(n + 1, -1)
    ends = b0[:, None] * flat[0] + b3[:, None] * flat[-1]
    handles = np.linalg.lstsq(np.stack([b1, b2], axis=1), flat - ends, rcond=None)[0]
    return (ends + b1[:, None] * handles[0] + b2[:, None] * handles[1]).reshape(segment.shape)


def line_distance(points, start, end):
    """Distance of points (N, D) from the line through two points (D,)."""
    direction = end - start
    length = np.linalg.norm(direction)
    away = points - start
    if length == 0:
        return np.linalg.norm(away, axis=1)
    unit = direction / length
    return np.linalg.norm(away - np.outer(away @ unit, unit), axis=1)


def frame_distances(shape, metric, segment):
    """Distance at each frame (n+1,) of a segment (n+1, P, 3), of the pose or of the worst joint."""
    n, points = len(segment), segment.shape[1]
    if shape == "line":
        if metric == "pose":
            flat = segment.reshape(n, -1)
            return line_distance(flat, flat[0], flat[-1])
        return np.max([line_distance(segment[:, p], segment[0, p], segment[-1, p]) for p in range(points)], axis=0)
    away = np.linalg.norm(distances_to(shape, segment), axis=2)
    return np.linalg.norm(away, axis=1) if metric == "pose" else away.max(axis=1)


def segment_error(criterion, metric, segment):
    shape, total = criterion.split("-")
    if len(segment) < 3:
        return 0.0
    distance = frame_distances(shape, metric, segment)
    return float(distance.max() if total == "max" else np.sum(distance**2))


def table(criterion, metric, points):
    frames = len(points)
    out = np.full((frames, frames), np.inf)
    for i in range(frames):
        for j in range(i + 1, frames):
            out[i, j] = segment_error(criterion, metric, points[i : j + 1])
    return out


def composed(values, compose, frames):
    errors = [values[i, j] for i, j in pairwise(frames)]
    return max(errors) if compose == "max" else sum(errors)


def best_by_search(values, compose, count, end=None, pinned=(), min_gap=1, max_gap=None):
    """Least error over all selections of `count` frames from 0 to `end` that keep pins and gaps; inf if none does."""
    last = len(values) - 1 if end is None else end
    best = np.inf
    for inner in combinations(range(1, last), count - 2):
        frames = (0, *inner, last)
        gaps = np.diff(frames)
        if not set(pinned) <= set(frames) or gaps.min() < min_gap or (max_gap and gaps.max() > max_gap):
            continue
        best = min(best, composed(values, compose, frames))
    return best


def square(error_table):
    """The values of an error table as a square, infinite where a band ends."""
    if not error_table.is_band:
        return error_table.values
    frames = error_table.n_frames
    values = np.full((frames, frames), np.inf, dtype=np.float32)
    for i, row in enumerate(error_table.values):
        end = min(frames, i + len(row))
        values[i, i + 1 : end] = row[1 : end - i]
    return values


def traced(values, best, compose, count, end):
    """The frames of the best selection, from the end backwards, by looking at every frame before: of those with the
    least error, the one with the least sum, and of those the earliest."""
    frames = [end]
    for k in range(count - 1, 0, -1):
        before, segments = best[: frames[0], k - 1], values[: frames[0], frames[0]]
        sums = before + segments
        errors = sums if compose == "sum" else np.maximum(before, segments)
        equal = np.flatnonzero(errors == errors.min())
        frames.insert(0, int(equal[np.argmin(sums[equal])]))
    return tuple(frames)


def clusters(values, keys, steps=100):
    """The frames nearest to the averages of their clusters, first and last frame kept, by Lloyd's steps."""
    keys = list(keys)
    for _ in range(steps):
        group = [min(range(len(keys)), key=lambda k: np.sum((frame - values[keys[k]]) ** 2)) for frame in values]
        for k, key in enumerate(keys):
            group[key] = k
        new = list(keys)
        for k in range(1, len(keys) - 1):
            members = [f for f in range(len(values)) if group[f] == k]
            average = values[members].mean(axis=0)
            # Two members are equally near to their average but for rounding.
            new[k] = min(members, key=lambda f: round(np.linalg.norm(values[f] - average), 9))
        if new == keys:
            break
        keys = new
    return keys


def hermite_error(values, slopes, keys):
    """The squared distances of values (F, D) from cubic Hermite curves through the keys."""
    keys = list(keys)
    curve = CubicHermiteSpline(keys, values[keys], slopes[keys])
    return np.sum((curve(np.arange(len(values))) - values) ** 2)


def off_the_chain(values, knots):
    """How far values (F,) are at most from the best chain of cubics with these knots, which go on at the same speed."""
    knots, frames = np.asarray(knots), np.arange(len(values))
    through = CubicHermiteSpline(knots, values[knots], np.zeros(len(knots)))(frames)
    slopes = np.stack(
        [CubicHermiteSpline(knots, np.zeros(len(knots)), unit)(frames) for unit in np.eye(len(knots))], axis=1
    )
    found = np.linalg.lstsq(slopes, values - through, rcond=None)[0]
    return np.abs(values - through - slopes @ found).max()


def off_the_quaternions(turns, knots):
    """How far directions (F, 4) are at most from the best cubics of quaternions with these knots, which go on at the
    same speed and are of unit length at knots."""
    knots, frames = np.asarray(knots), np.arange(len(turns))
    through = CubicHermiteSpline(knots, turns[knots], np.zeros((len(knots), 4)))(frames)
    weights = CubicHermiteSpline(knots, np.zeros((len(knots),) * 2), np.eye(len(knots)))(frames)
    across = np.eye(4) - turns[:, :, None] * turns[:, None, :]
    rows = np.einsum("fk,frc->frkc", weights, across).reshape(4 * len(turns), -1)
    missing = np.einsum("frc,fc->fr", across, through)
    slopes = np.linalg.lstsq(rows, -missing.ravel(), rcond=None)[0]
    return np.linalg.norm((rows @ slopes).reshape(-1, 4) + missing, axis=1).max()
