"""Curves as Maya keeps them: a key's tangents are vectors, three times as long as our handles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.curves.tangents import ALIGNED, types_of
from unbake.formats.maya.joints import CM, attribute_of
from unbake.formats.maya.time_units import MayaTime
from unbake.ground.arrays import Floats

SHORTEST = 1e-6
"""Part of its segment that a handle takes at least: a tangent of no length means a step to Maya's evaluation."""


@dataclass(frozen=True, eq=False)
class MayaCurve:
    """The keys of one attribute.

    Parameters
    ----------
    joint, attribute : the joint's index, and Maya's name of the attribute, such as ``rotateX``.
    is_angular : whether values are angles.
    times : (K,) key times in Maya's frames.
    values : (K,) in centimetres or degrees.
    into, out : (K, 2) handles to the left and the right as seconds and centimetres or degrees, both positive where the
        curve rises; None of a curve that is straight from key to key.
    locked : (K,) whether in- and out-tangent turn together.
    breakdowns : (K,) which keys are breakdowns.
    """

    joint: int
    attribute: str
    is_angular: bool
    times: Floats
    values: Floats
    into: Floats | None
    out: Floats | None
    locked: NDArray[np.bool_]
    breakdowns: NDArray[np.bool_]


def curves_of(animation: KeyedAnimation, time: MayaTime) -> Iterator[MayaCurve]:
    """Yield the curves of an animation without quaternion channels, in the order of its channels."""
    numbers = [number * time.stretch for number in animation.key_numbers()]
    times = np.array([float(number) for number in numbers])
    breakdowns = np.array([kind == "breakdown" for kind in animation.selection.classes])
    is_straight = animation.fit == BAKED
    for curve in animation.curves:
        is_angular = curve.channel.name[0] == "r"
        scale = 180.0 / np.pi if is_angular else CM
        into, out = (None, None) if is_straight else _handles(curve, scale, float(animation.fps))
        locked = np.ones(len(times), dtype=np.bool_) if is_straight else _are_aligned(curve)
        attribute = attribute_of(curve.channel.name)
        yield MayaCurve(
            curve.channel.joint, attribute, is_angular, times, scale * curve.values, into, out, locked, breakdowns
        )


def _are_aligned(curve: FCurve) -> NDArray[np.bool_]:
    """Return which keys' tangents turn together: those in one line that nobody has set free."""
    aligned = curve.plain_tangents() == ALIGNED
    if curve.tangents is not None:
        aligned &= types_of(curve.tangents) == ALIGNED
    return np.asarray(aligned)


def _handles(curve: FCurve, scale: float, fps: float) -> tuple[Floats, Floats]:
    """Return left and right handles (K, 2) as vectors; the outer ones mirror those inside, which nothing sees."""
    keys = np.stack([curve.frames, curve.values], axis=1)
    into, out = keys - curve.left, curve.right - keys
    if len(keys) == 1:
        into[:] = out[:] = 1.0, 0.0
    else:
        spans = np.diff(curve.frames)
        out[:-1, 0] = np.maximum(out[:-1, 0], SHORTEST * spans)
        into[1:, 0] = np.maximum(into[1:, 0], SHORTEST * spans)
        into[0], out[-1] = out[0], into[-1]
    unit = np.array([1.0 / fps, scale])
    return into * unit, out * unit
