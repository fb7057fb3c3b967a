"""The process in which ufbx reads: ``python -m unbake.formats.fbx.child FILE FOLDER``.

The folder has ``wanted.json``, what `scene.read_scene` asks for. Into it go ``scene.json``, what `scene` describes, and
``numbers.bin``, the float64 numbers that it points into. A hostile file may end the process; `scene` starts it and
looks at what comes back. Little is imported here, so that it starts quickly.

Curves are taken from the file's own arrays where tangents do not matter: those of a baked take, keyed on every frame.
To ask ufbx for each of their keys would take twenty times as long.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import sys
from array import array
from itertools import pairwise
from pathlib import Path
from typing import Any

from unbake.formats.isolated.limits import BROKEN_EXTRA, OUT_OF_MEMORY, limit_memory

LEAST_MEMORY = 2**30
MEMORY_A_BYTE = 100
"""Address space a byte of the file: ufbx and the lists of Python take up to forty times a compressed file's size."""
VECTORS = {
    "translation": ("Lcl Translation", 0.0),
    "rotation": ("Lcl Rotation", 0.0),
    "scale": ("Lcl Scaling", 1.0),
    "pre_rotation": ("PreRotation", 0.0),
    "post_rotation": ("PostRotation", 0.0),
    "rotation_offset": ("RotationOffset", 0.0),
    "rotation_pivot": ("RotationPivot", 0.0),
    "scaling_offset": ("ScalingOffset", 0.0),
    "scaling_pivot": ("ScalingPivot", 0.0),
}
TURNING = ("PreRotation", "PostRotation", "RotationOffset", "RotationPivot", "ScalingOffset", "ScalingPivot")
"""Properties that place a node beside the three usual ones."""
ANIMATED = ("Lcl Translation", "Lcl Rotation", "Lcl Scaling", *TURNING)
CHECKED_AT = (0.0, 0.2371, 0.5, 0.8093, 1.0)
"""At which keys of the longest curve poses are compared, in parts of their number."""
KEYED = "unbake_key_classes"
"""A take with this property was written by this package, with keys whose handles matter however close they are."""
Json = dict[str, Any]


def main(file: Path, folder: Path) -> int:
    """Read a file, write what was found into the folder, and return the exit code."""
    try:
        import ufbx
    except ImportError as error:
        print(error, file=sys.stderr)
        return BROKEN_EXTRA
    gc.disable()  # collecting ufbx's objects crashes (0.0.5)
    wanted = json.loads((folder / "wanted.json").read_text())
    limit_memory(LEAST_MEMORY + MEMORY_A_BYTE * file.stat().st_size)
    try:
        found, numbers = _Scene(ufbx, file, wanted).described()
        (folder / "scene.json").write_text(json.dumps(found))
        with (folder / "numbers.bin").open("wb") as output:
            numbers.tofile(output)
    except (MemoryError, ufbx.OutOfMemoryError, ufbx.MemoryLimitError, ufbx.AllocationLimitError):
        return OUT_OF_MEMORY
    except Exception as error:  # what ufbx raises depends on where it stumbled
        print(error, file=sys.stderr)
        return 1
    return 0


class _Scene:
    """A file as ufbx has it, in metres with Y up, and the numbers gathered from it."""

    def __init__(self, ufbx: Any, file: Path, wanted: Json) -> None:
        axis = ufbx.CoordinateAxis
        self.scene = ufbx.load_memory(
            file.read_bytes(),
            ignore_geometry=True,
            ignore_embedded=True,
            load_external_files=False,
            retain_dom=True,
            # Other programs' formats are not FBX, whatever the suffix says.
            file_format=ufbx.FileFormat.FBX,
            target_axes=ufbx.CoordinateAxes(axis.POSITIVE_X, axis.POSITIVE_Y, axis.POSITIVE_Z),
            target_unit_meters=1.0,
            inherit_mode_handling=ufbx.InheritModeHandling.HELPER_NODES,
        )
        self.wanted = wanted
        self.numbers = array("d")
        self.known_times: dict[bytes, int | None] = {}
        self.ticks = float(self.scene.metadata.ktime_second)
        self.fps = float(wanted["fps"] or self.scene.settings.frames_per_second or 30.0)

    def described(self) -> tuple[Json, array[float]]:
        scene, settings = self.scene, self.scene.settings
        nodes, stacks = [_owned(node) for node in scene.nodes], [_owned(stack) for stack in scene.anim_stacks]
        place_of = {node.element_id: place for place, node in enumerate(nodes)}
        takes = [self._take(stack, place_of) for stack in stacks]
        chosen = self._chosen(takes)
        own = self._own(stacks[chosen]) if chosen is not None else {}
        self.is_keyed = KEYED in own
        found = {
            "creator": scene.metadata.creator,
            "version": scene.metadata.version,
            "has_axes": settings.props.find_prop("UpAxis") is not None,
            "fps": settings.frames_per_second,
            "time_mode": int(settings.time_mode),
            "nodes": [self._node(node, place_of) for node in nodes],
            "takes": [{key: take[key] for key in ("name", "begin", "end", "n_curves", "nodes")} for take in takes],
            "take": chosen,
            "own": own,
        }
        if chosen is not None:
            anim = stacks[chosen].anim
            found["layers"] = takes[chosen]["layers"]
            found["curves"] = [self._curve(*curve) for curve in takes[chosen]["curves"]]
            found["check"] = self._check(nodes, anim, found["curves"])
            found["poses"] = self._poses(nodes, anim)
        return found, self.numbers

    def _take(self, stack: Any, place_of: dict[int, int]) -> Json:
        """A take: its time, and the curves of each of its layers."""
        curves, layers = [], []
        for number, layer in enumerate(map(_owned, stack.layers)):
            layers.append(
                {
                    "name": layer.name,
                    "weight": layer.weight,
                    "is_plain": not (layer.weight_is_animated or layer.blended),
                }
            )
            for animated in layer.anim_props:
                place, name = place_of.get(_owned(animated.element).element_id), animated.prop_name
                if place is not None and name in ANIMATED:
                    value = _owned(animated.anim_value)
                    for axis, curve in enumerate(map(_owned, value.curves)):
                        curves.append((number, place, name, axis, value.default_value[axis], curve))
        count = sum(curve[-1] is not None for curve in curves)
        return {
            "name": stack.name,
            "begin": stack.time_begin,
            "end": stack.time_end,
            "n_curves": count,
            "nodes": sorted({curve[1] for curve in curves if curve[-1] is not None}),
            "curves": curves,
            "layers": layers,
        }

    def _chosen(self, takes: list[Json]) -> int | None:
        """The take of the wanted name or number; without one the first that has curves."""
        name = self.wanted["take"]
        if isinstance(name, int):
            return name
        if name is not None:
            return next((place for place, take in enumerate(takes) if take["name"] == name), None)
        return next((place for place, take in enumerate(takes) if take["n_curves"]), 0 if takes else None)

    def _node(self, node: Any, place_of: dict[int, int]) -> Json:
        found = {key: _vector(node, name, default) for key, (name, default) in VECTORS.items()}
        return {
            **found,
            "name": node.name,
            "parent": -1 if (parent := _owned(node.parent)) is None else place_of.get(parent.element_id, -1),
            "kind": node.attrib_type.name,
            "order": int(node.rotation_order),
            "is_helper": bool(node.is_scale_helper or node.is_geometry_transform_helper),
            "object": node.element_id,
            "own": self._own(node),
        }

    def _own(self, element: Any) -> Json:
        """The properties that this package writes for itself."""
        own = [prop for prop in element.props.props if prop.name.lower().startswith("unbake")]
        return {prop.name: prop.value_str or prop.value_vec4[0] for prop in own}

    def _curve(self, layer: int, node: int, name: str, axis: int, default: float, curve: Any) -> Json:
        """A curve: `times` and `start` are where its times and values begin; or `start`, where (K, 7) whole keys do."""
        found = {"layer": layer, "node": node, "property": name, "axis": axis, "default": default}
        if curve is None:
            return {**found, "times": 0, "start": 0, "count": 0, "is_whole": False, "repeats": False}
        repeats = bool(curve.pre_extrapolation.mode or curve.post_extrapolation.mode)
        found["repeats"] = repeats
        plain = self._plain(curve)
        start = len(self.numbers)
        if plain is not None:
            times, values = plain
            self.numbers.extend(values)
            return {**found, "times": times, "start": start, "count": len(values), "is_whole": False}
        for key in curve.keyframes:
            self.numbers.extend((key.time, key.value, key.interpolation, *key.left, *key.right))
        return {**found, "times": start, "start": start, "count": (len(self.numbers) - start) // 7, "is_whole": True}

    def _plain(self, curve: Any) -> tuple[int, array[float]] | None:
        """Where the times are, and values, where nothing between keys matters; None where it may."""
        count = len(curve.keyframes)
        if self.is_keyed or count < 3 or curve.dom_node is None:
            return None
        columns = [curve.dom_node.find(name) for name in ("KeyTime", "KeyValueFloat")]
        if None in columns:
            return None
        times, values = columns[0].as_int64_list(), _numbers(columns[1])
        if times is None or values is None or len(times) != count or len(values) != count:
            return None
        place = self._times(array("q", times))
        return None if place is None else (place, values)

    def _times(self, ticks: array[int]) -> int | None:
        """Where times stand among the numbers; None unless they are a frame apart. Most curves have the same."""
        known = ticks.tobytes()
        if known not in self.known_times:
            longest = 1.5 * self.ticks / self.fps
            is_close = all(0 < b - a < longest for a, b in pairwise(ticks))
            self.known_times[known] = len(self.numbers) if is_close else None
            if is_close:
                self.numbers.extend(tick / self.ticks for tick in ticks)
        return self.known_times[known]

    def _check(self, nodes: list[Any], anim: Any, curves: list[Json]) -> Json:
        """Where ufbx itself has every node at some key times: (T, N, 10)."""
        longest = max(curves, key=lambda curve: curve["count"], default=None)
        times = [self._key_time(longest, part) for part in CHECKED_AT] if longest and longest["count"] else [0.0]
        start = len(self.numbers)
        for time in times:
            for node in nodes:
                self.numbers.extend(_transform(node.evaluate_transform(anim, time)))
        return {"times": times, "start": start}

    def _key_time(self, curve: Json, part: float) -> float:
        key = round(part * (curve["count"] - 1))
        return self.numbers[curve["times"] + key * (7 if curve["is_whole"] else 1)]

    def _poses(self, nodes: list[Any], anim: Any) -> Json | None:
        """Where ufbx has the wanted nodes on every frame: (F, N, 10)."""
        wanted = self.wanted["poses"]
        if wanted is None:
            return None
        start, chosen = len(self.numbers), [nodes[place] for place in wanted["nodes"]]
        for frame in range(wanted["count"]):
            time = wanted["start"] + frame / wanted["fps"]
            for node in chosen:
                self.numbers.extend(_transform(node.evaluate_transform(anim, time)))
        return {"start": start, "count": wanted["count"]}


def _owned(element: Any) -> Any:
    """Return an element of ufbx with a reference of its own.

    ufbx 0.0.5 hands them out without one, so that Python would free what is still in use.
    """
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(element))
    return element


def _numbers(node: Any) -> array[float] | None:
    """The numbers of an array of the file, whichever of their two kinds they are of."""
    for found in (node.as_float_list(), node.as_double_list()):
        if found is not None and len(found):
            return array("d", found)
    return None


def _vector(node: Any, name: str, default: float) -> list[float]:
    found = node.props.find_prop(name)
    return [default] * 3 if found is None else list(found.value_vec4[:3])


def _transform(found: Any) -> tuple[float, ...]:
    """Translation, rotation x y z w and scale of a node in its parent."""
    return (*found.translation, *found.rotation, *found.scale)


if __name__ == "__main__":
    code = main(*map(Path, sys.argv[1:]))
    sys.stderr.flush()
    os._exit(code)  # what ufbx has allocated is not taken apart first: that takes time, and may crash
