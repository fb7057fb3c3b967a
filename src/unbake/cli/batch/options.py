"""What all commands on archives take, and the options of a clip's command as words."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.shared.arguments import parse_bytes
from unbake.errors import FileError, UsageError

ArchiveArgument = Annotated[
    Path, typer.Argument(readable=False, metavar="IN", help="A folder (with its subfolders), a .zip or a .unbakelib.")
]
ResultsArgument = Annotated[
    Path,
    typer.Argument(readable=False, metavar="OUT", help="The folder for the results; its subfolders are those of IN."),
]
ToOption = Annotated[list[str], typer.Option("--to", metavar="SUFFIX", help="Format of the results: glb, or glb,json.")]
OneToOption = Annotated[str, typer.Option("--to", metavar="SUFFIX", help="Format of the results: bvh, glb, json, …")]

OWN = ("archive", "results", "to", "reports", "as_json")
"""Parameters of the commands on archives that those on a clip do not have, beside the group below."""


@dataclass(frozen=True)
class WorkersGroup:
    """Who does the work."""

    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Clips at once on this machine; one a core by default.")
    ] = None
    memory: Annotated[
        str | None,
        typer.Option("--memory", help="Memory of each worker, such as 4GB; by default its share of what is free."),
    ] = None
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Work on this Dask cluster: tcp://host:8786."),
    ] = None
    through_scheduler: Annotated[
        bool,
        typer.Option("--through-scheduler", help="The cluster shares no folders: send clips and results over it."),
    ] = False

    @property
    def memory_bytes(self) -> int | None:
        """How much memory each worker may take, where that was said."""
        return None if self.memory is None else parse_bytes(self.memory, "--memory")

    def check(self, options: Sequence[str]) -> None:
        """Raise UsageError for options that do not go together, or a size that is none."""
        _ = self.memory_bytes
        if self.through_scheduler and self.scheduler is None:
            raise UsageError("--through-scheduler goes with --scheduler", option="--through-scheduler")
        if self.scheduler is not None:
            for name in ("jobs", "memory"):
                if getattr(self, name) is not None:
                    raise UsageError(f"--{name} is about this machine; the workers of --scheduler have their own")
        if self.through_scheduler and (named := files_in(options)):
            raise UsageError(f"{named[0]}: the workers of --through-scheduler cannot see files that options name")


def options_given(context: typer.Context) -> tuple[str, ...]:
    """Return the options of a clip's command that were given, as ``--name=value`` in a fixed order.

    Paths are absolute: workers are elsewhere.
    """
    own = {*OWN, *(field.name for field in fields(WorkersGroup))}
    words = []
    for parameter in context.command.params:
        value = context.params.get(parameter.name or "")
        if parameter.name in own or value in (None, (), [], parameter.default):
            continue
        name = next(opt for opt in parameter.opts if opt.startswith("--"))
        if isinstance(value, bool):
            words.append(name if value else parameter.secondary_opts[0])
        else:
            words += [f"{name}={_word(one)}" for one in (value if isinstance(value, (list, tuple)) else [value])]
    return tuple(words)


def _word(value: object) -> str:
    path = Path(str(value))
    names_file = isinstance(value, Path) or path.suffix.lower() == ".toml"
    return str(path.absolute()) if names_file and path.exists() else str(value)


def files_in(options: Sequence[str]) -> list[Path]:
    """Return the files that options name."""
    values = (Path(word.partition("=")[2]) for word in options)
    return [path for path in values if path.is_absolute() and path.is_file()]


def options_key(command: str, options: Sequence[str]) -> str:
    """Return what tells one set of options from another, with the content of files that they name."""
    try:
        contents = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files_in(options)]
    except OSError as error:
        raise FileError.of_system(error.filename, "cannot be read", error) from error
    return "\0".join((command, *options, *contents))


def suffixes_of(to: Sequence[str]) -> tuple[str, ...]:
    """Return suffixes with their dot, each once; some may be given together, as in `glb,json`."""
    words = (word.strip().lower() for together in to for word in together.split(","))
    return tuple(dict.fromkeys(f".{word.removeprefix('.')}" for word in words))


def suffix_of(to: str) -> str:
    """Return the suffix of a command that writes one file for each clip; UsageError where several are given."""
    found = suffixes_of([to])
    if len(found) > 1:
        raise UsageError(f"--to {to}: this command writes one format", option="--to")
    return found[0]
