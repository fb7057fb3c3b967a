"""The layers of an animation in our JSON: the list `layers` of version 2, the foot layer of version 1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.layers import FEET, LARGEST, AnimationLayer, layer_on
from unbake.errors import FileError
from unbake.ground.arrays import Floats
from unbake.ground.files.checked_json import Item
from unbake.motion.skeleton import Skeleton

FOOT_LAYER = "foot_layer"
"""Where version 1 had its only layer, among the extras."""
_MEMBERS = ("name", "weight", "muted", "frames", "turns_rad", "shifts_m")


def layers_json(animation: KeyedAnimation) -> Iterator[dict[str, Any]]:
    """Yield the layers of an animation as they are written."""
    names = animation.skeleton.names
    for layer in animation.layers:
        yield {
            "name": layer.name,
            "weight": layer.weight,
            "muted": layer.is_muted,
            "frames": layer.frames.tolist(),
            "turns_rad": {names[j]: layer.vectors_rad[:, n].tolist() for n, j in enumerate(layer.joints)},
            "shifts_m": {names[j]: layer.shifts_m[:, n].tolist() for n, j in enumerate(layer.moved)},
        }


def layers_of(root: Item, version: int, skeleton: Skeleton, n_frames: int) -> tuple[AnimationLayer, ...]:
    """Return the layers of an animation's file; FileError where one is not of the animation."""
    if version > 1:
        return tuple(_layer(item, skeleton, n_frames) for item in root.list_of("layers"))
    extras = root.get("extras")
    item = extras.get(FOOT_LAYER) if extras is not None else None
    return () if item is None else (_foot_layer(item, skeleton, n_frames),)


def _layer(item: Item, skeleton: Skeleton, n_frames: int) -> AnimationLayer:
    for member in item.object():
        if member not in _MEMBERS:
            raise FileError(item.file, f"{item.path} has an unknown member '{member}'", expected=", ".join(_MEMBERS))
    frames, weight = _frames(item, n_frames), item.need("weight")
    if abs(weight.number()) > LARGEST:
        weight.fail(f"a number up to {LARGEST:,.0f}")
    if not frames:
        item.need("frames").fail("at least one frame")
    joints, vectors = vectors_by_joint(item.need("turns_rad"), skeleton, len(frames))
    moved, shifts = vectors_by_joint(item.need("shifts_m"), skeleton, len(frames), skeleton.translated)
    keys, is_muted = np.array(frames, dtype=np.int64), item.need("muted").boolean()
    return AnimationLayer(item.need("name").text(), keys, joints, vectors, moved, shifts, weight.number(), is_muted)


def _foot_layer(item: Item, skeleton: Skeleton, n_frames: int) -> AnimationLayer:
    """The layer of version 1, which lists the frames that it changes."""
    if item.need("version").integer(1) > 1:
        item.need("version").fail("1", "is of a later version")
    frames = _frames(item, n_frames)
    joints, vectors = vectors_by_joint(item.need("turns_rad"), skeleton, len(frames))
    moved, shifts = vectors_by_joint(item.need("shifts_m"), skeleton, len(frames), skeleton.translated)
    return layer_on(FEET, np.array(frames, dtype=np.int64), n_frames, joints, vectors, moved, shifts)


def _frames(item: Item, n_frames: int) -> list[int]:
    frames = [frame.integer(0, n_frames - 1) for frame in item.need("frames").items()]
    if sorted(set(frames)) != frames:
        item.need("frames").fail("frames that rise")
    return frames


def vectors_by_joint(
    item: Item, skeleton: Skeleton, count: int, allowed: tuple[int, ...] | None = None
) -> tuple[tuple[int, ...], Floats]:
    """The joints that an object names, in its order, and their vectors (count, n, 3)."""
    joints, vectors = [], np.zeros((count, len(item), 3))
    for place, name in enumerate(item.object()):
        if name not in skeleton.names:
            raise FileError(item.file, f"{item.path} names a joint '{name}' that the animation does not have")
        joints.append(skeleton.names.index(name))
        if allowed is not None and joints[-1] not in allowed:
            item.fail("joints with translation channels", f"moves joint '{name}', which has none")
        vectors[:, place] = Item(item.file, f"{item.path}.{name}", item.value[name]).numbers(count, 3)
        if np.abs(vectors[:, place]).max(initial=0.0) > LARGEST:
            raise FileError(item.file, f"{item.path}.{name} holds a number beyond {LARGEST:,.0f}")
    return tuple(joints), vectors
