"""Detection of extremes of the motion in few dimensions, then greedy adding.

Assa, Caspi and Cohen-Or, Action synopsis: pose selection and illustration, 2005; the paper was not at hand. Thesis
2.2.2 says of it: positions, orientations and velocities of the joints are encoded in matrices, the motion is brought
into few dimensions by them, keys are detected as minima of that representation, and greedy adding brings the rest.

One deviation matters: a curve in several dimensions has no minima until it is said of what, and the directions of its
axes mean nothing. Taken here instead are the frames at which the curve is farther from its own local average than it is
on the whole, the farthest first: its turns, extremes in any direction, minima and maxima alike.

The aspects are positions and velocities, without the travel; the orientations of the paper are not in the points.
Dissimilarities are Euclidean and divided by their largest, and joined as the mean of their squares: the classical
scaling of that matrix is the principal components of both aspects side by side, so no matrix of all pairs is needed.
All of this, and the numbers below, is ours.

Limits: as greedy adding, once the detected frames are in. The paper's method need not choose the first and last frame;
here they are keys from the start.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.ndimage import gaussian_filter1d
from scipy.signal import find_peaks

from unbake.ground.arrays import Floats
from unbake.keyframes.rivals.greedy.adding import detect_then_add
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest
from unbake.keyframes.rivals.saliency.components import pose_curves, principal_curves
from unbake.motion.points import Points

DIMENSIONS = 5
NEIGHBOURHOOD_S = 0.15
"""Standard deviation of the weights of the local average."""


def synopsis(request: RivalRequest) -> dict[int, Frames]:
    """Return the keys of every wanted count: significant points first, then frames added greedily."""
    return detect_then_add(request, significant_frames(embedded(request.points), float(request.points.fps)))


def embedded(points: Points) -> Floats:
    """Return the motion as a curve in `DIMENSIONS` dimensions (or fewer where there are fewer)."""
    positions = pose_curves(points)
    aspects = []
    for aspect in (positions, np.gradient(positions, axis=0)):
        largest = replace(points, values=aspect).pose_range()
        aspects.append((aspect - aspect.mean(axis=0)) / (largest if largest > 0.0 else 1.0))
    return principal_curves(np.concatenate(aspects, axis=1) / np.sqrt(len(aspects)))[0][:, :DIMENSIONS]


def significant_frames(curve: Floats, fps: float) -> list[int]:
    """Return the inner frames at which a curve (F, C) turns away from its local average most, the farthest first."""
    average = gaussian_filter1d(curve, NEIGHBOURHOOD_S * fps, axis=0, mode="nearest")
    distance = np.linalg.norm(curve - average, axis=1)
    peaks = find_peaks(distance, height=distance.mean())[0]
    return [int(frame) for frame in peaks[np.argsort(-distance[peaks], kind="stable")]]


ACTION_SYNOPSIS = Rival("action-synopsis", "Assa et al. 2005, extremes, then adding", "hybrid", synopsis)
