"""Reduce, fit again, and put the lost detail back."""

from __future__ import annotations

import bpy
import numpy as np

from .. import preferences
from ..link.worker import WorkerError
from ..reading.actions import assign
from ..studies import waiting
from ..writing.curves import read, write_handles
from ..writing.detail import add_detail
from ..writing.reducing import chosen_targets, fitting, joining, put
from .checks import check_assignable, check_capture, check_keys, check_writable
from .choosing import study_needed
from .comparing import measure
from .exchanging import curve_of
from .working import Working


class Reduce(Working, bpy.types.Operator):
    """Replace the keys of every frame by a few whole-pose keys with fitted handles"""

    bl_idname = "unbake.reduce"
    bl_label = "Reduce"
    bl_options = {"REGISTER", "UNDO"}

    def steps(self, context):
        """Reduce."""
        study, settings = study_needed(context), context.scene.unbake
        worker = yield from preferences.starting()
        owners = study.subjects()
        targets, is_new = chosen_targets(study, owners, settings.only_selected), settings.into == "NEW"
        if not targets:
            raise WorkerError("Nothing that is selected has keys to reduce")
        changed = {target.owner: owners[target.owner] for target in targets}
        check_capture(study, owners, targets)
        check_assignable(owners, changed)
        if not is_new:
            check_writable(study.actions[name] for name in changed)
        chosen = yield from waiting(study.choose(worker, settings, is_preview=False))
        curves = yield from joining(study, worker, chosen["keys"], targets, settings.fit.lower())
        study.preview = chosen
        show_capture(study, changed)
        made = put(owners, targets, curves, chosen["keys"]["classes"], is_new, "reduced")
        study.reduced = study.reduced | made
        error = measure(context, study)
        count, before = len(chosen["keys"]["frames"]), study.capture.n_frames
        said = f"{count} keys for {before} frames: {error.max():.2f} cm from the capture at most"
        if settings.choose_by == "ERROR" and error.max() > 1.005 * settings.error_cm:
            frame, name = study.worst
            self.report(
                {"WARNING"}, f"{name} is farther off than was asked for on frame {frame}: see Compare in the help"
            )
        return said


def show_capture(study, owners):
    """Let some objects have the actions again that were analysed."""
    for name, owner in owners.items():
        action, slot = study.actions[name]
        assign(owner.animation_data, bpy.data.actions[action], slot)


class Refit(Working, bpy.types.Operator):
    """Fit the handles to the capture again, after keys were added, moved or deleted by hand; keys stay as they are"""

    bl_idname = "unbake.refit"
    bl_label = "Refit"
    bl_options = {"REGISTER", "UNDO"}

    def steps(self, context):
        """Fit again."""
        study, settings = study_needed(context), context.scene.unbake
        worker = yield from preferences.starting()
        owners = study.subjects()
        if not study.reduced:
            raise WorkerError("Reduce first: there are no keys of Unbake's yet")
        check_keys(study, owners)
        groups = {}
        for target in chosen_targets(study, owners, settings.only_selected):
            curve = curve_of(owners, target)
            if curve is None:
                continue
            keyed, _ = read(curve, study.first, study.last)
            frames = np.round(keyed.frames).astype(np.int32)
            if len(frames) < 2 or frames[0] != study.first or frames[-1] != study.last or (np.diff(frames) < 1).any():
                raise WorkerError(
                    f"{target.path} needs a key on frames {study.first} and {study.last}, and one on a frame at most"
                )
            groups.setdefault(tuple(frames), []).append((target, curve, keyed))
        done = []
        for frames, members in groups.items():
            at = np.array(frames, dtype=np.int32) - study.first
            rows = np.stack([_moved(target.values, at, keyed.values) for target, _, keyed in members], axis=1)
            scales = [target.scale for target, *_ in members]
            found = yield from fitting(worker, at, rows, scales, settings.fit.lower(), study.first)
            done += [(curve, new) for (_, curve, _), new in zip(members, found, strict=True)]
        for curve, keyed in done:
            write_handles(curve, keyed)
        error = measure(context, study)
        return f"{len(done)} curves: {error.max():.2f} cm from the capture at most"


def _moved(values, at, keys):
    """The capture with keys where they are now: moved by the difference, from key to key in a straight line."""
    return values + np.interp(np.arange(len(values)), at, keys - values[at])


class Detail(Working, bpy.types.Operator):
    """Put the lost detail back as an additive strip over the keys; its influence says how much"""

    bl_idname = "unbake.detail"
    bl_label = "Detail"
    bl_options = {"REGISTER", "UNDO"}

    def steps(self, context):
        """Add the strip."""
        study = study_needed(context)
        owners = study.subjects()
        if not study.reduced:
            raise WorkerError("Reduce first: without keys of Unbake's there is no detail to put back")
        check_keys(study, owners)
        yield "Measuring the detail", 0.0
        for name in study.reduced:
            add_detail(study, owners[name], context.scene.unbake.influence)
        return "The detail is a strip of its own in the nonlinear animation editor"
