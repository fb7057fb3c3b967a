"""``unbake library create``: an empty library."""

from __future__ import annotations

from typing import Annotated

import typer

from unbake.cli.library.arguments import LibraryArgument
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, facts_table, print_json


def create(
    library: LibraryArgument,
    *,
    flags: Annotated[
        str | None,
        typer.Option("--flags", help="Names of its flags, with commas: Walk,Run; by default thirteen common ones."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make an empty library; a file that is there already stays as it is."""
    from unbake.library.annotations import THIRTEEN, check_vocabulary
    from unbake.library.library import Library

    vocabulary = THIRTEEN if flags is None else tuple(flag.strip() for flag in flags.split(","))
    check_vocabulary(vocabulary)
    with Library.create(library, vocabulary):
        pass
    if as_json:
        print_json({"library": str(library), "flags": list(vocabulary)})
        return
    console.print(facts_table([("library", str(library)), ("flags", ", ".join(vocabulary))]))
