"""Analyse, and choose how many keys."""

from __future__ import annotations

import json

import bpy

from .. import preferences, previews
from ..link.worker import WorkerError
from ..reading.actions import curves_of
from ..studies import analysing, finding_space, keep, study_of, subjects_of, waiting
from .working import Quick, Working

LIFE_SIZE_M = (0.3, 10.0)
"""How tall bodies are, from toys to giants."""


def study_needed(context):
    """Return the scene's study; WorkerError where there is none."""
    study = study_of(context.scene)
    if study is None:
        raise WorkerError("Analyse first: Unbake has not looked at this scene yet")
    return study


class Analyse(Working, bpy.types.Operator):
    """Read what is selected on every frame of the range, and find the best keys for every count"""

    bl_idname = "unbake.analyse"
    bl_label = "Analyse"

    def steps(self, context):
        """Analyse."""
        settings = context.scene.unbake
        bones = [b.name for b in context.selected_pose_bones or ()] if settings.lead_by == "SELECTED" else []
        if settings.lead_by == "SELECTED" and not bones:
            raise WorkerError("Select the leading bones in pose mode, or let the whole body lead")
        settings.lead = json.dumps(bones)
        worker = yield from preferences.starting()
        study = yield from analysing(context, worker)
        keep(context.scene, study)
        chosen = yield from waiting(study.choose(worker, settings, is_preview=True))
        previews.take(context.scene, study, chosen)
        joints = sum(1 for target in study.targets if target.column >= 0)
        said = f"{study.capture.n_frames} frames, {len(study.targets)} channels, {joints} of them matched in the world"
        return said + _size_note(study.opened["clip"])


def _size_note(clip):
    """What to say of a body that is not life-size, mostly because its file's unit was taken for another one."""
    height_m = clip["height_m"]
    if not any(joint["role"] for joint in clip["joints"]) or LIFE_SIZE_M[0] <= height_m <= LIFE_SIZE_M[1]:
        return ""
    return (
        f". The figure is {height_m:.3g} m tall, so errors in centimetres do not mean what they say: "
        "import it again at another scale, or scale its object"
    )


class Choose(Working, bpy.types.Operator):
    """Choose keys as the settings say, and show them; the slider does the same"""

    bl_idname = "unbake.choose"
    bl_label = "Choose"

    def steps(self, context):
        """Choose."""
        study, settings = study_needed(context), context.scene.unbake
        worker = yield from preferences.starting()
        if study.space is None:
            yield from finding_space(study, worker, settings)
        chosen = yield from waiting(study.choose(worker, settings, is_preview=True))
        previews.take(context.scene, study, chosen)
        return f"{len(chosen['keys']['frames'])} keys"


class FindFeet(Working, bpy.types.Operator):
    """Find out when the feet are planted; 'Hold feet' then keeps them there"""

    bl_idname = "unbake.find_feet"
    bl_label = "Find plants"

    def steps(self, context):
        """Find plants."""
        study = study_needed(context)
        worker = yield from preferences.starting()
        found = yield from waiting(worker.send("GuessFeet", clip=study.clip(worker), oracle="packaged"))
        study.plants = found["plants"]
        return f"{len(study.plants)} plants" if study.plants else "No foot is planted"


class Pin(Quick, bpy.types.Operator):
    """Make keys of the frames of selected keys, or of timeline markers; neither takes all pins away"""

    bl_idname = "unbake.pin"
    bl_label = "Pin"

    source: bpy.props.EnumProperty(
        name="Frames of",
        items=(
            ("KEYS", "Selected keys", "Keys that are selected"),
            ("MARKERS", "Markers", "Markers of the timeline"),
            ("NONE", "Nothing", "No frames"),
        ),
    )

    def act(self, context):
        """Pin."""
        scene, pins = context.scene, set()
        if self.source == "MARKERS":
            pins = {m.frame for m in scene.timeline_markers if not m.name.startswith(previews.MARKER)}
        elif self.source == "KEYS":
            for owner in subjects_of(context):
                for curve in curves_of(owner.animation_data):
                    pins |= {round(p.co.x) for p in curve.keyframe_points if p.select_control_point}
        scene.unbake.pins = json.dumps(sorted(pins))
        study = study_of(scene)
        if study is not None:
            study.space = None
        return f"{len(pins)} frames are pinned"
