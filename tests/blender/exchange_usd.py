"""Run by Blender's own Python: import a USD file, or export an armature that moves, and say where the bones are.

    python exchange_usd.py REQUEST.json ANSWER.json

The request names the file and the frames asked for, as Blender's timeline numbers them. With ``rate`` [numerator,
denominator] the file is imported at that scene rate; without it, an armature of this script's own is exported to the
file. The answer holds the world position of every bone's head at each frame, in metres and Y up.

This file talks to Blender (GPL) and shares no code with the package.
"""

import json
import math
import sys
from pathlib import Path

import bpy


def heads(armature):
    """Bone heads in the world, from Blender's Z up to Y up: (x, y, z) becomes (x, z, −y)."""
    out = {}
    for bone in armature.pose.bones:
        x, y, z = armature.matrix_world @ bone.head
        out[bone.name] = [x, z, -y]
    return out


def built():
    """An armature, turned, moved and scaled as an object, with bones in a chain and a branch that turn and move."""
    data = bpy.data.armatures.new("Rig")
    armature = bpy.data.objects.new("Rig", data)
    bpy.context.scene.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    above = None
    for n, name in enumerate(("hips", "spine", "neck.L", "head")):
        bone = data.edit_bones.new(name)
        bone.head, bone.tail = (0.02 * n, 0.0, 0.3 * n), (0.02 * n, 0.05, 0.3 * n + 0.25)
        bone.roll, bone.parent, above = 0.3 * n, above, bone
    arm = data.edit_bones.new("arm")
    arm.head, arm.tail, arm.parent = (0.3, 0.0, 0.6), (0.6, 0.1, 0.6), data.edit_bones["spine"]
    bpy.ops.object.mode_set(mode="POSE")
    for n, bone in enumerate(armature.pose.bones):
        bone.rotation_mode = "XYZ"
        for frame in range(5, 26, 5):
            bone.rotation_euler = [0.5 * math.sin(0.2 * frame + n + axis) for axis in range(3)]
            bone.keyframe_insert("rotation_euler", frame=frame)
            if n == 0:
                bone.location = (0.05 * frame, 0.0, 0.02 * frame)
                bone.keyframe_insert("location", frame=frame)
    bpy.ops.object.mode_set(mode="OBJECT")
    armature.location, armature.rotation_euler, armature.scale = (1.0, 2.0, 0.5), (0.1, 0.2, 0.7), (1.5, 1.5, 1.5)
    cube = bpy.data.meshes.new("Skin")
    cube.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
    skin = bpy.data.objects.new("Skin", cube)
    bpy.context.scene.collection.objects.link(skin)
    skin.parent = armature
    skin.modifiers.new("Armature", "ARMATURE").object = armature
    skin.vertex_groups.new(name="hips").add([0, 1, 2], 1.0, "REPLACE")
    return armature


def main(request_file, answer_file):
    request = json.loads(Path(request_file).read_text(encoding="utf-8"))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    if "rate" in request:
        numerator, denominator = request["rate"]
        scene.render.fps = round(numerator / denominator)
        scene.render.fps_base = scene.render.fps * denominator / numerator
        bpy.ops.wm.usd_import(filepath=request["file"])
        armature = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    else:
        scene.render.fps, scene.frame_start, scene.frame_end = 25, 5, 25
        armature = built()
        bpy.ops.wm.usd_export(filepath=request["file"], export_animation=True)
    positions = []
    for frame in request["frames"]:
        scene.frame_set(frame)
        bpy.context.view_layer.update()
        positions.append(heads(armature))
    answer = {
        "positions": positions,
        "range": [scene.frame_start, scene.frame_end],
        "fps": scene.render.fps / scene.render.fps_base,
        "objects": sorted(o.type for o in bpy.data.objects),
    }
    Path(answer_file).write_text(json.dumps(answer), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
