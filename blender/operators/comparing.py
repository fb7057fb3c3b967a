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
    gaps_cm = gaps_cm * body.is_wanted if body else np.maximum(gaps_cm, _lever_gaps_cm(study, sampler.matrices))
    study.errors_cm = gaps_cm.max(axis=1)
    frame = int(study.errors_cm.argmax())
    study.worst = study.first + frame, nodes[int(gaps_cm[frame].argmax())].name
    return study.errors_cm


def _lever_gaps_cm(study, matrices):
    """How far points beside nodes are off that nothing hangs on, (F, N): a camera's own place says not how it turns.

    As Unbake measures it: two points, at a right angle, as far off as a bone is long; of objects, at a metre. The
    places of a body stand for its head, hands and feet.
    """
    found = np.zeros(matrices.shape[:2])
    if any(joint["role"] for joint in study.opened["clip"]["joints"]):
        return found
    parents = {node.parent for node in study.nodes}
    for place in [place for place in range(len(study.nodes)) if place not in parents]:
        arm_m = study.nodes[place].length * study.metres
        for axis in (0, 1):
            ends_m = [_end_m(side[:, place], axis, arm_m, study.metres) for side in (matrices, study.matrices)]
            found[:, place] = np.maximum(found[:, place], 100.0 * np.linalg.norm(ends_m[0] - ends_m[1], axis=1))
    return found


def _end_m(matrices, axis, arm_m, metres):
    """Where a lever along an axis of some matrices (F, 4, 4) ends, in metres; `arm_m` 0 for those of objects."""
    along = matrices[:, :3, axis]
    lengths = np.linalg.norm(along, axis=1, keepdims=True)
    arm = along * arm_m if arm_m else along / np.where(lengths > 0.0, lengths, 1.0)
    return matrices[:, :3, 3] * metres + arm


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
