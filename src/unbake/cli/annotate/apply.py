"""``unbake annotate LIB apply``: guess the flags of all clips."""

from __future__ import annotations

import typer

from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, print_json, print_note
from unbake.ground.wording import counted


def apply(context: typer.Context, *, as_json: JsonOption = False) -> None:
    """Guess where the learnt flags hold in all clips. What you said stays as it is."""
    from unbake.annotations.in_library import apply_machines, known_flags, machines_of
    from unbake.library.library import Library

    with Library.open(context.obj) as library, Steps() as steps:
        machines = machines_of(library)
        clips, without = apply_machines(library, machines, lambda part: steps.report("guessing", part))
        flags = known_flags(library, machines)
    if as_json:
        print_json({"clips": clips, "without_body": without, "flags": flags})
        return
    console.print(f"{counted(clips, 'clip')}: {', '.join(flags)}", markup=False)
    if without:
        print_note(f"{counted(without, 'clip')} without a body with legs left out.")
