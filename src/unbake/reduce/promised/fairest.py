"""What a promise leaves of its error is given for smoothness: curves that keep it, and bend less."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.world.part import with_neighbours
from unbake.keyframes.selection import Selection, by_segment
from unbake.reduce.finish import match_world
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.missed import Missed
from unbake.reduce.promised.promise import Kept
from unbake.reduce.promised.refit import Fit, curves_of, refitted
from unbake.reduce.take import Take

BENDING = (30.0, 3.0)
"""By how much more bending weighs: everywhere, and then around segments that miss the error so. On 21 clips for tuning
the acceleration at their keys is 0.84 of what it was, their RMS error 1.08 times; with 10 for 30, 0.89 and 1.05."""
AROUND, BACK = 2, (1, 2, 4)
"""Keys on both sides of a segment that misses the error whose curves change; and, in turn, those that get back the
curves that kept it."""
LONGEST = 4_000
"""Longer takes stay as they are: on 14_24, 3,702 frames, this takes half as long as the search."""


def fairest(take: Take, kept: Kept, options: ReduceOptions) -> Kept:
    """Return what keeps a promise with fairer F-curves through the same keys, as far as they keep it as well.

    Parameters
    ----------
    take : the motion.
    kept : keys, and curves that keep the error.
    options : the promised error, and how keys are joined; only ``free`` curves without breaks get fairer.
    """
    known = kept.animations.get("channels")
    if known is None or not known.curves or not options.weighs_bending or take.motion.n_frames > LONGEST:
        return kept
    missed, error_m = Missed(take.motion, options.tips), options.error_m or 0.0
    first, *others = BENDING
    fairer = match_world(take, _bent(first, take, kept.selection), options, within_m=error_m, bending=first)
    back = curves_of(known)
    mends: list[tuple[int, Fit | None, float]] = [(AROUND, partial(_bent, bending), bending) for bending in others]
    for reach, fit, bending in (*mends, *((reach, back, 1.0) for reach in BACK), (0, None, 1.0)):
        misses = by_segment(missed.per_frame_m(fairer), kept.selection.frames) > error_m
        if not misses.any():
            return replace(kept, animations={**kept.animations, "channels": fairer})
        if fit:
            near = with_neighbours(np.append(misses, False) | np.append(False, misses), reach)
            plain = refitted(take, fairer, kept.selection, near, fit)
            fairer = match_world(take, plain, options, near=near, within_m=error_m, bending=bending)
    return kept


def _bent(bending: float, take: Take, selection: Selection) -> KeyedAnimation:
    return take.fitted(selection, "channels", "free", bending=bending)
