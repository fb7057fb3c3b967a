"""The frames that a motion on demand is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.motion.body.body_path import BodyPath
from unbake.synthesis.demands.features import FeatureAxes, feature_axes

EDGE = 8
"""Frames of a clip on the other side of a join, with which it is blended; joins nearer to an end cost more."""


@dataclass(frozen=True, eq=False)
class FramePool:
    """All frames of some clips, one clip after the other, at 60 Hz.

    Parameters
    ----------
    features : (N, D) float32, see `FeatureAxes`.
    steps : (N, 3) from each frame to the next as the body sees it: to the left and ahead, in leg lengths, and its turn
        in radians. The last frame of a clip has the step before it.
    lengths : (clips,) number of frames of each.
    """

    features: Floats32
    steps: Floats
    lengths: Indices

    @property
    def n_frames(self) -> int:
        """Number of frames of all clips."""
        return len(self.features)

    @cached_property
    def starts(self) -> Indices:
        """The first frame (clips,) of each clip."""
        return np.asarray(np.cumsum(self.lengths) - self.lengths)

    @cached_property
    def clip_of(self) -> Indices:
        """Which clip each frame is of (N,)."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    @cached_property
    def first(self) -> Indices:
        """The first frame of each frame's clip (N,)."""
        return self.starts[self.clip_of]

    @cached_property
    def last(self) -> Indices:
        """The last frame of each frame's clip (N,)."""
        return (self.starts + self.lengths - 1)[self.clip_of]

    @cached_property
    def edges(self) -> tuple[Floats32, Floats32]:
        """What part of `EDGE` frames is missing after each frame, and before it (N,)."""
        at = np.arange(self.n_frames)
        after, before = np.minimum(self.last - at, EDGE), np.minimum(at - self.first, EDGE)
        return (1.0 - after / EDGE).astype(np.float32), (1.0 - before / EDGE).astype(np.float32)

    def chosen(self, clips: Sequence[int]) -> FramePool:
        """Return the pool of some of the clips, by number."""
        rows = np.concatenate([np.arange(self.starts[c], self.starts[c] + self.lengths[c]) for c in clips])
        return FramePool(self.features[rows], self.steps[rows], self.lengths[list(clips)])


def pool_of(paths: Sequence[BodyPath], axes: FeatureAxes | None = None) -> FramePool:
    """Return the pool of some bodies over time; the axes are fitted to them by default."""
    axes = axes or feature_axes(paths)
    return FramePool(
        np.concatenate([axes.of(path) for path in paths]),
        np.concatenate([steps_of(path) for path in paths]),
        np.array([path.n_instants for path in paths]),
    )


def steps_of(path: BodyPath) -> Floats:
    """Return the steps (T, 3) of a body, see `FramePool`."""
    place, sine, cosine = path.frame
    out = np.zeros((path.n_instants, 3))
    if path.n_instants > 1:
        moved = np.diff(place, axis=0)
        s, c = sine[:-1], cosine[:-1]
        out[:-1, 0], out[:-1, 1] = c * moved[:, 0] - s * moved[:, 1], s * moved[:, 0] + c * moved[:, 1]
        out[:-1, 2] = np.arctan2(sine[1:] * c - cosine[1:] * s, cosine[1:] * c + sine[1:] * s)
        out[-1] = out[-2]
    return out
