"""Scenes for the tests of the Blender extension, and what its scenarios look at; run by Blender's Python."""

import math

import bpy
import numpy as np
from blender.studies import study_of

FRAMES = 60


def analysed(count=8, **settings):
    """Analyse what is selected with some settings, and return the study."""
    scene = bpy.context.scene
    scene.unbake.count = count
    for name, value in settings.items():
        setattr(scene.unbake, name, value)
    bpy.ops.unbake.analyse()
    return study_of(scene)


def empty():
    """Begin with nothing, whatever was there before."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps, scene.frame_start, scene.frame_end = 30, 1, FRAMES
    return scene


def swing(frame, number, size=0.4):
    """A smooth number over time."""
    return size * math.sin(0.13 * frame + 0.9 * number) + 0.1 * size * math.sin(0.41 * frame + number)


def bake(owner, path, count, of, frames=range(1, FRAMES + 1)):
    """Give a property a key on every frame, in straight lines; `of(frame, component)` is its value."""
    data = owner.animation_data or owner.animation_data_create()
    if data.action is None:
        data.action = bpy.data.actions.new(f"{owner.name} capture")
    for index in range(count):
        curve = new_curve(data, owner, path, index)
        curve.keyframe_points.add(len(frames))
        flat = [n for frame in frames for n in (frame, of(frame, index))]
        curve.keyframe_points.foreach_set("co", flat)
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
        curve.update()


def new_curve(data, owner, path, index):
    """Add an F-curve to an object's action, in its slot where there are slots."""
    action = data.action
    if hasattr(action, "fcurve_ensure_for_datablock"):
        return action.fcurve_ensure_for_datablock(owner, path, index=index)
    return action.fcurves.new(path, index=index)


def armature(bones=("hips", "spine", "head"), modes=("XYZ", "QUATERNION", "ZXY"), scale=1.0):
    """A chain of bones that lean, baked: the first moves, all turn."""
    data = bpy.data.armatures.new("Rig")
    rig = bpy.data.objects.new("Rig", data)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    rig.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    above = None
    for number, name in enumerate(bones):
        bone = data.edit_bones.new(name)
        bone.head = (0.1 * number / scale, 0.0, (1.0 + 0.5 * number) / scale)
        bone.tail = (0.1 * (number + 1) / scale, 0.05 / scale, (1.5 + 0.5 * number) / scale)
        bone.roll = 0.3 * number
        bone.parent, above = above, bone
    bpy.ops.object.mode_set(mode="OBJECT")
    rig.scale = (scale,) * 3
    for number, (name, mode) in enumerate(zip(bones, modes, strict=True)):
        bone, path = rig.pose.bones[name], f'pose.bones["{name}"].'
        bone.rotation_mode = mode
        if mode == "QUATERNION":
            bake(rig, path + "rotation_quaternion", 4, lambda f, i, n=number: quaternion(f, n)[i])
        elif mode == "AXIS_ANGLE":
            bake(rig, path + "rotation_axis_angle", 4, lambda f, i, n=number: (swing(f, n), 0.6, 0.0, 0.8)[i])
        else:
            bake(rig, path + "rotation_euler", 3, lambda f, i, n=number: swing(f, n + i))
    path = f'pose.bones["{bones[0]}"].location'
    bake(rig, path, 3, lambda f, i: (swing(f, 5 + i) + 0.01 * f) / scale)
    return rig


def quaternion(frame, number):
    """A unit quaternion w x y z over time."""
    q = np.array([1.0, *(swing(frame, number + i, 0.3) for i in range(3))])
    return q / np.linalg.norm(q)


def curves_of(owner):
    """Every F-curve of an object's action as plain numbers."""
    from blender.reading.actions import curves_of as found

    return {
        f"{c.data_path}[{c.array_index}]": [
            [*p.co, *p.handle_left, *p.handle_right, p.interpolation, p.type] for p in c.keyframe_points
        ]
        for c in found(owner.animation_data)
    }


def key_frames(owner):
    """The frames of the keys of every F-curve."""
    return {name: [key[0] for key in keys] for name, keys in curves_of(owner).items()}


def key_types(owner):
    """The types of the keys of the first F-curve."""
    return [key[7] for key in next(iter(curves_of(owner).values()))]


def places(owner, times):
    """Heads and rotation matrices of all bones in the world, (T, B, 3) and (T, B, 3, 3); of the object itself where
    it has none."""
    scene, heads, turns = bpy.context.scene, [], []
    for time in times:
        whole = math.floor(time)
        scene.frame_set(whole, subframe=time - whole)
        seen = owner.evaluated_get(bpy.context.evaluated_depsgraph_get())
        world = np.array(seen.matrix_world)
        bones = [world @ np.array(bone.matrix) for bone in seen.pose.bones] if seen.pose else [world]
        matrices = np.stack(bones)
        heads.append(matrices[:, :3, 3])
        turns.append(matrices[:, :3, :3] / np.linalg.norm(matrices[:, :3, :3], axis=1, keepdims=True))
    return np.array(heads), np.array(turns)


def tenths(first, last):
    """Ten times per frame."""
    return np.arange(10 * (last - first) + 1) / 10.0 + first


def problem(call, **options):
    """Run an operator that has to fail, and return what it says; "" where it does not fail."""
    try:
        call(**options)
    except RuntimeError as error:
        return str(error).strip()
    return ""
