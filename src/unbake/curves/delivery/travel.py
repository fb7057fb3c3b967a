"""Travel over the floor in keyed animations: left out, or moved from the hips to a root joint above them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from unbake.curves.baked import straight_handles
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.curves.layers import AnimationLayer
from unbake.ground.arrays import Floats
from unbake.motion.channels import Channel, channels_of
from unbake.motion.delivery import travel
from unbake.motion.motion import Motion
from unbake.motion.rotations import IDENTITY_XYZW
from unbake.motion.skeleton import TRANSLATIONS, Skeleton

_OVER_THE_FLOOR = tuple(TRANSLATIONS[axis] for axis in travel.FLOOR)


def in_place(animation: KeyedAnimation) -> KeyedAnimation:
    """Return a keyed animation whose hips stay above the origin of the floor; see `unbake.motion.in_place`.

    All other curves are the same, to the last handle, where the hips are the first joint or the only child of one that
    stands still; otherwise curves are fitted again, and a note says how far they are off.
    """
    hips, skeleton = travel.hips_of(animation.skeleton), animation.skeleton
    if hips > 0 and not _is_still_root(animation, hips):
        return _refitted(animation, travel.in_place(animation.sample()))
    curves = {curve.channel: curve for curve in animation.curves}
    for joint in {0, hips}:
        skeleton = travel.with_translation_channels(skeleton, [joint])
        for name in TRANSLATIONS:
            value = animation.skeleton.offsets_m[joint, TRANSLATIONS.index(name)]
            curves.setdefault(Channel(joint, name), flat(animation, joint, name, value))
        for name in _OVER_THE_FLOOR:
            curves[Channel(joint, name)] = flat(animation, joint, name, 0.0)
    layers = tuple(_without_travel(_without_travel(layer, hips), 0) for layer in animation.layers)
    return replace(with_curves(animation, skeleton, curves), layers=layers)


def with_root_motion(animation: KeyedAnimation, root: str = travel.ROOT) -> KeyedAnimation:
    """Return a keyed animation whose hips travel with a root joint; see `unbake.motion.with_root_motion`.

    The hips' curves over the floor become the root's, to the last handle, where the hips are the first joint or the
    only child of one that stands still; otherwise curves are fitted again, and a note says how far they are off.

    Parameters
    ----------
    animation : the curves.
    root : what the root is called if one is added.
    """
    hips = travel.hips_of(animation.skeleton)
    if hips > 0 and not _is_still_root(animation, hips):
        return _refitted(animation, travel.with_root_motion(animation.sample()))
    if hips == 0:
        animation = _with_root(animation, root)
        hips = 1
    curves = {curve.channel: curve for curve in animation.curves}
    skeleton = travel.with_translation_channels(animation.skeleton, [0, hips])
    for name in TRANSLATIONS:
        for joint in (0, hips):
            value = animation.skeleton.offsets_m[joint, TRANSLATIONS.index(name)]
            curves.setdefault(Channel(joint, name), flat(animation, joint, name, value))
    for name in _OVER_THE_FLOOR:
        own, below = curves[Channel(0, name)], curves[Channel(hips, name)]
        curves[Channel(0, name)] = _shifted(below, 0, float(own.values[0]))
        curves[Channel(hips, name)] = flat(animation, hips, name, 0.0)
    layers = tuple(_with_travelling_root(layer, hips) for layer in animation.layers)
    return replace(with_curves(animation, skeleton, curves), layers=layers)


def with_curves(animation: KeyedAnimation, skeleton: Skeleton, curves: Mapping[Channel, FCurve]) -> KeyedAnimation:
    """Return an animation with another skeleton and the curve of each of its channels."""
    return replace(animation, skeleton=skeleton, curves=tuple(curves[channel] for channel in channels_of(skeleton)))


def flat(animation: KeyedAnimation, joint: int, name: str, value: float) -> FCurve:
    """Return a curve that holds one value, keyed as the others are, its handles at thirds."""
    frames = np.array(animation.selection.frames, dtype=np.float64)
    values = np.full(len(frames), value)
    return FCurve(Channel(joint, name), frames, values, *straight_handles(frames, values))


def _shifted(curve: FCurve, joint: int, by: float) -> FCurve:
    """Return a curve as another joint's, with its values and handles shifted."""
    shift: Floats = np.array([0.0, by])
    return replace(
        curve,
        channel=Channel(joint, curve.channel.name),
        values=curve.values + by,
        left=curve.left + shift,
        right=curve.right + shift,
    )


def _with_root(animation: KeyedAnimation, root: str) -> KeyedAnimation:
    """Return an animation with a root joint above its first joint that stays at the origin."""
    skeleton = travel.rooted_skeleton(animation.skeleton, root)
    curves = {
        Channel(curve.channel.joint + 1, curve.channel.name): _shifted(curve, curve.channel.joint + 1, 0.0)
        for curve in animation.curves
    }
    for name in TRANSLATIONS:
        value = animation.skeleton.offsets_m[0, TRANSLATIONS.index(name)]
        curves[Channel(0, name)] = flat(animation, 0, name, 0.0)
        curves.setdefault(Channel(1, name), flat(animation, 1, name, value))
    layers = tuple(_one_joint_later(layer) for layer in animation.layers)
    plain = with_curves(replace(animation, layers=()), skeleton, curves)
    return replace(plain, layers=layers)


def _one_joint_later(layer: AnimationLayer) -> AnimationLayer:
    joints, moved = (tuple(joint + 1 for joint in part) for part in (layer.joints, layer.moved))
    return replace(layer, joints=joints, moved=moved)


def _without_travel(layer: AnimationLayer, joint: int) -> AnimationLayer:
    """Return a layer that does not shift a joint over the floor."""
    if joint not in layer.moved:
        return layer
    shifts = layer.shifts_m.copy()
    shifts[:, layer.moved.index(joint), travel.FLOOR] = 0.0
    return replace(layer, shifts_m=shifts)


def _with_travelling_root(layer: AnimationLayer, hips: int) -> AnimationLayer:
    """Return a layer that shifts the root over the floor in place of the hips."""
    if hips not in layer.moved:
        return layer
    # The monotone cubics of two sums are not the sum of two: where the root moves by itself, each frame gets a key.
    frames = np.arange(layer.frames[-1] + 1) if 0 in layer.moved else layer.frames
    moved = layer.moved if 0 in layer.moved else (*layer.moved, 0)
    vectors, own = layer.at(frames)
    shifts = np.zeros((len(frames), len(moved), 3))
    shifts[:, : len(layer.moved)] = own
    shifts[:, moved.index(0), travel.FLOOR] += own[:, moved.index(hips), travel.FLOOR]
    changed = replace(layer, frames=frames, vectors_rad=vectors, moved=moved, shifts_m=shifts)
    return _without_travel(changed, hips)


def _is_still_root(animation: KeyedAnimation, hips: int) -> bool:
    """Return whether the first joint never moves or turns out of the world's axes, with the hips as its only child."""
    if animation.skeleton.children()[0] != (hips,):
        return False
    of_root = [curve for curve in animation.curves if curve.channel.joint == 0]
    if not all(_is_flat(curve) for curve in of_root):
        return False
    turns = animation.sample([0.0]).rotations_xyzw[0, 0]
    return bool(np.abs(np.abs(turns @ IDENTITY_XYZW) - 1.0) < 1e-12)


def _is_flat(curve: FCurve) -> bool:
    ends = (curve.values, curve.left[:, 1], curve.right[:, 1])
    return all(bool((part == curve.values[0]).all()) for part in ends)


def _refitted(animation: KeyedAnimation, motion: Motion) -> KeyedAnimation:
    # Imported late: what is exact needs no compiler.
    from unbake.curves.delivery.refit import refitted

    reason = "the first joint moves, or has other children than the hips"
    found = refitted(animation, motion, animation.selection.frames, reason)
    return replace(found, layers=animation.layers)
