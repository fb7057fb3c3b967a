"""``unbake transitions show``: the transition table that a library keeps."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from unbake.cli.library.arguments import LibraryArgument
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.cli.transitions.shown import table_fields, table_rows


def show(library: LibraryArgument, *, as_json: JsonOption = False) -> None:
    """Show the transition table of a library: its medoids, what was searched, and what transitions cost."""
    import numpy as np

    from unbake.composition.material import library_material
    from unbake.composition.transition_table import kept_transition_table
    from unbake.library.library import Library

    with Library.open(library) as opened, Steps() as steps:
        found = library_material(opened, report=lambda part: steps.report("load", part))
        table = kept_transition_table(opened, found)
    if as_json:
        print_json({"library": str(library), **table_fields(table, found), "warnings": list(found.notes)})
        return
    console.print(facts_table(table_rows(table)))
    shown = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("medoid", "from it, cm", "to it, cm"):
        shown.add_column(name, justify="left" if name == "medoid" else "right")
    costs = 100.0 * table.search.costs_m
    for k in range(len(table)):
        name, number = found.frame_number(int(table.clips[k]), int(table.firsts[k]))
        shown.add_row(Text(f"{name}:{number}"), f"{np.median(costs[k]):.1f}", f"{np.median(costs[:, k]):.1f}")
    console.print(shown)
    print_warnings(found.notes)
