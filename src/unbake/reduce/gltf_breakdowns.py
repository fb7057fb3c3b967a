"""Breakdowns that curves for glTF need: with handles at thirds they miss more of a motion than others do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.measure import measure
from unbake.ground.arrays import Floats
from unbake.ground.progress import Progress
from unbake.keyframes.layers import LEAST_GAP_S, Blocking
from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.points import points_of
from unbake.reduce.by_layers import MISSED_M, layers_for, settled
from unbake.reduce.finish import finish
from unbake.reduce.join import join
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.refit import keys_around, refitted
from unbake.reduce.take import Take

ROUNDS = 8
"""So often keys are added: where the capture jumps about, no key helps."""
LEAST_M = 1e-6
"""What is missed by less is rounding, whatever a layer allows."""


def with_breakdowns(
    take: Take, blocking: Blocking, options: ReduceOptions, progress: Progress
) -> tuple[Blocking, KeyedAnimation, KeyedAnimation]:
    """Return what three layers chose with more breakdowns, and the quaternion curves before and after the match.

    A breakdown comes where the finished curves are farthest off, as long as that is more than the third layer allows.

    Parameters
    ----------
    take, blocking : the motion, and its keys.
    options : the layers, and how keys are joined and finished.
    progress : callback that receives the progress; what it raises ends the work.
    """
    lasting = max(1, math.ceil(LEAST_GAP_S * float(take.motion.fps)))
    least, limits_m = options.min_gap or lasting, allowed_m(take, blocking, options)
    joined = join(take, blocking.selection, "quaternions", options, lambda part: progress(0.5 * part))
    finished = finish(take, joined, options, lambda part: progress(0.5 + 0.5 * part))
    for _ in range(ROUNDS):
        missed = measure(take.motion, finished).per_frame_m / limits_m
        added = _misses(missed, blocking.selection.frames, least, lasting)
        if not added:
            break
        blocking = _with_keys(blocking, added)
        finished = _finished_anew(take, finished, blocking.selection, options)
        progress(1.0)
    if joined.selection != blocking.selection:
        joined = join(take, blocking.selection, "quaternions", options)
    return blocking, joined, finished


def _finished_anew(take: Take, known: KeyedAnimation, selection: Selection, options: ReduceOptions) -> KeyedAnimation:
    """Return finished curves through more keys; far from the new ones, those that are known."""

    def fit(part: Take, keys: Selection) -> KeyedAnimation:
        return finish(part, join(part, keys, "quaternions", options), options)

    near = keys_around(known.selection.frames, selection.frames)
    # Corners of a bake are those of the whole.
    return fit(take, selection) if near is None or take.corners else refitted(take, known, selection, near, fit)


def allowed_m(take: Take, blocking: Blocking, options: ReduceOptions) -> Floats:
    """Return how far curves may be from each frame (F,), by the third layer, or between keys of a bake."""
    layer, motion = layers_for(options.layers, take.motion)[-1], take.motion
    points, allowed = points_of(motion, None, space=layer.space, tips=options.tips), np.full(motion.n_frames, np.inf)
    for first, last in blocking.segments[-1]:
        part = replace(points, values=points.values[first : last + 1])
        extent = part.pose_range() if layer.metric == "pose" else part.point_range()
        rows = slice(first, last + 1)
        allowed[rows] = np.minimum(allowed[rows], max(layer.accuracy * extent, layer.floor_m, LEAST_M))
    of_bake = settled(take, options)
    return allowed if of_bake is None else np.where(of_bake, np.maximum(allowed, MISSED_M), allowed)


def _misses(missed: Floats, keys: Sequence[int], least: int, lasting: int) -> list[int]:
    """Where keys are to come, as near as they may to what is missed most: of neighbouring segments in the worst one.

    A key helps the segments beside it, too. What is missed for fewer frames than `lasting` is a jerk of the capture,
    which nobody would key.
    """
    around = np.pad(missed, (lasting // 2, lasting - 1 - lasting // 2), mode="edge")
    missed = sliding_window_view(around, lasting).min(axis=1)
    segments = list(pairwise(keys))
    worst = np.array([first + int(missed[first : last + 1].argmax()) for first, last in segments], dtype=np.intp)
    is_short = np.diff(keys) < 2 * least
    much = np.where(is_short | (missed[worst] <= 1.0), 0.0, missed[worst])
    beside = np.maximum(np.append(0.0, much[:-1]), np.append(much[1:], 0.0))
    wanted = np.flatnonzero((much > 0.0) & (much >= beside))
    return [min(max(worst[k], segments[k][0] + least), segments[k][1] - least) for k in wanted]


def _with_keys(blocking: Blocking, added: list[int]) -> Blocking:
    classes = dict(zip(blocking.selection.frames, blocking.selection.classes, strict=True))
    numbers = dict(zip(blocking.selection.frames, blocking.layer_of, strict=True))
    new: KeyClass = "breakdown"
    classes |= dict.fromkeys(added, new)
    numbers |= dict.fromkeys(added, 3)
    frames = sorted(classes)
    selection = replace(blocking.selection, frames=tuple(frames), classes=tuple(classes[f] for f in frames))
    return replace(blocking, selection=selection, layer_of=tuple(numbers[f] for f in frames))
