"""What outlives the page: projects, recovery, preferences."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SaveProject:
    """Save everything as it is. → Saved"""

    clip: str
    project: str  # JSON, the client's own
    path: str
    is_download: bool
    may_replace: bool


@dataclass(frozen=True)
class Saved:
    """Where the project is."""

    path: str
    bytes: int


@dataclass(frozen=True)
class Autosave:
    """Keep everything as it is for a recovery; without a project the kept one is thrown away. → Done"""

    clip: str
    project: str
    changes: int


@dataclass(frozen=True)
class Forget:
    """Throw recoverable work away. → Done"""

    id: str


@dataclass(frozen=True)
class KeepPreferences:
    """Keep the page's preferences for next time. → Done"""

    preferences: str
