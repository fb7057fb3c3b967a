"""Run by Blender's own Python: run a script that builds an armature, and say what it built.

    python run_script.py REQUEST.json ANSWER.json

The request names the script and the frames asked for, as Blender's timeline numbers them, fractions included. The
answer holds the world position of every bone's head at each of them, in metres and Y up, every key as Blender has it,
and the scene's rate and range.

This file talks to Blender (GPL) and shares no code with the package.
"""

import json
import sys
from pathlib import Path

import bpy


def curves_of(action):
    """All F-curves of an action, in old Blenders and new."""
    if hasattr(action, "fcurves"):
        yield from action.fcurves
        return
    for layer in action.layers:
        for strip in layer.strips:
            for bag in strip.channelbags:
                yield from bag.fcurves


def keys_of(curve):
    """A curve's keys: frame, value, left and right handle, interpolation, handle types, type of key."""
    return [
        [
            *point.co,
            *point.handle_left,
            *point.handle_right,
            point.interpolation,
            point.handle_left_type,
            point.handle_right_type,
            point.type,
        ]
        for point in curve.keyframe_points
    ]


def drawn_ends(rig, bone):
    """What a bone's shape reaches to now, in the world: the last corner of each of its octahedra."""
    if bone.custom_shape is None:
        return []
    assert not bone.use_custom_shape_bone_size
    return [rig.matrix_world @ bone.matrix @ corner.co for corner in list(bone.custom_shape.data.vertices)[5::6]]


def flipped(place):
    """From Blender's Z up to Y up."""
    x, y, z = place
    return [x, z, -y]


def main(request_file, answer_file):
    request = json.loads(Path(request_file).read_text(encoding="utf-8"))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    script = Path(request["script"])
    names = {"__name__": "__main__", "__file__": str(script)}
    exec(compile(script.read_text(encoding="utf-8"), script, "exec"), names)
    scene = bpy.context.scene
    rig = bpy.context.view_layer.objects.active
    positions = []
    for frame in request["frames"]:
        scene.frame_set(int(frame // 1), subframe=frame % 1)
        bpy.context.view_layer.update()
        row = {}
        for bone in rig.pose.bones:
            row[bone.name] = flipped(rig.matrix_world @ bone.head)
        positions.append(row)
    answer = {
        "blender": bpy.app.version_string,
        "rig": rig.name,
        "positions": positions,
        "curves": [[c.data_path, c.array_index, keys_of(c)] for c in curves_of(rig.animation_data.action)],
        "fps": scene.render.fps / scene.render.fps_base,
        "range": [scene.frame_start, scene.frame_end],
        "drawn": {bone.name: [flipped(place) for place in drawn_ends(rig, bone)] for bone in rig.pose.bones},
    }
    Path(answer_file).write_text(json.dumps(answer), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
