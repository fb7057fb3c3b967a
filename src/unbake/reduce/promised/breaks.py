"""Few broken tangents: a promised error is kept by smooth curves that break only where they would miss it, and where
nobody sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np

from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.curves.world.jolts import Jolts
from unbake.curves.world.part import with_neighbours
from unbake.ground.arrays import Booleans
from unbake.motion.motion import Motion
from unbake.reduce.promised.missed import Missed

MOST_BROKEN = 0.04
"""Part of the tangents that may break; where more would have to, one more key does better."""
FAR_OFF = 2.0
"""Smooth curves that miss the error by more than this factor are not worth breaking a few tangents of."""
ROUNDS = 12

AROUND = 3
"""Keys on both sides of one that breaks whose slopes change with it."""

Finish = Callable[[KeyedAnimation, Booleans | None], KeyedAnimation]
"""The world-space match, of slopes at some keys (K,), or of all."""


def with_few_breaks(
    motion: Motion,
    smooth: KeyedAnimation,
    broken: KeyedAnimation,
    finish: Finish,
    error_m: float,
    missed: Missed,
) -> KeyedAnimation:
    """Return finished curves within an error of the capture that break few tangents; smooth ones where few do not do.

    Where joints are too far off in a segment, those that move the worst of them break at the segment's two keys: at
    first the three next to it, then all above it, then at the keys beside these as well. What keeps the error then, but
    would jolt (`jolts`), breaks less at these keys, and the other slopes make good what that costs as far as they can.

    Parameters
    ----------
    motion : the capture.
    smooth, broken : the same keys joined with all tangents smooth, but for those that are to stay broken, and with all
        of them broken.
    finish : the world-space match: at first of all slopes that are new, then of those around keys that break.
    error_m : largest distance in metres.
    missed : measures it.
    """
    keys, joints = np.array(smooth.selection.frames), missed.joints
    breaks, moving = _broken(smooth), _moving(smooth)
    jolts = Jolts(motion, smooth.selection.frames, joints)
    animation = finished = finish(smooth, None)
    for _ in range(ROUNDS):
        missed_m = missed.most_m(animation)
        if missed_m <= error_m:
            animation, calm = jolts.calmed(animation)
            missed_m = missed.most_m(animation) if calm.any() else missed_m
            if missed_m > error_m:
                animation, _ = jolts.calmed(finish(animation, with_neighbours(calm, AROUND) & ~calm))
                missed_m = missed.most_m(animation)
            if missed_m <= error_m:
                return animation
        distances_m = missed.by_joint_m(animation)
        before = breaks.copy()
        for segment, (first, last) in enumerate(pairwise(keys)):
            inner = distances_m[first : last + 1]
            if inner.max() > error_m:
                above = _above(motion, joints[inner.max(axis=0).argmax()])
                _break_around(breaks, above, segment)
        new = breaks & ~before
        share = breaks[moving, 1:-1].mean() if moving.any() and len(keys) > 2 else 1.0
        if not new.any() or share > MOST_BROKEN or missed_m > FAR_OFF * error_m:
            break
        animation = finish(_mixed(animation, broken, new), with_neighbours(np.asarray(new.any(axis=0)), AROUND))
    return finished


def _moving(animation: KeyedAnimation) -> Booleans:
    """Which joints (J,) have a curve that changes."""
    moving = np.zeros(len(animation.skeleton.names), dtype=np.bool_)
    for curve in animation.curves:
        moving[curve.channel.joint] |= bool(np.ptp(curve.values) > 0.0)
    return moving


def _broken(animation: KeyedAnimation) -> Booleans:
    """Which joints (J, K) break a tangent at which keys."""
    broken = np.zeros((len(animation.skeleton.names), len(animation.selection)), dtype=np.bool_)
    for curve in animation.curves:
        broken[curve.channel.joint, curve.breaks()] = True
    return broken


def _break_around(breaks: Booleans, above: list[int], segment: int) -> None:
    """Break a few joints' tangents at a segment's keys; where these are broken already, more."""
    inner, outer = slice(segment, segment + 2), slice(max(0, segment - 1), segment + 3)
    for joints, at in ((above[:3], inner), (above, inner), (above, outer)):
        if not breaks[joints, at].all():
            breaks[joints, at] = True
            return


def _above(motion: Motion, joint: int) -> list[int]:
    """The joints whose turning moves a joint, the nearest first; the root itself."""
    found = []
    while (joint := motion.skeleton.parents[joint]) >= 0:
        found.append(joint)
    return found or [0]


def _mixed(smooth: KeyedAnimation, broken: KeyedAnimation, breaks: Booleans) -> KeyedAnimation:
    """Smooth curves with the broken ones' handles at some keys of some joints (J, K)."""
    pairs = zip(smooth.curves, broken.curves, strict=True)
    return replace(smooth, curves=tuple(_with_handles_of(own, other, breaks) for own, other in pairs))


def _with_handles_of(own: FCurve, other: FCurve, breaks: Booleans) -> FCurve:
    at = breaks[own.channel.joint, :, None]
    if not at.any():
        return own
    return replace(own, left=np.where(at, other.left, own.left), right=np.where(at, other.right, own.right))
