"""Settings that are lists: Blender's properties hold none, so they are text, in JSON."""

from __future__ import annotations

import json

from .link.worker import WorkerError


def pinned(settings):
    """Return the frames that must be keys; WorkerError where a script wrote something else."""
    return _listed(settings.pins, int, "pins", "frames, such as [17, 42]")


def leading(settings):
    """Return the names of the bones that lead; WorkerError where a script wrote something else."""
    return _listed(settings.lead, str, "lead", 'names of bones, such as ["head"]')


def _listed(text, kind, name, what):
    """The entries of a setting, all of one kind."""
    try:
        found = json.loads(text or "[]")
    except ValueError:
        found = None
    if not isinstance(found, list) or not all(type(one) is kind for one in found):
        raise WorkerError(f"scene.unbake.{name} is a JSON list of {what}; not {text!r}")
    return found
