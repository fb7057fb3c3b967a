"""``unbake transitions build``: find the best blends between all kinds of motion that a library has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from unbake.cli.library.arguments import LibraryArgument
from unbake.cli.library.search import parse_seconds
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.cli.transitions.shown import table_fields, table_rows


@dataclass(frozen=True)
class TableGroup:
    """What the table is of."""

    length: Annotated[str, typer.Option("--length", help="Length of a transition.")] = "1s"
    clusters: Annotated[int, typer.Option("--clusters", help="Kinds of motion that are told apart.")] = 50
    stride: Annotated[
        int, typer.Option("--stride", min=1, help="Frames from one window to the next, at 60 a second.")
    ] = 6
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="Seed of the random choices; the same seed gives the same table.")
    ] = 0


@with_option_groups
def build(library: LibraryArgument, *, table: TableGroup, as_json: JsonOption = False) -> None:
    """Build the transition table of a library and keep it there.

    For every pair of fifty kinds of motion, all blends over none, one and two intermediaries are compared by how far
    feet slide and how far the body is out of balance. What is done is kept: after an interruption, the same command
    goes on.
    """
    from unbake.composition.material import library_material
    from unbake.composition.transition_table import build_transition_table
    from unbake.library.library import Library
    from unbake.synthesis.transitions.clusters import ClusterOptions
    from unbake.synthesis.transitions.table import TableOptions

    seconds = parse_seconds(table.length, "--length") or 0.0
    options = TableOptions(round(60.0 * seconds), table.stride, ClusterOptions(table.clusters, seed=table.seed))
    with Library.open(library) as opened, Steps() as steps:
        found = library_material(opened, report=lambda part: steps.report("load", part))
        built = build_transition_table(opened, found, options, lambda part: steps.report("searching", part))
    if as_json:
        print_json({"library": str(library), **table_fields(built, found), "warnings": list(found.notes)})
        return
    console.print(facts_table(table_rows(built)))
    print_warnings(found.notes)
