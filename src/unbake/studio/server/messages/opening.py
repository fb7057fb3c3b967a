"""Opening a clip or a project."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unbake.studio.server.messages.motion import Clip, Keys, Plant
from unbake.studio.server.messages.settings import Choice, Joining, Settings


@dataclass(frozen=True)
class Open:
    """Open a clip or a project: from the package, the command line, the list of recent files, an upload. → Opened"""

    source: Literal["packaged", "startup", "recent", "upload", "recovery"]
    name: str = ""  # path of a recent file, id of an upload or of recoverable work
    fps: float | None = None  # overrides the file's
    unit: str = ""  # overrides the file's: cm, m, in …


@dataclass(frozen=True)
class Opened:
    """A clip, what is asked of it at first, and, where it came from a project, how it was left."""

    clip: Clip
    settings: Settings
    choice: Choice
    joining: Joining
    project: str | None = None  # JSON, the client's own
    project_path: str | None = None
    keys: Keys | None = None  # where the file holds keys: its own
    plants: tuple[Plant, ...] = ()  # where labels of its feet lie beside the file
    work: str = ""  # id of its unsaved work, once there is any
