"""``--error 2cm`` as a promise about the result: the fewest keyframes whose fitted animation keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.curves.measure import measure
from unbake.errors import UsageError
from unbake.keyframes.error_table import Progress
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace
from unbake.motion.motion import Motion
from unbake.reduce.promised.makers import Makers
from unbake.reduce.promised.missed import Missed

HOPELESS = 3.0
"""A count whose closed-form fit, with broken tangents, misses by more than this factor is not tried with the slow one.
On the thesis clips and the packaged one, from 3 to 40 keys, the slow fits left between 0.39 and 1.9 times its error."""
UNLIKELY = 1.7
"""One whose quick try misses by more than this factor is not tried with the slow one either. On four captures and 45
counts, the slow fits left between 0.63 and 1.7 times its error."""


@dataclass(frozen=True, eq=False)
class Kept:
    """The selection that keeps the promise, and the animation of each kind that was measured."""

    selection: Selection
    animations: dict[CurveKind, KeyedAnimation]


def fewest_within(
    motion: Motion,
    space: SelectionSpace,
    error_m: float,
    makers: Makers,
    *,
    tips: bool = False,
    most_fits: int | None = None,
    progress: Progress | None = None,
) -> Kept | None:
    """Return the selection with the fewest keyframes whose animations all stay within `error_m` of the capture.

    Counts are tried from the fewest upwards, because the error of the result does not fall with every key; so every
    smaller count has been measured and found too far off, or missed by the factor `HOPELESS` with the closed form or
    `UNLIKELY` with a quick try.

    Parameters
    ----------
    motion : the capture.
    space : the selections to try.
    error_m : largest distance in metres, at every frame and every default joint, in the world.
    makers : fits of each kind.
    tips : whether the promise is about the tips, too.
    most_fits : None is returned when so many selections have missed the promise by slow fits, or the space has ended.
    progress : told how far the work is.

    Raises
    ------
    UsageError : the space ends before a selection keeps the promise, and `most_fits` is None.
    """
    counts, quick = space.counts(), Missed(motion, tips)
    start, missing = None, 0
    final = [kind for kind, make in makers.wanted.items() if make is makers.closed[kind]]
    for count in counts:
        selection = space.selection(count)
        closed = {kind: quick.most_m(make(selection)) for kind, make in makers.closed.items()}
        missed = max(closed.values())
        start = start or max(missed, error_m * (1.0 + 1e-9))
        if progress and missed > error_m:
            progress(min(0.99, max(0.0, 1.0 - (missed - error_m) / max(start - error_m, 1e-12))))
        # What is fitted by the closed form anyway is known already; the slow fits come only after it keeps the promise.
        if missed > HOPELESS * error_m or any(closed[kind] > error_m for kind in final):
            continue
        animations = _within(motion, selection, error_m, makers, tips)
        if animations is not None:
            return Kept(selection, animations)
        missing += 1
        if missing == most_fits:
            return None
    if most_fits is not None:
        return None
    raise UsageError(f"no selection of up to {counts[-1]} keyframes stays within {100 * error_m:g} cm of the capture")


def _within(
    motion: Motion, selection: Selection, error_m: float, makers: Makers, tips: bool
) -> dict[CurveKind, KeyedAnimation] | None:
    """The animation of each kind, if all keep the error; one that was only tried where the wanted one does not."""
    animations = {}
    for kind, make in makers.wanted.items():
        tried = None
        if makers.tried[kind] is not make:
            tried = makers.tried[kind](selection)
            missed = measure(motion, tried).promised_m(tips)
            if missed > UNLIKELY * error_m:
                return None
            tried = tried if missed <= error_m else None
        wanted = make(selection)
        found = wanted if measure(motion, wanted).promised_m(tips) <= error_m else tried
        if found is None:
            return None
        animations[kind] = found
    return animations
