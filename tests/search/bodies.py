"""Bodies to search among: the performer's, and ways that nobody walks."""

from functools import cache

import numpy as np

from unbake.motion.body.body_path import BodyPath, body_path
from unbake.performer.perform import perform
from unbake.search.similar.index import WindowIndex
from unbake.search.similar.laid_out import Bodies
from unbake.search.similar.projection import fit_projections
from unbake.search.similar.windows import centres, windows_of


@cache
def performed(action, seconds=2.0, seed=0, **style):
    return body_path(perform(action, seconds=seconds, seed=seed, **style).motion)


@cache
def library():
    """Seven clips: walks, runs, a turn, a jump, one shorter than a window, one of a single pose."""
    walk = performed("walk")
    return (
        walk,
        performed("run"),
        performed("turn"),
        performed("jump"),
        performed("walk", seed=3).mirrored(),
        BodyPath(walk.positions[20:50], walk.leg_m),
        BodyPath(walk.positions[70:71], walk.leg_m),
    )


def index_of(paths, sample=None):
    every = [windows_of(path, centres(path)) for path in paths]
    projections = fit_projections(np.concatenate(every)[::5] if sample is None else sample, 1000)
    codes, fine_codes = (
        [projection.codes(windows) for windows in every] for projection in (projections.coarse, projections.fine)
    )
    return WindowIndex(projections, codes, fine_codes, [path.n_instants for path in paths], Bodies(paths.__getitem__))


def noisy(path, leg_lengths, seed=0):
    noise = leg_lengths * np.random.default_rng(seed).standard_normal(path.positions.shape)
    return BodyPath((path.positions + noise).astype(np.float32), path.leg_m)
