"""Requests to save projects, unsaved work and preferences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.keeping.saving import keep, save
from unbake.studio.server.link.handler import handles


@handles(m.SaveProject, lane="files", keeps=True)
def save_project(desk: Desk, message: m.SaveProject, report: Report) -> m.Saved:
    """Save a project."""
    saved = save(desk.paper(message.clip), message, desk.places, desk.downloads)
    if not message.is_download:
        desk.recent.add(Path(saved.path))
    return saved


def _same_clip(newer: m.Autosave, older: Any) -> bool:
    return isinstance(older, m.Autosave) and newer.clip == older.clip


@handles(m.Autosave, lane="files", keeps=True, supersedes=_same_clip)
def autosave(desk: Desk, message: m.Autosave, report: Report) -> m.Done:
    """Keep unsaved work."""
    keep(desk.paper(message.clip), message, desk.autosaves)
    return m.Done()


@handles(m.Forget, lane="files", keeps=True)
def forget(desk: Desk, message: m.Forget, report: Report) -> m.Done:
    """Throw recoverable work away."""
    desk.autosaves.take(message.id).throw_away()
    return m.Done()


@handles(m.KeepPreferences, lane="files", keeps=True)
def keep_preferences(desk: Desk, message: m.KeepPreferences, report: Report) -> m.Done:
    """Keep the page's preferences for next time."""
    desk.preferences.keep(message.preferences)
    return m.Done()
