"""Which nodes of a scene are joints, and how these turn and move.

A node turns by Rpre · R · Rpost⁻¹, and a joint of ours by C · R · C⁻¹. So a joint is turned against its node by a fixed
rotation K: where its parent is turned by Kp and what lies between them by Q, C = Kp⁻¹ · Q · Rpre and K = Rpost · C⁻¹.
Then the file's Euler angles are the joint's own channels, whatever the rotations before and after them, and places in
the world are the file's. A joint stands where its node turns about.

References: FBX SDK help, Computing transformation matrices; L. Kerbs' notes on ufbx (transforms).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.formats.fbx.scene import Node, Scene
from unbake.ground.arrays import Floats
from unbake.motion.rotations import (
    IDENTITY_XYZW,
    quaternion_conjugate,
    quaternion_from_euler,
    quaternion_product,
    rotate,
)

NO_JOINTS = ("CAMERA", "LIGHT", "STEREO_CAMERA", "CAMERA_SWITCHER")
UNEVEN = 1e-4
"""A node whose axes are scaled by factors farther apart than this, relatively, is scaled unevenly."""


@dataclass(frozen=True, eq=False)
class Joint:
    """A joint: its node, its parent joint (−1 for none), and what fixes its place.

    Parameters
    ----------
    node, parent : numbers of the node and of the parent joint.
    axes_xyzw : C above.
    turned_xyzw : K above.
    scale : that of all above the joint, into metres.
    matrix, shift : translation = `matrix` (3, 3) · the node's own translation + `shift` (3,), in metres.
    """

    node: int
    parent: int
    axes_xyzw: Floats
    turned_xyzw: Floats
    scale: float
    matrix: Floats
    shift: Floats


def chosen_nodes(nodes: Sequence[Node], moving: set[int]) -> tuple[list[int], bool]:
    """Return the nodes that become joints, parents first, and whether they are limb nodes.

    Joints are limb nodes, what moves above them, and all between. Where there are no limb nodes, they are the nodes
    that move, but for cameras and lights. Of several trees, those count in which something moves.

    Parameters
    ----------
    nodes : of the scene, parents first.
    moving : numbers of the nodes that have curves.
    """
    limbs = {number for number, node in enumerate(nodes) if node.kind == "BONE"}
    wanted = limbs or {number for number in moving if nodes[number].kind not in NO_JOINTS and number > 0}
    above = {ancestor for number in wanted for ancestor in _ancestors(nodes, number)}
    wanted = wanted | (above & moving)
    joints = wanted | {
        number for number in above if any(ancestor in wanted for ancestor in _ancestors(nodes, number)) and number > 0
    }
    joints = {number for number in joints if not nodes[number].is_helper}
    top = {number: _top(nodes, number, joints) for number in joints}
    alive = {top[number] for number in joints & moving}
    order = _ordered(nodes)
    return [number for number in order if number in joints and top[number] in alive], bool(limbs)


def _ancestors(nodes: Sequence[Node], number: int) -> list[int]:
    out = []
    while (number := nodes[number].parent) >= 0:
        out.append(number)
    return out


def _top(nodes: Sequence[Node], number: int, joints: set[int]) -> int:
    return next((ancestor for ancestor in reversed(_ancestors(nodes, number)) if ancestor in joints), number)


def _ordered(nodes: Sequence[Node]) -> list[int]:
    """Return all nodes with parents before children: as in the file, if that has them so, otherwise depth first."""
    in_file = sorted(range(len(nodes)), key=lambda number: (nodes[number].parent >= 0, nodes[number].object))
    place_of = {number: place for place, number in enumerate(in_file)}
    if all(node.parent < 0 or place_of[node.parent] < place_of[number] for number, node in enumerate(nodes)):
        return in_file
    children: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        if node.parent >= 0:
            children[node.parent].append(number)
    order, waiting = [], [0]
    while waiting:
        number = waiting.pop()
        order.append(number)
        waiting += children[number][::-1]
    return order


def placed_joints(scene: Scene, chosen: Sequence[int]) -> list[Joint] | None:
    """Return the joints of the chosen nodes; None where something above one is scaled unevenly.

    What lies between joints stays as ufbx has it at the first of the checked times.
    """
    joints: list[Joint] = []
    place_of = {node: place for place, node in enumerate(chosen)}
    for number in chosen:
        between, above = [], scene.nodes[number].parent
        while above >= 0 and above not in place_of:
            between.append(above)
            above = scene.nodes[above].parent
        parent = joints[place_of[above]] if above >= 0 else None
        start = _inside(scene, parent)
        for step in reversed(between):
            start = None if start is None else _below(start, scene.check[0, step])
        if start is None:
            return None
        joints.append(_joint(scene.nodes[number], number, place_of.get(above, -1), parent, start))
    return joints


_Place = tuple[Floats, Floats, float]
"""A place: a shift (3,), a rotation (4,) and an even scale."""


def _inside(scene: Scene, parent: Joint | None) -> _Place | None:
    """From where a joint stands, turned as its node, to the space of the node's children."""
    if parent is None:
        return np.zeros(3), np.array(IDENTITY_XYZW), 1.0
    vectors = scene.nodes[parent.node].vectors
    scale = even_scale(scene.check[0, parent.node, 7:])
    if scale is None:
        return None
    pivot = vectors["scaling_pivot"]
    shift = vectors["scaling_offset"] + pivot - vectors["rotation_pivot"] - scale * pivot
    return shift, np.array(IDENTITY_XYZW), scale


def _below(start: _Place, transform: Floats) -> _Place | None:
    shift, rotation, scale = start
    own = even_scale(transform[7:])
    if own is None:
        return None
    moved = shift + scale * rotate(rotation, transform[:3])
    return moved, quaternion_product(rotation, transform[3:7]), scale * own


def even_scale(scale: Floats) -> float | None:
    """Return the one factor of a scale (3,); None where it has several, or mirrors."""
    mean = float(np.mean(scale))
    return mean if mean > 0.0 and np.ptp(scale) <= UNEVEN * mean else None


def _joint(node: Node, number: int, place: int, parent: Joint | None, start: _Place) -> Joint:
    shift, rotation, scale = start
    outer = np.array(IDENTITY_XYZW) if parent is None else parent.turned_xyzw
    factor = 1.0 if parent is None else parent.scale
    back = quaternion_conjugate(outer)
    turned = quaternion_product(back, rotation)
    axes = tidied(quaternion_product(turned, fixed_rotation(node, "pre_rotation")))
    still = node.vectors["rotation_offset"] + node.vectors["rotation_pivot"]
    return Joint(
        number,
        place,
        axes,
        tidied(quaternion_product(fixed_rotation(node, "post_rotation"), quaternion_conjugate(axes))),
        factor * scale,
        factor * scale * rotate(turned, np.eye(3)).T,
        factor * rotate(back, shift + scale * rotate(rotation, still)),
    )


def fixed_rotation(node: Node, name: str) -> Floats:
    """Return a node's rotation before or after the animated one: (4,). Their order is always X, Y, Z."""
    return quaternion_from_euler("zyx", np.deg2rad(node.vectors[name][::-1]))


def tidied(q_xyzw: Floats) -> Floats:
    """Return a rotation, as the identity itself where it differs from it by rounding."""
    length = float(np.linalg.norm(q_xyzw))
    q = np.asarray(q_xyzw / length if length > 0.0 else IDENTITY_XYZW)
    return np.array(IDENTITY_XYZW) if np.abs(q[:3]).max() < 1e-12 else q
