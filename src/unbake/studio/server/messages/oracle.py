"""The oracle, and what one teaches it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unbake.studio.server.messages.motion import Plant


@dataclass(frozen=True)
class FindSequence:
    """Find the sequence of a clip that the oracle would learn most from. → SequenceFound"""

    clip: str
    oracle: Literal["own", "packaged"]
    in_folder: bool = False  # of all clips in the folder that the clip was opened from; what is labelled there counts


@dataclass(frozen=True)
class SequenceFound:
    """The sequence to label next, and its frame that is farthest from all examples."""

    first: int
    last: int
    farthest: int
    distance: float | None  # as in FeetGuessed; None while there are no examples
    path: str | None = None  # another clip of the folder that it is in: it may be opened as a recent file
    left_out: tuple[str, ...] = ()  # why clips of the folder were, a sentence each


@dataclass(frozen=True)
class LearnFeet:
    """Let one's own oracle learn some frames of a clip as they are labelled, mirrored as well. → OracleKnown"""

    clip: str
    plants: tuple[Plant, ...]
    first: int
    last: int


@dataclass(frozen=True)
class AskOracle:
    """Ask what an oracle has learnt. → OracleKnown"""

    oracle: Literal["own", "packaged"]


@dataclass(frozen=True)
class Lesson:
    """Examples from one place."""

    name: str
    n_frames: int
    source: str  # who labelled them, as in Plant


@dataclass(frozen=True)
class OracleKnown:
    """What an oracle has learnt."""

    oracle: Literal["own", "packaged"]
    examples: int  # frames, sixty a second; each counts mirrored as well
    lessons: tuple[Lesson, ...]
    changes: int  # lessons of one's own since it was begun or taken over
    notes: tuple[str, ...]


@dataclass(frozen=True)
class BeginOracle:
    """Begin one's own oracle again: from the packaged one, from nothing, or from a file of an upload. → OracleKnown"""

    source: Literal["packaged", "nothing", "upload"]
    name: str = ""  # id of the upload


@dataclass(frozen=True)
class UnlearnFeet:
    """Take back the last change of one's own oracle in this session. → OracleKnown"""


@dataclass(frozen=True)
class SaveOracle:
    """Save one's own oracle as a file. → Saved"""

    path: str
    is_download: bool
    may_replace: bool
