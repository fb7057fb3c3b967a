"""A walk reduced with and without its feet held, and how far they slide as Blender evaluates them; run by Blender's
Python."""

import bpy
import numpy as np
from blender.studies import study_of
from extension_scenes import empty, places, tenths

KEYS = 16
SIDES = ("left", "right")
END_S = 0.1
"""Over the ends of a plant a foot is held less and less firmly: they do not count."""


def reduced_walk(bvh, frames):
    """How far each planted heel and toe joint slides in the capture, in its keys, and in keys that hold feet."""
    empty()
    bpy.ops.import_anim.bvh(filepath=bvh, update_scene_fps=True)
    scene, rig = bpy.context.scene, bpy.context.object
    scene.frame_start, scene.frame_end = frames
    scene.unbake.count = KEYS
    bpy.ops.unbake.analyse()
    bpy.ops.unbake.find_feet()
    study = study_of(scene)
    watched = planted_points(study, rig)
    answer = {"capture_mm": slides_mm(rig, frames, watched)}
    for name, holds in (("free", False), ("held", True)):
        scene.unbake.holds_feet = holds
        bpy.ops.unbake.reduce()
        answer[f"{name}_mm"] = slides_mm(rig, frames, watched)
        answer[f"{name}_cm"] = float(study.errors_cm.max())
        answer[f"{name}_keys"] = len(study.preview["keys"]["frames"])
    return answer


def planted_points(study, rig):
    """The plants that begin and end in the clip: first and last frame without their ends, bone, and the point in the
    bone's frame. A heel is half as far behind the ankle as the toe joint is before it, and as low as that, in the
    middle of the plant."""
    bones = {joint["role"]: joint["name"] for joint in study.opened["clip"]["joints"]}
    names = [bone.name for bone in rig.pose.bones]
    end, watched = round(END_S * float(study.capture.fps)), []
    for plant in study.plants:
        first, last = plant["first"] + end, plant["last"] - end
        if plant["first"] == study.first or plant["last"] == study.last or first > last:
            continue
        side = SIDES[plant["point"] // 2]
        ankle, toe = (names.index(bones[f"{side}-{part}"]) for part in ("ankle", "toe"))
        if plant["point"] % 2:
            watched.append((first, last, toe, np.zeros(3)))
            continue
        heads, turns = (found[0] for found in places(rig, [(first + last) // 2]))
        heel = 0.5 * (heads[ankle] - heads[toe])
        heel[2] = heads[toe, 2] - heads[ankle, 2]
        watched.append((first, last, ankle, turns[ankle].T @ heel))
    return watched


def slides_mm(rig, frames, watched):
    """How far over the ground each point gets from where it is on average, at ten times per frame."""
    heads, turns = places(rig, tenths(*frames))
    slides = []
    for first, last, bone, point in watched:
        own = slice(10 * (first - frames[0]), 10 * (last - frames[0]) + 1)
        ways = (heads[own, bone] + turns[own, bone] @ point)[:, :2]
        slides.append(1000.0 * float(np.linalg.norm(ways - ways.mean(axis=0), axis=1).max()))
    return slides
