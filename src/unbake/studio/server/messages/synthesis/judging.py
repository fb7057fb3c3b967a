"""Judging transplants and random blends: what there is in a pass, what was said, and how two passes agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unbake.studio.server.messages.library import Mark

JudgedKind = Literal["transplants", "blends"]


@dataclass(frozen=True)
class BeginPass:
    """Go on with a pass over the open library, or begin it. → PassBegun"""

    kind: JudgedKind
    name: str  # of the pass: letters, digits, - and _


@dataclass(frozen=True)
class ToJudge:
    """A thing to be judged, and what this pass says of it."""

    name: str
    marks: tuple[Mark, ...]  # runs of frames, yes or no; none: not judged yet


@dataclass(frozen=True)
class PassBegun:
    """What there is to judge, in the order of the pass: another pass has another order."""

    kind: JudgedKind
    name: str
    path: str  # the pass's file
    items: tuple[ToJudge, ...]


@dataclass(frozen=True)
class OpenJudged:
    """Have a thing made, so that it can be opened. → ReadyToOpen"""

    kind: JudgedKind
    item: str


@dataclass(frozen=True)
class ReadyToOpen:
    """What `Open` takes: source and name."""

    source: Literal["library", "upload"]
    name: str


@dataclass(frozen=True)
class SaveJudged:
    """Write what a pass says of a thing to its file; no marks take the answer back. → Done"""

    kind: JudgedKind
    name: str  # of the pass
    item: str
    marks: tuple[Mark, ...]
