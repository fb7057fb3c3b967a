"""Values of a rig's channels at any times, and whether they put the joints where ufbx does."""

from __future__ import annotations

import numpy as np

from unbake.curves.bezier import evaluate_chain
from unbake.formats.fbx.joints import Joint
from unbake.formats.fbx.rig import Component, Property, Rig
from unbake.formats.fbx.scene import Curve, Scene
from unbake.ground.arrays import Floats
from unbake.motion.channels import channels_of
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_product, rotate, rotation_angle
from unbake.motion.skeleton import TRANSLATIONS

KEEPS, TAKES_NEXT, STRAIGHT = 0.0, 1.0, 2.0
"""Modes of a segment, as `Curve.modes` has them."""
CLOSE_M, CLOSE_RAD = 1e-4, 1e-3
"""Joints that are no farther from where ufbx has them are where they belong; single-precision angles are coarser at the
end of a long chain. Distances are relative to the figure's size where that is above one metre."""


def handles_of(curve: Curve) -> tuple[Floats, Floats]:
    """Return left and right handles (K, 2) of a curve as (seconds, value), each inside its segment in time."""
    times, values = curve.times_s, curve.values
    left, right = np.stack([times, values], axis=1), np.stack([times, values], axis=1)
    keys = np.zeros((len(times), 4)) if curve.keys is None else curve.keys
    thirds, rises = np.diff(times) / 3.0, np.diff(values) / 3.0
    is_cubic = curve.modes[:-1] > STRAIGHT
    right[:-1, 0] += np.where(is_cubic, np.clip(keys[:-1, 2], 0.0, np.diff(times)), thirds)
    right[:-1, 1] += np.where(is_cubic, keys[:-1, 3], rises)
    left[1:, 0] -= np.where(is_cubic, np.clip(keys[1:, 0], 0.0, np.diff(times)), thirds)
    left[1:, 1] -= np.where(is_cubic, keys[1:, 1], rises)
    return left, right


def component_at(component: Component, times_s: Floats) -> Floats:
    """Return a component's values (T,) in the file's unit; beyond its keys it holds."""
    curve = component.curve
    if curve is None:
        return np.full(len(times_s), component.default)
    if curve.keys is None:
        return np.interp(times_s, curve.times_s, curve.values)
    left, right = handles_of(curve)
    found = np.asarray(evaluate_chain(curve.times_s, curve.values, left, right, times_s))
    segment = np.clip(np.searchsorted(curve.times_s, times_s, side="right") - 1, 0, len(curve.times_s) - 1)
    following = np.minimum(segment + 1, len(curve.times_s) - 1)
    is_inside = (times_s >= curve.times_s[0]) & (times_s < curve.times_s[-1])
    modes = curve.modes[segment]
    found = np.where(is_inside & (modes == KEEPS), curve.values[segment], found)
    return np.where(is_inside & (modes == TAKES_NEXT), curve.values[following], found)


def values_at(rig: Rig, times_s: Floats) -> Floats:
    """Return the values (T, C) of a rig's channels, in metres and radians, in the order of `channels_of`."""
    columns = []
    moved: dict[int, Floats] = {}
    for channel in channels_of(rig.skeleton):
        joint, moving, turning = (
            rig.joints[channel.joint],
            rig.translations[channel.joint],
            rig.rotations[channel.joint],
        )
        assert joint is not None
        assert moving is not None
        assert turning is not None
        if channel.name in TRANSLATIONS:
            if channel.joint not in moved:
                moved[channel.joint] = _places(joint, moving, times_s)
            columns.append(moved[channel.joint][:, TRANSLATIONS.index(channel.name)])
        else:
            columns.append(np.deg2rad(component_at(turning["xyz".index(channel.name[1])], times_s)))
    return np.stack(columns, axis=1) if columns else np.empty((len(times_s), 0))


def _places(joint: Joint, moving: Property, times_s: Floats) -> Floats:
    raw = np.stack([component_at(component, times_s) for component in moving], axis=1)
    return np.asarray(raw @ joint.matrix.T + joint.shift)


def is_where_ufbx_has_it(scene: Scene, rig: Rig, motion: Motion) -> bool:
    """Whether joints stand and turn as ufbx says. `motion` is that of the rig at the checked times."""
    places, turns = motion.positions(), motion.world_rotations_xyzw()
    size = max(1.0, float(np.abs(places).max()))
    matrices, rotations = worlds(scene, scene.check)
    for index, joint in enumerate(rig.joints):
        moving = rig.translations[index]
        if joint is None or moving is None:
            continue
        node = scene.nodes[joint.node]
        raw = np.stack([component_at(component, scene.check_s) for component in moving], axis=1)
        local = raw + node.vectors["rotation_offset"] + node.vectors["rotation_pivot"]
        linear, shift = matrices[node.parent]
        expected = np.einsum("tij,tj->ti", linear, local) + shift
        turned = quaternion_product(rotations[joint.node], joint.turned_xyzw)
        near = np.abs(expected - places[:, index]).max() <= CLOSE_M * size
        if not near or rotation_angle(turned, turns[:, index]).max() > CLOSE_RAD:
            return False
    return True


def worlds(scene: Scene, local: Floats) -> tuple[list[tuple[Floats, Floats]], list[Floats]]:
    """Return every node's matrix, (T, 3, 3) and (T, 3), and rotation (T, 4) in the world.

    Parameters
    ----------
    local : (T, N, 10) translations, rotations and scales of all nodes in their parents.
    """
    matrices: list[tuple[Floats, Floats]] = []
    rotations: list[Floats] = []
    for number, node in enumerate(scene.nodes):
        shift, turn, scale = local[:, number, :3], local[:, number, 3:7], local[:, number, 7:]
        linear = rotate(turn[:, None], np.eye(3)).transpose(0, 2, 1) * scale[:, None]
        if node.parent >= 0:
            above, place = matrices[node.parent]
            shift = np.einsum("tij,tj->ti", above, shift) + place
            linear = above @ linear
            turn = quaternion_product(rotations[node.parent], turn)
        matrices.append((linear, shift))
        rotations.append(turn)
    return matrices, rotations
