"""The oracle: which points of the feet are planted, by the labels of the most similar examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from unbake.errors import UsageError
from unbake.feet.detect.examples import Example, example_of
from unbake.feet.detect.features import FeatureOptions, LegPaths, features_of_paths, leg_paths, mirror_columns
from unbake.feet.labels import FOOT_POINTS, MIRRORED, FootLabels
from unbake.feet.legs import legs_of
from unbake.ground.arrays import Floats, Floats32
from unbake.learning.neighbours import NeighbourIndex
from unbake.learning.smoothing import hysteresis
from unbake.motion.motion import Motion

K = 10


@dataclass(frozen=True, eq=False)
class Oracle:
    """A k-nearest-neighbours classifier of foot plants and the examples that it knows; each counts mirrored, too.

    Parameters
    ----------
    examples : labelled pieces of motion.
    options : what frames are compared by.
    k : how many neighbours have a say; 10 by default.

    Raises
    ------
    UsageError : k below 1.

    References: Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, chapter 3.
    """

    examples: tuple[Example, ...] = ()
    options: FeatureOptions = field(default_factory=FeatureOptions)
    k: int = K

    def __post_init__(self) -> None:
        if not 1 <= self.k <= 1000:
            raise UsageError(f"the number of neighbours must lie between 1 and 1,000, not {self.k}")

    @property
    def n_examples(self) -> int:
        """How many frames it knows, mirror images not counted."""
        return sum(example.n_frames for example in self.examples)

    @cached_property
    def index(self) -> NeighbourIndex:
        """The examples made ready to be searched; UsageError while there are none."""
        if not self.examples:
            raise UsageError("the oracle has no examples yet: label some frames first")
        return NeighbourIndex(
            np.concatenate([e.features(self.options) for e in self.examples]), mirror_columns(self.options)
        )

    @cached_property
    def _labels(self) -> Floats:
        """(2, E, 4) labels of the examples and of their mirror images."""
        planted = np.concatenate([example.planted for example in self.examples]).astype(np.float64)
        return np.stack([planted, planted[:, list(MIRRORED)]])

    def certainty(self, motion: Motion) -> Floats:
        """Return how certain (F, 4) it is, 0 to 1, that each of `FOOT_POINTS` is planted: the neighbours' mean label.

        Parameters
        ----------
        motion : any humanoid with legs, at any frame rate.

        Raises
        ------
        MotionError : a skeleton without hips, knees, ankles or toes.
        UsageError : an oracle without examples.
        """
        return self.certainty_of_paths(leg_paths(motion, legs_of(motion)))

    def certainty_of_paths(self, paths: LegPaths) -> Floats:
        """Return how certain (F, 4) it is of every frame of these legs.

        Asked at most `rate_hz` times a second; between these instants certainty runs on a straight line.
        """
        if float(paths.fps) <= self.options.rate_hz:
            return self.certainty_of_features(features_of_paths(paths, self.options))
        slower = paths.at_rate(self.options.rate_hz)
        certainty = self.certainty_of_features(features_of_paths(slower, self.options))
        at = np.arange(paths.n_frames) * (self.options.rate_hz / float(paths.fps))
        known = np.arange(slower.n_frames)
        return np.stack([np.interp(at, known, certainty[:, point]) for point in range(len(FOOT_POINTS))], axis=1)

    def certainty_of_features(self, features: Floats32) -> Floats:
        """Return the mean label (F, 4) of the nearest examples of feature vectors (F, D)."""
        return np.asarray(self.neighbour_labels(features, self.k).mean(axis=1))

    def neighbour_labels(self, features: Floats32, k: int) -> Floats:
        """Return the labels (F, k, 4), 0 or 1, of the nearest examples of feature vectors (F, D), nearest first."""
        found = self.index.nearest(features, k)
        return np.asarray(self._labels[found.mirrored.astype(int), found.examples])

    def label(self, motion: Motion) -> FootLabels:
        """Return the foot plants of a motion: certainties through `hysteresis`.

        Raises as `certainty` does.
        """
        planted = hysteresis(self.certainty(motion))
        return FootLabels.from_frames(planted, motion.fps, motion.first_frame, source="oracle")

    def nearest_distance(self, features: Floats32) -> Floats:
        """Return the distance (F,) of feature vectors to the nearest example, or mirror image of one."""
        return self.index.nearest(features, 1).distances[:, 0]

    def with_examples(
        self,
        motion: Motion,
        labels: FootLabels,
        name: str,
        first: int = 0,
        last: int | None = None,
    ) -> Oracle:
        """Return an oracle that also knows frames `first` to `last` (from 0, both included) of a labelled motion.

        Parameters
        ----------
        motion, labels : the whole clip.
        name : for people: which clip it is.

        Raises
        ------
        MotionError : labels that are not of this motion.
        UsageError : frames outside the clip.
        """
        labels.check_of(motion)
        return self.with_pieces([example_of(leg_paths(motion, legs_of(motion)), labels, name, first, last)])

    def with_pieces(self, examples: Sequence[Example]) -> Oracle:
        """Return an oracle that also knows these examples."""
        return replace(self, examples=(*self.examples, *examples))

    def without(self, name: str) -> Oracle:
        """Return an oracle that does not know the examples of that name; UsageError where there are none."""
        kept = tuple(example for example in self.examples if example.name != name)
        if len(kept) == len(self.examples):
            raise UsageError(f"the oracle has no example '{name}'")
        return replace(self, examples=kept)

    def facts(self) -> dict[str, Any]:
        """Return what it was trained on and how it decides, as plain data."""
        return {
            "examples": self.n_examples,
            "seconds": round(self.n_examples / 60.0, 1),
            "pieces": [
                {
                    "name": e.name,
                    "frames": e.n_frames,
                    "source": e.source,
                    "leg_length_m": round(e.leg_length_m, 4),
                    "planted": {point: int(e.planted[:, n].sum()) for n, point in enumerate(FOOT_POINTS)},
                }
                for e in self.examples
            ],
            "sources": sorted({e.source for e in self.examples}),
            "k": self.k,
            "window": self.options.window,
            "rate_hz": self.options.rate_hz,
            "joints": list(self.options.joints),
            "with_root": self.options.with_root,
            "scaling": self.options.scaling,
            "ground": self.options.ground,
            "mirrored_examples": True,
        }
