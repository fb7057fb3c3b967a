"""Scenarios of edits that are carried on, for the tests of the Blender extension; run by Blender's Python."""

import bpy
import numpy as np
from blender.operators.exchanging import keys_now
from blender.reading.actions import curves_of as fcurves
from blender.studies import study_of
from extension_scenes import armature, curves_of, empty, key_frames, problem

EDITED, RAISED = (1, 70), 0.5


def carried(clip, frames):
    """Two jumps: an arm is raised in the first; the second gets it, too, and one undo takes it away."""
    empty()
    bpy.ops.import_anim.bvh(filepath=clip, update_scene_fps=True)
    scene, rig = bpy.context.scene, bpy.context.object
    scene.frame_start, scene.frame_end = frames
    scene.unbake.count = 20
    bpy.ops.unbake.analyse()
    answer = {"unreduced": problem(bpy.ops.unbake.propagate)}
    bpy.ops.unbake.reduce()
    answer["unedited"] = problem(bpy.ops.unbake.propagate)
    study, name = study_of(scene), rig.name
    path = next(
        c.data_path for c in fcurves(rig.animation_data) if "LeftArm" in c.data_path and "rotation" in c.data_path
    )
    before = keys_now(study, study.subjects())
    column = next(t.column for t in study.targets if (t.path, t.index) == (path, 0))
    raise_keys(rig, path, EDITED)
    edited, curves = keys_now(study, study.subjects()), curves_of(rig)
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.unbake.propagate("EXEC_DEFAULT", True)
    after = keys_now(study, study.subjects())
    rows = [np.asarray(keys["values"]).reshape(len(before["frames"]), -1) for keys in (before, edited, after)]
    inside = np.asarray(before["frames"]) <= EDITED[1]
    moved = (rows[2] - rows[0])[~inside]
    answer |= {
        "inside_off": float(np.abs(rows[2] - rows[1])[inside].max()),
        "moved": moved[:, column].tolist(),
        "others": float(np.abs(np.delete(moved, column, axis=1)).max()),
        "frames": len({tuple(f) for f in key_frames(rig).values()}),
    }
    bpy.ops.ed.undo()
    return answer | {"undone": curves_of(bpy.data.objects[name]) == curves}


def raise_keys(rig, path, frames):
    """Add to the first channel of a bone on the keys of some frames, with their handles."""
    curve = next(c for c in fcurves(rig.animation_data) if (c.data_path, c.array_index) == (path, 0))
    for point in curve.keyframe_points:
        if frames[0] <= point.co.x <= frames[1]:
            point.co.y += RAISED
            point.handle_left.y += RAISED
            point.handle_right.y += RAISED


def not_carried():
    """An armature without legs, all keys changed, and no analysis: one line each, and nothing changes."""
    empty()
    rig = armature()
    answer = {"unread": problem(bpy.ops.unbake.propagate)}
    bpy.context.scene.unbake.count = 8
    bpy.ops.unbake.analyse()
    bpy.ops.unbake.reduce()
    path = 'pose.bones["spine"].rotation_quaternion'
    raise_keys(rig, path, (1, 20))
    before = curves_of(rig)
    answer["no_body"] = problem(bpy.ops.unbake.propagate)
    answer["unchanged"] = curves_of(rig) == before
    raise_keys(rig, path, (1, 60))
    answer["all"] = problem(bpy.ops.unbake.propagate)
    return answer
