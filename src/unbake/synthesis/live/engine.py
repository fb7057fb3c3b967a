"""The protocol of engines: given where a character is and what it is asked to do, what it plays next.

A `Character` plays what an engine plans, frame by frame, and asks again when it is played, or when the request or the
engine has changed. Whatever engine plans, the character smooths jumps and keeps feet planted, so engines can be
switched at any frame. An engine that plays transitions of its own (blends, a table of them) returns them as stretches
that are played whole and begin where the character is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from unbake.synthesis.live.request import Request
from unbake.synthesis.material.spliced import Stretch


@dataclass(frozen=True)
class State:
    """Where a character is.

    Parameters
    ----------
    row : the frame of the material's row that was played last.
    heading_rad : in the world, from +Z towards +X.
    velocity_m_s : ahead and to the left, as seen from the heading: to the left first.
    is_new : whether the request has changed since the engine was asked last, or the engine itself has.
    """

    row: int
    heading_rad: float
    velocity_m_s: tuple[float, float]
    is_new: bool


@dataclass(frozen=True, eq=False)
class Plan:
    """What a character plays next.

    Parameters
    ----------
    stretch : at least one frame.
    is_jump : whether its first frame does not follow what was played last, so that the difference has to fade.
    is_whole : whether it must be played to its end, whatever is asked for meanwhile.
    """

    stretch: Stretch
    is_jump: bool = False
    is_whole: bool = False


class Engine(Protocol):
    """A way of choosing what a character does next."""

    def check(self, request: Request) -> None:
        """Raise UsageError where a request can never be met: a flag that no frame carries, or none it can reach."""

    def plan(self, state: State, request: Request) -> Plan:
        """Return what to play next."""
