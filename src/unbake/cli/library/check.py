"""``unbake library check``: whether all is as it was stored."""

from __future__ import annotations

import typer

from unbake.cli.library.arguments import LibraryArgument
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, print_json
from unbake.ground.wording import counted


def check(library: LibraryArgument, *, as_json: JsonOption = False) -> None:
    """Check the file, and every clip to the last bit. Nothing is changed; exits with 1 if something is wrong."""
    from unbake.library.checking import problems
    from unbake.library.library import Library

    with Library.open(library) as opened, Steps() as steps:
        found = problems(opened, lambda part: steps.report("load", part))
        count = 0 if found else len(opened.clips())
    if as_json:
        print_json({"library": str(library), "problems": found})
    elif found:
        for problem in found:
            console.print(problem, markup=False)
    else:
        console.print(f"{counted(count, 'clip')}, all whole")
    if found:
        raise typer.Exit(1)
