"""Small reductions for the reports' tests: quick, made up, and of every shape that a report must survive."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from formats.figures import figure_motion, figure_skeleton
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton
from unbake.reduce.reduction import ReduceOptions, Reduction, reduce_motion

HOSTILE = "</script><script>alert('1')</script>&\"<b>"


def walk(n_frames: int = 60, first_frame: int = 101) -> Motion:
    """The made-up figure, walking a metre a second along Z."""
    return figure_motion(n_frames, first_frame=first_frame)


def held(n_frames: int = 20) -> Motion:
    """A figure that does not move at all."""
    one = walk(1)
    still = (np.repeat(one.rotations_xyzw, n_frames, axis=0), np.repeat(one.translations_m, n_frames, axis=0))
    return Motion(one.skeleton, *still, one.fps, one.first_frame)


def prop(n_frames: int = 30) -> Motion:
    """A single joint that is no figure: it rises and comes down, and turns."""
    time = np.linspace(0.0, 1.0, n_frames)
    skeleton = Skeleton(("ball",), (-1,), np.zeros((1, 3)), (("tx", "ty", "tz", "rx", "ry", "rz"),))
    turn = np.stack([np.sin(time), 0 * time, 0 * time, np.cos(time)], axis=1)[:, None]
    way = np.stack([0 * time, 4.0 * time * (1.0 - time), 0 * time], axis=1)[:, None]
    return Motion(skeleton, turn, way, Fraction(30))


def hostile() -> Motion:
    """A walk whose joints' names try to break out of the page."""
    skeleton = figure_skeleton()
    names = tuple(f"{name}{HOSTILE}" for name in skeleton.names)
    return replace(walk(), skeleton=replace(skeleton, names=names), warnings=(f"assumed {HOSTILE}",))


def reduced(motion: Motion, **options: object) -> Reduction:
    """A quick reduction: handles at thirds unless asked otherwise."""
    return reduce_motion(motion, ReduceOptions(**{"fit": "hermite", **options}))
