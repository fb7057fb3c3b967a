"""Splines on scalar transform ops, one transform a joint: every key and handle as it is.

USD splines are of single numbers, so a joint turns by ``rotateX``, ``rotateY`` and ``rotateZ`` in the order of its
Euler channels, in degrees, and moves by ``translateX`` and so on. Key classes are in the custom data of knots. Time
samples would win over splines, so there are none.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from pxr import Gf, Sdf, Ts, Vt

from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.formats.usd.layer import FIGURE, OURS, new_attribute, new_layer, new_prim, prim_names, write_layer
from unbake.ground.arrays import Floats
from unbake.motion.rotations import IDENTITY_XYZW
from unbake.motion.skeleton import TRANSLATIONS

TYPES = Sdf.ValueTypeNames
NARROWEST = 1e-6
"""Width in frames of a handle that stands upright: a slope alone cannot say how long such a one is."""


def write_splines(animation: KeyedAnimation, path: Path) -> None:
    """Write a keyed animation of Euler angles as splines; straight lines from frame to frame where it is baked."""
    layer = new_layer(animation, "Xform", {"fit": animation.fit})
    paths: list[str] = []
    by_joint: dict[int, dict[str, FCurve]] = {}
    for curve in animation.curves:
        by_joint.setdefault(curve.channel.joint, {})[curve.channel.name] = curve
    names = prim_names(animation.skeleton.names)
    with Sdf.ChangeBlock():
        for joint, parent in enumerate(animation.skeleton.parents):
            paths.append(f"{paths[parent] if parent >= 0 else FIGURE}/{names[joint]}")
            _add_joint(layer, paths[joint], animation, joint, by_joint.get(joint, {}))
    write_layer(layer, path)


def _add_joint(
    layer: Sdf.Layer, path: str, animation: KeyedAnimation, joint: int, curves: Mapping[str, FCurve]
) -> None:
    """A transform with the ops of a joint, outermost first: place, axes, turns, axes undone."""
    skeleton = animation.skeleton
    prim = new_prim(layer, path, "Xform")
    prim.SetInfo("displayName", skeleton.names[joint])
    prim.customData = {OURS: {"joint": joint, "endSite": bool(skeleton.end_sites[joint])}}
    ops = _add_place(prim, animation, skeleton.offsets_m[joint], curves)
    turning = [f"r{letter}" for letter in skeleton.rotation_orders[joint] if f"r{letter}" in curves]
    turned = skeleton.axes_xyzw[joint] if turning else skeleton.rest_xyzw[joint]
    is_turned = bool((turned != IDENTITY_XYZW).any())
    if is_turned:
        new_attribute(prim, "xformOp:orient", TYPES.Quatd, Gf.Quatd(float(turned[3]), *map(float, turned[:3])))
        ops.append("xformOp:orient")
    for name in turning:
        ops.append(f"xformOp:rotate{name[1].upper()}")
        _add_spline(prim, ops[-1], curves[name], animation, np.degrees(1.0))
    if is_turned and turning:
        ops.append("!invert!xformOp:orient")
    new_attribute(prim, "xformOpOrder", TYPES.TokenArray, Vt.TokenArray(ops), is_uniform=True)


def _add_place(
    prim: Sdf.PrimSpec, animation: KeyedAnimation, offset: Floats, curves: Mapping[str, FCurve]
) -> list[str]:
    if not set(curves) & set(TRANSLATIONS):
        new_attribute(prim, "xformOp:translate", TYPES.Double3, Gf.Vec3d(*map(float, offset)))
        return ["xformOp:translate"]
    ops = [f"xformOp:translate{name[1].upper()}" for name in TRANSLATIONS]
    for op, name, place in zip(ops, TRANSLATIONS, offset, strict=True):
        if name in curves:
            _add_spline(prim, op, curves[name], animation, 1.0)
        else:
            new_attribute(prim, op, TYPES.Double, float(place))
    return ops


def _add_spline(prim: Sdf.PrimSpec, op: str, curve: FCurve, animation: KeyedAnimation, unit: float) -> None:
    """A curve as a spline of an op; `unit` is what a channel's unit is in USD's."""
    spline = Ts.Spline("double")
    spline.SetKnots(_knots(curve, animation, unit))
    new_attribute(prim, op, TYPES.Double).SetInfo("spline", spline)


def _knots(curve: FCurve, animation: KeyedAnimation, unit: float) -> Ts.KnotMap:
    is_baked = animation.fit == BAKED
    times, values = (curve.frames + animation.first_frame).tolist(), (unit * curve.values).tolist()
    before = _tangents(curve.frames - curve.left[:, 0], unit * (curve.values - curve.left[:, 1]))
    after = _tangents(curve.right[:, 0] - curve.frames, unit * (curve.right[:, 1] - curve.values))
    knots = Ts.KnotMap()
    for place, (time, value) in enumerate(zip(times, values, strict=True)):
        knot = Ts.Knot(typeName="double", time=time, value=value)
        knot.SetNextInterpolation(Ts.InterpLinear if is_baked else Ts.InterpCurve)
        if not is_baked:
            knot.SetPreTanWidth(before[place][0])
            knot.SetPreTanSlope(before[place][1])
            knot.SetPostTanWidth(after[place][0])
            knot.SetPostTanSlope(after[place][1])
            knot.SetCustomDataByKey(f"{OURS}:class", animation.selection.classes[place])
        knots[time] = knot
    return knots


def _tangents(widths: Floats, heights: Floats) -> list[tuple[float, float]]:
    """Return (width, slope) of handles."""
    widths = np.where((heights != 0.0) & (widths < NARROWEST), NARROWEST, np.maximum(widths, 0.0))
    slopes = np.divide(heights, widths, out=np.zeros_like(heights), where=widths > 0.0)
    return list(zip(widths.tolist(), slopes.tolist(), strict=True))
