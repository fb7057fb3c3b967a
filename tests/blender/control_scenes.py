"""Rigs with controls for the tests of the Blender extension, and its scenarios with them; run by Blender's Python."""

import math

import bpy
import numpy as np
from blender.reading.actions import curves_of as fcurves
from blender.studies import study_of
from extension_scenes import FRAMES, bake, curves_of, empty, key_frames, places, problem, quaternion, swing

LEG = {
    "hips": ((0.0, 0.0, 1.0), (0.0, 0.0, 1.2), None),
    "thigh": ((0.0, 0.0, 1.0), (0.0, -0.03, 0.52), "hips"),
    "shin": ((0.0, -0.03, 0.52), (0.0, 0.02, 0.08), "thigh"),
    "foot": ((0.0, 0.02, 0.08), (0.0, -0.15, 0.0), "shin"),
}


def legged(name="Rig", prefix="DEF-", names=None, turned=0.0):
    """A leg: deform bones that follow FK controls, or IK ones where the property `ik` is 1; `turned` is the rig's."""
    data = bpy.data.armatures.new(name)
    rig = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(rig)
    make_active(rig)
    rig.rotation_euler[2] = turned
    rig["ik"] = 0.0
    bpy.ops.object.mode_set(mode="EDIT")
    names = names or {bone: bone for bone in LEG}
    add_bones(data, LEG, lambda bone: prefix + names[bone], is_deform=True)
    add_bones(data, LEG, lambda bone: f"{bone}_fk")
    add_bones(data, LEG, lambda bone: f"MCH-{bone}")
    data.edit_bones["MCH-hips"].parent = data.edit_bones["hips_fk"]
    for bone, head, tail in (
        ("foot_ik", LEG["foot"][0], (0.0, -0.2, 0.08)),
        ("knee_pole", (0.0, -0.9, 0.5), (0.0, -1.0, 0.5)),
        ("idle", (0.5, 0.0, 0.0), (0.5, 0.0, 0.2)),
    ):
        made = data.edit_bones.new(bone)
        made.head, made.tail, made.use_deform = head, tail, False
    data.edit_bones["MCH-foot"].parent = data.edit_bones["foot_ik"]
    bpy.ops.object.mode_set(mode="POSE")
    for bone in LEG:
        for source, driven in ((f"{bone}_fk", None), (f"MCH-{bone}", "ik")):
            copying = rig.pose.bones[prefix + names[bone]].constraints.new("COPY_TRANSFORMS")
            copying.target, copying.subtarget = rig, source
            if driven:
                drive(copying, rig)
    bending = rig.pose.bones["MCH-shin"].constraints.new("IK")
    bending.target, bending.subtarget, bending.chain_count = rig, "foot_ik", 2
    bending.pole_target, bending.pole_subtarget, bending.pole_angle = rig, "knee_pole", math.radians(-90.0)
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def make_active(owner):
    """Let an object be the only one that is selected, and active."""
    for other in bpy.context.scene.objects:
        other.select_set(other == owner)
    bpy.context.view_layer.objects.active = owner


def add_bones(data, bones, named, is_deform=False):
    """Add bones in edit mode, parents first."""
    for bone, (head, tail, parent) in bones.items():
        made = data.edit_bones.new(named(bone))
        made.head, made.tail, made.use_deform = head, tail, is_deform
        made.parent = data.edit_bones[named(parent)] if parent else None


def drive(constraint, rig):
    """Let a constraint count as much as the rig's property `ik` says."""
    driver = constraint.driver_add("influence").driver
    driver.type = "AVERAGE"
    variable = driver.variables.new()
    variable.targets[0].id, variable.targets[0].data_path = rig, '["ik"]'


def walk(rig, named="{}_fk".format, straight=False):
    """Bake a step: the hips travel and sway, the leg swings, the knee bends as a hinge, the foot tips."""
    path = 'pose.bones["{}"].'.format
    bake(rig, path(named("hips")) + "location", 3, lambda f, i: 0.02 * f * (i == 2) + swing(f, i, 0.08))
    bake(rig, path(named("hips")) + "rotation_quaternion", 4, lambda f, i: (1.0, 0.1 * math.sin(0.1 * f), 0.0, 0.0)[i])
    bake(rig, path(named("thigh")) + "rotation_quaternion", 4, lambda f, i: quaternion(f, 2)[i])
    for bone in ("thigh", "shin", "foot"):
        rig.pose.bones[named(bone)].rotation_mode = "QUATERNION" if bone == "thigh" else "XYZ"
    bend = 0.0 if straight else 0.5
    bake(rig, path(named("shin")) + "rotation_euler", 3, lambda f, i: (i == 0) * bend * (1.2 + math.sin(0.2 * f)))
    bake(rig, path(named("foot")) + "rotation_euler", 3, lambda f, i: 0.3 * swing(f, i))


def select_bones(rig, names):
    """Select bones in pose mode."""
    make_active(rig)
    bpy.ops.object.mode_set(mode="POSE")
    for bone in rig.pose.bones:
        (bone if hasattr(bone, "select") else bone.bone).select = bone.name in names


def switch(rig, value):
    """Switch a rig to IK (1) or FK (0)."""
    rig["ik"] = float(value)
    rig.update_tag()
    bpy.context.view_layer.update()


def keyed_controls(rig, names, count, **settings):
    """Key controls, and say what came of it: keys, error, the error as measured here."""
    scene = bpy.context.scene
    scene.unbake.count = count
    for name, value in settings.items():
        setattr(scene.unbake, name, value)
    select_bones(rig, names)
    bpy.ops.unbake.key_controls()
    study = study_of(scene)
    bpy.ops.object.mode_set(mode="OBJECT")
    keys = {name: frames for name, frames in key_frames(rig).items() if any(f'["{n}"]' in name for n in names)}
    return {"keys": keys, "error_cm": float(study.errors_cm.max()), "worst": study.worst[1]}


def heads(rig, prefix="DEF-"):
    """Where the deform bones' heads are on every frame, (F, B, 3)."""
    own = [number for number, bone in enumerate(rig.pose.bones) if bone.name.startswith(prefix)]
    return places(rig, range(1, FRAMES + 1))[0][:, own]


def controls_of_a_leg():
    """From FK to IK: target, pole, and hips, on every frame and on twelve; the rig stands turned in the world."""
    empty()
    rig = legged(turned=0.7)
    walk(rig)
    before, action = heads(rig), rig.animation_data.action.name
    bpy.ops.unbake.analyse()
    switch(rig, 1)
    names = ["hips_fk", "foot_ik", "knee_pole"]
    answer = {"error_before_cm": float(100.0 * np.linalg.norm(heads(rig) - before, axis=2).max())}
    answer["all"] = keyed_controls(rig, names, FRAMES)
    answer["own_cm"] = float(100.0 * np.linalg.norm(heads(rig) - before, axis=2).max())
    answer["capture_is_kept"] = rig.animation_data.action.name != action and action in bpy.data.actions
    bpy.ops.unbake.flip()
    answer["few"] = keyed_controls(rig, names, 12)
    new = [curve for curve in fcurves(rig.animation_data) if "knee_pole" in curve.data_path]
    answer["groups"] = [curve.group.name if curve.group else "" for curve in new]
    curves = curves_of(rig)
    ways = [[key[1] for key in curves[f'pose.bones["knee_pole"].location[{axis}]']] for axis in range(3)]
    answer["pole_m"] = float(np.ptp(ways, axis=1).max())
    answer["fk_keys"] = len(key_frames(rig)['pose.bones["thigh_fk"].rotation_quaternion[0]'])
    return answer


def controls_of_a_straight_leg():
    """A leg that stays straight: the thigh's roll says where the pole goes."""
    empty()
    rig = legged()
    walk(rig, straight=True)
    bpy.ops.unbake.analyse()
    switch(rig, 1)
    return keyed_controls(rig, ["hips_fk", "foot_ik", "knee_pole"], FRAMES)


def controls_of_another_rig():
    """A baked armature named as Mixamo does, and a control rig beside it whose deform bones have the same names."""
    empty()
    names = {"hips": "Hips", "thigh": "LeftUpLeg", "shin": "LeftLeg", "foot": "LeftFoot"}
    data = bpy.data.armatures.new("Capture")
    capture = bpy.data.objects.new("Capture", data)
    bpy.context.scene.collection.objects.link(capture)
    make_active(capture)
    bpy.ops.object.mode_set(mode="EDIT")
    add_bones(data, LEG, lambda bone: f"mixamorig:{names[bone]}", is_deform=True)
    for bone in data.edit_bones:
        bone.roll = 0.4
    bpy.ops.object.mode_set(mode="OBJECT")
    walk(capture, named=lambda bone: f"mixamorig:{names[bone]}", straight=False)
    bpy.ops.unbake.analyse()
    rig = legged("Controls", names=names)
    switch(rig, 1)
    answer = keyed_controls(rig, ["hips_fk", "foot_ik"], FRAMES)
    answer["with_pole"] = keyed_controls(rig, ["hips_fk", "foot_ik", "knee_pole"], FRAMES, into="IN_PLACE")
    answer["capture_keys"] = sorted({len(frames) for frames in key_frames(capture).values()})
    return answer


def controls_of_rigify():
    """Rigify's own human: arms and legs baked on FK, and carried over to IK targets and poles; half as many frames, as
    Blender takes long for each."""
    import addon_utils

    scene, frames = empty(), FRAMES // 2
    scene.frame_end = frames
    addon_utils.enable("rigify", default_set=True)
    bpy.ops.object.armature_basic_human_metarig_add()
    bpy.ops.object.mode_set(mode="POSE")
    bpy.ops.pose.rigify_generate()
    rig = bpy.context.object
    limbs = {"upper_arm_parent.L": ("upper_arm", "forearm", "hand"), "thigh_parent.R": ("thigh", "shin", "foot")}
    for parent, bones in limbs.items():
        rig.pose.bones[parent]["IK_FK"] = 1.0
        side = parent[-2:]
        upper, lower, end = (f'pose.bones["{bone}_fk{side}"].' for bone in bones)
        rig.pose.bones[f"{bones[1]}_fk{side}"].rotation_mode = "XYZ"
        bake(rig, upper + "rotation_quaternion", 4, lambda f, i: quaternion(f, 3)[i])
        bake(rig, lower + "rotation_euler", 3, lambda f, i: (i == 0) * (0.7 + 0.4 * math.sin(0.15 * f)))
        bake(rig, end + "rotation_quaternion", 4, lambda f, i: quaternion(f, 5)[i])
    bake(rig, 'pose.bones["torso"].location', 3, lambda f, i: swing(f, i, 0.1))
    bpy.ops.object.mode_set(mode="OBJECT")
    make_active(rig)
    before = heads(rig)
    bpy.ops.unbake.analyse()
    for parent in limbs:
        rig.pose.bones[parent]["IK_FK"] = 0.0
        rig.pose.bones[parent]["pole_vector"] = True
        rig.pose.bones[parent]["IK_Stretch"] = 0.0  # which shortens limbs a little
    rig.update_tag()
    unsolved = float(100.0 * np.linalg.norm(heads(rig) - before, axis=2).max())
    controls = ["torso", "hand_ik.L", "upper_arm_ik_target.L", "foot_ik.R", "thigh_ik_target.R"]
    answer = {"unsolved_cm": unsolved} | keyed_controls(rig, controls, frames)
    answer["few_cm"] = keyed_controls(rig, controls, 8)["error_cm"]
    return answer | {"has_scene": scene is not None}


def controls_that_cannot():
    """What cannot be keyed is said in one line, and the rig stands as it stood."""
    empty()
    rig = legged()
    walk(rig)
    select_bones(rig, ["foot_ik"])
    answer = {"unread": problem(bpy.ops.unbake.key_controls)}
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.unbake.analyse()
    cases = {"none": [], "deforming": ["DEF-foot"], "idle": ["idle"], "fk_is_on": ["foot_ik", "knee_pole"]}
    for name, chosen in cases.items():
        select_bones(rig, chosen)
        answer[name] = problem(bpy.ops.unbake.key_controls)
    switch(rig, 1)
    bone = rig.pose.bones["foot_ik"]
    bone.lock_location = bone.lock_rotation = (True, True, True)
    bone.lock_rotation_w = bone.lock_rotations_4d = True
    select_bones(rig, ["foot_ik"])
    answer["locked"] = problem(bpy.ops.unbake.key_controls)
    bone.lock_location = bone.lock_rotation = (False, False, False)
    bone.lock_rotation_w = bone.lock_rotations_4d = False
    bone.location = (0.1, 0.2, 0.3)
    bpy.context.scene.frame_set(23)
    from blender.operators.controlling import KeyControls

    curves = curves_of(rig)
    work = KeyControls.steps(None, bpy.context)
    for _ in range(12):
        step, _ = next(work)
    work.close()
    answer["cancelled_at"], answer["frame"] = step, bpy.context.scene.frame_current
    answer["stands"] = list(bone.location)
    answer["unchanged"] = curves_of(rig) == curves
    answer["named"] = idle_of(["foot_ik", "idle"], rig)
    bpy.ops.object.mode_set(mode="OBJECT")
    return answer


def idle_of(names, rig):
    """The controls that nothing follows, of those selected."""
    from blender.operators.controlling import _solver

    work = _solver(bpy.context, study_of(bpy.context.scene), rig, names)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value[1]


def controls_undone():
    """One undo takes the keys of controls away, and brings every curve back."""
    empty()
    rig = legged()
    walk(rig)
    bpy.ops.unbake.analyse()
    switch(rig, 1)
    before, name = curves_of(rig), rig.name
    select_bones(rig, ["hips_fk", "foot_ik", "knee_pole"])
    bpy.context.scene.unbake.into = "IN_PLACE"
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.unbake.key_controls("EXEC_DEFAULT", True)
    changed = curves_of(bpy.data.objects[name]) != before
    bpy.ops.ed.undo()
    return {"changed": changed, "undone": curves_of(bpy.data.objects[name]) == before}
