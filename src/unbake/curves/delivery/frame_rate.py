"""Keyed animations at other frame rates."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.curves.layers import carried
from unbake.motion.frame_rate import checked_rate


def resampled(animation: KeyedAnimation, fps: Fraction | int | float) -> KeyedAnimation:
    """Return a keyed animation at another frame rate, from the same first frame as far as whole frames go.

    Where every key lands on a whole frame of the new rate, the curves are the same, to the last handle. Otherwise keys
    go to the nearest frames with the poses that the curves have there, and the curves between are fitted again: a note
    says how far they are from those before. Layers go along, their keys on the nearest frames.

    Parameters
    ----------
    animation : the curves.
    fps : frames a second of the result, above 0.

    Raises
    ------
    UsageError : a rate that is not positive and finite.
    """
    rate = checked_rate(fps)
    ratio = rate / animation.fps
    count = int((animation.n_frames - 1) * ratio) + 1
    keys = [frame * ratio for frame in animation.selection.frames]
    ends = np.array([0.0, max(animation.n_frames - 1, 1)])
    layers = tuple(carried(layer, ends, ends * float(ratio), count) for layer in animation.layers)
    if all(key.denominator == 1 for key in keys):
        curves = tuple(_stretched(curve, ratio) for curve in animation.curves)
        selection = replace(animation.selection, frames=tuple(int(key) for key in keys))
        return replace(animation, curves=curves, selection=selection, n_frames=count, fps=rate, layers=layers)
    # Imported late: what is exact needs no compiler.
    from unbake.curves.delivery.refit import refitted

    times = np.array([float(n / ratio) for n in range(count)])
    motion = replace(animation.sample(times), fps=rate)
    nearest = [min(int(key + Fraction(1, 2)), count - 1) for key in keys]
    found = refitted(animation, motion, nearest, f"keys do not stand on whole frames of {float(rate):g} a second")
    return replace(found, layers=layers)


def _stretched(curve: FCurve, ratio: Fraction) -> FCurve:
    frames = np.array([float(int(frame) * ratio) for frame in curve.frames])
    left, right = curve.left.copy(), curve.right.copy()
    for handles in (left, right):
        # From the key outwards, so that the outer handles stay on their keys.
        handles[:, 0] = frames + (handles[:, 0] - curve.frames) * float(ratio)
    return replace(curve, frames=frames, left=left, right=right)
