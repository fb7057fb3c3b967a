"""Detection by curve saliency: frames whose curvature looks different at two scales.

Bulut and Capin, Key frame extraction from motion capture data by curve saliency, 2007; as thesis 2.2.1 describes it:
the curvature of every curve, averaged with Gaussian weights over a small and a larger stretch; the difference is the
saliency; frames above its average are candidates; candidates close in time make a group; each group gives one key.

Ours, because the thesis names no numbers: scales in seconds; the curvature of a curve as a graph of metres over
seconds; the saliencies of all curves are added; the candidates are parted at their widest gaps into as many groups as
keys are wanted, and the most salient frame of a group is its key.

Limits: no more keys than there are runs of candidates, so counts are coarse at the upper end; a curvature depends on
the unit of the curve. The paper's method need not choose the first and last frame; here they are added.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d

from unbake.ground.arrays import Floats
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest

SCALE_S = 0.05
"""Width of the smaller stretch (the standard deviation of its weights); the larger one is twice as wide."""


def salient_frames(request: RivalRequest) -> dict[int, Frames]:
    """Return the keys of every wanted count that there are groups enough for."""
    points = request.points
    fps = float(points.fps)
    return grouped_keys(saliency(points.values, fps, [SCALE_S]), request.counts)


def saliency(curves: Floats, fps: float, scales_s: Sequence[float]) -> Floats:
    """Return the saliency of each frame (F,): differences of averaged curvature, added over curves and scales.

    Parameters
    ----------
    curves : (F, C), F ≥ 3, in metres.
    fps : frames a second.
    scales_s : widths of the smaller averages in seconds.
    """
    curvature = graph_curvature(curves, fps)
    total = np.zeros(len(curves))
    for scale_s in scales_s:
        fine, coarse = (gaussian_filter1d(curvature, n * scale_s * fps, axis=0, mode="nearest") for n in (1.0, 2.0))
        total += np.abs(fine - coarse).sum(axis=1)
    return total


def graph_curvature(curves: Floats, fps: float) -> Floats:
    """Return the curvature (F, C) of curves (F, C) seen as graphs over time in seconds; the ends repeat neighbours."""
    slope = (curves[2:] - curves[:-2]) * (fps / 2.0)
    bend = (curves[2:] - 2.0 * curves[1:-1] + curves[:-2]) * fps**2
    return np.pad(np.abs(bend) / (1.0 + slope**2) ** 1.5, ((1, 1), (0, 0)), mode="edge")


def grouped_keys(weight: Floats, counts: Sequence[int]) -> dict[int, Frames]:
    """Return for every count that can be reached the ends and the weightiest frame of each group of candidates.

    Candidates are the inner frames whose weight is above the average of all. The widest gaps between them part the
    groups; of equally wide ones the earlier.
    """
    candidates = 1 + np.flatnonzero(weight[1:-1] > weight.mean())
    if not len(candidates):
        return {}
    gaps = np.diff(candidates)
    widest = np.argsort(-gaps, kind="stable")
    partings = widest[gaps[widest] > 1]
    found: dict[int, Frames] = {}
    for count in counts:
        groups = count - 2
        if 1 <= groups <= len(partings) + 1:
            cuts = np.sort(partings[: groups - 1]) + 1
            found[count] = (0, *(_weightiest(weight, group) for group in np.split(candidates, cuts)), len(weight) - 1)
    return found


def _weightiest(weight: Floats, group: NDArray[np.int64]) -> int:
    return int(group[weight[group].argmax()])


CURVE_SALIENCY = Rival("curve-saliency", "Bulut & Capin 2007, curve saliency", "detection", salient_frames)
