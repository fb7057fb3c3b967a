"""Slow, obvious versions: the judge of the fast ones."""

import numpy as np


def window(path, centre, offsets):
    """One window, joint by joint."""
    place, sine, cosine = path.frame
    out = []
    for offset in offsets:
        pose = path.positions[min(max(centre + offset, 0), path.n_instants - 1)].astype(np.float64)
        for x, y, z in pose:
            x, z = x - place[centre, 0], z - place[centre, 1]
            out += [cosine[centre] * x - sine[centre] * z, y, sine[centre] * x + cosine[centre] * z]
    return np.array(out)


def margin(machines, row):
    """The margins of one window, support vector by support vector."""
    out = machines.offsets.copy()
    for vector, weights in zip(machines.vectors.astype(np.float64), machines.weights, strict=True):
        out += weights * np.exp(-machines.gamma * ((row.astype(np.float64) - vector) ** 2).sum())
    return out
