"""Run by Blender's own Python: import an FBX with the importer's default settings, and say where the joints are.

    python import_fbx.py REQUEST.json ANSWER.json

The request names the file and the frames asked for, as Blender's timeline numbers them. The answer is that of
`import_and_sample`, with the numbers of the first and last key.

This file talks to Blender (GPL) and shares no code with the package.
"""

import json
import sys
from pathlib import Path

import bpy
from import_and_sample import curves_of, heads, key_kinds


def main(request_file, answer_file):
    request = json.loads(Path(request_file).read_text(encoding="utf-8"))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.fbx(filepath=request["file"])
    scene = bpy.context.scene
    armature = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    positions = []
    for frame in request["frames"]:
        scene.frame_set(int(frame // 1), subframe=frame % 1)
        bpy.context.view_layer.update()
        positions.append(heads(armature))
    numbers = [key.co[0] for a in bpy.data.actions for c in curves_of(a) for key in c.keyframe_points]
    answer = {
        "positions": positions,
        "keys": key_kinds(),
        "numbers": [min(numbers), max(numbers)],
        "fps": scene.render.fps / scene.render.fps_base,
        "meshes": sum(o.type == "MESH" for o in bpy.data.objects),
        "bones": sorted(bone.name for bone in armature.data.bones),
        "actions": [action.name for action in bpy.data.actions],
    }
    Path(answer_file).write_text(json.dumps(answer), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
