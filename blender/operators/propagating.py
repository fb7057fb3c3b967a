"""An edit of some keys carried to the rest of the action."""

from __future__ import annotations

import bpy
import numpy as np

from .. import preferences
from ..link.worker import WorkerError
from ..studies import waiting
from ..writing.curves import write_handles
from ..writing.reducing import joining
from .checks import check_keys
from .choosing import study_needed
from .exchanging import curve_of, edited_frames, keys_now
from .working import Working

CHANGED = 1e-5
"""What single precision does to a value is less."""
AROUND_S = 0.125
"""Edits that are shorter than twice this are learnt with as much around them."""


class Propagate(Working, bpy.types.Operator):
    """Carry what was changed by hand on some keys, since the last reduction, to all others where the body does alike"""

    bl_idname = "unbake.propagate"
    bl_label = "Propagate"
    bl_options = {"REGISTER", "UNDO"}

    def steps(self, context):
        """Learn the edit, and write what it makes of all other keys."""
        study, settings = study_needed(context), context.scene.unbake
        worker = yield from preferences.starting()
        owners = study.subjects()
        if not study.reduced:
            raise WorkerError("Reduce first: there are no keys of Unbake's to edit")
        check_keys(study, owners)
        targets = [target for target in study.targets if target.column >= 0]
        before = study.preview["keys"]
        if not np.array_equal(edited_frames(study, owners), before["frames"]):
            raise WorkerError("Keys were moved, added or deleted: Propagate needs those of the last reduction")
        after = keys_now(study, owners)
        changed = changed_keys(before, after, [target.column for target in targets])
        learnt = stretches(study, np.asarray(before["frames"]), changed)
        examples = [{"first": first, "last": last, "edited": after, "source": before} for first, last in learnt]
        asked = {"examples": examples, "keys": after, "feet": "calm" if settings.holds_feet else "none"}
        ticket = worker.send("Propagate", clip=study.clip(worker), **asked)
        found = yield from waiting(ticket)
        keys = found["keys"]
        curves = yield from joining(study, worker, keys, targets, settings.fit.lower())
        for target, keyed in zip(targets, curves, strict=True):
            write_handles(curve_of(owners, target), keyed)
        study.preview = study.preview | {"keys": keys, "evaluation": found["evaluation"]}
        for note in found["notes"]:
            self.report({"WARNING"}, note)
        sure = float(np.mean(found["confidence"]))
        count = int(np.count_nonzero(changed))
        where = ", ".join(f"{first} to {last}" for first, last in learnt)
        return f"{count} edited keys, frames {where}, carried to {len(changed) - count} others: {sure:.0%} sure"


def changed_keys(before, after, columns):
    """Return which keys (K,) were changed in some channels; WorkerError where none was, or all were."""
    count = len(before["frames"])
    values = [np.asarray(keys["values"]).reshape(count, -1)[:, columns] for keys in (before, after)]
    changed = np.abs(values[1] - values[0]).max(axis=1, initial=0.0) > CHANGED
    if not columns:
        raise WorkerError(
            "Constraints, drivers or scale move everything here: Propagate needs bones that keys alone move"
        )
    if not changed.any():
        raise WorkerError("No key was changed since the last reduction: edit some, then propagate")
    if changed.all():
        raise WorkerError("All keys were changed: there is nothing to carry the edit to")
    return changed


def stretches(study, keys, changed):
    """Return the first and last frames that edits of some keys are learnt from: each run of these, across single keys
    that stay."""
    rows = np.flatnonzero(changed)
    return [stretch(study, keys[run]) for run in np.split(rows, np.flatnonzero(np.diff(rows) > 2) + 1)]


def stretch(study, frames):
    """Return the first and last frame that an edit of some keys is learnt from."""
    first, last = int(frames[0]), int(frames[-1])
    fps = float(study.capture.fps)
    around = round(AROUND_S * fps) + 1 if last - first < 2.0 * AROUND_S * fps else 0
    return max(first - around, study.first), min(last + around, study.last)
