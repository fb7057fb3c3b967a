"""``--error 2cm`` as a promise about the result: the fewest keyframes whose fitted animation keeps it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.errors import UsageError
from unbake.ground.progress import Progress
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace
from unbake.motion.motion import Motion
from unbake.reduce.promised.missed import Missed
from unbake.reduce.promised.trial_curves import TrialCurves

HOPELESS = 3.0
"""A count whose closed-form fit, with broken tangents, misses by more than this factor is not tried with the slow one.
On the thesis clips and the packaged one, from 3 to 40 keys, the slow fits left between 0.39 and 1.9 times its error."""
NARROWLY = 1.1
"""Where smooth curves miss by no more than this factor, those that may bend more are tried, too."""
NEARLY_DONE = 0.99
"""Part of the work that is told while the last selections are tried."""


@dataclass(frozen=True, eq=False)
class Kept:
    """The selection that keeps the promise, and the animation of each kind that was measured."""

    selection: Selection
    animations: dict[CurveKind, KeyedAnimation]


def fewest_within(
    motion: Motion,
    space: SelectionSpace,
    error_m: float,
    trials: Collection[TrialCurves],
    *,
    tips: bool = False,
    most_fits: int | None = None,
    progress: Progress | None = None,
) -> Kept | None:
    """Return the selection with the fewest keyframes whose animations all stay within `error_m` of the capture.

    Counts are tried from the fewest upwards, because the error of the result does not fall with every key; so every
    smaller count has been measured and found too far off, or missed by the factor `HOPELESS` with the closed form.

    Parameters
    ----------
    motion : the capture.
    space : the selections to try.
    error_m : largest distance in metres, at every frame and every default joint, in the world.
    trials : the curves of each kind that have to keep it.
    tips : whether the promise is about the tips, too.
    most_fits : None is returned when so many selections have missed the promise by slow fits, or the space has ended.
    progress : callback that receives the progress.

    Raises
    ------
    UsageError : the space ends before a selection keeps the promise, and `most_fits` is not given.
    """
    counts, missed = space.counts(), Missed(motion, tips)
    start, misses = None, 0
    for count in counts:
        selection = space.selection(count)
        closed = [missed.most_m(curves.closed(selection)) for curves in trials]
        nearest = max(closed)
        start = start or max(nearest, error_m * (1.0 + 1e-9))
        if progress and nearest > error_m:
            progress(min(NEARLY_DONE, max(0.0, 1.0 - (nearest - error_m) / max(start - error_m, 1e-12))))
        # What is fitted by the closed form anyway is known already; the slow fits come only after it keeps the promise.
        most = [error_m if curves.are_closed else HOPELESS * error_m for curves in trials]
        if any(off > allowed for off, allowed in zip(closed, most, strict=True)):
            continue
        kept = _kept(selection, error_m, trials, missed)
        if kept:
            return kept
        misses += 1
        if misses == most_fits:
            return None
    if most_fits is not None:
        return None
    raise UsageError(f"no selection of up to {counts[-1]} keyframes stays within {100 * error_m:g} cm of the capture")


def fewer_within(
    motion: Motion,
    space: SelectionSpace,
    error_m: float,
    trials: Collection[TrialCurves],
    kept: Kept,
    *,
    tips: bool = False,
    progress: Progress | None = None,
) -> Kept:
    """Return the best selection of one key fewer as long as it keeps an error, too; for parameters see `fewest_within`.

    Parameters
    ----------
    kept : what keeps it, found in another way.
    progress : told before each try that the work is nearly done; what it raises ends the work.
    """
    missed, counts = Missed(motion, tips), set(space.counts())
    while (count := len(kept.selection) - 1) in counts:
        if progress:
            progress(NEARLY_DONE)
        fewer = _kept(space.selection(count), error_m, trials, missed)
        if fewer is None:
            break
        kept = fewer
    return kept


def _kept(selection: Selection, error_m: float, trials: Collection[TrialCurves], missed: Missed) -> Kept | None:
    """The selection with its animations where all of them keep an error; where one misses, the others are not made."""
    animations = {}
    for curves in trials:
        found = curves.wanted(selection)
        off = missed.most_m(found)
        supple = curves.supple(selection) if error_m < off <= NARROWLY * error_m else None
        if supple:
            found, off = supple, missed.most_m(supple)
        if off > error_m:
            return None
        animations[curves.kind] = found
    return Kept(selection, animations)
