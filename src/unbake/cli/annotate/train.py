"""``unbake annotate LIB train``: learn all flags from what is labelled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_note

if TYPE_CHECKING:
    from unbake.annotations.machines import FlagMachines


def train(
    context: typer.Context,
    *,
    cost: Annotated[
        float | None,
        typer.Option(
            "--cost", min=1e-3, max=1e6, help="Cost of examples on the wrong side of the margin; 100 by default."
        ),
    ] = None,
    mirror: Annotated[
        bool, typer.Option("--mirror/--no-mirror", help="Learn mirror images too, left and right exchanged.")
    ] = True,
    and_apply: Annotated[bool, typer.Option("--apply", help="Guess the flags of all clips afterwards.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Learn every flag from all that is labelled, and keep what was learnt in the library."""
    from unbake.annotations.in_library import apply_machines, train_library
    from unbake.annotations.training import COST, TrainingOptions
    from unbake.library.library import Library

    with Library.open(context.obj) as library, Steps() as steps:
        options = TrainingOptions(cost=COST if cost is None else cost)
        machines = train_library(library, options, lambda part: steps.report("learning", part), mirrored=mirror)
        if and_apply:
            apply_machines(library, machines, lambda part: steps.report("guessing", part))
    if as_json:
        print_json({"flags": _fields(machines), "support": len(machines.vectors)})
        return
    console.print(facts_table(_rows(machines)))
    untaught = [flag for flag, known in zip(machines.flags, machines.is_taught, strict=True) if not known]
    if untaught:
        print_note(f"Not learnt, as yes and no are not both labelled: {', '.join(untaught)}.")
    if not and_apply:
        print_note("unbake annotate LIB apply guesses the flags of all clips.")


def _fields(machines: FlagMachines) -> dict[str, Any]:
    return {
        flag: {"is_learnt": bool(taught), "is_calibrated": bool(calibrated)}
        for flag, taught, calibrated in zip(machines.flags, machines.is_taught, machines.is_calibrated, strict=True)
    }


def _rows(machines: FlagMachines) -> list[tuple[str, str]]:
    rows = []
    for place, flag in enumerate(machines.flags):
        if machines.is_taught[place]:
            count = int((machines.weights[:, place] != 0.0).sum())
            sure = "" if machines.is_calibrated[place] else ", confidence not calibrated: label more stretches"
            rows.append((flag, f"learnt, {count} supporting examples{sure}"))
    return rows
