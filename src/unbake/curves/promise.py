"""``--error 2cm`` as a promise about the result: the fewest keyframes whose fitted animation keeps it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.measure import measure
from unbake.errors import UsageError
from unbake.keyframes.error_table import Progress
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace
from unbake.motion.motion import Motion

Kind = TypeVar("Kind", bound=str)
Maker = Callable[[Selection], KeyedAnimation]

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
    roles: Mapping[str, str] | None = None,
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
    roles : overrides, role → joint name, for the joints that are measured.
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
        closed = {kind: measure(motion, make(selection), roles=roles).max_m for kind, make in quick.items()}
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
            if measure(motion, animations[kind], roles=roles).max_m > error_m:
                break
        else:
            return Kept(selection, animations)
    raise UsageError(f"no selection of up to {counts[-1]} keyframes stays within {100 * error_m:g} cm of the capture")


ROUNDS = 7
"""Bounds that are tried at most; each brings the measured error nearer to the one that was promised."""


def few_within(
    motion: Motion,
    fewest: Callable[[float], Selection],
    error_m: float,
    makers: Mapping[Kind, Maker],
    *,
    roles: Mapping[str, str] | None = None,
) -> Kept[Kind]:
    """Return a selection whose animations all stay within `error_m`, for takes too long for a selection space.

    The bound that the criterion has to keep is adjusted until the measured result keeps the promise with little to
    spare. Each selection has the fewest keys for its bound; the fewest for the promise itself is not proven.

    Parameters
    ----------
    motion : the capture.
    fewest : gives the fewest keyframes for a bound on the criterion's error, in metres.
    error_m : largest distance in metres, at every frame and every default joint, in the world.
    makers : fits of each kind that have to keep the promise.
    roles : overrides, role → joint name, for the joints that are measured.

    Raises
    ------
    UsageError : no bound, not even zero, makes a selection that keeps the promise.
    """
    bound, kept, low, high = error_m, None, 0.0, float("inf")
    for _ in range(ROUNDS):
        selection = fewest(bound)
        animations = {kind: make(selection) for kind, make in makers.items()}
        missed = max(measure(motion, animation, roles=roles).max_m for animation in animations.values())
        if missed <= error_m:
            low = bound
            if kept is None or len(selection) <= len(kept.selection):
                kept = Kept(selection, animations)
            if missed > 0.9 * error_m:
                break
        else:
            high = bound
        # The measured error goes roughly with the bound; once the answer is bracketed, halve the bracket.
        bound = 0.5 * (low + high) if low > 0.0 and high < float("inf") else bound * 0.95 * error_m / max(missed, 1e-12)
        if high < float("inf") and low > 0.9 * high:
            break
    while kept is None and bound > 0.0:
        bound = bound * 0.25 if bound > 4e-9 else 0.0
        selection = fewest(bound)
        animations = {kind: make(selection) for kind, make in makers.items()}
        if max(measure(motion, animation, roles=roles).max_m for animation in animations.values()) <= error_m:
            kept = Kept(selection, animations)
    if kept is None:
        # The criterion saw the leading part alone, or the gaps forbid more keys.
        raise UsageError(f"no selection by these criteria stays within {100 * error_m:g} cm of the capture")
    return kept
