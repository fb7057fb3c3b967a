"""Detection by saliency of principal components, at several scales.

Halit and Capin, Multiscale motion saliency for keyframe extraction from motion capture sequences, 2011; as thesis 2.2.1
describes it: the saliency of Bulut and Capin, measured on the principal components of the curves instead of the curves.
By its title at several scales, whose saliencies are added here; which ones, how many components, and that the travel
is taken out first, are ours.

Limits: as `curve_saliency`.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest
from unbake.keyframes.rivals.saliency.components import pose_curves, principal_curves
from unbake.keyframes.rivals.saliency.curve_saliency import SCALE_S, grouped_keys, saliency

SCALES_S = (SCALE_S, 1.5 * SCALE_S, 2.0 * SCALE_S)
KEPT = 0.95
"""Part of the variance that the components in use explain together."""


def salient_component_frames(request: RivalRequest) -> dict[int, Frames]:
    """Return the keys of every wanted count that there are groups enough for."""
    points = request.points
    return grouped_keys(saliency(main_curves(pose_curves(points)), float(points.fps), SCALES_S), request.counts)


def main_curves(values: Floats) -> Floats:
    """Return as many principal components (F, C) of (F, D) values as explain `KEPT` of their variance."""
    curves, variances = principal_curves(values)
    explained = np.cumsum(variances)
    if explained[-1] == 0.0:
        return curves[:, :1]
    return curves[:, : 1 + int(np.searchsorted(explained, KEPT * explained[-1]))]


MOTION_SALIENCY = Rival(
    "motion-saliency", "Halit & Capin 2011, saliency of components", "detection", salient_component_frames
)
