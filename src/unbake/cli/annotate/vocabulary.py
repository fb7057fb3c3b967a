"""``unbake annotate LIB vocabulary``: which flags there are."""

from __future__ import annotations

from typing import Annotated

import typer

from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, print_json
from unbake.errors import UsageError


def vocabulary(
    context: typer.Context,
    *,
    add: Annotated[list[str] | None, typer.Option("--add", metavar="FLAG", help="A new flag, at the end.")] = None,
    rename: Annotated[
        list[str] | None, typer.Option("--rename", metavar="OLD=NEW", help="Rename a flag; its labels stay.")
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option("--remove", metavar="FLAG", help="Remove a flag and all its labels."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the flags, or change them. Train again afterwards: what was learnt is for the old flags."""
    from unbake.library.changing.together import change_vocabulary
    from unbake.library.library import Library

    renamed = [_renamed(pair) for pair in rename or ()]
    with Library.open(context.obj) as library:
        change_vocabulary(library, renamed, remove or (), [flag.strip() for flag in add or ()])
        flags = library.vocabulary
    if as_json:
        print_json({"flags": list(flags)})
        return
    for flag in flags:
        console.print(flag, markup=False)


def _renamed(pair: str) -> tuple[str, str]:
    old, equals, new = pair.partition("=")
    if not equals:
        raise UsageError(f"--rename '{pair}': expected OLD=NEW", option="--rename")
    return old.strip(), new.strip()
