"""How a command that cannot do its work ends: one sentence, an exit code, and the same facts for programs."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

import typer

from unbake.cli.shared.output import notes, print_json
from unbake.cli.shared.remedies import with_remedy
from unbake.errors import UnbakeError, one_line

# Typer's own errors about the command line all derive from this class, wherever a version keeps it.
_CommandLineError = typer.BadParameter.__mro__[2]


@dataclass(frozen=True)
class Failure:
    """Why a command ended early.

    Parameters
    ----------
    code : the kind: ``file``, ``motion``, ``memory``, ``request``, ``output``, ``system``, ``interrupted``,
        ``fault``, or a closer one, such as ``no-legs``.
    text : one sentence for people; empty where nothing is worth saying.
    exit_code : how the process ends.
    about : what it is about, by name: ``file``, ``line``, ``option``, ``joint``, …
    """

    code: str
    text: str
    exit_code: int = 1
    about: Mapping[str, object] = field(default_factory=dict)


INTERRUPTED = Failure("interrupted", "interrupted", 130)
_NO_MEMORY = Failure("memory", "not enough memory for a clip of this length; choose a shorter --range")

_OF_WRITING = ("EBADF", "EDQUOT", "EFBIG", "EINVAL", "EIO", "ENOSPC", "ENXIO")
"""What a terminal, a pipe or a file answers that cannot be written; it names no file."""


def failure_of(error: BaseException) -> Failure | None:
    """Return what to say of an error; None for a fault of our own that ``UNBAKE_TRACEBACK`` wants to be raised."""
    if isinstance(error, UnbakeError):
        return Failure(error.code, with_remedy(str(error), error.code, error.about), error.exit_code, error.about)
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        return Failure("output", "")
    if isinstance(error, OSError):
        return _of_system(error)
    if isinstance(error, MemoryError):
        return _NO_MEMORY
    if isinstance(error, _CommandLineError):
        text = error.format_message()  # type: ignore[attr-defined]
        option = getattr(getattr(error, "param", None), "opts", None) or [getattr(error, "option_name", None)]
        return Failure("request", text, 2, {"option": option[0]} if option[0] else {})
    if os.environ.get("UNBAKE_TRACEBACK"):
        return None
    shown = one_line(f"{type(error).__name__}: {error}")
    return Failure("fault", f"a fault of Unbake's own ({shown}); please report it, UNBAKE_TRACEBACK=1 shows where")


def _of_system(error: OSError) -> Failure:
    """The system's refusals name a file, except where standard output cannot be written or a resource is used up."""
    reason = error.strerror or str(error)
    if error.errno == errno.ENOMEM:
        return _NO_MEMORY
    if error.filename is None:
        # Only what could not be written at once says how much of it was.
        if errno.errorcode.get(error.errno or 0) in _OF_WRITING or hasattr(error, "characters_written"):
            return Failure("output", f"cannot write to standard output ({reason})")
        return Failure("system", one_line(f"the system refuses something that is needed ({reason})"))
    name = os.fsdecode(error.filename) if isinstance(error.filename, (str, bytes)) else str(error.filename)
    return Failure("file", one_line(f"{name}: {reason}"), 1, {"file": name})


def print_failure(failure: Failure, *, as_json: bool) -> None:
    """Print the sentence on standard error and, for programs, an object on standard output."""
    if as_json and failure.code != "output":
        print_json({"error": {"code": failure.code, "text": failure.text, "about": failure.about}})
    style = "red" if notes.is_terminal else ""
    notes.print(f"unbake: {failure.text}", style=style, markup=False, soft_wrap=True)
