"""Slow, obvious versions of searching: the judge of the fast ones."""

import numpy as np

MOMENTS = np.arange(-30, 31, 2)


def window(path, middle):
    return path.seen_from(np.array([middle]), middle + MOMENTS[None])[0].astype(np.float64)


def stretches(query, paths):
    """Every stretch as long as a query, as (clip, first instant, whether mirrored, squared distance)."""
    out = []
    length = query.last - query.first + 1
    wanted = [
        [window(body, query.first + 30 + o) for o in query.offsets] for body in (query.path, query.path.mirrored())
    ]
    for clip, path in enumerate(paths):
        every = {middle: window(path, middle) for middle in range(path.n_instants)}
        starts = range(path.n_instants - length + 1)
        if path.n_instants < 61 and length == 61:
            starts = [path.n_instants // 2 - 30]
        for start in starts:
            for is_mirrored, windows in zip((False, True), wanted, strict=True):
                squared = sum(
                    np.sum((every[start + 30 + offset] - one) ** 2)
                    for offset, one in zip(query.offsets, windows, strict=True)
                )
                out.append((clip, start, is_mirrored, squared))
    return out


def best_apart(found, length, count):
    """The best of stretches, one after the other, without those that overlap a better one of the same clip."""
    best = []
    for one in sorted(found, key=lambda f: f[3]):
        if len(best) < count and all(one[0] != b[0] or abs(one[1] - b[1]) >= length for b in best):
            best.append(one)
    return best


def warp(query, other):
    """The cheapest way, by trying all: (sum, first and last pose)."""
    best = (np.inf, 0, 0)

    def go(i, j, total, begin):
        nonlocal best
        if i == len(query) - 1:
            best = min(best, (total, begin, j))
            return
        for di, dj in ((1, 1), (1, 2), (2, 1)):
            if i + di < len(query) and j + dj < len(other):
                passed = [np.sum((query[k] - other[j + dj]) ** 2) for k in range(i + 1, i + di + 1)]
                go(i + di, j + dj, total + sum(passed), begin)

    for j in range(len(other)):
        go(0, j, np.sum((query[0] - other[j]) ** 2), j)
    return best
