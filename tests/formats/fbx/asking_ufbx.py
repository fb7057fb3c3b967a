"""Where ufbx itself has nodes, at any times: the slow, obvious twin of the reader."""

from fractions import Fraction

import numpy as np

from unbake.formats.fbx.scene import Wanted, read_scene
from unbake.formats.fbx.values import worlds


def node_places(path, start_s, step_s, count, take=None):
    """Return name → (F, 3) places in metres, Y up, at `count` times from `start_s` on."""
    scene = read_scene(path, take)
    wanted = Wanted(start_s, Fraction(1 / step_s).limit_denominator(10**6), count, tuple(range(len(scene.nodes))))
    scene = read_scene(path, take, poses=wanted)
    matrices, _ = worlds(scene, scene.poses)
    return {node.name: np.array(shift) for node, (_, shift) in zip(scene.nodes, matrices, strict=True)}


def farthest(motion, path, start_s=0.0, names=None, take=None):
    """Return how far, in metres, joints are at most from where ufbx has them, over all frames of a motion."""
    places = node_places(path, start_s, float(1 / motion.fps), motion.n_frames, take)
    ours = motion.positions()
    names = names or [name for name in motion.skeleton.names if name in places]
    assert len(names) > 1
    return max(np.abs(ours[:, motion.skeleton.index(name)] - places[name]).max() for name in names)
