"""Markers on the performer: clean, as skin and cameras make them, and with some of them hidden."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.markers.sets import MARKER_SETS, PLUG_IN_GAIT, MarkerSet
from unbake.performer import Performance, perform
from unbake.performer.body.landmarks import landmarks_m
from unbake.performer.easing import wander

NOISE_M = 0.001
"""Standard deviation of each coordinate, from frame to frame."""
SLIDING_M = 0.005
"""RMS of the skin's sliding along each axis, at 0.3 to 3 Hz."""
HIDDEN_S = (0.2, 1.0)
"""How long a marker is hidden."""
HIDDEN_PART = 0.1
"""Part of all frames of all markers."""

_RARE = ("sacrum", "knee-medial", "ankle-medial", "toe-little", "toe-big")
"""Landmarks, without their sides, whose markers Plug-in Gait does without in trials that move."""


@dataclass(frozen=True, eq=False)
class Marked:
    """Markers (F, P, 3) of a performance, with the labels of a set."""

    performance: Performance
    labels: tuple[str, ...]
    positions_m: Floats


def marked(performance: Performance, marker_set: MarkerSet) -> Marked:
    """Return the markers of a set on a performer, in its order, each where it belongs."""
    places = landmarks_m(performance.figure, performance.motion)
    rare = _RARE if marker_set is PLUG_IN_GAIT else ()
    there = {n: label for n, label in marker_set.labels.items() if n in places and not n.endswith(rare)}
    return Marked(performance, tuple(there.values()), np.stack([places[landmark] for landmark in there], axis=1))


def with_sliding_skin(clean: Marked, seed: int = 0) -> Marked:
    """Return the markers with noise, and with skin that slides smoothly, each marker on its own."""
    rng = np.random.default_rng(seed)
    frames, count = clean.positions_m.shape[:2]
    time_s = np.arange(frames) / float(clean.performance.motion.fps)
    slide = np.stack([wander(time_s, rng, 0.3, 3.0) for _ in range(3 * count)], axis=1).reshape(frames, count, 3)
    noise = NOISE_M * rng.standard_normal(clean.positions_m.shape)
    return Marked(clean.performance, clean.labels, clean.positions_m + SLIDING_M * slide + noise)


def with_hidden(clean: Marked, seed: int = 0) -> Marked:
    """Return the markers with a tenth of all that is seen hidden, in stretches of 0.2 to 1 s."""
    rng = np.random.default_rng(seed)
    positions = clean.positions_m.copy()
    frames, count = positions.shape[:2]
    while np.isnan(positions[..., 0]).mean() < HIDDEN_PART:
        length = int(rng.uniform(*HIDDEN_S) * float(clean.performance.motion.fps))
        start, marker = int(rng.integers(frames)), int(rng.integers(count))
        positions[start : start + length, marker] = np.nan
    return Marked(clean.performance, clean.labels, positions)


def performances(seconds: float = 3.0) -> dict[str, Performance]:
    """Return what is performed: a walk, a run, reaching and a jump, at 50 frames a second."""
    return {
        action: perform(action, seconds=seconds if action in ("walk", "run") else None, fps=50, seed=4)
        for action in ("walk", "run", "reach", "jump")
    }


__all__ = ["MARKER_SETS", "Marked", "marked", "performances", "with_hidden", "with_sliding_skin"]
