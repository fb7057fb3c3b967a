"""Transforms that move by splines alone, as the curves of a keyed animation.

That works where every joint has a place, then Euler turns, perhaps about axes of their own, in a file of any program:
``translate``, ``orient``, ``rotateZ``, ``rotateY``, ``rotateX``, ``!invert!orient``. A joint that does not move may
have any ops. All splines must have their keys on the same whole frames.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from pxr import Usd, UsdGeom

from unbake.formats.usd.figure import matrix, scaled_unevenly, turned_and_placed
from unbake.formats.usd.knots import Curves, Knots, NotKeyedError, curves_of
from unbake.formats.usd.timeline import Timeline
from unbake.formats.usd.xforms import Moving, is_end_site, name_of, world_of
from unbake.ground.arrays import Floats

_Op = UsdGeom.XformOp
_TURNS = {_Op.TypeRotateX: "rx", _Op.TypeRotateY: "ry", _Op.TypeRotateZ: "rz"}
_MOVES = {_Op.TypeTranslateX: "tx", _Op.TypeTranslateY: "ty", _Op.TypeTranslateZ: "tz"}
_IDENTITY = np.array([0.0, 0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Keyed:
    """Joints as plain dictionaries, and the curves of their channels."""

    joints: list[dict[str, Any]]
    curves: Curves


def keyed_of(moving: Moving, timeline: Timeline, to_ours: Floats) -> Keyed | None:
    """Return curves of transforms; None where nothing has a spline.

    Parameters
    ----------
    moving : the prims.
    timeline : the stage's frames.
    to_ours : the matrix from the stage's space to metres, Y up.

    Raises
    ------
    NotKeyedError : there are splines, but not such as a keyed animation has.
    """
    if not any(_splines(prim) for prim in moving.prims):
        return None
    if moving.outside() or any(UsdGeom.Xformable(prim).GetTimeSamples() for prim in moving.prims if _is_xform(prim)):
        raise NotKeyedError("some transforms have samples")
    top = world_of(moving.prims[0].GetParent(), np.zeros(1), False)[0] @ to_ours
    if scaled_unevenly(top):
        raise NotKeyedError("the scene is scaled unevenly")
    scale = float(np.linalg.norm(top[0, :3]))
    made = [_joint(prim, scale) for prim in moving.prims]
    joints = [joint | {"parent": parent} for (joint, _), parent in zip(made, moving.parents, strict=True)]
    curves = curves_of([curve for _, own in made for curve in own], timeline)
    (turn,), (place,) = (part[0] for part in turned_and_placed(top[None, None], (-1,)))
    if abs(turn[3]) < 1.0 - 1e-12 or np.abs(place).max() > 0.0:
        joints = _below(turn, place, joints)
    return Keyed(joints, curves)


def _is_xform(prim: Usd.Prim) -> bool:
    return bool(prim.IsA(UsdGeom.Xformable))


def _splines(prim: Usd.Prim) -> list[UsdGeom.XformOp]:
    ops = UsdGeom.Xformable(prim).GetOrderedXformOps() if _is_xform(prim) else []
    return [op for op in ops if op.GetAttr().HasSpline()]


def _below(turn: Floats, place: Floats, joints: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Joints below one that turns and places all of them: a stage with Z up, or a transform above."""
    above = _still("scene_root", place, turn) | {"parent": -1, "end": False}
    return [above, *(joint | {"parent": joint["parent"] + 1} for joint in joints)]


def _still(name: str, place: Floats, turn: Floats) -> dict[str, Any]:
    return {
        "name": name,
        "path": name,
        "offset": place.tolist(),
        "rest": turn.tolist(),
        "axes": _IDENTITY.tolist(),
        "order": "zyx",
        "channels": [],
    }


def _joint(prim: Usd.Prim, scale: float) -> tuple[dict[str, Any], list[Knots]]:
    """A joint, and the knots of each of its channels."""
    if not _is_xform(prim) or not _splines(prim):
        local = matrix(UsdGeom.Xformable(prim).GetLocalTransformation()) if _is_xform(prim) else np.eye(4)
        if scaled_unevenly(local) or abs(np.linalg.norm(local[0, :3]) - 1.0) > 1e-6:
            raise NotKeyedError(f"{prim.GetName()} is scaled")
        turn, place = (part[0, 0] for part in turned_and_placed(local[None, None], (-1,)))
        found, curves = _still(name_of(prim), scale * place, turn), list[Knots]()
    else:
        found, curves = _moving_joint(prim, scale)
    path = str(prim.GetPath()).strip("/")
    return found | {"path": path, "end": is_end_site(prim)}, curves


def _moving_joint(prim: Usd.Prim, scale: float) -> tuple[dict[str, Any], list[Knots]]:
    xform = UsdGeom.Xformable(prim)
    ops = list(xform.GetOrderedXformOps())
    found, curves = _still(name_of(prim), np.zeros(3), _IDENTITY), list[Knots]()
    if xform.GetResetXformStack():
        raise NotKeyedError(f"{prim.GetName()} takes no part in its parent's motion")
    while ops and ops[0].GetOpType() in (_Op.TypeTranslate, *_MOVES):
        _take_place(ops.pop(0), found, curves, scale)
    axes = ops.pop(0) if ops and ops[0].GetOpType() == _Op.TypeOrient else None
    order = ""
    while ops and ops[0].GetOpType() in _TURNS and not ops[0].IsInverseOp():
        op = ops.pop(0)
        name = _TURNS[op.GetOpType()]
        order += name[1]
        found["channels"].append(name)
        curves.append(Knots.of(op, float(np.radians(1.0))))
    if axes is not None:
        if not (ops and ops[0].IsInverseOp() and ops.pop(0).GetOpName() == f"!invert!{axes.GetOpName()}"):
            raise NotKeyedError(f"{prim.GetName()} turns from a rest pose of its own")
        found["axes"] = _orientation(axes)
    if ops or len(set(order)) != len(order):
        raise NotKeyedError(f"{prim.GetName()} has other ops than a place and three angles")
    found["order"] = "".join(letter for letter in "zyx" if letter not in order) + order
    return found, curves


def _take_place(op: UsdGeom.XformOp, found: dict[str, Any], curves: list[Knots], scale: float) -> None:
    """A place that stays goes into the offset, one that moves becomes a channel."""
    if op.IsInverseOp():
        raise NotKeyedError("a place is undone")
    if op.GetOpType() == _Op.TypeTranslate:
        found["offset"] = [a + scale * b for a, b in zip(found["offset"], op.Get(), strict=True)]
        return
    name = _MOVES[op.GetOpType()]
    if not op.GetAttr().HasSpline():
        found["offset"]["xyz".index(name[1])] += scale * float(op.Get() or 0.0)
        return
    if name in found["channels"]:
        raise NotKeyedError("a place has two splines")
    found["channels"].append(name)
    curves.append(Knots.of(op, scale))


def _orientation(op: UsdGeom.XformOp) -> list[float]:
    value = op.Get()
    return [*map(float, value.GetImaginary()), float(value.GetReal())]
