"""Propagation and keyframes: which frames of a take an edit changed, and a result on the take's own keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.curves.fits.fit import FIT_METHODS, RotationOrders, fit
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.layers import FEET, AnimationLayer, layer_between
from unbake.curves.world.to_animation import brought_near
from unbake.editing.propagation.propagate import Propagated
from unbake.feet.clean.clean import clean_feet
from unbake.feet.clean.options import CleanOptions
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.ground.arrays import Floats
from unbake.ground.choices import check_kind
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

CHANGED = 0.2
"""Part of the largest change from which on a frame counts as edited: less is the way into the edit and out of it."""
AROUND_S = 0.125
SAME_FRAMES = 1e-6
"""Times nearer to each other than this part of a frame are the same."""
WHOLE = 0.8
"""An edit that reaches over more of a clip than this part is one of the whole clip."""


def on_keys(result: Propagated, take: KeyedAnimation, skeleton: Skeleton | None = None) -> KeyedAnimation:
    """Return a propagated take on the take's own keys, so that it can be edited again.

    A take with a foot layer gets another, which holds the feet where the keys alone do not; its other layers have
    become part of the keys.

    Parameters
    ----------
    result : what came of the take.
    take : the take as it was; keys move along where the edit moves time, and two that meet become one.
    skeleton : the joints with the channels that are to be keyed; by default the result's, and what its turns need.
    """
    check_kind(result, Propagated, "the result", "propagate(…) makes it")
    last = result.motion.n_frames - 1
    moved: dict[int, str] = {}
    for frame, kind in zip(take.selection.frames, take.selection.classes, strict=True):
        at = np.interp(frame, result.source_frames, np.arange(last + 1))
        moved.setdefault(round(float(at)), kind)
    frames = tuple(sorted(moved))
    classes = tuple(moved[frame] for frame in frames)
    chosen = Selection(frames, classes=classes)  # type: ignore[arg-type]
    keyed = through_keys(result.motion, chosen, take.fit, skeleton)
    if result.labels is None or FEET not in {layer.name for layer in take.layers}:
        return keyed
    return replace(keyed, layers=(_foot_layer(keyed.sample(), result.motion, result.labels),))


def through_keys(
    motion: Motion, selection: Selection, fit_name: str, skeleton: Skeleton | None = None
) -> KeyedAnimation:
    """Return a motion on some keys: curves by the fit of a name, where there is one, that keep hands and feet in place.

    The clip's ends are keyed, too. Rotation orders are the skeleton's, where one is given; otherwise they may change
    against gimbal lock.
    """
    method = fit_name if fit_name in FIT_METHODS else "free"
    orders: RotationOrders = "auto" if skeleton is None else "source"
    selection = selection.with_ends(motion.n_frames)
    keyed, _ = brought_near(motion, fit(motion, selection, method, skeleton=skeleton, rotation_orders=orders))
    return keyed


def _foot_layer(motion: Motion, meant: Motion, labels: FootLabels) -> AnimationLayer:
    """Return what holds the feet of a motion; the heels are those of the motion that it is meant to be."""
    options = CleanOptions(lengths="kept", max_stretch=0.0, let_go_s=0.0)
    return layer_between(motion, clean_feet(motion, labels, options, legs=legs_of(meant)).motion, FEET)


def changed_keys(before: KeyedAnimation, after: KeyedAnimation) -> list[tuple[int, int]] | None:
    """Return the stretches, first and last frame from 0, of the keys that differ in two animations keyed alike.

    A stretch goes on across a single key that is the same. A single key, or keys that are less than a quarter of a
    second apart, count with an eighth of a second around them. None where keys are on other frames, or all are the
    same.
    """
    if before.selection.frames != after.selection.frames or len(before.curves) != len(after.curves):
        return None
    differ = np.zeros(len(before.selection), dtype=np.bool_)
    for own, other in zip(before.curves, after.curves, strict=True):
        differ |= np.abs(own.values - other.values) > 1e-6
    rows = np.flatnonzero(differ)
    if not len(rows):
        return None
    keys = np.array(before.selection.frames)
    runs = [keys[run] for run in np.split(rows, np.flatnonzero(np.diff(rows) > 2) + 1)]
    # Outside of the changed keys curves are on their way into the edit and out of it: neither the one nor the other.
    return [_with_room(int(run[0]), int(run[-1]), before) for run in runs]


def _with_room(first: int, last: int, take: KeyedAnimation) -> tuple[int, int]:
    """Return a stretch that is long enough to be an example, inside the take."""
    fps = float(take.fps)
    around = (round(AROUND_S * fps) + 1) if last - first < 2.0 * AROUND_S * fps else 0
    return max(first - around, 0), min(last + around, take.n_frames - 1)


def changed_part(before: Motion, after: Motion, seconds: Floats | None = None) -> tuple[int, int] | None:
    """Return the first and last frame of a motion, from 0, between which an edit changes it.

    Parameters
    ----------
    before, after : the motion, and what it became; rates may differ.
    seconds : (F,) when each frame of `before` is shown in `after`: where time is moved counts as changed, too, however
        little that moves the pose beside what else was done.

    Returns
    -------
    None where the edit changes nothing or all of it, or where the clips do not last as long or have other joints.
    """
    rate = min(before.fps, after.fps)
    if abs(before.duration_s - after.duration_s) * float(rate) >= 1.0 or before.skeleton.names != after.skeleton.names:
        return None
    own, other = (m.positions() if m.fps == rate else m.resampled(rate).positions() for m in (before, after))
    n = min(len(own), len(other))
    away: Floats = np.linalg.norm(own[:n] - other[:n], axis=2).max(axis=1)
    is_changed = away > CHANGED * away.max()
    if seconds is not None:
        later = np.abs(np.asarray(seconds) * float(before.fps) - np.arange(len(seconds)))
        at = np.minimum(np.round(np.arange(n) * float(before.fps / rate)).astype(int), len(later) - 1)
        is_changed |= (later > CHANGED * later.max())[at] & (later[at] > SAME_FRAMES)
    frames = np.flatnonzero(is_changed)
    if not len(frames) or frames[-1] - frames[0] + 1 > WHOLE * n:
        return None
    step = float(before.fps / rate)
    return int(np.ceil(frames[0] * step)), min(int(frames[-1] * step), before.n_frames - 1)
