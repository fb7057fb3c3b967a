"""Run by a Python that has bpy: keys pieces on every joint with Blender's defaults, and writes their bakes."""

import json
import sys
from pathlib import Path
from typing import Any

import bpy

request = json.loads(Path(sys.argv[1]).read_text())
folder = Path(request["folder"])


def poses_of(armature: Any, keys: list[int]) -> list[dict[str, Any]]:
    """The pose of each bone on each key."""
    poses: list[dict[str, Any]] = []
    for key in keys:
        bpy.context.scene.frame_set(1 + key)
        poses.append({bone.name: bone.matrix_basis.decompose() for bone in armature.pose.bones})
    return poses


def key(armature: Any, keys: list[int], poses: list[dict[str, Any]], mode: str) -> None:
    """Key location and rotation of all bones, turns and angles on the nearer side of those before."""
    before: dict[str, Any] = {}
    for bone in armature.pose.bones:
        bone.rotation_mode = mode
    for at, pose in zip(keys, poses, strict=True):
        for bone in armature.pose.bones:
            bone.location, turn, _ = pose[bone.name]
            turn = turn.copy()
            if mode == "QUATERNION":
                if bone.name in before and before[bone.name].dot(turn) < 0.0:
                    turn.negate()
                bone.rotation_quaternion = before[bone.name] = turn
            else:
                angles = turn.to_euler(mode, before[bone.name]) if bone.name in before else turn.to_euler(mode)
                bone.rotation_euler = before[bone.name] = angles
            bone.keyframe_insert("location", frame=1 + at)
            bone.keyframe_insert("rotation_quaternion" if mode == "QUATERNION" else "rotation_euler", frame=1 + at)


def write(file: Path, last: int) -> None:
    """Write the scene with a value on every frame."""
    if file.suffix == ".glb":
        options = {"export_force_sampling": True, "export_optimize_animation_size": False}
        bpy.ops.export_scene.gltf(filepath=str(file), **options)
    elif file.suffix == ".bvh":
        bpy.ops.export_anim.bvh(filepath=str(file), frame_start=1, frame_end=last)
    else:
        bpy.ops.export_scene.fbx(filepath=str(file), object_types={"ARMATURE"}, add_leaf_bones=False)


for name, piece in request["pieces"].items():
    for keyed_as, mode in (("quaternions", "QUATERNION"), ("Euler angles", "XYZ")):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        scene = bpy.context.scene
        scene.render.fps = round(piece["fps"])
        bpy.ops.import_anim.bvh(filepath=str(folder / f"{name}.bvh"), rotate_mode="QUATERNION")
        armature = bpy.context.object
        poses = poses_of(armature, piece["keys"])
        armature.animation_data_clear()
        for action in list(bpy.data.actions):
            bpy.data.actions.remove(action)
        key(armature, piece["keys"], poses, mode)
        scene.frame_start, scene.frame_end = 1, 1 + piece["keys"][-1]
        for suffix in request["suffixes"]:
            write(folder / f"{name}.{keyed_as}{suffix}", scene.frame_end)
