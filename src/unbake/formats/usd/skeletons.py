"""UsdSkel: which skeleton of a stage is read, with which animation, and where its joints are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pxr import Gf, Usd, UsdGeom, UsdSkel

from unbake.formats.usd.closed_stage import UnreadableError
from unbake.formats.usd.figure import Figure, matrix
from unbake.formats.usd.layer import OURS
from unbake.formats.usd.xforms import world_of
from unbake.ground.arrays import Floats
from unbake.motion.rotations import normalised, rotate

Bound = tuple[Usd.Prim, Usd.Prim]
"""A skeleton, and the animation that moves it."""
_PARTS = {"rotations": 4, "translations": 3, "scales": 3}


def moving_skeletons(stage: Usd.Stage, notes: list[str]) -> list[Bound]:
    """Return the skeletons that an animation moves, each with its animation.

    An animation that is bound to no skeleton is taken for the first one that has all its joints.

    Raises
    ------
    UnreadableError : animations without a skeleton.
    """
    prims = list(Usd.PrimRange.Stage(stage, Usd.TraverseInstanceProxies()))
    skeletons = [prim for prim in prims if prim.IsA(UsdSkel.Skeleton)]
    animations = [prim for prim in prims if prim.IsA(UsdSkel.Animation) and _codes(prim)]
    bound = [(prim, source) for prim in skeletons if (source := _source(prim)) and _codes(source)]
    bound = bound or _unbound(skeletons, animations, notes)
    spare = {prim.GetPath() for prim in animations} - {source.GetPath() for _, source in bound}
    if bound and spare:
        notes.append(f"{len(spare)} animation{'s' * (len(spare) > 1)} that no skeleton has: left out")
    return bound


def skeleton_figure(bound: Bound) -> Figure:
    """Return a skeleton with its animation.

    Raises
    ------
    UnreadableError : joints that are no tree, arrays of other lengths than they say.
    """
    skeleton, animation = bound
    return _figure(UsdSkel.Skeleton(skeleton), UsdSkel.Animation(animation), [])


def _source(skeleton: Usd.Prim) -> Usd.Prim | None:
    """The animation that a skeleton has, by itself or from above."""
    found = UsdSkel.BindingAPI(skeleton).GetInheritedAnimationSource()
    return found if found and found.IsA(UsdSkel.Animation) else None


def _codes(animation: Usd.Prim) -> set[float]:
    """Time codes of an animation's samples; those of one that has none are a single frame, if it has a pose at all."""
    attributes = [animation.GetAttribute(name) for name in _PARTS]
    codes = {code for attribute in attributes if attribute for code in attribute.GetTimeSamples()}
    return codes or ({0.0} if attributes[0] and attributes[0].HasValue() else set())


def _unbound(skeletons: Sequence[Usd.Prim], animations: Sequence[Usd.Prim], notes: list[str]) -> list[Bound]:
    for animation in animations:
        wanted = set(UsdSkel.Animation(animation).GetJointsAttr().Get() or ())
        for skeleton in skeletons:
            if wanted and wanted <= set(UsdSkel.Skeleton(skeleton).GetJointsAttr().Get() or ()):
                notes.append(f"{animation.GetPath()} is bound to no skeleton; it was taken for {skeleton.GetPath()}")
                return [(skeleton, animation)]
    if animations:
        raise UnreadableError("it holds an animation, and no skeleton with its joints")
    return []


def _figure(skeleton: UsdSkel.Skeleton, animation: UsdSkel.Animation, notes: list[str]) -> Figure:
    paths = tuple(str(path) for path in skeleton.GetJointsAttr().Get() or ())
    order, parents = _tree(paths)
    rest = _rest(skeleton, len(paths), parents, order)
    track = _Track(animation, paths, order, rest)
    placement = _Placement(skeleton.GetPrim())
    names, end_sites = _names(skeleton, paths, order)

    def world(codes: Floats) -> Floats:
        return _chained(track.local(codes), parents) @ placement.at(codes)[:, None]

    def rigid(codes: Floats) -> tuple[Floats, Floats, Floats] | None:
        parts = track.rigid(codes)
        return parts and (*parts, placement.at(codes))

    return Figure(
        names,
        tuple(paths[place] for place in order),
        parents,
        end_sites,
        tuple(not is_end for is_end in end_sites),
        np.array(sorted(_codes(animation.GetPrim()) | placement.codes)),
        world,
        _chained(rest[None], parents)[0] @ placement.at(np.array([Usd.TimeCode.Default().GetValue()]))[0],
        notes,
        rigid,
    )


def _tree(paths: Sequence[str]) -> tuple[list[int], tuple[int, ...]]:
    """Return the order in which parents come before children, and the parents in that order."""
    if not paths or len(set(paths)) != len(paths):
        raise UnreadableError("the joints of its skeleton are missing or not unique")
    listed = {path: place for place, path in enumerate(paths)}
    parents = tuple(_above(path, listed) for path in paths)
    if all(parent < place for place, parent in enumerate(parents)):
        return list(range(len(paths))), parents
    order = sorted(range(len(paths)), key=lambda place: paths[place].count("/"))
    rank = {place: n for n, place in enumerate(order)} | {-1: -1}
    return order, tuple(rank[parents[place]] for place in order)


def _above(path: str, place_of: dict[str, int]) -> int:
    """The nearest joint above another, −1 where there is none. Joints may be left out between them."""
    while "/" in path:
        path = path.rpartition("/")[0]
        if path in place_of:
            return place_of[path]
    return -1


def _rest(skeleton: UsdSkel.Skeleton, count: int, parents: tuple[int, ...], order: Sequence[int]) -> Floats:
    """Local matrices (J, 4, 4) at rest, in the figure's order: as stored, or from where the skeleton was bound."""
    stored = skeleton.GetRestTransformsAttr().Get()
    if stored is not None and len(stored) == count:
        return np.array(stored, dtype=np.float64).reshape(count, 4, 4)[list(order)]
    bound = skeleton.GetBindTransformsAttr().Get()
    if bound is None or len(bound) != count:
        return np.tile(np.eye(4), (count, 1, 1))
    world = np.array(bound, dtype=np.float64).reshape(count, 4, 4)[list(order)]
    inverse = np.array([matrix(Gf.Matrix4d(*each.ravel().tolist()).GetInverse()) for each in world])
    return np.stack([world[n] @ inverse[p] if p >= 0 else world[n] for n, p in enumerate(parents)])


def _names(
    skeleton: UsdSkel.Skeleton, paths: Sequence[str], order: Sequence[int]
) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """Names of joints, from ``jointNames`` or the ends of their paths, and whether they are end sites of ours."""
    given = skeleton.GetJointNamesAttr().Get()
    names = list(given) if given is not None and len(given) == len(paths) else [p.rpartition("/")[2] for p in paths]
    ends = skeleton.GetPrim().GetCustomDataByKey(f"{OURS}:endSites")
    flags = list(ends) if ends is not None and len(ends) == len(paths) else [False] * len(paths)
    return tuple(names[place] for place in order), tuple(bool(flags[place]) for place in order)


class _Track:
    """The local matrices of a skeleton's joints under an animation, which may move only some of them."""

    def __init__(self, animation: UsdSkel.Animation, paths: Sequence[str], order: Sequence[int], rest: Floats) -> None:
        joints = [str(path) for path in animation.GetJointsAttr().Get() or ()]
        self._count, self._rest = len(joints), rest
        rank = {paths[place]: place_in_order for place_in_order, place in enumerate(order)}
        self._from = [n for n, path in enumerate(joints) if path in rank]
        self._to = [rank[joints[n]] for n in self._from]
        self._attributes = {name: animation.GetPrim().GetAttribute(name) for name in _PARTS}
        # Once, not for every part of a take: usd-core goes through all samples to count them.
        self._moving = {name for name, one in self._attributes.items() if one and one.GetNumTimeSamples()}

    def local(self, codes: Floats) -> Floats:
        """Return matrices (T, J, 4, 4)."""
        out = np.tile(self._rest, (len(codes), 1, 1, 1))
        parts = {name: self._values(name, codes) for name in _PARTS}
        rotations, translations, scales = (parts[name] for name in _PARTS)
        moved = out[:, self._to]
        if rotations is not None:
            moved[..., :3, :3] = _turned(rotations[:, self._from])
        if scales is not None:
            moved[..., :3, :3] *= scales[:, self._from, :, None]
        if translations is not None:
            moved[..., 3, :3] = translations[:, self._from]
        out[:, self._to] = moved
        return out

    def rigid(self, codes: Floats) -> tuple[Floats, Floats] | None:
        """Return turns and places, in the joints' own frames, of an animation of all joints that scales none."""
        if self._to != list(range(len(self._rest))) or "scales" in self._moving:
            return None
        one = self._values("scales", codes[:1])
        rotations, translations = (self._values(name, codes) for name in ("rotations", "translations"))
        if rotations is None or translations is None or (one is not None and (one != 1.0).any()):
            return None
        return normalised(rotations[:, self._from]), translations[:, self._from]

    def _values(self, name: str, codes: Floats) -> Floats | None:
        attribute = self._attributes[name]
        if not attribute or not attribute.HasValue():
            return None
        if name not in self._moving:
            return np.tile(self._checked(name, attribute.Get()), (len(codes), 1, 1))
        out = np.empty((len(codes), self._count, _PARTS[name]))
        for frame, code in enumerate(codes.tolist()):
            out[frame] = self._checked(name, attribute.Get(code))
        return out

    def _checked(self, name: str, value: Sequence[float]) -> np.ndarray:
        values = np.asarray(value)  # no copy: this is called for every frame
        if values.shape != (self._count, _PARTS[name]):
            raise UnreadableError(f"its {name} are of {len(values)} joints, not of {self._count}")
        return values


def _turned(q: Floats) -> Floats:
    """Axes (..., 3, 3) of quaternions (..., 4), x y z w."""
    return rotate(normalised(q)[..., None, :], np.eye(3))


def _chained(local: Floats, parents: tuple[int, ...]) -> Floats:
    world = local.copy()
    for joint, parent in enumerate(parents):
        if parent >= 0:
            world[:, joint] = local[:, joint] @ world[:, parent]
    return world


class _Placement:
    """Where the skeleton itself is in the stage, which may change."""

    def __init__(self, prim: Usd.Prim) -> None:
        self._prim = prim
        self.codes: set[float] = set()
        above = prim
        while above and not above.IsPseudoRoot():
            if above.IsA(UsdGeom.Xformable):
                self.codes |= set(UsdGeom.Xformable(above).GetTimeSamples())
            above = above.GetParent()

    def at(self, codes: Floats) -> Floats:
        """Return matrices (T, 4, 4)."""
        return world_of(self._prim, codes, bool(self.codes))
