"""The keys and tangents of an animation that Unbake wrote into a ``.glb``."""

from __future__ import annotations

import json
import struct
from fractions import Fraction
from pathlib import Path

import numpy as np

from ..writing.curves import KeyedCurve

JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942
CLASSES = ("keypose", "breakdown", "hold")
PATHS = {"rotation": ("rotation_quaternion", (3, 0, 1, 2)), "translation": ("location", (0, 1, 2))}


def keyed_tracks(path):
    """Return the tracks of a file, (bone, property) → curves by component in Blender's order, and the keys' classes.

    Empty for files that Unbake did not write, or that have a key on every frame: those are read baked. The worker has
    read the file before, so that a broken one does not come here.
    """
    content, data = _chunks(Path(path).read_bytes())
    animation = (content.get("animations") or [{}])[0]
    ours = animation.get("extras", {}).get("unbake", {})
    if "keys" not in ours:
        return {}, []
    fps = float(Fraction(ours["fps"]))
    tracks = {}
    for channel in animation["channels"]:
        sampler, target = animation["samplers"][channel["sampler"]], channel["target"]
        if sampler.get("interpolation") == "CUBICSPLINE" and target["path"] in PATHS:
            frames = _array(content, data, sampler["input"])[:, 0] * fps + ours["first_frame"]
            prop, order = PATHS[target["path"]]
            triples = _array(content, data, sampler["output"]).reshape(len(frames), 3, -1)[:, :, order]
            name = content["nodes"][target["node"]]["name"]
            tracks[name, prop] = [_curve(np.round(frames), triples[:, :, n], fps) for n in range(len(order))]
    return tracks, [CLASSES.index(kind) for kind in ours["classes"]]


def _curve(frames, triples, fps):
    """A curve of in-tangents, values, out-tangents (K, 3), tangents by second; handles at thirds."""
    incoming, values, outgoing = triples.T
    left, right = np.stack([frames, values], axis=1), np.stack([frames, values], axis=1)
    third = np.diff(frames) / 3.0
    left[1:] -= np.stack([third, third / fps * incoming[1:]], axis=1)
    right[:-1] += np.stack([third, third / fps * outgoing[:-1]], axis=1)
    broken = np.abs(incoming - outgoing) > 1e-4 * (np.abs(incoming) + np.abs(outgoing))
    return KeyedCurve(frames, values, left, right, broken)


def _chunks(data):
    """The JSON and the binary part of a file."""
    if data[:4] != b"glTF":
        return {}, b""
    found, at = {}, 12
    while at + 8 <= len(data):
        size, kind = struct.unpack_from("<II", data, at)
        found[kind] = data[at + 8 : at + 8 + size]
        at += 8 + size
    return json.loads(found.get(JSON_CHUNK, b"{}")), found.get(BINARY_CHUNK, b"")


def _array(content, data, number):
    """A float accessor as rows."""
    accessor = content["accessors"][number]
    view = content["bufferViews"][accessor["bufferView"]]
    width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    return np.frombuffer(data, "<f4", accessor["count"] * width, start).reshape(-1, width).astype(np.float64)
