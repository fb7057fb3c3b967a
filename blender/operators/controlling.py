"""Keys on the controls of a rig, as they follow from the deform bones of the capture."""

from __future__ import annotations

import bpy
import numpy as np

from .. import preferences
from ..controls.body import Body
from ..controls.curves import control_targets, new_targets
from ..controls.probing import control_of
from ..controls.solving import Solver
from ..link.worker import WorkerError
from ..studies import check_plays, waiting
from ..writing.reducing import fitting, is_selected, joining, put
from .checks import check_assignable, check_writable
from .choosing import study_needed
from .comparing import measure
from .working import Working

LOOKS = 3
"""Frames of the capture in which controls are moved that did nothing as the rig stood."""


class KeyControls(Working, bpy.types.Operator):
    """Key the selected controls of the active rig so that its deform bones move as analysed: location, rotation, IK
    targets and poles, on the chosen frames"""

    bl_idname = "unbake.key_controls"
    bl_label = "Key controls"
    bl_options = {"REGISTER", "UNDO"}

    def steps(self, context):
        """Find out what the controls do, put them frame by frame, and key them."""
        study, settings = study_needed(context), context.scene.unbake
        rig, names = selected_controls(context)
        check_plays(rig)
        check_assignable({rig.name: rig}, [rig.name])
        if settings.into != "NEW" and rig.animation_data is not None and rig.animation_data.action is not None:
            check_writable([(rig.animation_data.action.name, "")])
        worker = yield from preferences.starting()
        standing = Standing(context, rig)
        try:
            solver, idle = yield from _solver(context, study, rig, names)
            bases = yield from _solved(context, study, solver)
        finally:
            standing.restore()
        chosen = yield from waiting(study.choose(worker, settings, is_preview=False))
        keys, fit = chosen["keys"], settings.fit.lower()
        targets = control_targets(rig, solver.controls, bases)
        if not targets:
            raise WorkerError("The selected controls are locked or driven: none of their channels may be keyed")
        others = [t for t in study.targets if t.owner == rig.name and t.bone not in names]
        curves = yield from joining(study, worker, keys, others, fit)
        at, rows = (keys["frames"] - study.first).astype(np.int32), np.stack([t.values for t in targets], axis=1)
        curves += yield from fitting(worker, at, rows, [t.scale for t in targets], fit, study.first)
        new_targets(rig, targets, settings.into == "NEW")
        made = put({rig.name: rig}, [*others, *targets], curves, keys["classes"], False, "")
        study.preview = chosen
        if rig.name in study.actions:
            study.reduced = study.reduced | made
        error = measure(context, study, solver.body)
        said = f"{len(solver.controls)} controls, {len(at)} keys: {error.max():.2f} cm from the capture at most"
        return f"{said}; nothing follows {', '.join(idle)}" if idle else said


class Standing:
    """How a rig stands: its controls and the frame, to be put back."""

    def __init__(self, context, rig):
        self.context, self.rig = context, rig
        self.frame = context.scene.frame_current, context.scene.frame_subframe
        self.bases = {bone.name: bone.matrix_basis.copy() for bone in rig.pose.bones}

    def restore(self):
        """Let it stand so again."""
        for name, basis in self.bases.items():
            self.rig.pose.bones[name].matrix_basis = basis
        self.context.scene.frame_set(self.frame[0], subframe=self.frame[1])


def selected_controls(context):
    """Return the active armature and the names of its selected bones that do not deform."""
    rig = context.active_object
    if rig is None or rig.type != "ARMATURE":
        raise WorkerError("Make the rig the active object, and select its controls in pose mode")
    chosen = [bone.name for bone in rig.pose.bones if is_selected(rig, bone.name) and not bone.bone.use_deform]
    if not chosen:
        raise WorkerError(f"No control of {rig.name} is selected: select in pose mode what is to be keyed")
    return rig, chosen


def _solver(context, study, rig, names):
    """What the controls do: yields (what is done, how far), returns a solver and the names of those that do nothing.

    Poles show what they do only while limbs are bent: what did nothing at first is asked again in poses of the capture.
    """
    body, found = Body(context, study, rig), {}
    for number, name in enumerate(names):
        yield "Finding out what controls do", number / len(names)
        found[name] = control_of(body, name)
    rows = np.linspace(0, len(body.wanted_points) - 1, LOOKS + 2).astype(int)[1:-1]
    for row in rows:
        missing = [name for name in names if found[name] is None]
        if not missing or len(missing) == len(names):
            break
        Solver(body, [c for c in found.values() if c]).solve(row)
        for name in missing:
            yield "Finding out what poles do", 0.0
            found[name] = control_of(body, name)
    controls = [control for control in found.values() if control]
    twice = _repeated(rig, controls)
    controls = [control for control in controls if control.name not in twice]
    if not controls:
        raise WorkerError(
            "Nothing follows the selected controls: are constraints muted, or is the rig switched to FK or IK?"
        )
    return Solver(body, controls), [name for name in names if name not in {c.name for c in controls}]


def _repeated(rig, controls):
    """Names of controls whose work one below them does, too, as a root's is done by what hangs on it."""
    above = {}
    for control in controls:
        bone, chain = rig.pose.bones[control.name], []
        while bone.parent:
            bone = bone.parent
            chain.append(bone.name)
        above[control.name] = chain
    same = [(c.name, o.name) for c in controls for o in controls if c is not o and not c.chain and _does(c) == _does(o)]
    return {name for name, other in same if name in above[other] or (other not in above[name] and name > other)}


def _does(control):
    return control.node, control.point, control.chain


def _solved(context, study, solver):
    """Where the controls are on every frame: yields (what is done, how far), returns lists of matrices."""
    found = []
    for row in range(len(study.matrices)):
        context.scene.frame_set(study.first + row)
        found.append(solver.solve(row))
        yield "Putting the controls", row / len(study.matrices)
    return found
