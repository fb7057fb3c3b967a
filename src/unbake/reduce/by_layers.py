"""Keyframes of a take by three layers, and the classes of all keyframes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from unbake.curves.measure import measure
from unbake.ground.progress import Report
from unbake.keyframes.layers import LEAD, Blocking, Layer, three_layers
from unbake.keyframes.moments.bakes.knots import knots
from unbake.keyframes.moments.bakes.stops import with_stops
from unbake.keyframes.moments.extremes import with_classes
from unbake.keyframes.moments.holds import with_holds
from unbake.keyframes.request import SelectOptions
from unbake.keyframes.selection import Selection
from unbake.motion.body.size import scale_of_lengths
from unbake.motion.levers import STILL_M
from unbake.motion.motion import Motion
from unbake.motion.points import Points, default_joints, points_of
from unbake.reduce.options import ReduceOptions
from unbake.reduce.take import Take

MISSED_M = 0.1
"""Between keys of a bake, curves at thirds may miss by so much before more keys are looked for. On the tuning half of
`benchmarks.handmade` they miss by 6 cm at most, by legs on handles, and curves of free length then by 2 cm."""


def choose_by_layers(take: Take, options: ReduceOptions, report: Report) -> Blocking:
    """Choose keyposes and breakdowns of a take by three layers.

    Where no leading part is named, extremes look for it; other layers are led by the hips, without hips by the root, or
    by all of a thing that only turns.
    """
    motion = take.motion
    lead = options.lead or (LEAD if LEAD[0] in motion.skeleton.roles else _lead(motion))
    cache: dict[tuple[bool, str], Points] = {}

    def points_for(layer: Layer) -> Points:
        # Extremes of the leading part are keys wherever anything moves that a curve would miss.
        kind = (layer.lead and not layer.is_moments, layer.space)
        if kind not in cache:
            joints = lead if kind[0] else None
            seen = take.acted if kind[0] else motion
            cache[kind] = points_of(seen, joints, space=layer.space, tips=options.tips)
        return cache[kind]

    def moments_for(layer: Layer) -> Sequence[int]:
        if layer.criterion == "knots":
            return take.baked_keys or knots(motion)
        return [extreme.frame for extreme in take.extremes(options.lead)]

    blocking = three_layers(
        points_for,
        layers_for(options.layers, motion),
        moments_for=moments_for,
        settled=settled(take, options),
        pinned=options.pin_indices(motion),
        cuts=sorted({*take.sides_of_jumps, *take.corners}),
        min_gap=options.min_gap,
        max_gap=options.max_gap,
        progress=lambda part: report("select", part),
    )
    if any(layer.is_moments for layer in options.layers):
        return replace(blocking, selection=classed(take, blocking.selection, options))
    return blocking


def layers_for(layers: Sequence[Layer], motion: Motion) -> tuple[Layer, ...]:
    """Return layers with the floors that they have for a figure of a motion's size."""
    scale = scale_of_lengths(motion)
    return tuple(replace(one, floor_m=one.floor_m * scale) if one.floor_scales else one for one in layers)


def classed(take: Take, selection: Selection, options: SelectOptions) -> Selection:
    """Return keys that were chosen by count or by error with their classes: extremes, the stops of a bake, pins and
    both sides of jumps are keyposes."""
    pins = (*options.pin_indices(take.motion), *take.sides_of_jumps)
    selection = with_classes(selection, take.extremes(options.lead), float(take.motion.fps), pins)
    if options.lead is None and not take.corners:
        selection = with_stops(selection, take.motion, take.baked_keys, pins)
    return with_holds(selection, take.acted)


def settled(take: Take, options: ReduceOptions) -> NDArray[np.bool_] | None:
    """Return whether each frame (F,) lies between keys of a bake that curves miss by no more than `MISSED_M`.

    What the channels do not tell of, as the keys of a foot on a handle, is a miss. None where there was no bake, or
    where layers do not look for one.
    """
    if options.layers[0].criterion != "knots" or not take.baked_keys:
        return None
    keys = (0, *take.baked_keys, take.motion.n_frames - 1)
    method = "broken" if take.corners else "hermite"
    missed_m = measure(take.motion, take.fitted(Selection(keys), "channels", method)).per_frame_m
    settled = np.zeros(take.motion.n_frames, dtype=np.bool_)
    for first, last in pairwise(keys):
        settled[first:last] = missed_m[first:last].max() <= MISSED_M
    return settled


def _lead(motion: Motion) -> tuple[int, ...] | None:
    """The root; None, for all that is seen, where no joint moves against it, as those of a camera or a propeller."""
    places = motion.positions()[:, default_joints(motion)] - motion.positions()[:, :1]
    return (0,) if np.ptp(places, axis=0).max() > STILL_M else None
