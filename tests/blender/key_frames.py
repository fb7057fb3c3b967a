"""Run by Blender's own Python: import files with the importers' default settings, and say where their keys land.

    python key_frames.py REQUEST.json ANSWER.json

The request is a list of files, each with the scene's frame rate before the import. The answer lists, for each, the
frames of all keys, rising. This file talks to Blender (GPL) and shares no code with the package.
"""

import json
import sys
from pathlib import Path

import bpy


def key_frames(file, fps):
    """Import one file into an empty scene of a rate; return the frames of its keys."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = fps
    if file.endswith(".bvh"):
        bpy.ops.import_anim.bvh(filepath=file)
    else:
        bpy.ops.import_scene.gltf(filepath=file)
    found = set()
    for action in bpy.data.actions:
        for layer in action.layers:
            for strip in layer.strips:
                for bag in strip.channelbags:
                    for curve in bag.fcurves:
                        found.update(round(key.co[0], 3) for key in curve.keyframe_points)
    return sorted(found)


def main(request_file, answer_file):
    requests = json.loads(Path(request_file).read_text(encoding="utf-8"))
    answer = [key_frames(one["file"], one["fps"]) for one in requests]
    Path(answer_file).write_text(json.dumps(answer), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
