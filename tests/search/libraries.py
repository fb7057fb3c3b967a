"""Small libraries to search."""

import numpy as np

from unbake.library.library import Library
from unbake.motion.body.mirror import mirrored
from unbake.motion.motion import Motion
from unbake.performer.perform import perform


def box(n_frames=30):
    """A motion of something without legs."""
    return Motion.from_arrays(["box"], [-1], np.zeros((1, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (n_frames, 1, 1)))


def filled(path):
    """A library of walks, a jump, a turn, a short clip and one without a body."""
    library = Library.create(path)
    walk = perform("walk", seconds=3.0).motion
    added = {
        "walk": (walk, ["gait"], "subject-1/walk.bvh"),
        "walk-other": (mirrored(perform("walk", seconds=3.0, seed=4, fps=60).motion), ["gait", "Other"], "b/w.bvh"),
        "jump": (perform("jump").motion, [], "subject-1/jump.bvh"),
        "turn": (perform("turn", fps=30).motion, ["gait"], ""),
        "short": (walk.excerpt(100, 130), [], ""),
        "box": (box(), ["gait"], ""),
    }
    for name, (motion, tags, source) in added.items():
        library.add(motion, name, source=source, tags=tags)
    return library
