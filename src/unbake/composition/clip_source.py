"""A clip of a library as a source of blends: at one rate, with the plants of its feet."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from unbake.feet.labels import FootLabels
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.library.tables import PLANTS
from unbake.motion.body.rooting import rooted
from unbake.synthesis.blending.source import BlendSource

RATE = Fraction(60)
"""Frames a second of all material, as in Ikemoto's thesis."""


def clip_source(library: Library, clip: Clip) -> BlendSource:
    """Return a clip at `RATE` with its plants: labels by hand, else where feet seem planted.

    Its root moves: where another joint below it carries the body, as the hips do below a still armature, the root
    carries that along (`rooted`).

    Raises
    ------
    MotionError : a skeleton without legs.
    """
    motion = rooted(library.motion(clip.id), below_root=True)
    labels = library.foot_labels(clip.id)
    if labels is None:
        planted = np.asarray(library.derived(clip.id, PLANTS)["planted"], dtype=np.bool_)
        labels = FootLabels.from_frames(planted, motion.fps, motion.first_frame, "oracle")
    if motion.fps == RATE:
        return BlendSource(motion, labels)
    moved = motion.resampled(RATE)
    return BlendSource(moved, labels.at_rate(RATE, moved.n_frames))
