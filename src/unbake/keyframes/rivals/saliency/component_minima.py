"""Detection of minima of the first principal component, then greedy adding.

Miura, Kaiga, Shibata, Katsura, Tajima and Tamamoto, A hybrid approach to keyframe extraction from motion capture data
using curve simplification and principal component analysis, 2014; as thesis 2.2.2 describes it.

The travel is taken out before, or it would be the component. The deepest minima come first (by their prominence), and
those that are shallow against the component's range are left to the greedy half, because noise has minima everywhere.
All of this is ours.

Limits: the sign of a component means nothing, so that minima could as well be maxima; ours makes the largest weight
positive. As greedy adding, once the detected frames are in. The first and last frame are keys from the start.
"""

from __future__ import annotations

import numpy as np
from scipy.signal import find_peaks

from unbake.ground.arrays import Floats
from unbake.keyframes.rivals.greedy.adding import detect_then_add
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest
from unbake.keyframes.rivals.saliency.components import pose_curves, principal_curves

SHALLOWEST = 0.1
"""Least prominence of a minimum as a part of the component's range."""


def minima_then_adding(request: RivalRequest) -> dict[int, Frames]:
    """Return the keys of every wanted count: minima first, then frames added greedily."""
    return detect_then_add(request, deepest_minima(principal_curves(pose_curves(request.points))[0][:, 0]))


def deepest_minima(curve: Floats) -> list[int]:
    """Return the inner frames at which a curve (F,) has prominent minima, the deepest first."""
    extent = float(np.ptp(curve))
    if extent == 0.0:
        return []
    minima, found = find_peaks(-curve, prominence=SHALLOWEST * extent)
    return [int(frame) for frame in minima[np.argsort(-found["prominences"], kind="stable")]]


COMPONENT_MINIMA = Rival("component-minima", "Miura et al. 2014, minima, then adding", "hybrid", minima_then_adding)
