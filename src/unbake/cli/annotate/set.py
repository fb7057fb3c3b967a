"""``unbake annotate LIB set``: a person says where a flag holds."""

from __future__ import annotations

from typing import Annotated

import typer

from unbake.cli.annotate.arguments import ClipArgument, FirstArgument, LastArgument, frames_of
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, print_json
from unbake.errors import UsageError


def set_flag(
    context: typer.Context,
    clip: ClipArgument,
    flag: Annotated[str, typer.Argument(metavar="FLAG", help="Flag: walk, turn-left, …")],
    first: FirstArgument,
    last: LastArgument,
    *,
    no: Annotated[bool, typer.Option("--no", help="The flag does not hold there.")] = False,
    clear: Annotated[bool, typer.Option("--clear", help="Take back what you said there.")] = False,
    only: Annotated[bool, typer.Option("--only", help="No other flag holds there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Say that a flag holds on some frames, both included, whatever was said or guessed before."""
    from unbake.library.annotations import flag_index
    from unbake.library.library import Library

    if (no and clear) or (only and (no or clear)):
        raise UsageError("--no, --clear and --only do not go together")
    with Library.open(context.obj) as library:
        chosen = library.clip(clip)
        start, stop = frames_of(chosen, first, last)
        flags = library.vocabulary
        name = flags[flag_index(flags, flag)]
        with library.database.transaction():
            library.annotate(chosen.id, name, start, stop, None if clear else not no)
            for other in flags if only else ():
                if other != name:
                    library.annotate(chosen.id, other, start, stop, False)
    value = "unlabelled" if clear else "no" if no else "yes"
    fields = {"clip": chosen.name, "flag": name, "first": first, "last": last, "value": value, "only": only}
    if as_json:
        print_json(fields)
        return
    said = "only this" if only else value
    console.print(f"{chosen.name} {first}–{last}: {name}, {said}", markup=False)
