"""``unbake graph``: motion graphs of libraries, built, shown and walked."""

from __future__ import annotations

import typer

from unbake.cli.graph.build import build
from unbake.cli.graph.show import show
from unbake.cli.graph.walk import walk

app = typer.Typer(
    name="graph",
    help="Motion graphs: which frames of a library can follow each other, and walks through them.",
    no_args_is_help=True,
    add_completion=False,
)
for command in (build, show, walk):
    app.command()(command)
