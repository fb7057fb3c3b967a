"""A live character made of the open library: it is started, asked, played frame by frame, and recorded."""

from __future__ import annotations

from dataclasses import dataclass

from unbake.studio.server.messages.arrays import Float32, Int16, Int32, Uint8
from unbake.studio.server.messages.motion import Clip


@dataclass(frozen=True)
class LiveEngine:
    """A way of choosing what a character does next."""

    name: str  # matching, graph, table
    problem: str  # why it cannot be used: empty where it can
    can_build: bool  # whether what it lacks can be built


@dataclass(frozen=True)
class StartLive:
    """Let a character stand up that is made of the open library. → LiveStarted"""


@dataclass(frozen=True)
class LiveStarted:
    """A character that waits to be played."""

    id: str
    figure: Clip  # what it looks like
    fps: float
    engines: tuple[LiveEngine, ...]
    flags: tuple[str, ...]  # that some frame carries
    clips: tuple[str, ...]  # what it is made of
    notes: tuple[str, ...]  # what was left out
    longest_s: float  # how much of the past can be recorded


@dataclass(frozen=True)
class StepLive:
    """Play the next frames, with what is asked from their first on. → LiveFrames"""

    id: str
    count: int
    engine: str
    flag: str | None = None
    direction_rad: float | None = None  # from +Z towards +X
    speed_m_s: float | None = None
    within_s: float = 1.0


@dataclass(frozen=True)
class LiveFrames:
    """Frames of a character, and where they come from."""

    first: int  # number of the first, from 0 where the character stood up
    positions: Float32  # (F, J, 3) in the world
    rotations: Int16  # (F, J, 4) as those of Clip
    planted: Uint8  # (F, 4) points of the feet
    clips: Int32  # (F,) which clip counts most
    frames: Int32  # (F,) which of its frames, as its file numbers them
    parts: Float32  # (F,) how much another frame counts, 0 to 0.5
    engines: Uint8  # (F,) which engine chose, by its place among all
    jumps: Uint8  # (F,) whether it is the first after a jump
    met: Uint8  # (F,) whether all that is asked for is there
    speeds: Float32  # (F,) metres a second
    took_ms: Float32  # (F,) how long it took to make
    problem: str  # why what is asked for cannot be done; the character goes on as before


@dataclass(frozen=True)
class BuildLive:
    """Build what an engine lacks, and keep it in the library. → LiveBuilt"""

    id: str
    engine: str


@dataclass(frozen=True)
class LiveBuilt:
    """What can be used now."""

    engines: tuple[LiveEngine, ...]


@dataclass(frozen=True)
class KeepLive:
    """Make a clip of frames that were played, which then waits to be opened as an upload. → LiveKept"""

    id: str
    first: int  # both included
    last: int


@dataclass(frozen=True)
class LiveKept:
    """A recording that waits to be opened."""

    upload: str


@dataclass(frozen=True)
class StopLive:
    """Forget a character. → Done"""

    id: str
