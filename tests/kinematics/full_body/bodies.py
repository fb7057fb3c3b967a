"""Small bodies for tests: chains and trees with random turns."""

import numpy as np
from scipy.spatial.transform import Rotation

from unbake.motion.motion import Motion


def body(parents, offsets, seed=0, turn=0.6):
    """A motion of one frame in which every joint turns."""
    random = np.random.default_rng(seed)
    names = [f"j{n}" for n in range(len(parents))]
    rotations = Rotation.from_rotvec(turn * random.normal(size=(len(parents), 3))).as_quat()
    return Motion.from_arrays(names, parents, offsets, rotations[None])


def chain(count, seed=0):
    """Bones one after the other, some 30 cm long."""
    offsets = np.random.default_rng(seed + 100).normal(scale=0.2, size=(count, 3))
    return body([-1, *range(count - 1)], offsets, seed)


def free_tree(seed=0, count=7):
    """A tree whose bones turn one by one, and the joints at their ends: each has a joint of its own at its start."""
    random = np.random.default_rng(seed + 200)
    parents, offsets, ends = [-1], [np.zeros(3)], [0]
    for _ in range(count):
        start = int(random.choice(ends))
        parents += [start, len(parents)]
        offsets += [np.zeros(3), random.normal(scale=0.2, size=3)]
        ends.append(len(parents) - 1)
    return body(parents, np.array(offsets), seed), ends
