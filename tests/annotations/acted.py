"""Clips whose flags are known: the performer's, and a world of two flags without any body."""

from functools import cache

import numpy as np

from unbake.annotations.examples import Examples, examples_of, joined
from unbake.annotations.windows import WindowShape
from unbake.motion.body.body_path import body_path
from unbake.performer.perform import perform

FLAGS = ("Walk", "Stand", "Turn Left", "Turn Right")
SHAPE = WindowShape(every=15)
CLIPS = (
    ("walk", {}, "Walk"),
    ("walk", {"speed_m_s": 0.9}, "Walk"),
    ("walk", {"turning_deg_s": 60.0}, "Walk", "Turn Left"),
    ("stand", {}, "Stand"),
    ("stand", {"sway_m": 0.02}, "Stand"),
)


@cache
def clip(number):
    """Return one of `CLIPS` as a motion, its body and its labels (K, F)."""
    action, style, *flags = CLIPS[number]
    motion = perform(action, seconds=2.5, fps=30, seed=number, **style).motion
    values = np.zeros((len(FLAGS), motion.n_frames), dtype=np.int8)
    values[[FLAGS.index(flag) for flag in flags]] = 1
    return motion, body_path(motion), values


@cache
def examples():
    """Return the examples of all clips, each a group."""
    parts = []
    for number in range(len(CLIPS)):
        motion, path, values = clip(number)
        parts.append(examples_of(path, motion.fps, values, SHAPE, group=number))
    return joined(parts)


def two_clouds(n=120, seed=0, noise=0.3):
    """Return examples of one flag that a line divides, in as many columns as the coarsest windows have."""
    rng = np.random.default_rng(seed)
    is_yes = rng.random(n) < 0.5
    rows = rng.normal(0.0, noise, (n, SHAPE.n_columns)).astype(np.float32)
    rows[:, 0] += np.where(is_yes, 1.0, -1.0)
    return Examples(rows, is_yes[:, None].astype(np.int8), np.arange(n) // 10)
