"""``unbake graph build``: find which frames of a library's clips can follow each other."""

from __future__ import annotations

from typing import Annotated

import typer

from unbake.cli.graph.shown import graph_fields, graph_rows
from unbake.cli.library.arguments import LibraryArgument
from unbake.cli.shared.arguments import parse_length
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.errors import UsageError


def build(
    library: LibraryArgument,
    *,
    threshold: Annotated[
        str | None,
        typer.Option("--threshold", help="How far joints of two windows may be apart (root mean square): 6cm."),
    ] = None,
    threshold_of: Annotated[
        list[str] | None,
        typer.Option(
            "--threshold-of", metavar="FLAG=LENGTH", help="Another threshold for frames with a flag: Walk=4cm."
        ),
    ] = None,
    window: Annotated[
        float | None, typer.Option("--window", help="Length of a transition in seconds; a third by default.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Build the motion graph of a library and keep it there.

    Transitions are local minima of the distance between windows, below a threshold. What leads into dead ends, or is
    never reached again, is left out.
    """
    from unbake.composition.material import library_material
    from unbake.composition.motion_graph import build_motion_graph
    from unbake.library.library import Library
    from unbake.synthesis.graphs.candidates import GraphOptions
    from unbake.synthesis.graphs.figures import graph_figures

    defaults = GraphOptions()
    options = GraphOptions(
        defaults.window_s if window is None else window,
        defaults.threshold_m if threshold is None else parse_length(threshold, "--threshold"),
        dict(_of_flag(text) for text in threshold_of or ()),
    )
    with Library.open(library) as opened, Steps() as steps:
        found = library_material(opened, report=lambda part: steps.report("load", part))
        kept = build_motion_graph(opened, found, options, lambda part: steps.report("table", part))
        figures = graph_figures(kept.graph)
    if as_json:
        print_json({"library": str(library), **graph_fields(kept, figures), "warnings": list(found.notes)})
        return
    console.print(facts_table(graph_rows(kept, figures)))
    print_warnings(found.notes)


def _of_flag(text: str) -> tuple[str, float]:
    flag, equals, length = text.rpartition("=")
    if not equals or not flag.strip():
        raise UsageError(f"--threshold-of '{text}': expected a flag and a length, such as Walk=4cm")
    return flag.strip(), parse_length(length, "--threshold-of")
