"""The joints of a Maya scene whose attributes are the channels of a skeleton.

Maya multiplies row vectors: [S][RA][R][JO][IS][T], scale, rotate axis, rotation, joint orient, inverse scale of the
parent, translation. As we write products, from left to right, that is T · JO · R · RA. A joint of ours turns by
C · R · C⁻¹ with the Euler channels in R, so its orient is C, its rotate axis C⁻¹, and translations and children stay in
the axes that they have. A joint without rotation channels has its rest rotation as orient.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.formats.maya.names import joint_names
from unbake.formats.unique_names import UniqueNames
from unbake.ground.arrays import Floats
from unbake.motion.rotations import IDENTITY_XYZW, euler_from_quaternion, quaternion_conjugate
from unbake.motion.skeleton import ROTATIONS, Skeleton

ROTATE_ORDERS = ("xyz", "yzx", "zxy", "xzy", "yxz", "zyx")
"""Maya's rotate orders by number, the axis that turns first in front: our products from right to left."""
CM = 100.0
"""Maya's unit of length in metres, inverted."""


@dataclass(frozen=True, eq=False)
class MayaJoint:
    """A joint of the scene.

    Parameters
    ----------
    name, source_name : in Maya, and in the skeleton.
    parent : index of the parent joint, −1 for the root.
    translate_cm : (3,) rest position in the parent's axes.
    rotate_order : number of Maya's rotate order.
    orient_deg, rotate_axis_deg : (3,) Euler angles, x first.
    """

    name: str
    source_name: str
    parent: int
    translate_cm: Floats
    rotate_order: int
    orient_deg: Floats
    rotate_axis_deg: Floats


def joints_of(skeleton: Skeleton, scene: UniqueNames) -> tuple[MayaJoint, ...]:
    """Return the joints of a skeleton without quaternion channels, end sites among them, in its order."""
    names = joint_names(skeleton.names, scene)
    return tuple(_joint(skeleton, joint, name) for joint, name in enumerate(names))


def _joint(skeleton: Skeleton, joint: int, name: str) -> MayaJoint:
    turns = set(skeleton.channels[joint]) & set(ROTATIONS)
    axes = skeleton.axes_xyzw[joint] if turns else IDENTITY_XYZW
    return MayaJoint(
        name,
        skeleton.names[joint],
        skeleton.parents[joint],
        CM * skeleton.offsets_m[joint],
        ROTATE_ORDERS.index(skeleton.rotation_orders[joint][::-1]),
        _euler_deg(axes if turns else skeleton.rest_xyzw[joint]),
        _euler_deg(quaternion_conjugate(axes)),
    )


def _euler_deg(q_xyzw: Floats) -> Floats:
    """Angles x y z of a rotation, x first, as Maya's joint orient and rotate axis have them, whatever the order."""
    length = np.linalg.norm(q_xyzw)
    angles_zyx = euler_from_quaternion("zyx", q_xyzw / length if length else IDENTITY_XYZW)
    return np.asarray(np.degrees(angles_zyx[::-1]))


def attribute_of(channel: str) -> str:
    """Return Maya's attribute of a channel: ``translateX`` of ``tx``."""
    return ("translate" if channel[0] == "t" else "rotate") + channel[1].upper()
