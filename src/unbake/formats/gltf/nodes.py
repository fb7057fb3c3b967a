"""From a glTF scene's nodes to the joints of one skeleton."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import scipy

from unbake.errors import FileError
from unbake.formats.gltf.container import Document
from unbake.ground.arrays import Floats
from unbake.ground.files.checked_json import Item
from unbake.motion.rotations import IDENTITY_XYZW

MOST_NODES = 200_000


@dataclass(frozen=True, eq=False)
class Node:
    """A node's place in the tree and its transformation at rest: translation · rotation · scale."""

    name: str | None
    parent: int
    translation: Floats
    rotation_xyzw: Floats
    scale: Floats
    holds_object: bool
    end_site: bool


def read_nodes(document: Document) -> list[Node]:
    """Read all nodes.

    Raises
    ------
    FileError : a node with two parents, a circle of nodes, numbers that are none, too many nodes.
    """
    items = document.root.list_of("nodes")
    if len(items) > MOST_NODES:
        raise FileError(document.file, f"has {len(items):,} nodes; at most {MOST_NODES:,} are read")
    parents = [-1] * len(items)
    for number, item in enumerate(items):
        for child in item.list_of("children"):
            index = child.index(len(items), "nodes")
            if parents[index] >= 0:
                raise FileError(document.file, f"{child.path}: node {index} has a second parent")
            parents[index] = number
    nodes = [_read_node(item, parent) for item, parent in zip(items, parents, strict=True)]
    _check_no_circle(document, parents)
    return nodes


def _read_node(item: Item, parent: int) -> Node:
    name, matrix = item.get("name"), item.get("matrix")
    if matrix is not None:
        translation, rotation, scale = _decomposed(matrix)
    else:
        translation = _vector(item, "translation", np.zeros(3))
        rotation = _vector(item, "rotation", IDENTITY_XYZW)
        scale = _vector(item, "scale", np.ones(3))
    length = float(np.linalg.norm(rotation))
    rotation = rotation / length if 1e-6 < length < 1e6 else IDENTITY_XYZW
    holds_object = item.get("mesh") is not None or item.get("camera") is not None
    return Node(
        name.text() if name is not None else None, parent, translation, rotation, scale, holds_object, _is_end(item)
    )


def _vector(item: Item, key: str, default: Floats) -> Floats:
    found = item.get(key)
    return found.numbers(len(default)) if found is not None else default


def _is_end(item: Item) -> bool:
    extras = item.value.get("extras")
    ours = extras.get("unbake") if isinstance(extras, dict) else None
    return isinstance(ours, dict) and ours.get("end_site") is True


def _decomposed(item: Item) -> tuple[Floats, Floats, Floats]:
    """Split a matrix, given column by column, into translation, rotation and scale; shear is left out."""
    matrix = item.numbers(16).reshape(4, 4).T
    axes = matrix[:3, :3]
    if np.abs(axes).max() > 1e9:
        item.fail("a matrix of moderate numbers")
    scale = np.linalg.norm(axes, axis=0)
    if np.linalg.det(axes) < 0.0:
        scale[0] = -scale[0]
    if np.abs(scale).min() < 1e-9 or abs(np.linalg.det(axes / scale)) < 1e-6:
        return matrix[:3, 3], IDENTITY_XYZW, scale
    return matrix[:3, 3], np.asarray(scipy.spatial.transform.Rotation.from_matrix(axes / scale).as_quat()), scale


def _check_no_circle(document: Document, parents: list[int]) -> None:
    """Walk up from every node; a walk that meets itself is a circle. Each node is passed once."""
    passed = [0] * len(parents)
    for start in range(len(parents)):
        node = start
        while node >= 0 and not passed[node]:
            passed[node] = start + 1
            node = parents[node]
        if node >= 0 and passed[node] == start + 1:
            raise FileError(document.file, f"nodes[{node}] is its own ancestor")


def depth_first(nodes: list[Node]) -> tuple[list[int], list[int]]:
    """Return all nodes with parents before children, and each node's root.

    They keep the file's order if that has parents first, as this package writes it; otherwise siblings do.
    """
    children: list[list[int]] = [[] for _ in nodes]
    roots: list[int] = []
    for number, node in enumerate(nodes):
        (children[node.parent] if node.parent >= 0 else roots).append(number)
    order: list[int] = []
    root_of = list(range(len(nodes)))
    waiting = roots[::-1]
    while waiting:
        number = waiting.pop()
        order.append(number)
        if nodes[number].parent >= 0:
            root_of[number] = root_of[nodes[number].parent]
        waiting += children[number][::-1]
    if all(node.parent < number for number, node in enumerate(nodes)):
        order.sort()
    return order, root_of


def chosen_joints(nodes: list[Node], order: list[int], wanted: Iterable[int], roots: set[int]) -> list[int]:
    """Return the nodes that become joints, parents first.

    `wanted` (animated nodes and the joints of skins) and all their ancestors are joints; so is what hangs below a
    wanted node, such as the tip of a finger, unless it carries a mesh or a camera. Only trees in `roots` count.
    """
    wanted_set, below = set(wanted), set()
    needed = with_ancestors(nodes, wanted_set)
    joints: list[int] = []
    root_of: dict[int, int] = {}
    for number in order:
        parent = nodes[number].parent
        root_of[number] = root_of[parent] if parent >= 0 else number
        if (parent in below or parent in wanted_set) and (number in needed or not nodes[number].holds_object):
            below.add(number)
        if root_of[number] in roots and (number in needed or number in below):
            joints.append(number)
    return joints


def with_ancestors(nodes: list[Node], numbers: Iterable[int]) -> set[int]:
    """Return nodes and all above them."""
    found: set[int] = set()
    for number in numbers:
        while number >= 0 and number not in found:
            found.add(number)
            number = nodes[number].parent
    return found


def inherited_scales(nodes: list[Node], joints: list[int]) -> dict[int, Floats]:
    """Return for each joint the scale of all its ancestors, by which its translation is multiplied."""
    scales: dict[int, Floats] = {}
    for number in joints:
        parent = nodes[number].parent
        scales[number] = scales[parent] * nodes[parent].scale if parent >= 0 else np.ones(3)
    return scales


def seen_through(scale: Floats) -> Floats:
    """Return what a quaternion x, y, z, w is multiplied by, so that it turns in the world as it does below a scale.

    A mirror turns rotations round: S · R = (S · R · S⁻¹) · S, where S has the signs of the scale. An axis changes its
    sign along the mirror's plane; what moves below changes its own along the normal (`inherited_scales`).
    """
    signs = np.where(scale < 0.0, -1.0, 1.0)
    return np.append(signs * np.prod(signs), 1.0)
