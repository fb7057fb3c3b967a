"""How a handler is declared: what it answers, in which thread it runs, and which requests it supersedes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from unbake.ground.progress import Report
from unbake.studio.server.desk import Desk
from unbake.studio.server.link.work import LaneName

Message = TypeVar("Message")
Reply = TypeVar("Reply")


@dataclass(frozen=True)
class Handler:
    """How the requests of one type are answered.

    Parameters
    ----------
    answer : returns the reply; UnbakeError where the request cannot be met. Called in a thread.
    lane : one of a page's threads: ``quick`` for what a hand waits for, ``slow`` for what may take longer, ``files``
        for what reads or writes files and waits for no choice. Or a function of the request that returns one of them.
    keeps : whether the request is met even when the page has gone: what it asked to keep is kept.
    supersedes : takes a new request and an older one of the same page; returns whether the older one is cancelled.
    """

    answer: Callable[[Desk, Any, Report], Any]
    lane: LaneName | Callable[[Any], LaneName]
    keeps: bool
    supersedes: Callable[[Any, Any], bool]

    def lane_of(self, message: Any) -> LaneName:
        """Return the thread that works on a request."""
        return self.lane(message) if callable(self.lane) else self.lane


HANDLERS: dict[type, Handler] = {}
"""Handlers by the type of their requests. Import them from `server.handlers`, which has declared them all."""


def never(newer: Any, older: Any) -> bool:
    """Supersede no request: each one counts."""
    return False


def same_type(newer: Any, older: Any) -> bool:
    """Supersede older requests of the same type: only the newest one counts."""
    return type(newer) is type(older)


def handles(
    *kinds: type[Message],
    lane: LaneName | Callable[[Message], LaneName],
    keeps: bool = False,
    supersedes: Callable[[Message, Any], bool] = never,
) -> Callable[[Callable[[Desk, Message, Report], Reply]], Callable[[Desk, Message, Report], Reply]]:
    """Declare that a function answers requests of these types; `Handler` explains the parameters."""

    def declared(answer: Callable[[Desk, Message, Report], Reply]) -> Callable[[Desk, Message, Report], Reply]:
        for kind in kinds:
            assert kind not in HANDLERS, f"{kind.__name__} has a handler already"
            HANDLERS[kind] = Handler(answer, lane, keeps, supersedes)
        return answer

    return declared
