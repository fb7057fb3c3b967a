"""Plain transforms that move: which prims of a stage become joints, and where they are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np
from pxr import Sdf, Usd, UsdGeom

from unbake.formats.usd.figure import Figure, matrix
from unbake.formats.usd.layer import OURS
from unbake.ground.arrays import Floats

SCENE_ROOT = "scene_root"
"""Name of the joint that holds several trees together."""


@dataclass(frozen=True)
class Moving:
    """The prims that become joints, parents before children, the first above all others.

    Parameters
    ----------
    prims, parents : of the joints.
    codes : time codes at which each prim of the stage has samples or knots of its own transform.
    """

    prims: list[Usd.Prim]
    parents: tuple[int, ...]
    codes: dict[Sdf.Path, set[float]]

    def outside(self) -> list[Usd.Prim]:
        """Return the prims above all joints that move."""
        found, prim = [], self.prims[0].GetParent()
        while prim and not prim.IsPseudoRoot():
            found += [prim] if self.codes.get(prim.GetPath()) else []
            prim = prim.GetParent()
        return found


def moving_prims(stage: Usd.Stage) -> Moving | None:
    """Return the transforms that move, what is between them, and plain transforms below them; None where nothing moves.

    Geometry and cameras are joints only if they move themselves.
    """
    everything = Usd.PrimRange.Stage(stage, Usd.TraverseInstanceProxies())
    codes = {prim.GetPath(): _codes_of(prim) for prim in everything if prim.IsA(UsdGeom.Xformable)}
    if not any(codes.values()):
        return None
    ours = [path for path in codes if stage.GetPrimAtPath(path).GetCustomDataByKey(f"{OURS}:endSite") is not None]
    wanted = {path for path, own in codes.items() if own} | set(ours)
    top = reduce(Sdf.Path.GetCommonPrefix, wanted)
    needed, hanging = set[Sdf.Path](), set[Sdf.Path]()
    for path in wanted:
        while path != top and path not in needed:
            needed.add(path)
            path = path.GetParentPath()
    found = [stage.GetPrimAtPath(top)]
    for prim in Usd.PrimRange(found[0], Usd.TraverseInstanceProxies()):
        path, parent = prim.GetPath(), prim.GetPath().GetParentPath()
        if (parent in hanging or parent in wanted) and prim.GetTypeName() == "Xform":
            hanging.add(path)
        if path != top and (path in needed or path in hanging):
            found.append(prim)
    found = _in_our_order(found)
    rank = {prim.GetPath(): n for n, prim in enumerate(found)}
    parents = (-1, *(rank[prim.GetPath().GetParentPath()] for prim in found[1:]))
    return Moving(found, parents, codes)


def xform_figure(moving: Moving) -> Figure:
    """Return prims that move as joints."""
    prims, parents, outside = moving.prims, moving.parents, moving.outside()
    own = [moving.codes.get(prim.GetPath(), set()) for prim in prims]
    codes = set[float]().union(*own, *(moving.codes[prim.GetPath()] for prim in outside))
    locals_ = [_Local(prim, bool(mine)) for prim, mine in zip(prims, own, strict=True)]
    above = prims[0].GetParent()

    def world(at: Floats) -> Floats:
        out = np.stack([local.at(at) for local in locals_], axis=1)
        for joint, parent in enumerate(parents):
            if not locals_[joint].is_reset:
                out[:, joint] = out[:, joint] @ (out[:, parent] if parent >= 0 else world_of(above, at, bool(outside)))
        return out

    return Figure(
        tuple(name_of(prim) for prim in prims),
        tuple(str(prim.GetPath()).strip("/") for prim in prims),
        parents,
        tuple(is_end_site(prim) for prim in prims),
        tuple(bool(mine) for mine in own),
        np.array(sorted(codes)),
        world,
        world(np.array([min(codes)]))[0],
    )


def _in_our_order(prims: list[Usd.Prim]) -> list[Usd.Prim]:
    """Put joints in the order that they had when we wrote them; those of others stay, parents first."""
    numbers = {prim: prim.GetCustomDataByKey(f"{OURS}:joint") for prim in prims}
    if not all(isinstance(number, int) for number in numbers.values()):
        return prims
    ordered = sorted(prims, key=lambda prim: numbers[prim])
    seen = {ordered[0].GetParent()}
    for prim in ordered:
        if prim.GetParent() not in seen:
            return prims
        seen.add(prim)
    return ordered


def _codes_of(prim: Usd.Prim) -> set[float]:
    codes = set(UsdGeom.Xformable(prim).GetTimeSamples())
    for op in UsdGeom.Xformable(prim).GetOrderedXformOps():
        if op.GetAttr().HasSpline():
            codes |= set(op.GetAttr().GetSpline().GetKnots().keys())
    return codes


def name_of(prim: Usd.Prim) -> str:
    """Return what people call a prim."""
    return SCENE_ROOT if prim.IsPseudoRoot() else prim.GetDisplayName() or prim.GetName()


def is_end_site(prim: Usd.Prim) -> bool:
    """Return whether a prim is an end site in a file of ours."""
    return prim.GetCustomDataByKey(f"{OURS}:endSite") is True


def world_of(prim: Usd.Prim, codes: Floats, is_moving: bool) -> Floats:
    """Return the matrices (T, 4, 4) of a prim in the stage's space; one that does not move is asked once."""
    asked = codes if is_moving else codes[:1]
    if not prim:
        return np.tile(np.eye(4), (len(codes), 1, 1))
    found = np.stack([matrix(UsdGeom.XformCache(Usd.TimeCode(code)).GetLocalToWorldTransform(prim)) for code in asked])
    return found if is_moving else np.tile(found, (len(codes), 1, 1))


class _Local:
    """The local matrices of one prim; what does not move is asked for once."""

    def __init__(self, prim: Usd.Prim, is_moving: bool) -> None:
        self._xform = UsdGeom.Xformable(prim) if prim.IsA(UsdGeom.Xformable) else None
        self._is_moving = is_moving
        self.is_reset = self._xform is not None and self._xform.GetResetXformStack()

    def at(self, codes: Floats) -> Floats:
        """Return matrices (T, 4, 4)."""
        if self._xform is None:
            return np.tile(np.eye(4), (len(codes), 1, 1))
        asked = codes if self._is_moving else codes[:1]
        found = np.stack([matrix(self._xform.GetLocalTransformation(Usd.TimeCode(code))) for code in asked])
        return found if self._is_moving else np.tile(found, (len(codes), 1, 1))
