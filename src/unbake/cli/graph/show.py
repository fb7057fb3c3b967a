"""``unbake graph show``: the motion graph that a library keeps, as a table and as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.graph.shown import graph_fields, graph_rows
from unbake.cli.library.arguments import LibraryArgument
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.errors import UsageError
from unbake.ground.files.whole_file import check_folder


def show(
    library: LibraryArgument,
    *,
    picture: Annotated[
        Path | None, typer.Option("--picture", readable=False, help="Draw clips and transitions to this .png.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the motion graph of a library: its size, its shortest ways, and the flags that it reaches."""
    from unbake.composition.graph_picture import graph_png
    from unbake.composition.material import library_material
    from unbake.composition.motion_graph import kept_motion_graph
    from unbake.library.library import Library
    from unbake.synthesis.graphs.figures import graph_figures

    if picture is not None:
        if picture.suffix.lower() != ".png":
            raise UsageError(f"{picture}: pictures are drawn as .png", option="--picture")
        check_folder(picture)
    with Library.open(library) as opened, Steps() as steps:
        found = library_material(opened, report=lambda part: steps.report("load", part))
        kept = kept_motion_graph(opened, found)
        figures = graph_figures(kept.graph)
        if picture is not None:
            graph_png(kept.graph, picture)
    if as_json:
        print_json({"library": str(library), **graph_fields(kept, figures), "warnings": list(found.notes)})
        return
    console.print(facts_table(graph_rows(kept, figures)))
    print_warnings(found.notes)
