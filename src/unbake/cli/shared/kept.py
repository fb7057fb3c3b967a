"""Commands that another one runs: what they say is kept in place of being printed, and nothing is shown meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unbake.ground.wording import shell_line


@dataclass
class Kept:
    """What a command said.

    Parameters
    ----------
    arguments : of the command.
    names : of paths, as people know them.
    fields : the object that it would have printed.
    clip : the motion or animation that it worked on, where it has one.
    """

    arguments: Sequence[str]
    names: Mapping[str, str]
    fields: dict[str, Any] = field(default_factory=dict)
    clip: Any = None

    def named(self, text: str) -> str:
        """Return a text with names of files as people know them."""
        for path, name in self.names.items():
            text = text.replace(path, name)
        return text


_here: ContextVar[Kept | None] = ContextVar("kept", default=None)


@contextmanager
def kept_instead(arguments: Sequence[str], names: Mapping[str, str]) -> Iterator[Kept]:
    """Keep what a command says inside, in this thread alone."""
    kept = Kept(arguments, names)
    token = _here.set(kept)
    try:
        yield kept
    finally:
        _here.reset(token)


def is_kept() -> bool:
    """Return whether what is said is kept, so that nothing is to be shown."""
    return _here.get() is not None


def keep_fields(fields: Mapping[str, Any]) -> bool:
    """Keep an object in place of printing it; return whether that was wanted."""
    kept = _here.get()
    if kept is not None:
        kept.fields = dict(fields)
    return kept is not None


def keep_clip(clip: Any) -> None:
    """Keep what the command works on, where that is wanted."""
    if kept := _here.get():
        kept.clip = clip


def shown(path: Path) -> str:
    """Return a path by the name that people know."""
    kept = _here.get()
    return kept.names.get(str(path), str(path)) if kept else str(path)


def command_line() -> str:
    """Return the command line of this run as one can paste it into a shell."""
    kept = _here.get()
    if kept is None:
        return shell_line(["unbake", *sys.argv[1:]])
    return shell_line(["unbake", *(kept.names.get(word, word) for word in kept.arguments)])
