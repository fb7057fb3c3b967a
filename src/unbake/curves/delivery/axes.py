"""Keyed animations in other axes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.curves.delivery.travel import with_curves
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.motion.channels import Channel
from unbake.motion.delivery.axes import Axes, check_axes, renamed_channel, turned_skeleton


def turned(animation: KeyedAnimation, axes: Axes) -> KeyedAnimation:
    """Return a keyed animation in other axes; see `unbake.motion.turned`.

    Curves are renamed, some with their signs turned round: keys, handles and what is between them are the same.

    Parameters
    ----------
    animation : the curves.
    axes : (3, 3) as `unbake.motion.turn_to` returns them.

    Raises
    ------
    UsageError : axes that mirror or scale, lie across each other, or have another shape.
    """
    axes = check_axes(axes)
    curves = [_turned_curve(curve, axes) for curve in animation.curves]
    layers = tuple(
        replace(layer, vectors_rad=layer.vectors_rad @ axes.T, shifts_m=layer.shifts_m @ axes.T)
        for layer in animation.layers
    )
    named = {curve.channel: curve for curve in curves}
    skeleton = turned_skeleton(animation.skeleton, axes)
    return replace(with_curves(animation, skeleton, named), layers=layers)


def _turned_curve(curve: FCurve, axes: Axes) -> FCurve:
    name, sign = renamed_channel(curve.channel.name, axes)
    both = np.array([1.0, sign])
    return replace(
        curve,
        channel=Channel(curve.channel.joint, name),
        values=sign * curve.values,
        left=curve.left * both,
        right=curve.right * both,
    )
