"""``unbake library merge``: other libraries into one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.library.arguments import LibraryArgument
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, print_json
from unbake.errors import FileError, UsageError


def merge(
    library: LibraryArgument,
    sources: Annotated[
        list[Path], typer.Argument(readable=False, metavar="OTHER…", help="The libraries to merge into it.")
    ],
    *,
    as_json: JsonOption = False,
) -> None:
    """Take the clips of other libraries into one, with tags, labels and annotations; the others stay as they are."""
    from unbake.library.library import Library
    from unbake.library.merging import merge as take_in

    if any(other.exists() and library.exists() and other.samefile(library) for other in sources):
        raise UsageError(f"{library} cannot be merged into itself")
    results = []
    with Library.open(library) as opened, Steps() as steps:
        for other in sources:
            try:
                with Library.open(other) as source:
                    merged = take_in(opened, source, lambda part: steps.report("load", part))
            except FileError as error:
                if error.code != "damaged-library":
                    raise
                # To merge it is what people are told to do about a damaged library.
                raise FileError(other, "is damaged: not even the list of its clips can be read") from error
            results.append((other, merged))
    if as_json:
        fields = [
            {"library": str(other), "new": merged.new, "known": merged.known, "damaged": dict(merged.damaged)}
            for other, merged in results
        ]
        print_json({"library": str(library), "merged": fields})
    else:
        for other, merged in results:
            console.print(f"{other}: {merged.new} new clips, {merged.known} known", markup=False)
            for name, reason in merged.damaged:
                console.print(f"  {name} was left out: {reason}", markup=False)
    if any(merged.damaged for _, merged in results):
        raise typer.Exit(1)
