"""Run by Blender's Python: scenarios of the extension, each of which answers with what it saw.

Usage: python use_extension.py REQUEST.json ANSWER.json

The request says where the command `unbake` is, which files there are, and which scenarios to run.
The project's folder has to be on PYTHONPATH.
"""

import json
import os
import sys
import time
import traceback
import types
from pathlib import Path

import bpy
import numpy as np
from blender.operators import exchanging
from blender.operators.exchanging import keys_now
from blender.reading.actions import curves_of as fcurves
from blender.reading.actions import slot_identifier
from blender.studies import study_of
from control_scenes import (  # noqa: F401 – scenarios are found by name
    controls_of_a_leg,
    controls_of_a_straight_leg,
    controls_of_another_rig,
    controls_of_rigify,
    controls_that_cannot,
    controls_undone,
)
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
    quaternion,
    swing,
    tenths,
)
from feet_scenes import reduced_walk
from installing_scenes import asked_to_install
from odd_scenes import (  # noqa: F401 – as above
    awkward_names,
    changed_since,
    detail_of_a_part,
    detail_of_parts_of_quaternions,
    exported,
    exported_after_edits,
    figure_sizes,
    linked_rig,
    not_playing,
    odd_scales,
    only_turning,
    refitted,
    settings_of_scripts,
    two_figures,
    working_without_keys,
)
from propagation_scenes import carried, carried_from_two, not_carried  # noqa: F401 – as above

import blender as addon
from blender import preferences

REQUEST = {}
PLANT_COLOURS = [[0.3, 0.9, 0.4, 1.0], [0.6, 0.6, 0.6, 0.6]]
MOST_EVENTS = 200_000


def registered_again():
    """Register, unregister, register again; what is registered works, and nothing is left in between."""
    addon.unregister()
    is_gone = not hasattr(bpy.types.Scene, "unbake") and not hasattr(bpy.types, "UNBAKE_OT_reduce")
    addon.register()
    tips = [kind.__doc__ or "" for kind in addon.CLASSES if issubclass(kind, bpy.types.Operator)]
    rna = addon.Settings.bl_rna.properties
    bare = [p.identifier for p in rna if p.identifier not in ("rna_type", "name") and not p.description]
    return {"is_gone": is_gone, "is_back": hasattr(bpy.types.Scene, "unbake"), "tips": tips, "bare": bare}


def imported_clip():
    """A CMU clip as Blender imports it: keys, error, and the curves as Blender evaluates them."""
    empty()
    bpy.ops.import_anim.bvh(filepath=REQUEST["bvh"], update_scene_fps=True)
    scene, rig = bpy.context.scene, bpy.context.object
    scene.frame_start, scene.frame_end = REQUEST["frames"]
    before, frame = curves_of(rig), scene.frame_current
    study = analysed(12)
    columns = sum(target.column >= 0 for target in study.targets)
    after_analysis = scene.frame_current
    capture = places(rig, range(scene.frame_start, scene.frame_end + 1))[0]
    bpy.ops.unbake.find_feet()
    scene.unbake.holds_feet = True
    bpy.ops.unbake.reduce()
    feet, scene.unbake.holds_feet = study.preview["feet"], False
    plants = shown_plants(study)
    bpy.ops.unbake.reduce()
    answer = {
        "plants": len(study.plants),
        "crosses": plants,
        "feet": feet,
        "capture_is_kept": [c for c in bpy.data.actions if c.name == study.actions[rig.name][0]] != [],
        "frame_stays": frame == after_analysis,
        "columns": columns,
        "targets": len(study.targets),
        "keys": key_frames(rig),
        "types": key_types(rig),
        "classes": [int(c) for c in study.preview["keys"]["classes"]],
        "chosen": [int(f) for f in study.preview["keys"]["frames"]],
        "worker_max_cm": study.preview["evaluation"]["max_cm"],
        "worst": list(study.worst),
        "error_cm": float(study.errors_cm.max()),
    }
    now, chosen = keys_now(study, study.subjects()), study.preview["keys"]
    for name in ("values", "left", "right"):
        answer[f"{name}_off"] = float(np.abs(now[name] - chosen[name]).max())
    reduced = places(rig, range(scene.frame_start, scene.frame_end + 1))[0]
    answer["own_error_cm"] = float(100.0 * np.linalg.norm(reduced - capture, axis=2).max())
    bpy.ops.unbake.export_motion(filepath=REQUEST["exported"])
    times = tenths(scene.frame_start, scene.frame_end)
    heads, turns = places(rig, times)
    np.savez(REQUEST["evaluated"], times=times, heads=heads, turns=turns, names=[b.name for b in rig.pose.bones])
    bpy.ops.unbake.flip()
    answer["capture_after_flip"] = curves_of(rig) == before
    bpy.ops.unbake.compare()
    answer["capture_error_cm"] = float(study.errors_cm.max())
    bpy.ops.unbake.flip()
    bpy.ops.unbake.compare()
    bpy.ops.unbake.jump_to_worst()
    answer["jumped"] = scene.frame_current == study.worst[0]
    bpy.ops.unbake.detail()
    bpy.ops.unbake.compare()
    answer["detail_error_cm"] = float(study.errors_cm.max())
    scene.unbake.influence = 0.5
    bpy.ops.unbake.compare()
    answer["half_detail_error_cm"] = float(study.errors_cm.max())
    scene.unbake.influence = 1.0
    return answer


def clip_in_place():
    """The same clip: its own action is reduced, and one undo brings every curve back."""
    empty()
    bpy.ops.import_anim.bvh(filepath=REQUEST["bvh"], update_scene_fps=True)
    scene, rig = bpy.context.scene, bpy.context.object
    scene.frame_start, scene.frame_end = REQUEST["frames"]
    before, name, action = curves_of(rig), rig.name, rig.animation_data.action.name
    study = analysed(12, into="IN_PLACE")
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.unbake.reduce("EXEC_DEFAULT", True)
    answer = {
        "keys": key_frames(rig),
        "types": key_types(rig),
        "chosen": [int(f) for f in study.preview["keys"]["frames"]],
        "is_own_action": rig.animation_data.action.name == action and len(bpy.data.actions) == 1,
        "error_cm": float(study.errors_cm.max()),
    }
    bpy.ops.ed.undo()
    return answer | {"undone": curves_of(bpy.data.objects[name]) == before}


def shown_plants(study):
    """Crosses in the middle of the first plant: how many, how high above the lowest joint, how many hold now, and
    how many are drawn in each colour."""
    from blender.interface import drawing
    from blender.previews import planted

    first = study.plants[0]
    bpy.context.scene.frame_set((first["first"] + first["last"]) // 2)
    crosses, now = planted(study, bpy.context.scene.frame_current)
    floor = float(study.places_m[..., 2].min())
    calls = draw_with_stand_ins(drawing)
    drawn = {str(colour): len(points) for kind, points, colour in calls if colour in PLANT_COLOURS}
    bpy.context.scene.frame_set(1)
    height = float(study.opened["clip"]["height_m"])
    rise = float((crosses[..., 2].max() - floor) / height)
    return {"count": len(crosses), "now": int(now.sum()), "is_first": bool(now[0]), "rise": rise, "drawn": drawn}


def propagated():
    """An edit of one jump, carried to the next."""
    return carried(REQUEST["jumps"], REQUEST["jump_frames"])


def propagated_from_two():
    """An edit at the beginning and at the end, carried to what lies between."""
    return carried_from_two(REQUEST["jumps"], REQUEST["jump_frames"])


def installed():
    """Unbake is installed from the preferences, where Blender may go online and where not."""
    return asked_to_install(Layout)


def held_walk():
    """A walk with its feet held, and without."""
    return reduced_walk(REQUEST["walk"], REQUEST["walk_frames"])


def keys_not_shown():
    """What works on keys, where these are not shown."""
    return working_without_keys(REQUEST["folder"])


def linked():
    """An armature of another file."""
    return linked_rig(REQUEST["folder"])


def what_files_lose():
    """What is said of files that were written and read."""
    return exported(REQUEST["folder"])


def sizes():
    """See `figure_sizes`."""
    return figure_sizes(REQUEST["bvh"])


def edited_and_exported():
    """Keys that were edited by hand, in a file."""
    return exported_after_edits(REQUEST["folder"])


def without_subjects():
    """Nothing selected, nothing that moves, one frame, no analysis: one clear line each, and nothing happens."""
    scene = empty()
    answer = {"nothing": problem(bpy.ops.unbake.analyse)}
    bpy.ops.object.empty_add()
    answer["no_keys"] = problem(bpy.ops.unbake.analyse)
    for name in ("reduce", "compare", "flip", "refit", "detail", "find_feet", "jump_to_worst", "choose"):
        answer[name] = problem(getattr(bpy.ops.unbake, name))
    answer["export"] = problem(bpy.ops.unbake.export_motion, filepath="x.json")
    answer["import"] = problem(bpy.ops.unbake.import_motion, filepath=str(Path(REQUEST["folder"]) / "none.json"))
    box = bpy.context.object
    bake(box, "location", 3, swing)
    scene.frame_end = scene.frame_start
    answer["one_frame"] = problem(bpy.ops.unbake.analyse)
    scene.frame_end = FRAMES
    for curve in fcurves(box.animation_data):
        curve.lock = True
    answer["all_locked"] = problem(bpy.ops.unbake.analyse)
    return answer


def one_key():
    """One key a curve: there is nothing to lose."""
    empty()
    bpy.ops.object.empty_add()
    box = bpy.context.object
    bake(box, "location", 3, swing, frames=[7])
    analysed(2)
    bpy.ops.unbake.reduce()
    values = {name: [key[1] for key in keys] for name, keys in curves_of(box).items()}
    return {"values": values, "wanted": [swing(7, i) for i in range(3)]}


def plain_objects():
    """Two objects, one on the other, in two rotation modes; undo brings every curve back."""
    scene = empty()
    bpy.ops.object.empty_add()
    lower = bpy.context.object
    lower.rotation_mode = "QUATERNION"
    bpy.ops.object.empty_add(location=(0.0, 0.0, 1.0))
    upper = bpy.context.object
    upper.parent, upper.rotation_mode = lower, "AXIS_ANGLE"
    bake(lower, "location", 3, swing)
    bake(lower, "rotation_quaternion", 4, lambda f, i: (1.0, swing(f, 1), swing(f, 2), 0.0)[i])
    bake(upper, "rotation_axis_angle", 4, lambda f, i: (swing(f, 3), 0.0, 0.6, 0.8)[i])
    bake(upper, "scale", 3, lambda f, i: 1.0 + swing(f, i, 0.2))
    lower.select_set(True)
    before = curves_of(lower), curves_of(upper)
    study = analysed(14, into="IN_PLACE")
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.unbake.reduce("EXEC_DEFAULT", True)
    names = lower.name, upper.name
    answer = {
        "keys": key_frames(lower) | key_frames(upper),
        "columns": [t.path for t in study.targets if t.column >= 0],
        "error_cm": float(study.errors_cm.max()),
        "space": float(study.error_of(14)),
        "value_error": _value_error(study),
    }
    bpy.ops.ed.undo()
    after = tuple(curves_of(bpy.data.objects[name]) for name in names)
    return answer | {"undone": after == before, "changed": answer["keys"] != {}, "scene": scene is not None}


def _value_error(study):
    """How far the F-curves are from what they were, at worst, in degrees, centimetres and per cent of a size."""
    worst = 0.0
    for target in study.targets:
        data = bpy.data.objects[target.owner].animation_data
        curve = next(c for c in fcurves(data) if (c.data_path, c.array_index) == (target.path, target.index))
        now = np.array([curve.evaluate(f) for f in range(study.first, study.last + 1)])
        worst = max(worst, float(np.abs(now - target.values).max() * min(target.scale, 120.0)))
    return worst


def kept_things():
    """Locked, muted and driven curves, custom properties, keys out of range: all are kept as they are."""
    scene = empty()
    rig = armature()
    rig["grip"] = 0.5
    bake(rig, '["grip"]', 1, lambda f, i: float(f % 2))
    rig.pose.bones["head"].lock_rotation[1] = True
    path = 'pose.bones["spine"].scale'
    bake(rig, path, 3, lambda f, i: 1.0)
    for curve in fcurves(rig.animation_data):
        if curve.data_path == path and curve.array_index == 0:
            curve.mute = True
        if curve.data_path == path and curve.array_index == 1:
            curve.lock = True
    driver = rig.driver_add(path, 2).driver
    driver.expression = "1.0"
    action = rig.animation_data.action
    action.use_cyclic = action.use_frame_range = True
    action.frame_start, action.frame_end = 1, FRAMES
    scene.use_preview_range = True
    scene.frame_preview_start, scene.frame_preview_end = 11, 50
    before = curves_of(rig)
    analysed(6)
    bpy.ops.unbake.reduce()
    made = rig.animation_data.action
    return {
        "before": before,
        "after": curves_of(rig),
        "cyclic": [made.use_cyclic, made.use_frame_range, made.frame_start, made.frame_end],
        "slot": slot_identifier(rig.animation_data),
        "has_slots": hasattr(action, "slots"),
        "is_new": made is not action and action.users >= 0,
        "old": _keys_of_action(action),
    }


def shape_keys():
    """A mesh that moves, and whose shape keys move: only the object is reduced, in a new action and in place, whether
    the shape keys have an action of their own or a slot of the same one."""
    return {into: _with_shape_keys(into) for into in ("NEW", "IN_PLACE")}


def _with_shape_keys(into):
    empty()
    mesh = bpy.data.meshes.new("Face")
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
    face = bpy.data.objects.new("Face", mesh)
    bpy.context.scene.collection.objects.link(face)
    bpy.context.view_layer.objects.active = face
    face.select_set(True)
    face.shape_key_add(name="Basis")
    face.shape_key_add(name="Smile")
    bake(face, "location", 3, swing)
    shapes = mesh.shape_keys
    if hasattr(face.animation_data.action, "slots"):
        shapes.animation_data_create().action = face.animation_data.action
    bake(shapes, 'key_blocks["Smile"].value', 1, lambda f, i: 0.5 + swing(f, 0, 0.5))
    before = curves_of(shapes)
    analysed(6, into=into)
    bpy.ops.unbake.reduce()
    return {"before": before, "after": curves_of(shapes), "keys": key_frames(face)}


def _keys_of_action(action):
    if hasattr(action, "fcurves"):
        return sum(len(curve.keyframe_points) for curve in action.fcurves)
    return sum(len(c.keyframe_points) for b in action.layers[0].strips[0].channelbags for c in b.fcurves)


def chosen_bones():
    """Only what is selected is reduced, and what leads is what was selected."""
    empty()
    rig = armature()
    bpy.ops.object.mode_set(mode="POSE")
    for bone in rig.pose.bones:
        select(bone, bone.name == "spine")
    study = analysed(6, lead_by="SELECTED", only_selected=True)
    bpy.context.scene.timeline_markers.new("here", frame=23)
    bpy.ops.unbake.pin(source="MARKERS")
    bpy.context.scene.unbake.sets_markers = True
    bpy.ops.unbake.choose()
    answer = {"lead": bpy.context.scene.unbake.lead, "pins": bpy.context.scene.unbake.pins}
    bpy.ops.unbake.reduce()
    markers = sorted((m.frame, m.name) for m in bpy.context.scene.timeline_markers if m.name.startswith("Unbake"))
    answer |= {"markers": markers, "chosen": [int(f) for f in study.preview["keys"]["frames"]]}
    bpy.ops.object.mode_set(mode="OBJECT")
    return answer | {"keys": key_frames(rig)}


def select(bone, is_selected):
    """Select a bone, in Blender 5 and before."""
    if hasattr(bone, "select"):
        bone.select = is_selected
    else:
        bone.bone.select = is_selected


def scaled_armature():
    """An armature a hundred times too large in an object a hundred times too small: errors are in real centimetres."""
    empty()
    rig = armature(bones=("mixamorig:Hips", "mixamorig:Spine", "mixamorig:Head"), scale=0.01)
    bake(rig, "location", 3, lambda f, i: swing(f, i + 7))
    study = analysed(9)
    columns = sum(target.column >= 0 for target in study.targets)
    span = float(np.ptp(study.places_m[:, 0], axis=0).max())

    def seen():
        heads, own = places(rig, range(1, FRAMES + 1))[0], []
        for frame in range(1, FRAMES + 1):
            bpy.context.scene.frame_set(frame)
            own.append(rig.matrix_world.translation.copy())
        return np.concatenate([heads, np.array(own)[:, None]], axis=1)

    before = seen()
    bpy.ops.unbake.reduce()
    gap = 100.0 * np.linalg.norm(seen() - before, axis=2).max()
    return {
        "columns": columns,
        "targets": len(study.targets),
        "span_m": span,
        "error_cm": float(study.errors_cm.max()),
        "own_error_cm": float(gap),
        "worker_cm": study.preview["evaluation"]["max_cm"],
    }


def constraint_rig():
    """Deform bones that follow controls by constraints: the controls get the keys, the deform bones the measure."""
    empty()
    rig = armature(bones=("control", "hinge", "tip"), modes=("XYZ", "AXIS_ANGLE", "XYZ"))
    for bone in rig.data.bones:
        bone.use_deform = False
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for number, name in enumerate(("DEF-one", "DEF-two")):
        bone = rig.data.edit_bones.new(name)
        bone.head, bone.tail = (0.0, 0.5 * number, 1.0), (0.0, 0.5 * number + 0.5, 1.1)
        bone.parent = rig.data.edit_bones["DEF-one"] if number else None
    bpy.ops.object.mode_set(mode="OBJECT")
    copying = rig.pose.bones["DEF-one"].constraints.new("COPY_TRANSFORMS")
    copying.target, copying.subtarget = rig, "control"
    reaching = rig.pose.bones["DEF-two"].constraints.new("DAMPED_TRACK")
    reaching.target, reaching.subtarget = rig, "tip"
    study = analysed(10)
    nodes = [node.name for node in study.nodes]
    bpy.ops.unbake.reduce()
    return {
        "nodes": nodes,
        "columns": sum(target.column >= 0 for target in study.targets),
        "keys": key_frames(rig),
        "error_cm": float(study.errors_cm.max()),
        "types": key_types(rig),
    }


def rigify_rig():
    """A rig that Blender's own Rigify makes, 222 bones: keys on its controls, the error of its deform bones."""
    import addon_utils

    scene = empty()
    addon_utils.enable("rigify", default_set=True)
    bpy.ops.object.armature_basic_human_metarig_add()
    bpy.ops.object.mode_set(mode="POSE")
    bpy.ops.pose.rigify_generate()
    rig = bpy.context.object
    for number, name in enumerate(("torso", "hand_ik.L", "foot_ik.R")):
        bake(rig, f'pose.bones["{name}"].location', 3, lambda f, i, n=number: swing(f, 2 * n + i, 0.15))
    bake(rig, 'pose.bones["chest"].rotation_quaternion', 4, lambda f, i: quaternion(f, 1)[i])
    bpy.ops.object.mode_set(mode="OBJECT")
    for thing in scene.objects:
        thing.select_set(thing == rig)
    study = analysed(12)
    roles = [joint["role"] for joint in study.opened["clip"]["joints"] if joint["role"]]
    bpy.ops.unbake.reduce()
    return {
        "bones": len(rig.data.bones),
        "seen": [node.bone for node in study.nodes],
        "roles": roles,
        "keys": key_frames(rig),
        "error_cm": float(study.errors_cm.max()),
        "moved_m": float(np.ptp(study.places_m, axis=0).max()),
    }


def killed_worker():
    """A worker that is killed in mid-run: the scene is as it was, the message says so, and the next try works."""
    empty()
    rig = armature()
    analysed(8, into="IN_PLACE")
    before = curves_of(rig)
    worker = preferences.worker()
    send = worker.send

    def killed(kind, **body):
        ticket = send(kind, **body)
        if kind == "Choose":
            worker.process.kill()  # however quick it is, it has not answered yet
        return ticket

    worker.send = killed
    message = problem(bpy.ops.unbake.reduce)
    answer = {"message": message, "unchanged": curves_of(rig) == before}
    bpy.ops.unbake.reduce()
    return answer | {"new_worker": preferences.worker() is not worker, "keys": key_frames(rig)}


def cancelled():
    """Escape: the work is closed in the middle, the scene stands on its frame, and nothing is changed."""
    scene = empty()
    rig = armature()
    scene.frame_set(17)
    before = curves_of(rig)
    from blender.operators.choosing import Analyse
    from blender.operators.reducing import Reduce

    work = Analyse.steps(None, bpy.context)
    for _ in range(4):
        next(work)
    moved = scene.frame_current
    work.close()
    answer = {"moved": moved, "frame": scene.frame_current, "study": study_of(scene) is not None}
    analysed(8, into="IN_PLACE")
    worker = preferences.worker()
    send = worker.send

    def unanswered(kind, **body):
        ticket = send(kind, **body)
        ticket.poll = lambda: None  # however quick the worker is, Escape is pressed before
        return ticket

    worker.send = unanswered
    work = Reduce.steps(None, bpy.context)
    next(work)
    work.close()
    worker.send = send
    return answer | {"unchanged": curves_of(rig) == before}


def edited_by_hand():
    """Refit: keys that a person moved in value, deleted or added stay; the handles follow."""
    empty()
    rig = armature()
    study = analysed(9)
    bpy.ops.unbake.reduce()
    curves = fcurves(rig.animation_data)
    frame = int(study.preview["keys"]["frames"][4])
    for curve in curves:
        place = next(n for n, p in enumerate(curve.keyframe_points) if round(p.co.x) == frame)
        curve.keyframe_points.remove(curve.keyframe_points[place])
        curve.keyframe_points[2].co.y += 0.05
        curve.keyframe_points[2].handle_left = curve.keyframe_points[2].handle_right = curve.keyframe_points[2].co
    bpy.ops.unbake.compare()
    worse = float(study.errors_cm.max())
    before = {name: [key[:2] for key in keys] for name, keys in curves_of(rig).items()}
    bpy.ops.unbake.refit()
    after = {name: [key[:2] for key in keys] for name, keys in curves_of(rig).items()}
    return {"same_keys": before == after, "before_cm": worse, "after_cm": float(study.errors_cm.max())}


def exchanged():
    """Files of Unbake come in with their curves as they are, and keys of Blender go out to them."""
    empty()
    answer = {}
    for name in ("json", "glb"):
        bpy.ops.unbake.import_motion(filepath=REQUEST[name])
        rig = bpy.context.object
        first, last = REQUEST["exchange_frames"]
        times = tenths(first, last)
        heads, turns = places(rig, times)
        np.savez(REQUEST[f"{name}_evaluated"], times=times, heads=heads, turns=turns, names=list(rig.pose.bones.keys()))
        answer[name] = {"keys": key_frames(rig), "range": list(rig.animation_data.action.frame_range)}
    said, usual = [], exchanging.Import._end
    exchanging.Import._end = lambda self, message: said.append(message) or usual(self, message)
    bpy.ops.unbake.import_motion(filepath=REQUEST["bvh"])
    exchanging.Import._end = usual
    return answer | {"said": said}


def settings_stay():
    """Settings lie with the scene, and a file that is opened again has no study of another one."""
    scene = empty()
    armature()
    analysed(5, error_cm=3.5, fit="HERMITE")
    path = str(Path(REQUEST["folder"]) / "kept.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    had = study_of(scene) is not None
    bpy.ops.wm.open_mainfile(filepath=path)
    scene = bpy.context.scene
    return {
        "error_cm": scene.unbake.error_cm,
        "fit": scene.unbake.fit,
        "count": scene.unbake.count,
        "had": had,
        "has": study_of(scene) is not None,
    }


def ways_to_choose():
    """By count, by error, automatically, by layers: each gives keys, and a smaller error more of them."""
    empty()
    armature()
    study, scene = analysed(7), bpy.context.scene
    counts = {}
    for name, settings in {
        "count": {"choose_by": "COUNT", "count": 7},
        "loose": {"choose_by": "ERROR", "error_cm": 8.0},
        "tight": {"choose_by": "ERROR", "error_cm": 1.0},
        "auto": {"choose_by": "AUTO"},
        "layers": {"choose_by": "LAYERS"},
    }.items():
        for key, value in settings.items():
            setattr(scene.unbake, key, value)
        bpy.ops.unbake.choose()
        counts[name] = len(study.preview["keys"]["frames"])
        counts[f"{name}_shown"] = scene.unbake.count
    scene.unbake.choose_by, scene.unbake.error_cm, scene.unbake.tips = "ERROR", 1.0, True
    bpy.ops.unbake.reduce()
    with_tips, scene.unbake.tips = study.preview["command"], False
    bpy.ops.unbake.reduce()
    counts["tips"] = "--tips" in with_tips, "--tips" in study.preview["command"]
    from blender.previews import ghosts

    frames, segments, _ = ghosts(study)
    head = next(n for n, node in enumerate(study.nodes) if node.name == "spine")
    row = int(frames[2]) - study.first
    nearest = np.abs(segments[2].reshape(-1, 3) - study.places_m[row, head]).max(axis=1).min()
    return counts | {"promised_cm": float(study.preview["evaluation"]["max_cm"]), "ghost_off_m": float(nearest)}


def by_hand():
    """What a person's clicks run: bit by bit by a timer, until it is done or Escape is pressed."""
    scene = empty()
    rig = armature()
    scene.frame_set(9)
    from blender.operators import working
    from blender.operators.choosing import Analyse
    from blender.operators.reducing import Reduce

    working.SLICE_S = 0.0  # one step a click of the timer, however quick the worker is
    scene.unbake.count, scene.unbake.into = 8, "IN_PLACE"
    context = StandInContext()
    before = curves_of(rig)
    first = [clicked(Analyse, context, ["TIMER", "MOUSEMOVE", "TIMER", "ESC"]), study_of(scene) is None]
    second = [clicked(Analyse, context, ["TIMER"] * MOST_EVENTS), study_of(scene) is not None]
    third = [clicked(Reduce, context, ["TIMER", "TIMER", "ESC"]), curves_of(rig) == before]
    fourth = [clicked(Reduce, context, ["TIMER"] * MOST_EVENTS), curves_of(rig) != before]
    return {
        "escaped": first,
        "analysed": second,
        "escaped_reducing": third,
        "reduced": fourth,
        "frame": scene.frame_current,
        "said": sorted(set(context.said)),
        "timers": context.timers,
    }


class StandInContext:
    """A context as `Working.modal` uses it, with the real scene; Blender has no windows here."""

    def __init__(self):
        self.said, self.timers = [], 0
        self.workspace = self.window_manager = self.screen = self
        self.areas, self.window = [], None
        self.progress_begin = self.progress_update = self.progress_end = lambda *numbers: None

    def status_text_set(self, text):
        """Keep what people read below."""
        if text is not None:
            self.said.append(text)

    def event_timer_remove(self, timer):
        """Count timers that were taken away."""
        self.timers += 1

    def __getattr__(self, name):
        return getattr(bpy.context, name)


def clicked(kind, context, events):
    """Give events to an operator that was called by hand; return how it ended, and what it reported."""
    reports = []
    operator = types.SimpleNamespace(_work=kind.steps(None, context), _timer=None)
    operator.report = lambda level, text: reports.append(text)
    for name in ("_leave", "_end", "_fail"):
        setattr(operator, name, types.MethodType(getattr(kind, name), operator))
    ended = set()
    for event in events:
        time.sleep(0.0005)
        ended = kind.modal(operator, context, types.SimpleNamespace(type=event))
        if ended != {"RUNNING_MODAL"}:
            break
    return [sorted(ended), reports]


def drawn():
    """The panel, and what is drawn over the viewport, with stand-ins for Blender's layout and the graphics card."""
    empty()
    armature()
    study, scene = analysed(7), bpy.context.scene
    from blender.interface import drawing, panel

    from blender import previews

    shown = {}
    for name, settings in {"count": {}, "auto": {"choose_by": "AUTO"}, "error": {"choose_by": "ERROR"}}.items():
        for key, value in settings.items():
            setattr(scene.unbake, key, value)
        layout = Layout()
        panel.MainPanel.draw(types.SimpleNamespace(layout=layout), bpy.context)
        shown[name] = layout.shown
    scene.unbake.choose_by, scene.unbake.count = "COUNT", 6
    previews._asked[scene.name] = None  # as the slider does
    for _ in range(3000):
        if previews._look() is None:
            break
        time.sleep(0.005)
    slid = [int(n) for n in study.preview["keys"]["frames"]]
    bpy.ops.unbake.reduce()
    layout = Layout()
    panel.AfterwardsPanel.draw(types.SimpleNamespace(layout=layout), bpy.context)
    calls = draw_with_stand_ins(drawing)
    return {"shown": shown, "after": layout.shown, "drawn": calls, "slid": slid, "box": drawing.BOX}


class Layout:
    """A layout that writes down what is put into it; properties and operators have to be there."""

    def __init__(self, shown=None):
        self.shown = [] if shown is None else shown

    def row(self, **options):
        """Return a part of the layout."""
        return Layout(self.shown)

    column = row

    def prop(self, owner, name, **options):
        """Write down a property's name."""
        assert name in owner.bl_rna.properties
        self.shown.append(name)

    def operator(self, name, **options):
        """Write down an operator's name."""
        getattr(bpy.ops.unbake, name.split(".")[1]).get_rna_type()
        self.shown.append(name)

    def operator_menu_enum(self, name, prop, **options):
        """Write down an operator's name."""
        self.operator(name)

    def label(self, text="", **options):
        """Write down a text."""
        self.shown.append(text)

    def separator(self):
        """Do nothing."""


def draw_with_stand_ins(drawing):
    """Run what is drawn over the viewport; return every call as kind, points, colour."""
    calls = []
    shader = types.SimpleNamespace(colour=None)
    shader.uniform_float = lambda name, colour: setattr(shader, "colour", [float(c) for c in colour])

    def batch(_, kind, content):
        points = np.asarray(content["pos"]).tolist()
        return types.SimpleNamespace(draw=lambda _: calls.append([kind, points, shader.colour]))

    # The shader's colour is set before or after the batch is made: it counts when that is drawn.
    state = types.SimpleNamespace(blend_set=lambda mode: None)
    gpu = types.SimpleNamespace(shader=types.SimpleNamespace(from_builtin=lambda name: shader), state=state)
    before = {name: sys.modules.get(name) for name in ("gpu", "gpu_extras.batch")}
    sys.modules["gpu"] = gpu
    sys.modules["gpu_extras.batch"] = types.SimpleNamespace(batch_for_shader=batch)
    try:
        drawing._draw_ghosts()
        drawing._draw_plants()
        drawing._draw_charts()
    finally:
        sys.modules.update({name: module for name, module in before.items() if module is not None})
    return calls


def main(request_file, answer_file):
    """Run the scenarios of a request, and write their answers; what one raises is its answer."""
    REQUEST.update(json.loads(Path(request_file).read_text()))
    os.environ["UNBAKE_COMMAND"] = REQUEST["command"]
    addon.register()
    answers = {"blender": bpy.app.version_string}
    for name in REQUEST["scenarios"]:
        started = time.monotonic()
        try:
            answers[name] = globals()[name]()
        except Exception:
            answers[name] = {"raised": traceback.format_exc()}
        answers[name]["seconds"] = time.monotonic() - started
    addon.unregister()
    Path(answer_file).write_text(json.dumps(answers))


main(*sys.argv[-2:])
if bpy.app.version[:2] == (4, 5):
    os._exit(0)  # leaving it the usual way waits for ever, one time in a few, for a thread that closes Blender's files
