"""The skeleton of a take, and from which curves its channels come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.formats.fbx.joints import Joint
from unbake.formats.fbx.scene import Curve, Node, Scene
from unbake.formats.unique_names import UniqueNames
from unbake.ground.arrays import Floats
from unbake.ground.notes import Note
from unbake.motion.names import renamed_note, writable
from unbake.motion.rotations import (
    IDENTITY_XYZW,
    quaternion_conjugate,
    quaternion_from_euler,
    quaternion_product,
)
from unbake.motion.skeleton import TRANSLATIONS, Skeleton

STILL_M = 1e-6
"""A joint below the root that moves no farther than this in its parent stays where it is."""
ALMOST_AXIS = 1e-6
"""Part of a translation that stays on its axis though another has it: what a 90° turn in single precision leaves."""
END_NAMES = ("end", "endsite", "nub", "site", "tip")
SEVERAL = "scene_root"


@dataclass(frozen=True, eq=False)
class Component:
    """One component of a node's property: its curve, None where it has none, and its value then."""

    curve: Curve | None
    default: float

    def varies(self, least: float) -> bool:
        """Whether the curve changes the value by more than `least`, at its keys or between them."""
        if self.curve is None:
            return False
        if np.ptp(self.curve.values) > least:
            return True
        keys = self.curve.keys
        return keys is not None and bool(np.abs(keys[:, 1::2]).max() > least)

    @property
    def constant(self) -> float:
        """The value where no curve changes it."""
        return self.default if self.curve is None else float(self.curve.values[0])


Property = tuple[Component, Component, Component]


@dataclass(frozen=True, eq=False)
class Rig:
    """A skeleton, and for each of its joints the node's translation and rotation; None for a joint without a node."""

    skeleton: Skeleton
    joints: tuple[Joint | None, ...]
    translations: tuple[Property | None, ...]
    rotations: tuple[Property | None, ...]


def properties_of(scene: Scene, node: int, name: str, key: str) -> Property:
    """Return the three components of a node's property `name`, whose value at rest is the vector `key`."""
    rest = scene.nodes[node].vectors[key]
    found = {curve.axis: curve for curve in scene.curves if curve.node == node and curve.name == name}
    x, y, z = (_component(found.get(axis), float(rest[axis])) for axis in range(3))
    return x, y, z


def _component(curve: Curve | None, rest: float) -> Component:
    if curve is None:
        return Component(None, rest)
    return Component(curve if len(curve.times_s) else None, curve.default)


def rig_of(scene: Scene, joints: Sequence[Joint]) -> tuple[Rig, list[str]]:
    """Return the skeleton of joints with the curves of their channels, and notes.

    A joint has rotation channels where its node has rotation curves. The root has translation channels where it has
    curves, others where these move the joint. Where several trees are animated, a joint without motion holds them
    together.
    """
    turning = [properties_of(scene, joint.node, "Lcl Rotation", "rotation") for joint in joints]
    moving = [properties_of(scene, joint.node, "Lcl Translation", "translation") for joint in joints]
    has_children = {joint.parent for joint in joints}
    ends = [
        place not in has_children and _is_end(scene.nodes[joint.node], turning[place])
        for place, joint in enumerate(joints)
    ]
    channels = [
        () if end else (*_moved(joint, moved), *_turned(scene.nodes[joint.node], turned))
        for joint, moved, turned, end in zip(joints, moving, turning, ends, strict=True)
    ]
    offsets = [
        _offset(scene.nodes[joint.node], joint, moved, names)
        for joint, moved, names in zip(joints, moving, channels, strict=True)
    ]
    several = sum(joint.parent < 0 for joint in joints) > 1
    names, notes = names_of([scene.nodes[joint.node] for joint in joints], several)
    skeleton = Skeleton(
        names,
        tuple([-1] * several + [joint.parent + several if joint.parent >= 0 else several - 1 for joint in joints]),
        np.array([np.zeros(3)] * several + offsets),
        tuple([()] * several + channels),
        tuple(["zyx"] * several + [scene.nodes[joint.node].order or "zyx" for joint in joints]),
        np.array([IDENTITY_XYZW] * several + [joint.axes_xyzw for joint in joints]),
        np.array(
            [IDENTITY_XYZW] * several
            + [_rest(scene.nodes[joint.node], joint, turned) for joint, turned in zip(joints, turning, strict=True)]
        ),
        tuple([False] * several + ends),
        metres_per_unit=1.0,
    )
    none: list[None] = [None] * several
    return Rig(skeleton, (*none, *joints), (*none, *moving), (*none, *turning)), notes


def _is_end(node: Node, turned: Property) -> bool:
    if "unbake_end_site" in node.own:
        return True
    word = node.name.replace(".", "_").replace(":", "_").replace(" ", "_").rpartition("_")[2].lower()
    still = not any(component.varies(1e-6) for component in turned)
    return still and (word in END_NAMES or node.name.endswith(("End", "Nub", "Site")))


def _moved(joint: Joint, moved: Property) -> tuple[str, ...]:
    """Translation channels; an axis that no curve moves has none, where the joint's axes are those of its node."""
    least = STILL_M / joint.scale if joint.parent >= 0 else -1.0
    if not any(component.curve is not None and component.varies(least) for component in moved):
        return ()
    sources = axes_of(joint)
    if sources is None:
        return TRANSLATIONS
    return tuple(name for name, n in zip(TRANSLATIONS, sources, strict=True) if moved[n].curve is not None)


def axes_of(joint: Joint) -> tuple[int, ...] | None:
    """Return along which axis of its node each axis of a joint's translation goes; None where these are mixed."""
    sizes = np.abs(joint.matrix)
    if (np.sum(sizes > ALMOST_AXIS * sizes.max(axis=1, keepdims=True), axis=1) != 1).any():
        return None
    return tuple(int(axis) for axis in sizes.argmax(axis=1))


def _turned(node: Node, turned: Property) -> tuple[str, ...]:
    """Rotation channels, in product order; an axis without a curve has one unless it stays at zero."""
    if not any(component.curve is not None for component in turned):
        return ()
    letters = node.order or "zyx"
    present = {"xyz"[n] for n, component in enumerate(turned) if component.curve is not None or component.default}
    return tuple(f"r{letter}" for letter in letters if letter in present)


def _offset(node: Node, joint: Joint, moved: Property, channels: Sequence[str]) -> Floats:
    """Where a joint rests; one that moves rests where its node does without curves."""
    moves = bool(set(channels) & set(TRANSLATIONS))
    resting = [
        node.vectors["translation"][axis] if moves and component.curve is not None else component.constant
        for axis, component in enumerate(moved)
    ]
    return np.asarray(joint.matrix @ np.array(resting) + joint.shift)


def _rest(node: Node, joint: Joint, turned: Property) -> Floats:
    order = node.order or "zyx"
    angles = np.deg2rad([turned["xyz".index(letter)].constant for letter in order])
    inner = quaternion_from_euler(order, angles)
    return quaternion_product(quaternion_product(joint.axes_xyzw, inner), quaternion_conjugate(joint.axes_xyzw))


def names_of(nodes: Sequence[Node], several: bool) -> tuple[tuple[str, ...], list[str]]:
    """Return a name for each node, used once, and notes on those that were changed; `several` adds one in front."""
    given = [node.name for node in nodes]
    wanted = [writable(name or "node") for name in given]
    used = UniqueNames([SEVERAL] * several)
    names = [used.take(name) for name in wanted]
    notes: list[str] = list(renamed_note(given, "joints"))
    count = sum(a != b for a, b in zip(wanted, names, strict=True))
    if count:
        notes.append(Note(f"{count} joint{'s' * (count > 1)} shared a name and got a number", "joint-renamed"))
    return tuple([SEVERAL] * several + names), notes
