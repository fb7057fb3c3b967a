"""The objects and bones that are seen: a tree of nodes, and where each is on every frame of the evaluated scene."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class Node:
    """An object or a bone.

    Parameters
    ----------
    name : unlike every other's.
    owner : name of the object.
    bone : name of the bone, "" for the object itself.
    parent : index of the node that it hangs on, −1 for the world.
    rest : (4, 4) where it stands against its parent when it is not moved.
    length : of a bone without children, as its own armature measures; 0 for all others.
    """

    name: str
    owner: str
    bone: str
    parent: int
    rest: np.ndarray
    length: float = 0.0


def nodes_of(owners):
    """Return the nodes of some objects, parents first. Of an armature with deform bones, only these are seen."""
    nodes, place = [], {}
    several = sum(owner.type == "ARMATURE" for owner in owners) > 1
    for owner in sorted(owners, key=_depth):
        above = _nearest(owner.parent, place, lambda o: o.parent, lambda o: (o.name, ""))
        rest = np.array(owner.matrix_parent_inverse) if above >= 0 and owner.parent_type == "OBJECT" else np.eye(4)
        place[owner.name, ""] = len(nodes)
        nodes.append(Node(owner.name, owner.name, "", above, rest))
        if owner.type == "ARMATURE":
            _add_bones(owner, nodes, place, f"{owner.name}:" if several else "")
    names = set()
    for node in sorted(nodes, key=lambda node: node.bone == ""):  # bones keep their names, which say what they are
        while node.name in names:
            node.name += "_"
        names.add(node.name)
    return nodes


def _add_bones(owner, nodes, place, prefix):
    bones = list(owner.data.bones)
    seen = [bone for bone in bones if bone.use_deform] or bones
    for bone in sorted(seen, key=_depth):
        above = _nearest(bone.parent, place, lambda b: b.parent, lambda b: (owner.name, b.name))
        rest = np.array(bone.matrix_local)
        if above < 0:
            above = place[owner.name, ""]
        else:
            rest = np.linalg.inv(np.array(owner.data.bones[nodes[above].bone].matrix_local)) @ rest
        place[owner.name, bone.name] = len(nodes)
        length = 0.0 if any(child in seen for child in bone.children) else bone.length
        nodes.append(Node(prefix + bone.name, owner.name, bone.name, above, rest, length))


def _depth(thing):
    return 0 if thing.parent is None else 1 + _depth(thing.parent)


def _nearest(thing, place, parent_of, key_of):
    """The nearest of a thing and those above it that has a node."""
    while thing is not None:
        if key_of(thing) in place:
            return place[key_of(thing)]
        thing = parent_of(thing)
    return -1


class Sampler:
    """Reads where nodes are, frame by frame.

    `matrices` (F, N, 4, 4) are in the world, in Blender's units; `locations` (F, N, 3) and `turns` (F, N, 4) what their
    own properties say, `turns` as Euler angles and a zero, or w x y z.
    """

    def __init__(self, nodes, frames):
        self.nodes = nodes
        self.frames = frames
        self.matrices = np.empty((len(frames), len(nodes), 4, 4))
        self.locations = np.zeros((len(frames), len(nodes), 3))
        self.turns = np.zeros((len(frames), len(nodes), 4))

    def read(self, row, owners, depsgraph):
        """Read one row from the scene as it is evaluated now."""
        evaluated = {name: owner.evaluated_get(depsgraph) for name, owner in owners.items()}
        worlds = {name: np.array(owner.matrix_world) for name, owner in evaluated.items()}
        for place, node in enumerate(self.nodes):
            carrier = evaluated[node.owner]
            world = worlds[node.owner]
            if node.bone:
                carrier = carrier.pose.bones[node.bone]
                world = world @ np.array(carrier.matrix)
            self.matrices[row, place] = world
            self.locations[row, place] = carrier.location
            mode = carrier.rotation_mode
            if mode == "QUATERNION":
                self.turns[row, place] = carrier.rotation_quaternion
            elif mode != "AXIS_ANGLE":
                self.turns[row, place, :3] = carrier.rotation_euler


def rotations_of(matrices):
    """Return the rotations (..., 3, 3) nearest to what 4 × 4 matrices do, whatever they scale or shear.

    What they mirror is mirrored back along its own x: which of the nearest rotations is taken would be chance there.
    """
    turns = matrices[..., :3, :3].copy()
    turns[..., 0] *= np.where(np.linalg.det(turns) < 0.0, -1.0, 1.0)[..., None]
    left, _, right = np.linalg.svd(turns)
    left[..., 2] *= np.where(np.linalg.det(left @ right) < 0.0, -1.0, 1.0)[..., None]  # where a scale is zero
    return left @ right
