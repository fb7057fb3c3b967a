"""Keys against joints that turn in place: a promised error does not see those, and the fewest keys may leave some."""

from __future__ import annotations

import numpy as np

from unbake.curves.world.turning import MOST_RAD_S, Turning, has_quaternions
from unbake.ground.arrays import Floats
from unbake.keyframes.selection import Selection, by_segment
from unbake.reduce.moves import Frames
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.missed import Missed
from unbake.reduce.promised.promise import Kept
from unbake.reduce.promised.trial_curves import TrialCurves
from unbake.reduce.take import Take

ROUNDS, WORTH_KEYS = 4, 0.75
"""Rounds in which keys are added; each must leave no more than this part of what turns too fast."""


def without_unseen_turns(take: Take, kept: Kept, options: ReduceOptions) -> tuple[Kept, int]:
    """Return what keeps a promise with keys added where joints of quaternion curves turn too fast, and how many.

    Parameters
    ----------
    take : the motion.
    kept : keys, and curves that keep the error.
    options : the promised error, and how keys are joined.
    """
    watched = [kind for kind, animation in kept.animations.items() if has_quaternions(animation)]
    if not watched or take.motion.n_frames < 3:
        return kept, 0
    motion, error_m = take.motion, options.error_m or 0.0
    missed, turning = Missed(motion, options.tips), Turning(motion, options.tips)
    trials = [TrialCurves(take, kind, options, error_m) for kind in kept.animations]
    best, excess = kept, turning.most_rad_s([kept.animations[kind] for kind in watched])
    for _ in range(ROUNDS):
        frames = _with_more_keys(best.selection.frames, excess, options)
        if frames == best.selection.frames:
            break
        keys = Selection(frames)
        found = {curves.kind: curves.wanted(keys, best.animations[curves.kind]) for curves in trials}
        less = turning.most_rad_s([found[kind] for kind in watched])
        if less.max() > WORTH_KEYS * excess.max() or any(missed.most_m(one) > error_m for one in found.values()):
            break
        best, excess = Kept(keys, found), less
    return best, len(best.selection) - len(kept.selection)


def _with_more_keys(frames: Frames, excess_rad_s: Floats, options: ReduceOptions) -> Frames:
    """Add a key where a joint turns too fast, as far as gaps allow; to one of two such segments side by side."""
    most, gap, added = by_segment(excess_rad_s, frames), options.least_gap, dict[int, int]()
    for segment in np.argsort(-most):
        first, last = frames[segment : segment + 2]
        is_short = last - first < 2 * gap
        if most[segment] <= MOST_RAD_S or is_short or added.keys() & {segment - 1, segment + 1}:
            continue
        worst = first + int(excess_rad_s[first:last].argmax()) + 1
        added[segment] = min(max(worst, first + gap), last - gap)
    return tuple(sorted({*frames, *added.values()}))
