"""A keyed animation and the layer that holds its feet, apart in one file: the `extras` of our native JSON."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.feet.clean.foot_layer import FootLayer
from unbake.formats.native import format as native
from unbake.formats.registry import ReadOptions, WriteOptions
from unbake.ground.checked_json import Item
from unbake.ground.notes import Note
from unbake.ground.whole_file import whole_file
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

KEY, VERSION = "foot_layer", 1


def save_with_layer(animation: KeyedAnimation, layer: FootLayer, path: Path) -> None:
    """Write an animation as our JSON, whole or not at all, with the layer that holds its feet beside its curves.

    Raises
    ------
    FileError : the file cannot be written.
    """
    with whole_file(path) as temporary:
        native.save_animation(animation, temporary, WriteOptions(), {KEY: _layer_json(layer, animation)})


def has_layer(path: Path) -> bool:
    """Return whether a file holds a layer that holds its animation's feet."""
    return path.suffix.lower() == ".json" and native.load_extras(path).get(KEY) is not None


def without_layer(animation: KeyedAnimation, path: Path) -> Motion:
    """Return an animation's motion; a foot layer that its file holds is left out, which one of its warnings says."""
    motion = animation.sample()
    if not has_layer(path):
        return motion
    said = Note(f"{path.name}: the layer that holds its feet is left out", "layer-left-out", file=str(path))
    return replace(motion, warnings=(*motion.warnings, said))


def _layer_json(layer: FootLayer, animation: KeyedAnimation) -> dict[str, Any]:
    names, frames = animation.skeleton.names, layer.changed_frames()
    return {
        "version": VERSION,
        "frames": frames.tolist(),
        "turns_rad": {names[j]: layer.vectors_rad[frames, n].tolist() for n, j in enumerate(layer.joints)},
        "shifts_m": {} if layer.root is None else {names[layer.root]: layer.shifts_m[frames].tolist()},
    }


def load_layer(path: Path) -> FootLayer | None:
    """Return the layer that holds an animation's feet; None where the file has none.

    Raises
    ------
    FileError : a file that is not our JSON, or a layer that is not of its animation.
    """
    animation = native.load(path, ReadOptions())
    root = native.load_extras(path).get(KEY)
    if root is None:
        return None
    if root.need("version").integer(1) > VERSION:
        root.need("version").fail(f"{VERSION}", "is of a later version")
    rows = [frame.integer(0, animation.n_frames - 1) for frame in root.list_of("frames")]
    if sorted(set(rows)) != rows:
        root.need("frames").fail("frames that rise")
    turns = _by_joint(root.need("turns_rad"), animation.skeleton, rows, animation.n_frames)
    shifts = _by_joint(root.need("shifts_m"), animation.skeleton, rows, animation.n_frames)
    if len(shifts) > 1 or not set(shifts) <= set(animation.skeleton.translated):
        root.need("shifts_m").fail("one joint with translation channels")
    joints = tuple(sorted(turns))
    vectors = np.stack([turns[j] for j in joints], axis=1) if joints else np.zeros((animation.n_frames, 0, 3))
    moved = next(iter(shifts), None)
    return FootLayer(joints, vectors, moved, np.zeros((animation.n_frames, 3)) if moved is None else shifts[moved])


def _by_joint(item: Item, skeleton: Skeleton, rows: list[int], n_frames: int) -> dict[int, Any]:
    """For each joint (F, 3) numbers, those of the rows as listed, zero elsewhere."""
    out = {}
    for name in item.object():
        if name not in skeleton.names:
            item.fail("names of the animation's joints", f"names a joint '{name}' that the animation does not have")
        values = np.zeros((n_frames, 3))
        values[rows] = item.need(name).numbers(len(rows), 3)
        out[skeleton.names.index(name)] = values
    return out
