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
        list[str] | None, typer.Option("--rename", metavar="OLD=NEW", help="Call a flag otherwise; its labels stay.")
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option("--remove", metavar="FLAG", help="Take a flag away, with all that was labelled of it."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the flags, or change them. Train again afterwards: what was learnt belongs to the names of then."""
    from unbake.library.annotations import flag_index
    from unbake.library.library import Library

    with Library.open(context.obj) as library:
        with library.database.transaction():
            for pair in rename or ():
                old, equals, new = pair.partition("=")
                if not equals:
                    raise UsageError(f"--rename '{pair}' is no OLD=NEW", option="--rename")
                library.rename_flag(old.strip(), new.strip())
            for flag in remove or ():
                flags = library.vocabulary
                gone = flag_index(flags, flag)
                library.set_vocabulary([other for row, other in enumerate(flags) if row != gone])
            if add:
                library.set_vocabulary([*library.vocabulary, *(flag.strip() for flag in add)])
        flags = library.vocabulary
    if as_json:
        print_json({"flags": list(flags)})
        return
    for flag in flags:
        console.print(flag, markup=False)
