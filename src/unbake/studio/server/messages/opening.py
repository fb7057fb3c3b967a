"""Opening a clip or a project."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unbake.studio.server.messages.edits.layers import PoseLayer
from unbake.studio.server.messages.motion import Clip, Keys, Plant
from unbake.studio.server.messages.settings import Choice, Joining, Settings


@dataclass(frozen=True)
class Open:
    """Open a clip or a project: from the package, the command line, a path, an upload, the library. → Opened"""

    source: Literal["packaged", "startup", "recent", "path", "upload", "recovery", "library"]
    name: str = (
        ""  # path of a recent file, a path as typed, id of an upload, of recoverable work or of a library's clip
    )
    fps: float | None = None  # overrides the file's
    unit: str = ""  # overrides the file's: cm, m, in …
    take: str | None = None  # which of the file's takes; by default the first, or the one that a project is of


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
    layers: tuple[PoseLayer, ...] = ()  # where the file holds any on its keys


@dataclass(frozen=True)
class ListFolder:
    """Ask what a path that is being typed can go on with. → FolderListed"""

    path: str  # as typed: absolute, within the studio's folder, or with ~


@dataclass(frozen=True)
class FolderEntry:
    """A folder, or a file that can be opened."""

    name: str
    is_folder: bool


@dataclass(frozen=True)
class FolderListed:
    """What the path can go on with: folders first, then files, by name; hidden ones only where a dot was typed."""

    folder: str  # where they stand
    entries: tuple[FolderEntry, ...]
    has_more: bool  # the list is cut off
    problem: str | None  # what opening the path as it is typed would fail with
