"""How far the scene is from the capture: measured where constraints, drivers and layers have done their work."""

from __future__ import annotations

import bpy
import numpy as np

from ..link.worker import WorkerError
from ..reading.actions import assign, slot_identifier
from ..studies import Sampler
from .checks import check_assignable
from .working import Quick


def measure(context, study, body=None):
    """Return the distance (F,) in centimetres of the worst node on every frame, and keep it with the study.

    `body` is a rig's that stands in for what was analysed; what the capture does not know of it is not measured.
    """
    owners, nodes = (body.owners, body.nodes) if body else (study.subjects(), study.nodes)
    wanted_m = body.wanted_places_m if body else study.places_m
    scene, sampler = context.scene, Sampler(nodes, list(range(study.first, study.last + 1)))
    before = scene.frame_current, scene.frame_subframe
    try:
        for row, frame in enumerate(sampler.frames):
            scene.frame_set(frame)
            sampler.read(row, owners, context.evaluated_depsgraph_get())
    finally:
        scene.frame_set(before[0], subframe=before[1])
    places_m = sampler.matrices[..., :3, 3] * study.metres
    gaps_cm = 100.0 * np.linalg.norm(places_m - wanted_m, axis=2)
    if body:
        gaps_cm = gaps_cm * body.is_wanted
    study.errors_cm = gaps_cm.max(axis=1)
    frame = int(study.errors_cm.argmax())
    study.worst = study.first + frame, nodes[int(gaps_cm[frame].argmax())].name
    return study.errors_cm


class Compare(Quick, bpy.types.Operator):
    """Measure how far the scene is from the capture as it is now, on every frame"""

    bl_idname = "unbake.compare"
    bl_label = "Compare"

    def act(self, context):
        """Measure."""
        from .choosing import study_needed

        study = study_needed(context)
        error = measure(context, study)
        frame, name = study.worst
        return f"{error.max():.2f} cm at most ({name}, frame {frame}), {error.mean():.2f} cm on average"


class Flip(Quick, bpy.types.Operator):
    """Show the capture instead of the keys, or the keys instead of the capture"""

    bl_idname = "unbake.flip"
    bl_label = "Flip"
    bl_options = {"REGISTER", "UNDO"}

    def act(self, context):
        """Exchange the actions."""
        from .choosing import study_needed

        study = study_needed(context)
        owners = study.subjects()
        if not study.reduced:
            raise WorkerError("Reduce first: there is nothing to compare the capture with")
        are_keys = any(_shows(owners[name], reduced) for name, reduced in study.reduced.items())
        wanted = {name: study.actions[name] if are_keys else reduced for name, reduced in study.reduced.items()}
        for name, (action, _) in wanted.items():
            if owners[name].animation_data is None or study.reduced[name][0] == study.actions[name][0]:
                raise WorkerError("The capture was reduced in place: undo brings it back")
            if action not in bpy.data.actions:
                raise WorkerError(f"There is no action {action} any more")
        check_assignable(owners, wanted)
        for name, (action, slot) in wanted.items():
            assign(owners[name].animation_data, bpy.data.actions[action], slot)
        return "Capture" if are_keys else "Keys"


def _shows(owner, reduced):
    """Whether an object has the action and slot that a reduction made."""
    data = owner.animation_data
    return data is not None and data.action is not None and (data.action.name, slot_identifier(data)) == reduced


class JumpToWorst(Quick, bpy.types.Operator):
    """Go to the frame that is farthest from the capture"""

    bl_idname = "unbake.jump_to_worst"
    bl_label = "Go to worst"

    def act(self, context):
        """Go there."""
        from .choosing import study_needed

        study = study_needed(context)
        if study.worst is None:
            raise WorkerError("Compare first: the error was not measured yet")
        context.scene.frame_set(study.worst[0])
        return f"{study.worst[1]}: {study.errors_cm.max():.2f} cm"
