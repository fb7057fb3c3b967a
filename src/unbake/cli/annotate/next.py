"""``unbake annotate LIB next``: what to label so that most is learnt."""

from __future__ import annotations

from typing import Annotated

import typer

from unbake.cli.annotate.arguments import word
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_note
from unbake.errors import UsageError


def next_stretch(
    context: typer.Context,
    *,
    rule: Annotated[
        str,
        typer.Option("--rule", help="margin (the least certain), farthest (least like what is labelled) or random."),
    ] = "margin",
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of --rule random.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Show which stretch to label next, about three seconds, and the guess for it.

    By default it is the one that the learnt flags are least certain of; before anything is learnt, the one that is
    least like what is labelled.
    """
    from unbake.annotations import in_library
    from unbake.annotations.queries import rule_named
    from unbake.library.library import Library

    chosen = rule_named(rule, seed)
    with Library.open(context.obj) as library, Steps() as steps:
        try:
            machines = in_library.machines_of(library)
        except UsageError:
            machines = None
        found = in_library.next_stretch(library, chosen, machines, lambda part: steps.report("looking", part))
    first, last = found.start + found.clip.first_frame, found.stop - 1 + found.clip.first_frame
    fields = {
        "clip": found.clip.name,
        "first": first,
        "last": last,
        "margin": found.margin,
        "probability": found.probability,
        "left": found.left,
        "stretches": found.total,
    }
    if as_json:
        print_json(fields)
        return
    likely = sorted(found.probability.items(), key=lambda item: -item[1])
    guesses = ", ".join(f"{flag} {100.0 * p:.0f} %" for flag, p in likely if p >= 0.05)
    rows = [("clip", found.clip.name), ("frames", f"{first}–{last}"), ("guess", guesses or "none")]
    rows.append(("left", f"{found.left} of {found.total} stretches"))
    console.print(facts_table(rows))
    flag = word(likely[0][0]) if likely else "walk"
    print_note(
        f"Look at it, then say what holds: unbake annotate {context.obj} set {found.clip.name} {flag} {first} {last} "
        "--only\n(--no for what does not hold; accept takes the guess as it is), and train again."
    )
