"""The skeleton: a limb node for each joint, and the pose in which it is bound.

A node turns by PreRotation · R · PostRotation⁻¹, and a joint of ours by C · R · C⁻¹, so both fixed rotations are C.
Then nodes are the joints themselves, their Euler angles our channels and their positions ours, whatever the axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from unbake.formats.bone_mesh import rest_pose
from unbake.formats.fbx.writing.binary import Long, Node, named, node, packed
from unbake.formats.fbx.writing.properties import properties, row, vector_row
from unbake.formats.unique_names import UniqueNames
from unbake.ground.arrays import Floats
from unbake.motion.channels import channel_values, channels_of
from unbake.motion.names import writable
from unbake.motion.rotations import IDENTITY_XYZW, euler_from_quaternion, rotate
from unbake.motion.skeleton import ROTATIONS, TRANSLATIONS, Skeleton

CM_A_M = 100.0
ORDERS = ("zyx", "yzx", "xzy", "zxy", "yxz", "xyz")
"""Matrix products from left to right, numbered as FBX's rotation orders: 0 is XYZ, which turns about x first."""
INHERIT_RSRS = 1
LIMB_SIZE = 3.3
"""How large viewers draw a joint."""
BESIDE = 1e-5
"""Parts of the figure's size by which a joint that moves is bound beside its parent's y axis; Blender compares six
digits."""
END_SITE = "unbake_end_site"


@dataclass(frozen=True)
class Ids:
    """Numbers of the objects that belong to joints: of a joint's model and of its attribute."""

    first: int

    def model(self, joint: int) -> int:
        """Number of a joint's model."""
        return self.first + 2 * joint

    def attribute(self, joint: int) -> int:
        """Number of the attribute that makes it a limb."""
        return self.first + 2 * joint + 1


def names_of(skeleton: Skeleton) -> list[str]:
    """Return the joints' names as FBX can hold them, each used once."""
    used = UniqueNames()
    return [used.take(writable(name.replace("::", "__")) or "joint") for name in skeleton.names]


def joint_nodes(skeleton: Skeleton, ids: Ids) -> list[Node]:
    """Return the models of the joints at rest, each with its attribute."""
    translations, rotations = _resting(skeleton)
    nodes = []
    for joint, name in enumerate(names_of(skeleton)):
        parts = properties([row("Size", "number", LIMB_SIZE)]), node("TypeFlags", "Skeleton")
        attribute = named(name, "NodeAttribute")
        nodes.append(node("NodeAttribute", Long(ids.attribute(joint)), attribute, "LimbNode", children=parts))
        rows = _rows(skeleton, joint, translations[joint], rotations[joint])
        nodes.append(model(ids.model(joint), name, "LimbNode", rows))
    return nodes


def model(identifier: int, name: str, kind: str, rows: Sequence[Node]) -> Node:
    """Return a model, which is FBX's word for a node of the scene."""
    parts = node("Version", 232), properties(rows), node("Shading", True), node("Culling", "CullingOff")
    return node("Model", Long(identifier), named(name, "Model"), kind, children=parts)


def joint_links(skeleton: Skeleton, ids: Ids) -> list[Node]:
    """Return the connections that hang joints to their parents, the root to the scene."""
    links = []
    for joint, parent in enumerate(skeleton.parents):
        links.append(link(ids.attribute(joint), ids.model(joint)))
        links.append(link(ids.model(joint), ids.model(parent) if parent >= 0 else 0))
    return links


def link(source: int, target: int, name: str = "") -> Node:
    """Return a connection of an object with another, or with the named property of another."""
    if name:
        return node("C", "OP", Long(source), Long(target), name)
    return node("C", "OO", Long(source), Long(target))


def bind_matrices(skeleton: Skeleton) -> Floats:
    """Return (J, 16): where joints are in the world at rest, in centimetres, column by column.

    A joint that moves is bound a hundredth of a millimetre beside the line of its parent's y axis. Blender's importer
    connects a bone that begins where that of its parent ends, and bones that are connected cannot move.
    """
    rest = rest_pose(replace(skeleton, offsets_m=_beside_the_axis(skeleton)))
    turned, places = rest.world_rotations_xyzw()[0], rest.positions()[0]
    matrices = np.zeros((len(skeleton.names), 4, 4))
    for axis in range(3):
        matrices[:, axis, :3] = rotate(turned, np.eye(3)[axis])
    matrices[:, 3, :3], matrices[:, 3, 3] = CM_A_M * places, 1.0
    return matrices.reshape(-1, 16)


def _beside_the_axis(skeleton: Skeleton) -> Floats:
    """Return offsets (J, 3) in metres of which none of a joint that moves lies on the y axis of its parent."""
    offsets, size = skeleton.offsets_m.copy(), float(np.abs(rest_pose(skeleton).positions()).max())
    for joint in skeleton.translated:
        aside = np.abs(offsets[joint, [0, 2]]).max()
        if skeleton.parents[joint] >= 0 and offsets[joint, 1] > 0.0 and aside < BESIDE * size:
            offsets[joint, 0] += BESIDE * size
    return offsets


def bind_pose(identifier: int, models: Sequence[int], matrices: Floats) -> Node:
    """Return the pose in which models are bound; matrices (N, 16) column by column."""
    rows = [
        node("PoseNode", children=(node("Node", Long(number)), node("Matrix", packed(matrix))))
        for number, matrix in zip(models, matrices, strict=True)
    ]
    parts = (node("Type", "BindPose"), node("Version", 100), node("NbPoseNodes", len(rows)), *rows)
    return node("Pose", Long(identifier), named("BindPose", "Pose"), "BindPose", children=parts)


def _rows(skeleton: Skeleton, joint: int, translation_cm: Floats, rotation_deg: Floats) -> list[Node]:
    """A joint's properties; what is as FBX has it anyway is left out."""
    rows = [row("RotationActive", "bool", 1), row("InheritType", "enum", INHERIT_RSRS)]
    if order := ORDERS.index(_order(skeleton, joint)):
        rows.append(row("RotationOrder", "enum", order))
    axes = skeleton.axes_xyzw[joint]
    if set(skeleton.channels[joint]) & set(ROTATIONS) and (axes != IDENTITY_XYZW).any():
        # These two always have the order XYZ.
        fixed = np.rad2deg(euler_from_quaternion("zyx", axes))[::-1]
        rows += [vector_row(name, "vector", fixed) for name in ("PreRotation", "PostRotation")]
    rows.append(vector_row("Lcl Translation", "Lcl Translation", translation_cm))
    rows.append(vector_row("Lcl Rotation", "Lcl Rotation", rotation_deg))
    rows.append(vector_row("Lcl Scaling", "Lcl Scaling", np.ones(3)))
    if skeleton.end_sites[joint]:
        rows.append(row(END_SITE, "own bool", 1))
    return rows


def _order(skeleton: Skeleton, joint: int) -> str:
    return skeleton.rotation_orders[joint] if set(skeleton.channels[joint]) & set(ROTATIONS) else "zyx"


def _resting(skeleton: Skeleton) -> tuple[Floats, Floats]:
    """Return translations (J, 3) in centimetres and Euler angles (J, 3) about x, y, z in degrees at rest."""
    translations, rotations = CM_A_M * skeleton.offsets_m, np.zeros((len(skeleton.names), 3))
    for joint, channels in enumerate(skeleton.channels):
        if not set(channels) & set(ROTATIONS):
            rotations[joint] = euler_from_quaternion("zyx", skeleton.rest_xyzw[joint])[::-1]
    values = channel_values(rest_pose(skeleton), skeleton)[0]
    for channel, value in zip(channels_of(skeleton), values, strict=True):
        if channel.name not in TRANSLATIONS:
            rotations[channel.joint, ROTATIONS.index(channel.name)] = value
    return translations, np.rad2deg(rotations)
