"""Requests about layers."""

from __future__ import annotations

from unbake.editing.layer_keys import with_delta_key, with_time_key, without_delta_key, without_time_key
from unbake.errors import UsageError
from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.keeping import saving
from unbake.studio.server.layers.layers import layers_in, message_of
from unbake.studio.server.layers.stacked import Stacked, drawn
from unbake.studio.server.link.handler import handles, same_type
from unbake.studio.server.posing.posing import with_layer


@handles(m.ApplyLayers, lane="quick", supersedes=same_type)
def apply_layers(desk: Desk, message: m.ApplyLayers, report: Report) -> m.LayersApplied:
    """Put layers on top of the keys, or of the capture."""
    clip = desk.clip(message.clip)
    return drawn(Stacked.of(clip, message.keys, m.Stack(message.layers), message.detail).motion)


@handles(m.KeyLayer, lane="quick")
def key_layer(desk: Desk, message: m.KeyLayer, report: Report) -> m.PoseDragged:
    """Set or delete a key of a layer."""
    clip = desk.clip(message.clip)
    at = Stacked.of(clip, message.keys, message.stack, message.detail)
    if at.whole is None:
        raise UsageError("no layer is selected, so none gets a key")
    frame, whole = at.first + at.inside(message.frame), clip.motion
    if message.what == "unchanged":
        layer = with_delta_key(at.whole, frame)
    elif message.what == "no-delta":
        layer = without_delta_key(at.whole, frame)
    elif message.what == "time":
        layer = with_time_key(at.whole, frame, message.offset_s, whole.n_frames, float(whole.fps))
    else:
        layer = without_time_key(at.whole, frame)
    return with_layer(clip, message, layer)


@handles(m.ReadLayers, lane="files")
def read_layers(desk: Desk, message: m.ReadLayers, report: Report) -> m.LayersRead:
    """Read uploaded layers."""
    name, data = next(iter(desk.uploads.files(message.upload).items()))
    motion = desk.clip(message.clip).motion
    found = layers_in(data, name, motion)
    return m.LayersRead(tuple(message_of(layer, motion) for layer in found))


@handles(m.SaveLayers, lane="files", keeps=True)
def save_layers(desk: Desk, message: m.SaveLayers, report: Report) -> m.Saved:
    """Write layers to a file of their own."""
    return saving.save_layers(desk.paper(message.clip), message, desk.places, desk.downloads)
