"""``--error 2cm`` as a promise about the result: the fewest keyframes whose fitted animation keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.measure import measure
from unbake.errors import UsageError
from unbake.keyframes.error_table import Progress
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace
from unbake.motion.motion import Motion
from unbake.reduce.promised.makers import Maker

Kind = TypeVar("Kind", bound=str)

HOPELESS = 3.0
"""A count whose closed-form fit, with broken tangents, misses by more than this factor is not tried with the slow one.
On the thesis clips and the packaged one, from 3 to 40 keys, the slow fits left between 0.39 and 1.9 times its error."""


@dataclass(frozen=True, eq=False)
class Kept(Generic[Kind]):
    """The selection that keeps the promise, and the animation of each kind that was measured."""

    selection: Selection
    animations: dict[Kind, KeyedAnimation]


def fewest_within(
    motion: Motion,
    space: SelectionSpace,
    error_m: float,
    makers: Mapping[Kind, Maker],
    quick: Mapping[Kind, Maker],
    *,
    tips: bool = False,
    progress: Progress | None = None,
) -> Kept[Kind]:
    """Return the selection with the fewest keyframes whose animations all stay within `error_m` of the capture.

    Counts are tried from the fewest upwards, because the error of the result does not fall with every key; so every
    smaller count has been measured and found too far off, or missed by the factor `HOPELESS` with the closed form.

    Parameters
    ----------
    motion : the capture.
    space : the selections to try.
    error_m : largest distance in metres, at every frame and every default joint, in the world.
    makers : fits of each kind that have to keep the promise.
    quick : the same kinds by the closed form; the very same function where that is the fit.
    tips : whether the promise is about the tips, too.
    progress : told how far the work is.

    Raises
    ------
    UsageError : the space ends before a selection keeps the promise.
    """
    counts = space.counts()
    start = None
    final = [kind for kind in makers if makers[kind] is quick[kind]]
    for count in counts:
        selection = space.selection(count)
        closed = {kind: measure(motion, make(selection)).promised_m(tips) for kind, make in quick.items()}
        missed = max(closed.values())
        start = start or max(missed, error_m * (1.0 + 1e-9))
        if progress and missed > error_m:
            progress(min(0.99, max(0.0, 1.0 - (missed - error_m) / max(start - error_m, 1e-12))))
        # What is fitted by the closed form anyway is known already; the slow fits come only after it keeps the promise.
        if missed > HOPELESS * error_m or any(closed[kind] > error_m for kind in final):
            continue
        animations = {}
        for kind, make in makers.items():
            animations[kind] = make(selection)
            if measure(motion, animations[kind]).promised_m(tips) > error_m:
                break
        else:
            return Kept(selection, animations)
    raise UsageError(f"no selection of up to {counts[-1]} keyframes stays within {100 * error_m:g} cm of the capture")
