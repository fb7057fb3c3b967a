"""Whether a scene still is as it was analysed, and whether its actions may be written."""

from __future__ import annotations

import bpy

from ..link.worker import WorkerError
from ..reading.actions import curves_in, slot_identifier


def check_capture(study, owners, targets):
    """Raise WorkerError where an object has neither the action that was analysed nor what was made of it, or where
    curves of targets have gone from the capture."""
    for name, (action, slot) in study.actions.items():
        data = owners[name].animation_data
        if data is None or data.action is None:
            if name in study.reduced:
                raise WorkerError(f"{name} does not show the keys of {study.reduced[name][0]}: Flip does")
            raise WorkerError(f"{name} has no action any more: analyse again")
        if action not in bpy.data.actions:
            raise WorkerError(f"There is no action {action} any more: analyse again")
        if (data.action.name, slot_identifier(data)) != study.reduced.get(name):
            if data.action.name != action:
                raise WorkerError(f"{name} has another action now, {data.action.name}: analyse again")
            if data.action != bpy.data.actions[action]:
                raise WorkerError(
                    f"There are two actions {action}, one of them linked: rename the other, analyse again"
                )
        there = {(c.data_path, c.array_index) for c in curves_in(bpy.data.actions[action], slot)}
        for target in targets:
            if target.owner == name and (target.path, target.index) not in there:
                raise WorkerError(f"The action {action} has no keys of {target.path} any more: analyse again")


def check_keys(study, owners):
    """Raise WorkerError where objects do not show the keys of the last reduction, which are to be worked on."""
    for name, (action, slot) in study.reduced.items():
        data = owners[name].animation_data
        if action not in bpy.data.actions:
            raise WorkerError(f"There is no action {action} any more: reduce again")
        if data is None or data.action is None or (data.action.name, slot_identifier(data)) != (action, slot):
            raise WorkerError(f"{name} does not show the keys of {action}: Flip does")
    check_assignable(owners, study.reduced)
    check_writable(study.reduced.values())


def check_assignable(owners, names):
    """Raise WorkerError where some objects cannot be given another action: what is linked would have the old one again
    when the file is opened."""
    for name in names:
        owner = owners[name]
        if owner.library is not None:
            raise WorkerError(
                f"{name} is linked from {_file(owner)}: Object › Library Override › Make makes it one to change"
            )


def check_writable(actions):
    """Raise WorkerError where one of some actions, (name, slot) each, is linked: its keys would come back."""
    for action in (bpy.data.actions[name] for name, _ in actions):
        if action.library is not None:
            raise WorkerError(
                f"The action {action.name} is linked from {_file(action)} and cannot be changed: "
                "reduce into a new action"
            )


def _file(linked):
    return bpy.path.basename(linked.library.filepath)
