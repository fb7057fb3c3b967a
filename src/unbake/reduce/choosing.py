"""Keyframes as they were asked for: a count, a promised error, or three layers; on long takes by other ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.curves.makers import (
    held,
    is_held,
    promise_makers,
)
from unbake.curves.measure import measure
from unbake.errors import UsageError
from unbake.keyframes.criteria import criterion_named
from unbake.keyframes.layers import LEAD, Blocking, Layer, three_layers
from unbake.keyframes.long.bounded import fewest_keys
from unbake.keyframes.long.pieces import PIECE, select_in_pieces
from unbake.keyframes.pick import Pick, pick_method
from unbake.keyframes.request import Report, Stopwatch, selection_points, selection_space
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace
from unbake.motion.levers import STILL_M
from unbake.motion.motion import Motion
from unbake.motion.points import Points, default_joints, points_of
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promise import few_within, fewest_within

HELD_GAIN = 1.4
"""What the last step is trusted to make good: on the thesis clips it left 0.26 to 0.9 times the largest error, mostly
0.6."""

LONGEST_SPACE = 1500
"""A space that only a report would show is not made for more frames than this: 1,500 take about 10 s."""


@dataclass(frozen=True, eq=False)
class Chosen:
    """Keyframes, and what else came out of choosing them."""

    selection: Selection
    animations: Mapping[CurveKind, KeyedAnimation] | None = None
    space: SelectionSpace | None = None
    blocking: Blocking | None = None
    notes: tuple[str, ...] = ()


def by_layers(motion: Motion, asked: ReduceOptions, told: Report, clock: Stopwatch) -> Chosen:
    blocking = choose_by_layers(motion, asked, told)
    clock.lap("select")
    space = None
    if asked.wants_space and motion.n_frames <= LONGEST_SPACE:
        space = selection_space(motion, replace(asked, lead=None), told, clock)
    return Chosen(blocking.selection, None, space, blocking)


def by_count(motion: Motion, asked: ReduceOptions, told: Report, clock: Stopwatch) -> Chosen:
    keys = asked.keys or 0
    pick = _pick(motion, asked, counts=keys, for_error=False)
    if pick.method == "optimal":
        space = selection_space(motion, asked, told, clock)
        return Chosen(space.selection(keys), None, space)
    points = selection_points(motion, asked)
    pieces = select_in_pieces(
        points,
        asked.criterion,
        metric=asked.metric,
        compose=asked.compose,
        pins=asked.pin_indices(motion),
        min_gap=asked.least_gap,
        max_gap=asked.max_gap,
        # Each cut takes a key: for few keys the pieces are longer, so that cuts take half of them at most.
        longest=max(PIECE, -(-2 * motion.n_frames // keys)),
        keys_max=keys,
        progress=lambda part: told("select", part),
    )
    clock.lap("select")
    selection = pieces.selection(keys)
    cost = _cost_of_cutting(motion, points, asked, selection) if len(pieces.pieces) > 1 else ()
    clock.lap("select")
    return Chosen(selection, notes=(pick.reason, *cost))


def _cost_of_cutting(motion: Motion, points: Points, asked: ReduceOptions, selection: Selection) -> tuple[str, ...]:
    """Say how many keys fewer would do for the same error without cuts, where that can be found out in time."""
    criterion = criterion_named(asked.criterion)
    if criterion.total != "max" or (asked.compose or criterion.compose) != "max":
        return ()
    exact = fewest_keys(
        points,
        selection.error * (1.0 + 1e-6),
        criterion,
        metric=asked.metric,
        pins=asked.pin_indices(motion),
        min_gap=asked.least_gap,
        max_gap=asked.max_gap,
        seconds=5.0,
    )
    if not exact.is_optimal:
        return ()
    return (f"without the cuts {exact.least} keys would be needed for the same error",)


def by_error(
    motion: Motion,
    asked: ReduceOptions,
    told: Report,
    clock: Stopwatch,
) -> Chosen:
    error_m = asked.error_m or 0.0
    pick = _pick(motion, asked, counts=motion.n_frames // 5, for_error=True)
    if pick.method == "optimal":
        makers, quick = promise_makers(motion, asked.curves, asked, error_m)
        space = selection_space(motion, asked, told, clock)
        kept = fewest_within(
            motion,
            space,
            error_m,
            makers,
            quick,
            tips=asked.tips,
            progress=lambda part: told("fit", part),
        )
        return Chosen(kept.selection, kept.animations, space, notes=_corners(kept.animations))
    points = selection_points(motion, asked)

    def fewest(bound_m: float) -> Selection:
        found = fewest_keys(
            points,
            bound_m,
            asked.criterion,
            metric=asked.metric,
            pins=asked.pin_indices(motion),
            min_gap=asked.least_gap,
            max_gap=asked.max_gap,
            progress=lambda part: told("select", part),
        )
        return found.selection

    # On long takes the last step is taken once or twice, at the end: it takes longer than all the rest. It usually
    # brings more than enough nearer, so at first the search may miss the promise by as much.
    swift = replace(asked, holds_ends=False)
    for looser in (HELD_GAIN, 1.0) if is_held(motion, asked) else (1.0,):
        makers, quick = promise_makers(motion, asked.curves, swift, looser * error_m)
        try:
            few = few_within(motion, fewest, looser * error_m, makers, quick, tips=asked.tips)
        except UsageError:
            if looser > 1.0:
                continue
            raise
        animations = {k: _held_within(motion, a, error_m, asked) for k, a in few.animations.items()}
        if all(_is_within(motion, a, error_m, asked) for a in animations.values()):
            break
    return Chosen(few.selection, animations, notes=(pick.reason, *_corners(animations)))


def _held_within(motion: Motion, animation: KeyedAnimation, error_m: float, asked: ReduceOptions) -> KeyedAnimation:
    """The animation after the last step, unless that breaks the promise: toes count in it that are not promised."""
    found = held(motion, animation, asked)
    return found if _is_within(motion, found, error_m, asked) else animation


def _is_within(motion: Motion, animation: KeyedAnimation, error_m: float, asked: ReduceOptions) -> bool:
    return measure(motion, animation).promised_m(asked.tips) <= error_m


def _pick(motion: Motion, asked: ReduceOptions, *, counts: int, for_error: bool) -> Pick:
    criterion = criterion_named(asked.criterion)
    if asked.method != "auto":
        if asked.method == "bounded" and (not for_error or criterion.total != "max"):
            raise UsageError("the bounded method needs an error to keep, and a criterion that takes a maximum")
        if asked.method == "pieces" and for_error:
            raise UsageError("the pieces method takes a number of keys, not an error")
        return Pick(asked.method)
    longest = asked.max_gap or motion.n_frames
    return pick_method(motion.n_frames, longest, criterion, asked.metric, counts=counts, for_error=for_error)


def choose_by_layers(motion: Motion, options: ReduceOptions, report: Report) -> Blocking:
    """Choose keyposes and breakdowns of a motion by three layers; without hips the root leads, or all of a thing that
    only turns."""
    lead = options.lead or (LEAD if LEAD[0] in motion.skeleton.roles else _lead(motion))
    cache: dict[tuple[bool, str], Points] = {}

    def points_for(layer: Layer) -> Points:
        kind = (layer.lead, layer.space)
        if kind not in cache:
            joints = lead if layer.lead else None
            cache[kind] = points_of(motion, joints, space=layer.space, tips=options.tips)
        return cache[kind]

    return three_layers(
        points_for,
        options.layers,
        pins=options.pin_indices(motion),
        min_gap=options.min_gap,
        max_gap=options.max_gap,
        progress=lambda part: report("select", part),
    )


def _lead(motion: Motion) -> tuple[int, ...] | None:
    """The root; None, for all that is seen, where no joint moves against it, as those of a camera or a propeller."""
    places = motion.positions()[:, default_joints(motion)] - motion.positions()[:, :1]
    return (0,) if np.ptp(places, axis=0).max() > STILL_M else None


def _corners(animations: Mapping[CurveKind, KeyedAnimation]) -> tuple[str, ...]:
    if not any(animation.fit == "broken" for animation in animations.values()):
        return ()
    return ("to keep the error with so few keys, the tangents of the glTF curves break at the keys",)
