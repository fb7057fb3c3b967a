"""The first words of a page, and what it finds there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from unbake.studio.server.messages.settings import LayerSettings
from unbake.studio.server.messages.synthesis.judging import BeginPass

PROTOCOL = 1
"""The version of the messages, which hosts other than the page compare with their own."""


@dataclass(frozen=True)
class Hello:
    """The first message of a page. → Welcome"""


@dataclass(frozen=True)
class AwaitKernels:
    """Wait until the numerical kernels are compiled, which happens once for an installation. → Done"""


@dataclass(frozen=True)
class RecentFile:
    """A file that was opened before."""

    path: str
    name: str
    folder: str
    opened: str  # date and time, ISO 8601


@dataclass(frozen=True)
class Recoverable:
    """Work that was not saved when a session ended."""

    id: str
    name: str
    saved: str  # date and time, ISO 8601
    changes: int


@dataclass(frozen=True)
class CriterionInfo:
    """A criterion that can be chosen."""

    name: str
    says: str
    compose: Literal["max", "sum"]


@dataclass(frozen=True)
class ExportFormat:
    """A format that animations can be written to."""

    suffix: str
    name: str


@dataclass(frozen=True)
class Welcome:
    """What the server is and knows."""

    version: str
    protocol: int  # of these messages; it grows when hosts have to change what they say or read
    startup: str | None  # what the command line asked to open
    folder: str  # where new files go unless something else is said
    criteria: tuple[CriterionInfo, ...]
    fits: tuple[str, ...]
    layer_presets: Mapping[str, tuple[LayerSettings, ...]]
    suffixes: tuple[str, ...]  # files that can be opened
    exports: tuple[ExportFormat, ...]
    upload_limit_bytes: int
    recent: tuple[RecentFile, ...]
    recoverable: tuple[Recoverable, ...]
    library: str | None  # the library that is open
    preferences: str  # JSON, the client's own
    judging: BeginPass | None = None  # what the command line asked to judge
