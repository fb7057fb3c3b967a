"""A bake of lines or held poses keeps every error by the keys that it had, with curves that break there."""

from __future__ import annotations

from unbake.keyframes.selection import Selection
from unbake.reduce.finish import finish
from unbake.reduce.join import join, keeps_corners
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.missed import Missed
from unbake.reduce.promised.promise import Kept
from unbake.reduce.take import Take


def at_corners(take: Take, kept: Kept, options: ReduceOptions) -> Kept:
    """Return the keys of such a bake with curves that break at them, where smooth ones need as many or more.

    Parameters
    ----------
    take : the motion.
    kept : keys and curves that keep the error.
    options : the promised error, pins, and how keys are joined; where gaps between keys are asked for, nothing changes.
    """
    keys = Selection(tuple(sorted({0, *take.corners, *options.pin_indices(take.motion), take.motion.n_frames - 1})))
    is_asked = options.min_gap is not None or options.max_gap is not None
    if is_asked or len(keys) > len(kept.selection) or not keeps_corners(take, keys, options):
        return kept
    missed = Missed(take.motion, options.tips)
    curves = {kind: finish(take, join(take, keys, kind, options), options) for kind in kept.animations}
    is_kept = all(missed.most_m(animation) <= (options.error_m or 0.0) for animation in curves.values())
    return Kept(keys, curves) if is_kept else kept
