"""Run by Blender's own Python: key a chain of bones, each on frames of its own, and export it without sampling.

    python export_sparse.py REQUEST.json ANSWER.json

The request names the file to write, and for each bone its key frames. The answer holds the world position of every
bone's head at each frame from 1 to the last, in metres and Y up.

This file talks to Blender (GPL) and shares no code with the package.
"""

import json
import random
import sys
from pathlib import Path

import bpy
from mathutils import Euler


def chain(count):
    """An armature of bones on end, in the scene and active."""
    armature = bpy.data.armatures.new("Chain")
    owner = bpy.data.objects.new("Chain", armature)
    bpy.context.scene.collection.objects.link(owner)
    bpy.context.view_layer.objects.active = owner
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for number in range(count):
        bone = armature.edit_bones.new(f"bone{number}")
        bone.head, bone.tail, bone.parent = (0, 0, 0.3 * number), (0, 0.05, 0.3 * number + 0.3), parent
        parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return owner


def main(request, answer):
    asked = json.loads(Path(request).read_text())
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene, numbers = bpy.context.scene, random.Random(2)
    last = max(frame for frames in asked["keys"] for frame in frames)
    scene.render.fps, scene.frame_start, scene.frame_end = 30, 1, last
    owner = chain(len(asked["keys"]))
    for number, frames in enumerate(asked["keys"]):
        bone = owner.pose.bones[f"bone{number}"]
        bone.rotation_mode = "QUATERNION"
        for frame in frames:
            angles = [numbers.uniform(-0.8, 0.8) for _ in range(3)]
            bone.rotation_quaternion = Euler(angles).to_quaternion()
            bone.keyframe_insert("rotation_quaternion", frame=frame)
    bpy.ops.export_scene.gltf(filepath=asked["file"], export_force_sampling=False, export_animations=True)
    places = []
    for frame in range(1, last + 1):
        scene.frame_set(frame)
        heads = [owner.matrix_world @ owner.pose.bones[f"bone{n}"].head for n in range(len(asked["keys"]))]
        places.append([[head.x, head.z, -head.y] for head in heads])
    Path(answer).write_text(json.dumps(places))


if __name__ == "__main__":
    main(*sys.argv[1:3])
