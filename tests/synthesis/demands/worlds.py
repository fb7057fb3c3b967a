"""Small pools of frames, and demands over them."""

import numpy as np

from unbake.motion.body.body_path import body_path
from unbake.performer.perform import perform
from unbake.synthesis.demands.pool import FramePool, pool_of
from unbake.synthesis.demands.problem import CostWeights, Problem, Targets


def random_pool(lengths=(60, 50, 40, 30), axes=4, seed=0):
    """Clips that wander through few axes."""
    rng = np.random.default_rng(seed)
    features = [np.cumsum(rng.normal(0.0, 0.1, (n, axes)), axis=0) for n in lengths]
    steps = rng.normal([0.0, 0.02, 0.0], [0.004, 0.01, 0.02], (sum(lengths), 3))
    return FramePool(np.concatenate(features).astype(np.float32), steps, np.array(lengths))


def random_problem(seed=0, n=50, flags=3, targets=None, fixed=(), lengths=(60, 50, 40, 30), weights=None):
    """A demand whose flags hold in runs of frames, which the pool has by chance."""
    rng = np.random.default_rng(seed)
    pool = random_pool(lengths, seed=seed)
    holds = np.repeat(rng.random((flags, pool.n_frames // 10 + 1)) < 0.5, 10, axis=1)[:, : pool.n_frames]
    costs = np.concatenate([np.zeros((1, pool.n_frames)), ~holds]).astype(np.float32)
    rows = np.repeat(rng.integers(0, flags + 1, n // 10 + 1), 10)[:n]
    held = np.full(n, -1)
    for at, frame in fixed:
        held[at] = frame
    return Problem(pool, costs, rows, held, targets or Targets.none(), weights or CostWeights())


def performer_problem(n=150):
    """A walk, a stand, a walk from less than 300 frames of a performer; what it does is known exactly."""
    paths = [body_path(perform(what, seconds=s, seed=4).motion) for what, s in (("walk", 2.0), ("stand", 1.5))]
    pool = pool_of(paths)
    walks = pool.clip_of == 0
    costs = np.stack([np.zeros(pool.n_frames), ~walks, walks]).astype(np.float32)
    rows = np.repeat([1, 2, 1], n // 3)
    return Problem(pool, costs, rows, np.full(len(rows), -1), Targets.none())


def place_target(n, place, heading=np.nan):
    """One place at the end."""
    empty = np.zeros(0, dtype=np.int64)
    places = np.array([place], dtype=np.float64)
    return Targets(np.array([n - 1]), places, np.array([heading]), np.zeros((0, 2)), empty, 1, np.zeros(2), 0.0, 0.9)
