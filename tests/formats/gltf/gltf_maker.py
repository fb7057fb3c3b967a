"""glTF text built by hand, so that the reader is not tested against the package's own writer."""

from __future__ import annotations

import base64
import json

import numpy as np

import unbake


class Maker:
    """A document with one animation; `view`, `array` and `animate` add to it, `load` writes and reads it."""

    def __init__(self) -> None:
        self.content = {"asset": {"version": "2.0"}, "bufferViews": [], "accessors": [], "nodes": []}
        self.content["animations"] = [{"channels": [], "samplers": []}]
        self.data = b""

    def view(self, data: bytes, **extra) -> int:
        self.data += b"\0" * (-len(self.data) % 4)
        entry = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data), **extra}
        self.content["bufferViews"].append(entry)
        self.data += data
        return len(self.content["bufferViews"]) - 1

    def array(self, values, kind: str, dtype="<f4", code=5126, **extra) -> int:
        array = np.asarray(values, dtype)
        entry = {"bufferView": self.view(array.tobytes()), "componentType": code, "count": len(array), "type": kind}
        self.content["accessors"].append({**entry, **extra})
        return len(self.content["accessors"]) - 1

    def animate(self, node: int, path: str, times: int, output: int, interpolation: str | None = None) -> None:
        animation = self.content["animations"][0]
        sampler = {"input": times, "output": output}
        if interpolation:
            sampler["interpolation"] = interpolation
        animation["channels"].append({"sampler": len(animation["samplers"]), "target": {"node": node, "path": path}})
        animation["samplers"].append(sampler)

    def load(self, tmp_path, options=None):
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        self.content["buffers"] = [{"byteLength": len(self.data), "uri": uri}]
        (tmp_path / "foreign.gltf").write_text(json.dumps(self.content))
        return unbake.load_motion(tmp_path / "foreign.gltf", options)
