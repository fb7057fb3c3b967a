"""Scenes that are not as a first try expects them, for the tests of the Blender extension; run by Blender's Python."""

import contextlib
import math
from pathlib import Path

import bpy
import numpy as np
from blender.interface import panel
from blender.operators import choosing, exchanging
from blender.reading.actions import curves_of as fcurves
from blender.reading.actions import holder_of
from blender.writing.detail import detail_strips
from extension_scenes import (
    FRAMES,
    analysed,
    armature,
    bake,
    curves_of,
    empty,
    key_frames,
    key_types,
    places,
    problem,
    swing,
    tenths,
)

WORKING = ("refit", "propagate", "detail")


def problems(folder):
    """What the operators say that work on keys."""
    said = {name: problem(getattr(bpy.ops.unbake, name)) for name in WORKING}
    return said | {"export": problem(bpy.ops.unbake.export_motion, filepath=str(Path(folder) / "stale.json"))}


def working_without_keys(folder):
    """The capture is shown, or the detail, or nothing after an undo: what works on keys says so and leaves all."""
    empty()
    rig = armature()
    analysed()
    bpy.ops.ed.undo_push(message="analysed")
    bpy.ops.unbake.reduce()
    bpy.ops.ed.undo_push(message="reduced")
    bpy.ops.unbake.flip()
    capture = curves_of(rig)
    answer = {"flipped": problems(folder), "is_capture_kept": curves_of(rig) == capture}
    bpy.ops.unbake.flip()
    bpy.ops.unbake.detail()
    answer["detail"] = problems(folder) | {"reduce": problem(bpy.ops.unbake.reduce)}
    answer["analyse"] = problem(bpy.ops.unbake.analyse)
    answer["strips"] = len(detail_strips(rig))
    empty()
    armature()
    analysed()
    bpy.ops.ed.undo_push(message="analysed")
    bpy.ops.unbake.reduce()
    bpy.ops.ed.undo_push(message="reduced")
    bpy.ops.ed.undo()
    return answer | {"undone": problems(folder)}


def detail_of_a_part():
    """Detail of a preview range: what lies beyond stays as it was, keys before the scene's first frame included."""
    scene = empty()
    rig = armature()
    shift_keys(rig, -25)
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 2, 30
    scene.frame_end = 33
    times = range(-28, 40)
    capture, _ = places(rig, times)
    analysed()
    bpy.ops.unbake.reduce()
    bpy.ops.unbake.detail()
    return {"off": float(np.abs(places(rig, times)[0] - capture).max())}


def shift_keys(owner, frames):
    """Move all keys of an object in time."""
    for curve in fcurves(owner.animation_data):
        for point in curve.keyframe_points:
            point.co.x += frames
        curve.update()


def detail_of_parts_of_quaternions():
    """Detail where one component is locked, one muted, and one has no keys; its action has a name as long as can be."""
    empty()
    rig = armature(modes=("QUATERNION", "QUATERNION", "QUATERNION"))
    rig.animation_data.action.name = "x" * 63
    hips, spine, head = (rig.pose.bones[name] for name in ("hips", "spine", "head"))
    hips.lock_rotation[1] = hips.lock_rotations_4d = True
    head.rotation_quaternion = (0.9, 0.1, 0.2, 0.1)
    holder = holder_of(rig.animation_data)
    for curve in list(holder.fcurves):
        if head.name in curve.data_path and curve.array_index == 2:
            holder.fcurves.remove(curve)
        elif spine.name in curve.data_path and curve.array_index == 1:
            curve.mute = True
    study = analysed()
    bpy.ops.unbake.reduce()
    without = float(study.errors_cm.max())
    bpy.ops.unbake.detail()
    bpy.ops.unbake.compare()
    return {"without_cm": without, "with_cm": float(study.errors_cm.max()), "strips": len(detail_strips(rig))}


def changed_since():
    """A bone gets another name, a curve goes: it is said, and the action stays."""
    answer = {}
    empty()
    rig = armature()
    analysed()
    rig.data.bones["spine"].name = "back"
    answer["bone"] = problem(bpy.ops.unbake.reduce), problem(bpy.ops.unbake.compare)
    empty()
    rig = armature()
    analysed()
    holder = holder_of(rig.animation_data)
    holder.fcurves.remove(holder.fcurves[0])
    answer["curve"] = problem(bpy.ops.unbake.reduce)
    return answer | {"action": rig.animation_data.action.name}


def two_figures():
    """Two armatures, of which first the one, then the other is reduced: the first keeps its keys, both are flipped."""
    empty()
    rigs = [armature(), armature()]
    for rig in rigs:
        rig.select_set(True)
    analysed(only_selected=True)
    answer = {}
    for step, chosen in enumerate(rigs):
        for rig in rigs:
            select(rig, rig is chosen)
        bpy.ops.unbake.reduce()
        answer[f"reduced_{step}"] = [rig.animation_data.action.name for rig in rigs]
    for step in range(2):
        bpy.ops.unbake.flip()
        answer[f"flipped_{step}"] = [rig.animation_data.action.name for rig in rigs]
    return answer


def select(rig, is_selected):
    """Select an armature and all its bones, or none of them."""
    rig.select_set(is_selected)
    for bone in rig.pose.bones:
        (bone if hasattr(bone, "select") else bone.bone).select = is_selected


def refitted():
    """Refit leaves types and stepped keys as somebody set them."""
    empty()
    rig = armature()
    analysed()
    bpy.ops.unbake.reduce()
    for curve in fcurves(rig.animation_data):
        curve.keyframe_points[2].type, curve.keyframe_points[3].interpolation = "EXTREME", "CONSTANT"
    marked = [key[-2:] for key in curves_of(rig)['pose.bones["hips"].location[0]']]
    bpy.ops.unbake.refit()
    return {"marked": marked, "refitted": [key[-2:] for key in curves_of(rig)['pose.bones["hips"].location[0]']]}


def not_playing():
    """An armature at rest, one in edit mode, and one whose action is edited within a strip: their keys do not say where
    they are."""
    empty()
    rig = armature()
    rig.data.pose_position = "REST"
    answer = {"rest": problem(bpy.ops.unbake.analyse)}
    rig.data.pose_position = "POSE"
    analysed()
    bpy.ops.object.mode_set(mode="EDIT")
    answer["edit"] = problem(bpy.ops.unbake.reduce)
    bpy.ops.object.mode_set(mode="OBJECT")
    data = rig.animation_data
    track = data.nla_tracks.new()
    strip, slot = track.strips.new("strip", 11, data.action), getattr(data, "action_slot", None)
    if slot is not None:
        strip.action_slot = slot
    data.action = None
    track.select = strip.select = True
    data.nla_tracks.active, data.use_tweak_mode = track, True
    answer["is_tweaked"] = data.use_tweak_mode
    return answer | {"tweak": problem(bpy.ops.unbake.analyse), "reduce": problem(bpy.ops.unbake.reduce)}


def linked_rig(folder):
    """An armature of another file, as it is and overridden."""
    library = str(Path(folder) / "library.blend")
    empty()
    armature()
    bpy.ops.wm.save_as_mainfile(filepath=library, copy=True)
    answer = {}
    for is_overridden in (False, True):
        scene = empty()
        with bpy.data.libraries.load(library, link=True) as (_, wanted):
            wanted.objects = ["Rig"]
        rig = wanted.objects[0]
        scene.collection.objects.link(rig)
        if is_overridden:
            rig = rig.override_hierarchy_create(scene, bpy.context.view_layer)
        for other in bpy.context.selected_objects:
            other.select_set(False)
        rig.select_set(True)
        bpy.context.view_layer.objects.active = rig
        analysed()
        said = [problem(bpy.ops.unbake.reduce)]
        scene.unbake.into = "IN_PLACE"
        said.append(problem(bpy.ops.unbake.reduce))
        answer["overridden" if is_overridden else "linked"] = said, rig.animation_data.action.name
    return answer


def awkward_names():
    """Bones that are called as joints of ours, or as the object with a prefix."""
    answer = {}
    for case, name, bones in (
        ("ours", "Rig", ("World", "rest 0", "rest 1")),
        ("prefix", "spine", ("DEF-spine", "DEF-a", "DEF-b")),
        ("same", "hips", ("hips", "spine", "head")),
    ):
        empty()
        armature(bones=bones).name = name
        study = analysed()
        bpy.ops.unbake.reduce()
        joints = [study.opened["clip"]["joints"][joint]["name"] for joint in study.capture.joint_of]
        answer[case] = {"bones": [*bones], "joints": joints[1:], "error_cm": float(study.errors_cm.max())}
    return answer


def odd_scales():
    """Mirrored armatures are reduced about as closely as they are without, and one of no size without a fault; what is
    said of one beyond all measure."""
    answer = {}
    for case, scale in (("plain", (1, 1, 1)), ("mirrored", (-1, 1, 1)), ("turned", (-1, -1, -1)), ("none", (0, 0, 0))):
        empty()
        armature().scale = scale
        study = analysed()
        answer[case] = problem(bpy.ops.unbake.reduce), float(study.errors_cm.max()), float(study.error_of(8))
    empty()
    armature().location.x = 1e8
    return answer | {"far": problem(bpy.ops.unbake.analyse)}


def settings_of_scripts():
    """What is said of settings that a script has spoilt, and whether the panel is drawn all the same."""
    answer = {}
    for name, text in (("pins", "17, 42"), ("pins", '["17"]'), ("lead", '{"head": 1}')):
        scene = empty()
        armature()
        setattr(scene.unbake, name, text)
        answer[text] = problem(bpy.ops.unbake.analyse) if name == "pins" else spoilt_after_analysis(scene, text)
    scene.unbake.pins = "17, 42"
    return {"said": answer, "drawn": panel._pin_count(scene.unbake)}


def spoilt_after_analysis(scene, text):
    """What choosing says of a leading part that is spoilt once there is a study: the analysis itself sets it."""
    analysed()
    scene.unbake.lead = text
    return problem(bpy.ops.unbake.choose)


def figure_sizes(bvh):
    """What the analysis says of a figure in its size, and of one whose file's unit was read as metres."""
    answer = {}
    for scale in (0.05, 1.0):
        empty()
        bpy.ops.import_anim.bvh(filepath=bvh, update_scene_fps=True, global_scale=scale)
        answer[str(scale)] = said_by(choosing.Analyse, bpy.ops.unbake.analyse)
    return answer


def only_turning():
    """A camera and an armature of one bone, which turn in place, and a key that is no number."""
    answer = {}
    for case in ("camera", "bone"):
        scene = empty()
        if case == "bone":
            owner = armature(bones=("rotor",), modes=("XYZ",))
            for curve in [c for c in fcurves(owner.animation_data) if c.data_path.endswith("location")]:
                holder_of(owner.animation_data).fcurves.remove(curve)
        else:
            owner = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
            scene.collection.objects.link(owner)
            owner.select_set(True)
            bake(owner, "rotation_euler", 3, swing)
        study = analysed()
        bpy.ops.unbake.reduce()
        answer[case] = float(study.errors_cm.max()), study.preview["evaluation"]["max_cm"]
    fcurves(owner.animation_data)[0].keyframe_points[1].co.y = math.nan
    return answer | {"no_number": problem(bpy.ops.unbake.analyse)}


def exported(folder):
    """What exports say, where they cannot write, and what an import does to the scene's rate."""
    empty()
    armature()
    analysed()
    bpy.ops.unbake.reduce()
    answer = {}
    for suffix in (".bvh", ".usda", ".json", ".c3d", ""):
        path = str(Path(folder) / f"lost{suffix}") if suffix else str(folder)
        answer[suffix] = path, said_by(exchanging.Export, bpy.ops.unbake.export_motion, filepath=path)
    scene = empty()
    scene.render.fps = 24
    path = answer[".json"][0]
    answer["imported"] = said_by(exchanging.Import, bpy.ops.unbake.import_motion, filepath=path)
    answer["again"] = said_by(exchanging.Import, bpy.ops.unbake.import_motion, filepath=path)
    with contextlib.chdir(folder):
        relative = said_by(exchanging.Import, bpy.ops.unbake.import_motion, filepath=Path(path).name)
    return answer | {"relative": relative}


def exported_after_edits(folder):
    """Keys that were moved, marked and deleted by hand, exported and read again, and what else is said of them."""
    empty()
    rig = armature()
    limit = rig.pose.bones["head"].constraints.new("LIMIT_ROTATION")
    limit.use_limit_x, limit.owner_space = True, "LOCAL"
    analysed()
    bpy.ops.unbake.reduce()
    for curve in fcurves(rig.animation_data):
        points = curve.keyframe_points
        for name in ("co", "handle_left", "handle_right"):
            getattr(points[3], name).x += 2.0
        points[3].type = "BREAKDOWN"
        points.remove(points[5])
        points[1].interpolation = "LINEAR"
        points[3].handle_right.x += 1.5 * (points[4].co.x - points[3].co.x)
    names, times = rig.pose.bones.keys(), tenths(1, FRAMES)
    heads, types, frames = places(rig, times)[0], key_types(rig), next(iter(key_frames(rig).values()))
    path = str(Path(folder) / "edited.json")
    answer = {
        "said": problem(bpy.ops.unbake.export_motion, filepath=path),
        "propagate": problem(bpy.ops.unbake.propagate),
    }
    curve = fcurves(rig.animation_data)[4]
    curve.keyframe_points[2].interpolation = "CONSTANT"
    stepped = str(Path(folder) / "stepped.json")
    answer["stepped"] = said_by(exchanging.Export, bpy.ops.unbake.export_motion, filepath=stepped)
    curve.keyframe_points.remove(curve.keyframe_points[2])
    answer["torn"] = problem(bpy.ops.unbake.export_motion, filepath=str(Path(folder) / "torn.json"))
    bpy.ops.unbake.import_motion(filepath=path)
    read = bpy.context.object
    again = places(read, times)[0][:, [read.pose.bones.keys().index(name) for name in names]]
    answer["keys"] = [types, frames], [key_types(read), next(iter(key_frames(read).values()))]
    return answer | {"off": float(np.abs(again - heads).max())}


def said_by(kind, call, **options):
    """What an operator says in the end, or why it failed."""
    said, usual = [], kind._end
    kind._end = lambda self, message: said.append(message) or usual(self, message)
    try:
        return problem(call, **options) or said[-1]
    finally:
        kind._end = usual
