"""How a request is declared: its answer, the thread that works on it, and the requests that it makes needless."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from unbake.studio.server.choosing.spaces import Reported
from unbake.studio.server.desk import Desk
from unbake.studio.server.link.work import LaneName

Message = TypeVar("Message")
Reply = TypeVar("Reply")


@dataclass(frozen=True)
class Handler:
    """What is done with the requests of one type.

    Parameters
    ----------
    answer : returns the reply; UnbakeError where the request cannot be met. Called in a thread.
    lane : one of a page's threads: ``quick`` for what a hand waits for, ``slow`` for what may take longer, ``files``
        for what reads or writes files and waits for no choice. Or a function of the request that returns one of them.
    keeps : whether the request is met even when the page has gone: what it asked to keep is kept.
    supersedes : whether the first of two requests of a page, the newer one, makes the second needless.
    """

    answer: Callable[[Desk, Any, Reported], Any]
    lane: LaneName | Callable[[Any], LaneName]
    keeps: bool
    supersedes: Callable[[Any, Any], bool]

    def lane_of(self, message: Any) -> LaneName:
        """Return the thread that works on a request."""
        return self.lane(message) if callable(self.lane) else self.lane


HANDLERS: dict[type, Handler] = {}
"""Handlers by the type of their requests. `server.handlers` offers them once all are declared."""


def nothing(newer: Any, older: Any) -> bool:
    """Let every request count."""
    return False


def same_type(newer: Any, older: Any) -> bool:
    """Let only the newest request of a type count."""
    return type(newer) is type(older)


def handles(
    *kinds: type[Message],
    lane: LaneName | Callable[[Message], LaneName],
    keeps: bool = False,
    supersedes: Callable[[Message, Any], bool] = nothing,
) -> Callable[[Callable[[Desk, Message, Reported], Reply]], Callable[[Desk, Message, Reported], Reply]]:
    """Declare that the function below answers requests of these types; see `Handler` for the parameters."""

    def declared(answer: Callable[[Desk, Message, Reported], Reply]) -> Callable[[Desk, Message, Reported], Reply]:
        for kind in kinds:
            assert kind not in HANDLERS, f"{kind.__name__} has a handler already"
            HANDLERS[kind] = Handler(answer, lane, keeps, supersedes)
        return answer

    return declared
