"""Slow, obvious twins of the search's kernels."""

from itertools import pairwise, product

import numpy as np

from unbake.feet.labels import FootLabels
from unbake.synthesis.blending.weights import bernstein, eased
from unbake.synthesis.naturalness.support import nearest_in_hull_m
from unbake.synthesis.warping.time_warp import TimeWarp

GRAVITY = 9.81


def world(path, seen):
    """Points (F, P, 3) that a body sees from its path, in the world."""
    c, s = path[:, None, 3], path[:, None, 4]
    x, z = seen[..., 0], seen[..., 2]
    return np.stack([c * x + s * z + path[:, None, 0], seen[..., 1], c * z - s * x + path[:, None, 1]], axis=-1)


def candidate(windows, ids):
    """Cost, foot-plant error and frames of a blend; an infinite cost where it is too long."""
    frames = windows.warps.shape[2]
    warps = [TimeWarp(np.arange(float(frames)))]
    for a, b in pairwise(ids):
        warps.append(warps[-1].then(TimeWarp(windows.warps[a, b])))
    instants = clock(warps)
    if len(instants) > 2 * frames:
        return np.inf, np.inf, 0
    weights = bernstein(eased(instants / instants[-1]), len(ids))
    times = np.stack([warp.at(instants) for warp in warps])
    grid = np.arange(windows.fine.shape[1]) / 4.0
    parts = [
        np.stack([np.interp(times[k], grid, column) for column in windows.fine[own].T.astype(float)], axis=1)
        for k, own in enumerate(ids)
    ]
    path = path_of(parts, weights)
    mean = sum(weights[:, k, None] * part for k, part in enumerate(parts))
    soles = world(path, mean[:, 5:23].reshape(-1, 6, 3))
    centres = world(path, mean[:, 23:].reshape(-1, 14, 3))
    feet, planted = foot_error(windows, ids, times, weights, path, soles)
    return feet + balance_error(windows, centres, soles, planted), feet, len(instants)


def clock(warps):
    """Instants of the first motion such that, by their weights, all go on by a frame of their own in the mean."""
    last = len(warps[0].times) - 1
    slopes = np.stack([np.gradient(warp.times) for warp in warps], axis=1)
    steps = 1.0 / (bernstein(eased(np.arange(last + 1) / last), len(warps)) * slopes).sum(axis=1)
    instants = [0.0]
    while instants[-1] < last - 1e-9:
        instants.append(instants[-1] + np.interp(instants[-1], np.arange(last + 1), steps))
    gone = np.interp(last, instants, np.arange(len(instants)))
    return np.minimum(
        np.interp(np.linspace(0.0, gone, max(1, round(gone)) + 1), np.arange(len(instants)), instants), last
    )


def path_of(parts, weights):
    """The way of a body whose steps and turns are the mean of all, each seen from where it headed before."""
    out = [(0.0, 0.0, 0.0)]
    for k in range(1, len(weights)):
        aside = ahead = turn = 0.0
        for source, part in enumerate(parts):
            (x, z, heading, c, s), (u, v, other) = part[k - 1, :5], part[k, :3]
            aside += weights[k, source] * (c * (u - x) - s * (v - z))
            ahead += weights[k, source] * (s * (u - x) + c * (v - z))
            turn += weights[k, source] * (other - heading)
        x, z, heading = out[-1]
        c, s = np.cos(heading), np.sin(heading)
        out.append((x + c * aside + s * ahead, z + c * ahead - s * aside, heading + turn))
    out = np.array(out)
    return np.column_stack([out, np.cos(out[:, 2]), np.sin(out[:, 2])])


def foot_error(windows, ids, times, weights, path, soles):
    """Foot-plant error, and which points are planted."""
    offered = []
    last = len(path) - 1
    for source, own in enumerate(ids):
        for stay in range(windows.n_stays[own]):
            row = windows.stays[own, stay]

            def frames(begin, end, t=times[source]):
                inside = [k for k in range(len(t)) if begin - 0.5 <= t[k] < end + 0.5]
                return (inside[0], inside[-1]) if inside else (last + 1, -1)

            begin, end = frames(row[1], row[2])
            is_start = row[1] == 0 and source == 0
            is_end = not is_start and end == last and source == len(ids) - 1
            begin = max(begin, windows.gap) if source else begin
            end = end if source == len(ids) - 1 else min(end, last - windows.gap)
            if end < begin:
                continue
            at = 0 if is_start else last if is_end else (begin + end) // 2
            parts = []
            for point in (0, 1):
                if row[3 + 2 * point] < 0:
                    continue
                a, b = frames(row[3 + 2 * point], row[4 + 2 * point])
                a, b = max(a, begin), min(b, end)
                if a <= b:
                    seen = windows.seen[own, stay, 0 if is_start else 2 if is_end else 1, point]
                    parts.append((point, a, b, world(path[at : at + 1], seen[None, None])[0, 0]))
            if parts:
                away = [
                    np.linalg.norm(soles[k, 3 * row[0] + point] - place)
                    for point, a, b, place in parts
                    for k in range(a, b + 1)
                ]
                offered.append((np.mean(away), len(offered), row[0], begin, end, parts))
    taken = []
    for plant in sorted(offered, key=lambda plant: plant[:2]):
        if all(p[2] != plant[2] or plant[3] > p[4] + windows.gap or plant[4] < p[3] - windows.gap for p in taken):
            taken.append(plant)
    planted, away = np.zeros((len(path), 4), bool), [[] for _ in path]
    for _, _, foot, _, _, parts in taken:
        for point, a, b, place in parts:
            for k in range(a, b + 1):
                planted[k, 2 * foot + point] = True
                away[k].append(np.linalg.norm(soles[k, 3 * foot + point] - place))
    each = []
    for k, own in enumerate(away):
        stands = 0.0
        for source, window in enumerate(ids):
            rows = windows.stays[window, : windows.n_stays[window]]
            if any(row[1] - 0.5 <= times[source, k] < row[2] + 0.5 for row in rows):
                stands += weights[k, source]
        if own or stands > 0.5:
            each.append(np.mean(own) if own else 0.3)
    return (np.mean(each) if each else 0.0), planted


def balance_error(windows, centres, soles, planted):
    """The largest distance of the zero moment point from what planted feet cover."""
    inside = (centres[2:] - 2.0 * centres[1:-1] + centres[:-2]) * windows.rate**2
    acceleration = np.concatenate([inside[:1], inside, inside[-1:]])
    force = acceleration[..., 1] + GRAVITY
    down = force @ windows.masses
    about = force[..., None] * centres[..., [0, 2]] - acceleration[..., [0, 2]] * centres[..., 1:2]
    point = np.einsum("fsc,s->fc", about, windows.masses) / down[:, None]
    corners = np.full((len(soles), 12, 2), np.nan)
    for frame, foot, column in product(range(len(soles)), (0, 1), (0, 1, 2)):
        if planted[frame, 2 * foot + min(column, 1)]:
            ahead = soles[frame, 3 * foot + 2, [0, 2]] - soles[frame, 3 * foot, [0, 2]]
            aside = windows.half_width * np.array([ahead[1], -ahead[0]]) / np.linalg.norm(ahead)
            own = soles[frame, 3 * foot + column, [0, 2]]
            corners[frame, 6 * foot + 2 * column] = own + aside
            corners[frame, 6 * foot + 2 * column + 1] = own - aside
    away = np.linalg.norm(point - nearest_in_hull_m(point, corners), axis=1)
    away = away[np.isfinite(away) & (down >= 0.2 * GRAVITY)]
    return away.max() if len(away) else 0.0


def search(windows, start, end):
    """The least cost of all candidates between two windows, and how many there are."""
    every = range(len(windows.n_stays))
    chains = [()] + [(k,) for k in every] + list(product(every, every))
    return min(candidate(windows, [start, *chain, end])[0] for chain in chains), len(chains)


def labels_without(labels):
    """Labels of the same clip without any plant."""
    return FootLabels((), labels.n_frames, labels.fps, labels.first_frame)


def smoothed(values, weights, stiff):
    """Columns near to some others (F, C), with little acceleration; nothing, and at rest, at both ends."""
    inner = np.eye(len(values))[:, 1:-1]
    bends = np.diff(np.pad(inner, ((1, 1), (0, 0))), 2, axis=0)
    weigh = np.diag(weights)
    return inner @ np.linalg.solve(inner.T @ weigh @ inner + stiff * bends.T @ bends, inner.T @ weigh @ values)


def shortened(first, last, away, length, gap, fade):
    """The frames of a lone plant from which a foot has time to both ends, where away (F,) is how far it is moved."""
    while first <= last:
        if last < length - 1 and length - 1 - last < gap * np.sqrt(away[last] / fade):
            last -= 1
        elif first > 0 and first < gap * np.sqrt(away[first] / fade):
            first += 1
        else:
            break
    return (first, last) if last - first + 1 >= gap else None
