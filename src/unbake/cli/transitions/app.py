"""``unbake transitions``: tables of transitions, and clips made with them."""

from __future__ import annotations

import typer

from unbake.cli.transitions.build import build
from unbake.cli.transitions.make import make
from unbake.cli.transitions.show import show

app = typer.Typer(
    name="transitions",
    help="Transitions of a second: from any frame of a library to any other, or to where a flag holds.",
    no_args_is_help=True,
    add_completion=False,
)
for command in (build, show, make):
    app.command()(command)
