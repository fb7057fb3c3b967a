"""Files of layers: offsets of pose and time for a clip that lies elsewhere, such as ``layers.json``.

Frames are numbered as the clip's own file numbers them. The members are described in ``docs/posing.md``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from unbake._version import __version__
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.layers import LARGEST, AnimationLayer
from unbake.editing.offset_layer import OffsetLayer
from unbake.errors import FileError, UsageError
from unbake.formats.native.layers import vectors_by_joint
from unbake.ground.arrays import Floats, Indices
from unbake.ground.files.checked_json import Item, parse_json
from unbake.ground.files.whole_file import whole_file
from unbake.motion.motion import Motion

FORMAT, VERSION = "unbake layers", 1
_MEMBERS = ("name", "weight", "muted", "solo", "frames", "turns_rad", "shifts_m", "time_frames", "time_offsets_s")


def save_layers(layers: Sequence[OffsetLayer], path: str | os.PathLike[str], clip: Motion | KeyedAnimation) -> None:
    """Write layers to a file of their own, which `load_layers` and ``unbake layers`` read.

    Parameters
    ----------
    layers : the first below the others.
    path : the file, usually ``.json``.
    clip : what the layers are for; names of joints and numbers of frames are written as it has them.

    Raises
    ------
    UsageError : a layer of another clip.
    FileError : a file that cannot be written.
    """
    for layer in layers:
        if reason := layer.misfit(clip.skeleton, clip.n_frames):
            raise UsageError(f"layer '{layer.name}' is of another clip: {reason}")
    members = {"format": FORMAT, "version": VERSION, "generator": f"unbake {__version__}"}
    text = json.dumps(members | {"layers": [_written(layer, clip) for layer in layers]}, ensure_ascii=False, indent=1)
    with whole_file(Path(path)) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8")


def _written(layer: OffsetLayer, clip: Motion | KeyedAnimation) -> dict[str, Any]:
    pose, names, first = layer.pose, clip.skeleton.names, clip.first_frame
    return {
        "name": layer.name,
        "weight": pose.weight,
        "muted": pose.is_muted,
        "solo": layer.is_solo,
        "frames": (pose.frames + first).tolist(),
        "turns_rad": {names[j]: pose.vectors_rad[:, n].tolist() for n, j in enumerate(pose.joints)},
        "shifts_m": {names[j]: pose.shifts_m[:, n].tolist() for n, j in enumerate(pose.moved)},
        "time_frames": (layer.time_frames + first).tolist(),
        "time_offsets_s": layer.time_offsets_s.tolist(),
    }


def is_layer_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is one of layers, by its ``format``; FileError where it cannot be read or is no JSON."""
    file = Path(path)
    if file.suffix.lower() != ".json":
        return False
    try:
        found = parse_json(file, file.read_bytes()).get("format")
    except OSError as error:
        raise FileError.of_system(file, "cannot be read", error) from error
    return found is not None and found.value == FORMAT


def load_layers(path: str | os.PathLike[str], clip: Motion | KeyedAnimation) -> tuple[OffsetLayer, ...]:
    """Return the layers of a file, for a clip.

    Parameters
    ----------
    path : the file.
    clip : what the layers are for.

    Raises
    ------
    FileError : no such file, no file of layers, or one whose layers are not of this clip; the message says where.
    """
    file = Path(path)
    try:
        root = parse_json(file, file.read_bytes())
    except OSError as error:
        raise FileError.of_system(file, "cannot be read", error) from error
    if root.need("format").text() != FORMAT:
        root.need("format").fail(f'"{FORMAT}"', "is of another kind")
    if root.need("version").integer(1) > VERSION:
        root.need("version").fail(f"{VERSION} or less", "is of a later version")
    items = list(root.need("layers").items())
    layers = tuple(_read(item, clip) for item in items)
    names = [layer.name for layer in layers]
    for place, item in enumerate(items):
        if names[place] in names[:place]:
            item.need("name").fail("a name of its own", "is that of an earlier layer")
    return layers


def _read(item: Item, clip: Motion | KeyedAnimation) -> OffsetLayer:
    for member in item.object():
        if member not in _MEMBERS:
            raise FileError(item.file, f"{item.path} has an unknown member '{member}'", expected=", ".join(_MEMBERS))
    frames, times = _frames(item, "frames", clip), _frames(item, "time_frames", clip)
    offsets = [_bounded(one) for one in item.list_of("time_offsets_s")]
    if len(offsets) != len(times):
        item.fail(f"{len(times)} time_offsets_s, one for each of time_frames", f"has {len(offsets)} time_offsets_s")
    joints, vectors = _vectors(item, "turns_rad", clip, len(frames))
    moved, shifts = _vectors(item, "shifts_m", clip, len(frames), clip.skeleton.translated)
    if not len(frames):
        # A layer of time alone; a pose layer has a key at least.
        frames, vectors, shifts = np.zeros(1, np.int64), np.zeros((1, len(joints), 3)), np.zeros((1, len(moved), 3))
    weight, muted, solo = item.get("weight"), item.get("muted"), item.get("solo")
    pose = AnimationLayer(
        item.need("name").text(),
        frames,
        joints,
        vectors,
        moved,
        shifts,
        1.0 if weight is None else _bounded(weight),
        muted is not None and muted.boolean(),
    )
    return OffsetLayer(pose, times, np.array(offsets, dtype=np.float64), solo is not None and solo.boolean())


def _frames(item: Item, key: str, clip: Motion | KeyedAnimation) -> Indices:
    """The keys of a layer from 0, as a list of the file's numbers says."""
    first, last = clip.first_frame, clip.last_frame
    frames = []
    for one in item.list_of(key):
        if isinstance(one.value, bool) or not isinstance(one.value, (int, float)) or one.value != one.value // 1:
            one.fail("the number of a frame")
        if not first <= one.value <= last:
            one.fail(f"a frame of the clip, {first} to {last}", "is outside the clip")
        frames.append(int(one.value) - first)
    if sorted(set(frames)) != frames:
        item.need(key).fail("frames that rise")
    return np.array(frames, dtype=np.int64)


def _vectors(
    item: Item, key: str, clip: Motion | KeyedAnimation, count: int, allowed: tuple[int, ...] | None = None
) -> tuple[tuple[int, ...], Floats]:
    found = item.get(key)
    if found is None:
        return (), np.zeros((count, 0, 3))
    if count == 0 and found.object():
        item.fail("frames, one for each value", f"has {key} and no frames")
    return vectors_by_joint(found, clip.skeleton, count, allowed)


def _bounded(item: Item) -> float:
    if abs(item.number()) > LARGEST:
        item.fail(f"a number up to {LARGEST:,.0f}")
    return item.number()
