"""The knots of splines as keys and handles: numbers (K,), as far as a keyed animation can hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import get_args

import numpy as np
from pxr import Ts, UsdGeom

from unbake.formats.usd.layer import OURS
from unbake.formats.usd.timeline import Timeline
from unbake.ground.arrays import Floats
from unbake.keyframes.selection import KeyClass

_CODE_SLACK = 1e-6
"""How far from a whole frame, in frames, a key may stand."""


class NotKeyedError(Exception):
    """Why splines are no keyed animation."""


@dataclass(frozen=True)
class Knots:
    """The knots of one op, with values and slopes in our unit and widths in time codes.

    Parameters
    ----------
    constant : the value where there is no spline.
    codes : of the knots; none where there is no spline.
    rows : (K, 5) values, then width and slope before and after.
    kinds : how a knot goes on to the next.
    classes : of keys.
    """

    constant: float
    codes: tuple[float, ...] = ()
    rows: Floats = field(default_factory=lambda: np.empty((0, 5)))
    kinds: tuple[Ts.InterpMode, ...] = ()
    classes: tuple[str, ...] = ()

    @classmethod
    def of(cls, op: UsdGeom.XformOp, unit: float) -> Knots:
        """Return the knots of an op; NotKeyedError for splines that loop, jump, or go on beyond their ends."""
        attribute = op.GetAttr()
        if not attribute.HasSpline():
            return cls(unit * float(op.Get() or 0.0))
        spline = attribute.GetSpline()
        if spline.GetCurveType() != Ts.CurveTypeBezier or spline.HasLoops():
            raise NotKeyedError("splines have loops, or are no Bézier curves")
        if {spline.GetPreExtrapolation().mode, spline.GetPostExtrapolation().mode} != {Ts.ExtrapHeld}:
            raise NotKeyedError("splines go on beyond their keys")
        knots = (
            spline.GetKnots()
        )  # kept until all is taken out of it: knots lead into it, and do not keep it themselves
        listed = list(knots.values())
        if any(knot.IsDualValued() for knot in listed):
            raise NotKeyedError("splines hold or jump")
        rows = [
            (k.GetValue(), k.GetPreTanWidth(), k.GetPreTanSlope(), k.GetPostTanWidth(), k.GetPostTanSlope())
            for k in listed
        ]
        return cls(
            0.0,
            tuple(float(knot.GetTime()) for knot in listed),
            np.array(rows, dtype=np.float64) * [unit, 1.0, unit, 1.0, unit],
            tuple(knot.GetNextInterpolation() for knot in listed),
            tuple(_class(knot) for knot in listed),
        )


@dataclass(frozen=True)
class Curves:
    """Key frames, counted from 0, their classes, and for each curve values and handles: `keys` (C, K, 5) holds value,
    frame and value of the left handle, frame and value of the right one."""

    frames: list[int]
    classes: list[str]
    keys: Floats


def curves_of(knots: Sequence[Knots], timeline: Timeline) -> Curves:
    """Return the curves of ops, all of them keyed on the same whole frames; NotKeyedError where they are not."""
    first = next((each for each in knots if each.codes), None)
    if first is None:
        raise NotKeyedError("splines are empty")
    if any(each.codes and each.codes != first.codes for each in knots):
        raise NotKeyedError("splines have keys on different frames")
    at = timeline.frames(np.array(first.codes))
    frames = np.round(at)
    if np.abs(at - frames).max() > _CODE_SLACK:
        raise NotKeyedError("keys stand between frames")
    if frames[0] < 0 or frames[-1] >= timeline.count:
        raise NotKeyedError("keys stand outside of the stage's range")
    keys = np.stack([_keys(each, frames, timeline.step) for each in knots])
    return Curves(frames.astype(int).tolist(), list(first.classes), keys)


def _class(knot: Ts.Knot) -> str:
    ours = knot.GetCustomData().get(OURS)  # GetCustomDataByKey of 26.11 crashes where there is none
    found = str(ours.get("class")) if isinstance(ours, dict) else ""
    return found if found in get_args(KeyClass) else "keypose"


def _keys(knots: Knots, frames: Floats, step: float) -> Floats:
    """Values and handles (K, 5) of one curve; outer handles of the ends lie on the keys."""
    if not knots.codes:
        value = np.full(len(frames), knots.constant)
        return np.column_stack([value, frames, value, frames, value])
    if set(knots.kinds[:-1]) - {Ts.InterpCurve, Ts.InterpLinear}:
        raise NotKeyedError("splines hold or jump")
    values, before, reaching, after, leaving = knots.rows.T
    left = np.column_stack([frames - before / step, values - before * reaching])
    right = np.column_stack([frames + after / step, values + after * leaving])
    points = np.column_stack([frames, values])
    third = np.diff(points, axis=0) / 3.0
    is_straight = [kind == Ts.InterpLinear for kind in knots.kinds[:-1]]
    right[:-1][is_straight] = (points[:-1] + third)[is_straight]
    left[1:][is_straight] = (points[1:] - third)[is_straight]
    left[0], right[-1] = points[0], points[-1]
    if (right[:-1, 0] > frames[1:] + _CODE_SLACK).any() or (left[1:, 0] < frames[:-1] - _CODE_SLACK).any():
        raise NotKeyedError("handles reach beyond the next key")
    return np.column_stack([values, left, right])
