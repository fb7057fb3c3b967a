"""What ufbx finds in an FBX file, as JSON: ``python ufbx_child.py FILE FRAMES FPS ANSWER``, in a process of its own.

FRAMES is a JSON list of frames, numbered as the file does. ufbx 0.0.5 frees elements that are still in use, so each
gets a reference of its own, and the process ends without taking anything apart.
"""

import ctypes
import gc
import json
import os
import sys
from pathlib import Path

import ufbx

OBJECTS = []


def owned(element):
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(element))
    OBJECTS.append(element)
    return element


def curve_of(curve):
    if curve is None:
        return None
    keys = [[k.time, k.value, int(k.interpolation), *k.left, *k.right] for k in curve.keyframes]
    attributes = {}
    for name in ("KeyAttrFlags", "KeyAttrRefCount"):
        found = curve.dom_node.find(name)
        attributes[name] = list(found.as_int32_list())
    return {"keys": keys, **attributes}


def main(file, frames, fps, answer):
    gc.disable()
    scene = ufbx.load_memory(Path(file).read_bytes(), retain_dom=True)
    nodes = [owned(node) for node in scene.nodes]
    stacks = [owned(stack) for stack in scene.anim_stacks]
    names = {node.element_id: node.name for node in nodes}
    curves = []
    for layer in map(owned, stacks[0].layers):
        for animated in layer.anim_props:
            value = owned(animated.anim_value)
            for axis, curve in enumerate(map(owned, value.curves)):
                curves.append([names[owned(animated.element).element_id], animated.prop_name, axis, curve_of(curve)])
    worlds = []
    for frame in json.loads(frames):
        local = {}
        for node in nodes:
            found = node.evaluate_transform(stacks[0].anim, frame / eval(fps))
            parent = owned(node.parent)
            local[node.name] = [None if parent is None else parent.name, list(found.translation), list(found.rotation)]
        worlds.append(local)
    settings = scene.settings
    found = {
        "version": scene.metadata.version,
        "fps": settings.frames_per_second,
        "unit": settings.unit_meters,
        "up": int(settings.axes.up),
        "takes": [[stack.name, stack.time_begin, stack.time_end] for stack in stacks],
        "own": {prop.name: prop.value_str for prop in stacks[0].props.props if prop.name.startswith("unbake")},
        "orders": {node.name: node.rotation_order.name for node in nodes},
        "kinds": {node.name: node.attrib_type.name for node in nodes},
        "curves": curves,
        "worlds": worlds,
    }
    Path(answer).write_text(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
    os._exit(0)
