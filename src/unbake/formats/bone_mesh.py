"""A figure to look at: every bone as a slim octahedron, as Blender draws bones, in three quiet colours."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats
from unbake.motion.body.roles import split_name
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

SIDES = ("middle", "left", "right")
COLOURS_SRGB = {"middle": (0.50, 0.48, 0.46), "left": (0.33, 0.49, 0.64), "right": (0.74, 0.46, 0.33)}
"""Dark grey along the spine, a muted blue on the figure's left, a muted orange on its right."""

SHORTEST_M = 1e-6
BELT = 0.12
"""Where along a bone its widest place lies."""
_FACES = np.array([[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1], [5, 2, 1], [5, 3, 2], [5, 4, 3], [5, 1, 4]])


@dataclass(frozen=True, eq=False)
class BoneMesh:
    """The triangles of one colour: three vertices each, not shared, so that the facets show.

    `positions_m`, `normals` (V, 3) in the rest pose, `joints` (V,) the one joint that each vertex follows.
    """

    side: str
    positions_m: Floats
    normals: Floats
    joints: NDArray[np.uint16]


def rest_pose(skeleton: Skeleton) -> Motion:
    """Return one frame in which every joint is at rest: its rest rotation and its offset."""
    moved = skeleton.offsets_m[list(skeleton.translated)]
    return Motion(skeleton, skeleton.rest_xyzw[None], moved[None], Fraction(1))


def bone_meshes(skeleton: Skeleton) -> list[BoneMesh]:
    """Return the figure's meshes, one for each side that occurs; a figure has at least one bone.

    A bone reaches from a joint to each of its children and follows the joint; bones without length, and second bones
    between the same two places, are left out. A leaf without an end of its own gets a small diamond. Widths follow
    the bones' lengths, within bounds set by the whole figure: neither a finger nor a spine of one piece looks absurd.
    """
    places = rest_pose(skeleton).positions()[0]
    sides = _sides(skeleton)
    shapes: dict[str, list[tuple[Floats, int]]] = {side: [] for side in SIDES}
    spans = [(p, j) for j, p in enumerate(skeleton.parents) if p >= 0]
    lengths = np.array([np.linalg.norm(places[j] - places[p]) for p, j in spans])
    size = float(np.sort(lengths)[-8:].mean()) if lengths.max(initial=0.0) > SHORTEST_M else 0.1
    drawn: set[tuple[int, ...]] = set()
    for (parent, joint), length in zip(spans, lengths, strict=True):
        # Hand and thumb may begin at one place: two bones in one would flicker.
        span = (parent, *(int(c) for c in np.round((places[joint] - places[parent]) / (1e-3 * size))))
        if span not in drawn and length > max(1e-3 * size, SHORTEST_M):
            drawn.add(span)
            half_width = _half_width(length, size, sides[parent] == "middle")
            bone = _octahedron(places[parent], places[joint], half_width)
            shapes[sides[parent]].append((bone, parent))
    for joint, children in enumerate(skeleton.children()):
        if not children and not (skeleton.end_sites[joint] and any(shapes.values())):
            reach = np.array([0.0, 0.12 * size, 0.0])
            diamond = _octahedron(places[joint] - reach, places[joint] + reach, 0.08 * size, 0.5)
            shapes[sides[joint]].append((diamond, joint))
    return [_faceted(side, found) for side, found in shapes.items() if found]


def _half_width(length: float, size: float, is_trunk: bool) -> float:
    """Limbs taper; the trunk is stout, or its short bones would look like wire between the arms and the legs."""
    if is_trunk:
        return float(min(0.06 * length + 0.11 * size, 0.5 * length))
    return float(min(0.06 * length + 0.045 * size, 0.14 * size, 0.25 * length))


def _sides(skeleton: Skeleton) -> list[str]:
    """Each joint's side by its name, or its parent's: a finger belongs to the hand that it grows from."""
    sides: list[str] = []
    for name, parent in zip(skeleton.names, skeleton.parents, strict=True):
        sides.append(split_name(name)[0] or (sides[parent] if parent >= 0 else "middle"))
    return sides


def _octahedron(start: Floats, end: Floats, half_width: float, belt: float = BELT) -> Floats:
    """Return the corners (6, 3): the start, four around the belt, the end."""
    along = end - start
    axis = along / np.linalg.norm(along)
    helper = np.eye(3)[int(np.argmin(np.abs(axis)))]
    side = np.cross(axis, helper)
    side /= np.linalg.norm(side)
    other = np.cross(axis, side)
    middle = start + belt * along
    ring = [middle + half_width * direction for direction in (side, other, -side, -other)]
    return np.array([start, *ring, end])


def _faceted(side: str, shapes: list[tuple[Floats, int]]) -> BoneMesh:
    corners = np.stack([shape for shape, _ in shapes])
    triangles = corners[:, _FACES]
    edges = np.cross(triangles[:, :, 1] - triangles[:, :, 0], triangles[:, :, 2] - triangles[:, :, 0])
    outward = np.sum(edges * (triangles.mean(axis=2) - corners.mean(axis=1)[:, None]), axis=-1) > 0.0
    triangles = np.where(outward[..., None, None], triangles, triangles[:, :, ::-1])
    normals = np.where(outward[..., None], edges, -edges)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    joints = np.repeat(np.array([joint for _, joint in shapes], dtype=np.uint16), 24)
    return BoneMesh(side, triangles.reshape(-1, 3), np.repeat(normals.reshape(-1, 3), 3, axis=0), joints)
