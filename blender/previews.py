"""What the slider shows: keys at once, without a change of the animation. Only the newest question is asked."""

from __future__ import annotations

import bpy
import numpy as np

from . import preferences
from .link.worker import CancelledError, WorkerError
from .studies import study_of

LOOK_S = 0.01
MARKER = "Unbake"
KINDS = ("key", "breakdown", "hold")

_asked = {}
_is_setting = False


def wanted(scene):
    """Ask for a preview soon: a setting was changed."""
    if _is_setting or study_of(scene) is None or bpy.app.background:
        return
    _asked[scene.name] = None
    if not bpy.app.timers.is_registered(_look):
        bpy.app.timers.register(_look, first_interval=0.0)


def _look():
    """Send what is wanted, and take what has come; called until nothing is under way."""
    for name, ticket in list(_asked.items()):
        scene = bpy.data.scenes.get(name)
        study = study_of(scene) if scene else None
        if study is None:
            del _asked[name]
            continue
        try:
            if ticket is None:
                _asked[name] = study.choose(preferences.worker(), scene.unbake, is_preview=True)
            elif (chosen := ticket.poll()) is not None:
                del _asked[name]
                take(scene, study, chosen)
        except CancelledError:
            _asked.pop(name, None)
        except WorkerError as error:
            _asked.pop(name, None)
            study.preview = {"problem": str(error)}
    return LOOK_S if _asked else None


def take(scene, study, chosen):
    """Keep a choice as what is shown."""
    global _is_setting
    study.preview = chosen
    _is_setting = True
    try:
        scene.unbake.count = len(chosen["keys"]["frames"])
    finally:
        _is_setting = False
    if scene.unbake.sets_markers:
        set_markers(scene, chosen["keys"])
    elif any(marker.name.startswith(MARKER) for marker in scene.timeline_markers):
        clear_markers(scene)
    for window in bpy.context.window_manager.windows if bpy.context.window_manager else ():
        for area in window.screen.areas:
            area.tag_redraw()


def set_markers(scene, keys):
    """Put a marker on every key, in place of those that were there before."""
    clear_markers(scene)
    for frame, kind in zip(keys["frames"], keys["classes"], strict=True):
        scene.timeline_markers.new(f"{MARKER} {KINDS[kind]}", frame=int(frame))


def clear_markers(scene):
    """Take the markers of chosen keys away."""
    for marker in [m for m in scene.timeline_markers if m.name.startswith(f"{MARKER} ")]:
        scene.timeline_markers.remove(marker)


def ghosts(study):
    """Return the chosen poses as line segments in Blender's units: frames (K,), points (K, S, 2, 3), classes (K,)."""
    preview = study.preview
    if not preview or not preview.get("evaluation"):
        return None
    joints = study.opened["clip"]["joints"]
    places = np.asarray(preview["evaluation"]["positions"]).reshape(-1, len(joints), 3)
    frames = np.asarray(preview["keys"]["frames"])
    poses = places[frames - preview["keys"]["first"]]
    poses = np.stack([poses[..., 0], -poses[..., 2], poses[..., 1]], axis=-1) / study.metres
    return frames, poses[:, _bones(study, joints)], np.asarray(preview["keys"]["classes"])


POINTS = ("left-ankle", "left-toe", "right-ankle", "right-toe")
CROSS = 0.04
"""Half a cross's length, in heights of the body."""


def planted(study, frame):
    """Return a cross (P, 2, 2, 3) on the ground for each plant, in Blender's units, and which of them are now (P,)."""
    joints, clip = study.opened["clip"]["joints"], study.opened["clip"]
    roles = {joint["role"]: number for number, joint in enumerate(joints) if joint["role"]}
    places = np.asarray(clip["positions"]).reshape(-1, len(joints), 3)
    half = CROSS * clip["height_m"] * np.array([[[-1, 0, 0], [1, 0, 0]], [[0, 0, -1], [0, 0, 1]]])
    crosses, now = [], []
    for plant in study.plants:
        joint = roles.get(POINTS[plant["point"]])
        if joint is not None:
            stay = places[plant["first"] - study.first : plant["last"] - study.first + 1, joint]
            crosses.append(stay.mean(axis=0) + half)
            now.append(plant["first"] <= frame <= plant["last"])
    found = np.array(crosses).reshape(-1, 2, 2, 3)
    found = np.stack([found[..., 0], -found[..., 2], found[..., 1]], axis=-1) / study.metres
    return found, np.array(now, dtype=bool)


def _bones(study, joints):
    """Pairs of joints (S, 2) that a line joins: bones with their parents and tips, objects with those they hang on."""
    nodes, place = study.nodes, study.capture.joint_of
    pairs = [
        (place[node.parent], joint)
        for node, joint in zip(nodes, place, strict=True)
        if node.parent >= 0 and bool(node.bone) == bool(nodes[node.parent].bone)
    ]
    pairs += [(joint["parent"], number) for number, joint in enumerate(joints) if joint["is_end"]]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)
