"""What a promise leaves of its error is given for smoothness: of the curves that keep it, those that bend least."""

from __future__ import annotations

from dataclasses import replace

from unbake.reduce.finish import finish
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.missed import Missed
from unbake.reduce.promised.promise import Kept
from unbake.reduce.take import Take

BENDING = (30.0, 10.0, 3.0)
"""By how much more bending may weigh, tried in turn. On eighteen clips for tuning, thirteen keep 2 cm with one of
these; the acceleration at their keys is 0.80 of what it was, their RMS error 1.07 times."""
LONGEST = 4_000
"""On longer takes some segment always needs all of the error, and each try takes seconds."""


def fairest(take: Take, kept: Kept, options: ReduceOptions) -> Kept:
    """Return what keeps a promise with the fairest F-curves through the same keys that keep it as well.

    Parameters
    ----------
    take : the motion.
    kept : keys, and curves that keep the error.
    options : the promised error, and how keys are joined; only ``free`` curves without breaks get fairer.
    """
    if "channels" not in kept.animations or not options.weighs_bending or take.motion.n_frames > LONGEST:
        return kept
    missed, error_m = Missed(take.motion, options.tips), options.error_m or 0.0
    for bending in BENDING:
        plain = take.fitted(kept.selection, "channels", "free", bending=bending)
        fairer = finish(take, plain, options, within_m=error_m)
        if missed.most_m(fairer) <= error_m:
            return replace(kept, animations={**kept.animations, "channels": fairer})
    return kept
