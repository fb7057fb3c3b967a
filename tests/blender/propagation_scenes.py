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
    rig = imported(clip, frames)
    scene, name = bpy.context.scene, rig.name
    answer = {"unreduced": problem(bpy.ops.unbake.propagate)}
    bpy.ops.unbake.reduce()
    answer["unedited"] = problem(bpy.ops.unbake.propagate)
    study = study_of(scene)
    path, column = arm_channel(study, rig)
    before = keys_now(study, study.subjects())
    raise_keys(rig, path, EDITED)
    for curve in fcurves(rig.animation_data):
        curve.keyframe_points[3].type, curve.keyframe_points[4].interpolation = "JITTER", "LINEAR"
    edited, curves = keys_now(study, study.subjects()), curves_of(rig)
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.unbake.propagate("EXEC_DEFAULT", True)
    after = keys_now(study, study.subjects())
    kinds = {(c.keyframe_points[3].type, c.keyframe_points[4].interpolation) for c in fcurves(rig.animation_data)}
    rows = [values_of(keys) for keys in (before, edited, after)]
    inside = np.asarray(before["frames"]) <= EDITED[1]
    moved = (rows[2] - rows[0])[~inside]
    answer |= {
        "inside_off": float(np.abs(rows[2] - rows[1])[inside].max()),
        "moved": moved[:, column].tolist(),
        "others": float(np.abs(np.delete(moved, column, axis=1)).max()),
        "frames": len({tuple(f) for f in key_frames(rig).values()}),
        "kinds": list(kinds),
    }
    bpy.ops.ed.undo()
    return answer | {"undone": curves_of(bpy.data.objects[name]) == curves}


def carried_from_two(clip, frames):
    """An arm is raised in the first and in the last third; what lies between them gets it, too."""
    rig = imported(clip, frames)
    bpy.ops.unbake.reduce()
    study = study_of(bpy.context.scene)
    path, column = arm_channel(study, rig)
    before = keys_now(study, study.subjects())
    (first, last), third = frames, (frames[1] - frames[0]) // 3
    raise_keys(rig, path, (first, first + third))
    raise_keys(rig, path, (last - third, last))
    bpy.ops.unbake.propagate("EXEC_DEFAULT", True)
    moved = values_of(keys_now(study, study.subjects())) - values_of(before)
    keys = np.asarray(before["frames"])
    return {"between": moved[(keys > first + third) & (keys < last - third), column].tolist()}


def imported(clip, frames):
    """Return the armature of a clip whose keys are to be chosen."""
    empty()
    bpy.ops.import_anim.bvh(filepath=clip, update_scene_fps=True)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = frames
    scene.unbake.count = 20
    bpy.ops.unbake.analyse()
    return bpy.context.object


def arm_channel(study, rig):
    """Return the path of the left arm's rotations, and the column of the first of them."""
    paths = [c.data_path for c in fcurves(rig.animation_data)]
    path = next(path for path in paths if "LeftArm" in path and "rotation" in path)
    return path, next(t.column for t in study.targets if (t.path, t.index) == (path, 0))


def values_of(keys):
    """Return the values (K, C) of keys."""
    return np.asarray(keys["values"]).reshape(len(keys["frames"]), -1)


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
