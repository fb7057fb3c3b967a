"""What any request may end with, or be ended by."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cancel:
    """Stop a request that is under way. It is answered by `Cancelled`; this message has no answer of its own."""

    which: int


@dataclass(frozen=True)
class Done:
    """It is done."""


@dataclass(frozen=True)
class Failed:
    """Why a request could not be met, in a sentence for people."""

    message: str
    is_usage: bool = True  # a request that makes no sense, rather than a file that cannot be used or a fault
    exists: bool = False  # a file that is in the way, which `may_replace` would replace
    detail: str = ""  # of a fault, for whoever mends it


@dataclass(frozen=True)
class Cancelled:
    """A request that was stopped, or that a newer one made needless."""


@dataclass(frozen=True)
class Progress:
    """How far a request is."""

    step: str
    part: float = field(default=0.0)
