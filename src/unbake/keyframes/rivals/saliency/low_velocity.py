"""Detection by velocity: actions are parted by moments of low velocity.

Miura, Kaiga, Katsura, Tajima, Shibata and Tamamoto, Adaptive keypose extraction from motion capture data, 2014; as
thesis 2.2.1 describes it: the velocities of all joints are summed at each frame, and frames with a sufficiently low
sum are keys.

A threshold alone would take whole runs of slow frames; of each run we take its slowest frame, that is, the local
minima of the sum, and lower the threshold until the wanted count is reached.

Limits: nothing makes the inbetweens fit; no more keys than the sum has minima. The paper's method need not choose the
first and last frame; here they are added.
"""

from __future__ import annotations

import numpy as np
from scipy.signal import find_peaks

from unbake.ground.arrays import Floats
from unbake.keyframes.rivals.greedy.splitting import ends_first
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest
from unbake.motion.points import Points


def slowest_moments(request: RivalRequest) -> dict[int, Frames]:
    """Return the keys of every wanted count that there are slow moments enough for."""
    speed = summed_speed(request.points)
    minima = find_peaks(-speed)[0]
    slowest = [int(frame) for frame in minima[np.argsort(speed[minima], kind="stable")]]
    order = [*ends_first(len(speed)), *slowest]
    return {count: tuple(order[:count]) for count in request.counts if count <= len(order)}


def summed_speed(points: Points) -> Floats:
    """Return the sum of the points' speeds at each frame (F,), in metres a frame."""
    return np.asarray(np.linalg.norm(np.gradient(points.positions(), axis=0), axis=2).sum(axis=1))


LOW_VELOCITY = Rival("low-velocity", "Miura et al. 2014, low joint velocity", "detection", slowest_moments)
