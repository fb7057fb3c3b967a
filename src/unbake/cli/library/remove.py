"""``unbake library remove``: clips out of a library."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from unbake.cli.library.arguments import ClipsArgument, LibraryArgument, TaggedOption, chosen_clips
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, print_json
from unbake.errors import UsageError
from unbake.ground.wording import counted


def remove(
    library: LibraryArgument,
    clips: ClipsArgument = None,
    *,
    tag: TaggedOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="Remove several clips without asking.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Remove clips with all that is known about them, and give their space back. The files they came from stay."""
    from unbake.library.library import Library

    if not (clips or tag):
        raise UsageError("which clips? Names, patterns or --tag say so")
    with Library.open(library) as opened:
        chosen = chosen_clips(opened, clips, tag)
        names = [clip.name for clip in chosen]
        if len(chosen) > 1 and not yes:
            _confirm(names, as_json)
        opened.remove(*[clip.id for clip in chosen])
    if as_json:
        print_json({"library": str(library), "removed": names})
        return
    console.print(f"removed {counted(len(names), 'clip')}")


def _confirm(names: list[str], as_json: bool) -> None:
    if as_json or not sys.stdin.isatty():
        raise UsageError(f"{len(names)} clips would be removed; --yes says that this is meant", option="--yes")
    typer.confirm(f"Remove {len(names)} clips ({', '.join(names[:5])}{', …' if len(names) > 5 else ''})?", abort=True)
