"""How few keys a promised error could take at best: segments that are fitted one by one.

Each has tangents of its own, which the smooth curves of a result do not have, so a result hardly does with fewer keys.
That is no proof: a longer segment than the longest that was found may keep the error, and so may another fit.
"""

from __future__ import annotations

from unbake.curves.keyed_animation import CurveKind
from unbake.curves.measure import measure
from unbake.errors import UsageError
from unbake.ground.progress import Progress
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.reduce.finish import match_world
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.promise import HOPELESS
from unbake.reduce.take import Take

BEGIN = 12
"""The first segment is tried with so many frames at first, every other one with as many as the one before it had."""
FITS: dict[CurveKind, str] = {"channels": "free", "quaternions": "broken"}
"""The nearest fit of a segment alone: handles of any fair length, or at thirds."""


def fewest_alone(take: Take, options: ReduceOptions, progress: Progress | None = None) -> int:
    """Return how many keys segments have that are each as long as they keep the promised error alone.

    Parameters
    ----------
    take : the motion.
    options : the promised error; pins are keys, and gaps limit the lengths of segments.
    progress : told how far the work is; what it raises ends the work.

    Raises
    ------
    UsageError : no error is promised.
    """
    if options.error_m is None:
        raise UsageError("segments are fitted one by one for a promised error only")
    motion, length, count = take.motion, BEGIN, 1
    ends = sorted({*options.pin_indices(motion), motion.n_frames - 1} - {0})
    first = 0
    while first < motion.n_frames - 1:
        end = next(pin for pin in ends if pin > first)
        furthest = min(end, first + (options.max_gap or motion.n_frames))
        good, bad, tried = first + 1, furthest + 1, first + length
        while bad - good > 1:
            tried = min(max(tried, good + 1), bad - 1)
            if _missed_alone_m(motion, first, tried, options) <= options.error_m:
                good, tried = tried, tried + max(2, (tried - first) // 4)
            else:
                bad, tried = tried, (good + tried) // 2
        first, length, count = good, good - first, count + 1
        if progress:
            progress(first / (motion.n_frames - 1))
    return count


def _missed_alone_m(motion: Motion, first: int, last: int, options: ReduceOptions) -> float:
    """What the curves of all kinds miss on one segment, from frame to frame; roughly, where that is hopeless."""
    part = Take(motion.excerpt(motion.first_frame + first, motion.first_frame + last))
    options = options.of_frames(range(first, last + 1))
    error_m, worst = options.error_m or 0.0, 0.0
    for kind in options.curves:
        animation = part.fitted(Selection((0, last - first)), kind, FITS[kind])
        missed = measure(part.motion, animation).promised_m(options.tips)
        if error_m < missed <= HOPELESS * error_m and options.holds_ends:
            missed = min(missed, measure(part.motion, match_world(part, animation, options)).promised_m(options.tips))
        worst = max(worst, missed)
        if worst > error_m:
            break
    return worst
