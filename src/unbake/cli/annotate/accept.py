"""``unbake annotate LIB accept``: a person agrees with what was guessed."""

from __future__ import annotations

import typer

from unbake.cli.annotate.arguments import ClipArgument, FirstArgument, LastArgument, frames_of
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, print_json
from unbake.errors import UsageError


def accept(
    context: typer.Context, clip: ClipArgument, first: FirstArgument, last: LastArgument, *, as_json: JsonOption = False
) -> None:
    """Accept the guesses for some frames as your labels. Your own labels stay; where nothing was guessed, it is no."""
    from unbake.ground.intervals import intervals
    from unbake.library.annotations import NO, YES
    from unbake.library.library import Library

    with Library.open(context.obj) as library:
        chosen = library.clip(clip)
        start, stop = frames_of(chosen, first, last)
        known = library.annotations(chosen.id)
        guessed = ~known.by_person & (known.values >= NO)
        if not guessed[:, start:stop].any():
            raise UsageError(f"nothing is guessed of these frames of {chosen.name}; unbake annotate LIB apply guesses")
        with library.database.transaction():
            for row, flag in enumerate(known.flags):
                for yes in (True, False):
                    here = (known.values[row, start:stop] == YES) == yes
                    for a, b in intervals(here):
                        library.annotate(chosen.id, flag, start + a, start + b + 1, yes)
        held = [flag for row, flag in enumerate(known.flags) if (known.values[row, start:stop] == YES).any()]
    if as_json:
        print_json({"clip": chosen.name, "first": first, "last": last, "flags": held})
        return
    console.print(f"{chosen.name} {first}–{last}: {', '.join(held) or 'no flag holds'}", markup=False)
