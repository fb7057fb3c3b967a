"""A bake of lines or held poses comes back by the keys that it had, with curves that break there."""

from __future__ import annotations

import numpy as np

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
    keys = _keys_of_bake(take, options)
    if keys is None or len(keys) > len(kept.selection):
        return kept
    missed = Missed(take.motion, options.tips)
    curves = {kind: finish(take, join(take, keys, kind, options), options) for kind in kept.animations}
    is_kept = all(missed.most_m(animation) <= (options.error_m or 0.0) for animation in curves.values())
    return Kept(keys, curves) if is_kept else kept


def with_corners(take: Take, selection: Selection, options: ReduceOptions) -> Selection:
    """Return as many keys as were chosen by count, all of such a bake among them where they are enough for that.

    Parameters
    ----------
    take : the motion.
    selection : the keys; those that are farthest from the bake's own stay beside these.
    options : pins, and how keys are joined; where gaps between keys are asked for, nothing changes.
    """
    keys = _keys_of_bake(take, options)
    if keys is None or len(keys) > len(selection) or keeps_corners(take, selection, options):
        return selection
    fixed = np.array(keys.frames)
    others = sorted(set(selection.frames) - set(keys.frames), key=lambda frame: -int(np.abs(fixed - frame).min()))
    return Selection(tuple(sorted((*keys.frames, *others[: len(selection) - len(keys)]))))


def _keys_of_bake(take: Take, options: ReduceOptions) -> Selection | None:
    """Its ends, corners and pins; None where it is none, or curves may not break there, or gaps are asked for."""
    if options.min_gap is not None or options.max_gap is not None:
        return None
    keys = Selection(tuple(sorted({0, *take.corners, *options.pin_indices(take.motion), take.motion.n_frames - 1})))
    return keys if keeps_corners(take, keys, options) else None
