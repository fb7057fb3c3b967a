"""Layers as messages, as the library has them, and as files."""

from __future__ import annotations

import secrets

import numpy as np

from unbake.curves.layers import AnimationLayer
from unbake.editing.layer_keys import delta_frames
from unbake.editing.offset_layer import OffsetLayer
from unbake.errors import FileError, UsageError
from unbake.formats.native.layer_file import load_layers, save_layers
from unbake.ground.files.scratch import scratch_folder
from unbake.motion.motion import Motion
from unbake.studio.server import messages as m


def layer_from(sent: m.PoseLayer, motion: Motion) -> OffsetLayer:
    """Return the layer of a message, for the whole of a clip.

    Raises
    ------
    UsageError : arrays whose lengths do not go together, a layer of another clip.
    MotionError : keys that make no layer.
    """
    count, turning, moving = max(len(sent.frames), 1), len(sent.joints), len(sent.moved)
    if sent.vectors.size != count * turning * 3 or sent.shifts.size != count * moving * 3:
        raise UsageError(f"the keys of layer '{sent.name}' have other numbers than its joints want")
    frames = sent.frames.astype(np.int64) - motion.first_frame if len(sent.frames) else np.zeros(1, np.int64)
    pose = AnimationLayer(
        sent.name,
        frames,
        tuple(sent.joints.tolist()),
        sent.vectors.reshape(count, turning, 3),
        tuple(sent.moved.tolist()),
        sent.shifts.reshape(count, moving, 3),
        sent.weight,
        sent.is_muted,
    )
    times = sent.time_frames.astype(np.int64) - motion.first_frame
    layer = OffsetLayer(pose, times, sent.time_offsets, sent.is_solo)
    if reason := layer.misfit(motion.skeleton, motion.n_frames):
        raise UsageError(f"layer '{layer.name}' is of another clip: {reason}")
    return layer


def message_of(layer: OffsetLayer, motion: Motion, number: str = "") -> m.PoseLayer:
    """Return a layer of a clip as a message; `number` is its id, a new one by default."""
    pose, keys = layer.pose, len(delta_frames(layer))
    return m.PoseLayer(
        id=number or secrets.token_hex(8),
        name=layer.name,
        weight=pose.weight,
        is_muted=pose.is_muted,
        is_solo=layer.is_solo,
        frames=(pose.frames[:keys] + motion.first_frame).astype(np.int32),
        joints=np.array(pose.joints, dtype=np.int32),
        vectors=pose.vectors_rad[:keys].ravel(),
        moved=np.array(pose.moved, dtype=np.int32),
        shifts=pose.shifts_m[:keys].ravel(),
        time_frames=(layer.time_frames + motion.first_frame).astype(np.int32),
        time_offsets=layer.time_offsets_s.ravel(),
    )


def layers_in(data: bytes, name: str, motion: Motion) -> tuple[OffsetLayer, ...]:
    """Return the layers in a file's bytes; FileError, with the file's own name, where they are not of this motion."""
    with scratch_folder() as folder:
        file = folder / "layers.json"
        file.write_bytes(data)
        try:
            return load_layers(file, motion)
        except FileError as error:
            raise error.named(name) from error


def layers_bytes(layers: tuple[m.PoseLayer, ...], motion: Motion) -> bytes:
    """Return layers as a file, as `unbake layers` reads it."""
    with scratch_folder() as folder:
        file = folder / "layers.json"
        save_layers([layer_from(layer, motion) for layer in layers], file, motion)
        return file.read_bytes()
