"""Run by Blender's own Python: import a file as an animator would, and say where Blender puts the joints.

    python import_and_sample.py REQUEST.json ANSWER.json

The request names the file, its frame rate as [numerator, denominator], the length of its unit in metres, and the frames
asked for, counted from 0 at the clip's first frame, fractions included. The answer holds the world position of every
bone's head at each of them, in metres and Y up, and what kinds of keys Blender made.

This file talks to Blender (GPL) and shares no code with the package.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import bpy


def empty_scene(numerator, denominator):
    """An empty scene at the clip's rate, so that one frame of Blender is one frame of the clip."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    # Blender's glTF importer multiplies by fps_base where it should divide, so only whole rates come in right.
    scene.render.fps, scene.render.fps_base = round(numerator / denominator), 1.0


def import_file(file, metres_per_unit):
    """Import a BVH or glTF file; return the frame at which Blender shows the clip's first one."""
    if file.suffix == ".bvh":
        first = 1  # Blender takes none below
        bpy.ops.import_anim.bvh(
            filepath=str(file),
            global_scale=metres_per_unit,
            frame_start=first,
            update_scene_fps=True,
            update_scene_duration=True,
            rotate_mode="NATIVE",
        )
        return first
    bpy.ops.import_scene.gltf(filepath=str(file))
    return 0


def curves_of(action):
    """All F-curves of an action, wherever Blender 5 keeps them."""
    for layer in action.layers:
        for strip in layer.strips:
            for bag in strip.channelbags:
                yield from bag.fcurves


def key_kinds():
    """How many keys there are of each interpolation, handle type and key type, and how many on each curve."""
    kinds = {"interpolation": Counter(), "handles": Counter(), "types": Counter(), "keys_on_a_curve": Counter()}
    for action in bpy.data.actions:
        for curve in curves_of(action):
            kinds["keys_on_a_curve"][len(curve.keyframe_points)] += 1
            for key in curve.keyframe_points:
                kinds["interpolation"][key.interpolation] += 1
                kinds["handles"][key.handle_left_type] += 1
                kinds["types"][key.type] += 1
    return {name: dict(counter) for name, counter in kinds.items()}


def heads(armature):
    """Bone heads in the world, from Blender's Z up to Y up: (x, y, z) becomes (x, z, −y)."""
    out = {}
    for bone in armature.pose.bones:
        x, y, z = armature.matrix_world @ bone.head
        out[bone.name] = [x, z, -y]
    return out


def main(request_file, answer_file):
    request = json.loads(Path(request_file).read_text(encoding="utf-8"))
    empty_scene(*request["fps"])
    first = import_file(Path(request["file"]), request["metres_per_unit"])
    scene = bpy.context.scene
    armature = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    positions = []
    for frame in request["frames"]:
        whole = int(frame // 1)
        scene.frame_set(first + whole, subframe=frame - whole)
        bpy.context.view_layer.update()
        positions.append(heads(armature))
    answer = {
        "blender": bpy.app.version_string,
        "positions": positions,
        "keys": key_kinds(),
        "fps": scene.render.fps / scene.render.fps_base,
        "meshes": sum(o.type == "MESH" for o in bpy.data.objects),
    }
    Path(answer_file).write_text(json.dumps(answer), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
