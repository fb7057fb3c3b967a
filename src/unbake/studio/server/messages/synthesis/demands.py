"""Motion on demand: a demand as the page paints it, what stands in its way, and the motion that meets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unbake.studio.server.messages.arrays import Float32


@dataclass(frozen=True)
class FlagSpan:
    """A stretch of time in which a flag must hold, or must not."""

    flag: str
    start_s: float
    stop_s: float
    must: bool  # otherwise it must not hold


@dataclass(frozen=True)
class FloorPoint:
    """A place on the floor, in metres."""

    x: float
    z: float


@dataclass(frozen=True)
class DemandSpot:
    """Where the body is at a time, and where it heads; None leaves it open."""

    at_s: float
    place: FloorPoint | None
    heading_deg: float | None  # from +Z towards +X


@dataclass(frozen=True)
class DemandPose:
    """A frame of a clip that is to be shown at a time."""

    at_s: float
    clip: str
    frame: int  # as its file numbers it


@dataclass(frozen=True)
class DemandPath:
    """A path on the floor."""

    points: tuple[FloorPoint, ...]
    start_s: float
    stop_s: float


@dataclass(frozen=True)
class DemandParts:
    """A demand."""

    length_s: float
    flags: tuple[FlagSpan, ...]
    start: DemandSpot
    places: tuple[DemandSpot, ...]
    poses: tuple[DemandPose, ...]
    path: DemandPath | None


@dataclass(frozen=True)
class ReadDemand:
    """Read a demand's TOML. → DemandRead"""

    text: str
    name: str  # of the file, for messages


@dataclass(frozen=True)
class DemandRead:
    """The demand in a file."""

    parts: DemandParts


@dataclass(frozen=True)
class WriteDemand:
    """Write a demand as TOML. → DemandWritten"""

    parts: DemandParts


@dataclass(frozen=True)
class DemandWritten:
    """What goes into the file."""

    text: str


@dataclass(frozen=True)
class CheckDemand:
    """Ask whether the open library can meet a demand. → DemandChecked"""

    parts: DemandParts


@dataclass(frozen=True)
class DemandProblem:
    """What stands in the way of a demand, and which part of it that is about."""

    part: Literal["demand", "start", "flag", "place", "pose", "path"]
    number: int  # of the flag's span, the place or the pose, from 0
    text: str


@dataclass(frozen=True)
class DemandChecked:
    """What stands in the way, if anything does."""

    problem: DemandProblem | None


@dataclass(frozen=True)
class Synthesize:
    """Search the open library for a motion that meets a demand. → Synthesized"""

    parts: DemandParts
    seconds: float  # how long to search
    seed: int


@dataclass(frozen=True)
class StopSynthesis:
    """End the search: the best so far is taken. → Done"""


@dataclass(frozen=True)
class SourceRun:
    """Frames of the motion, from 1, and the frames of a clip that they are."""

    first: int
    last: int
    clip: str
    clip_id: int
    clip_first: int
    clip_last: int


@dataclass(frozen=True)
class WrongFlag:
    """Frames of the motion, from 1, on which a flag is not as it was asked for."""

    flag: str
    first: int
    last: int


@dataclass(frozen=True)
class FlagMet:
    """In how many frames a flag was asked for, and in how many of these it is not so."""

    flag: str
    must: bool  # otherwise it must not hold
    frames: int
    wrong: int


@dataclass(frozen=True)
class SpotMet:
    """How far the motion is from a place and a heading."""

    at_s: float
    off_m: float | None
    off_deg: float | None


@dataclass(frozen=True)
class PoseMet:
    """Whether a pose is shown."""

    at_s: float
    is_shown: bool


@dataclass(frozen=True)
class Synthesized:
    """A motion on demand, which waits to be opened as an upload."""

    problem: DemandProblem | None  # where there is one, the rest is empty
    upload: str
    n_frames: int
    fps: float
    cost: float
    cost_flags: float
    cost_joins: float
    cost_places: float
    runs: tuple[SourceRun, ...]
    wrong: tuple[WrongFlag, ...]
    flags: tuple[FlagMet, ...]
    places: tuple[SpotMet, ...]
    poses: tuple[PoseMet, ...]
    path_mean_m: float | None
    path_worst_m: float | None
    way: Float32  # (F, 3) x and z in metres, heading in degrees
    was_stopped: bool
    notes: tuple[str, ...]


@dataclass(frozen=True)
class ReportDemand:
    """Ask for the report of the motion that was found last. → DemandReported"""

    upload: str
    title: str


@dataclass(frozen=True)
class DemandReported:
    """The report: a page of HTML."""

    html: str
