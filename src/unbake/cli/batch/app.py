"""``unbake batch``: the same command on every clip of a folder, a zip or a library."""

from __future__ import annotations

import typer

from unbake.cli.batch.convert import convert
from unbake.cli.batch.feet import clean, label
from unbake.cli.batch.reduce import reduce

app = typer.Typer(
    name="batch",
    help="Work on whole archives: the same command on every clip of a folder, a zip or a library.",
    no_args_is_help=True,
    add_completion=False,
)
for command in (reduce, convert, label, clean):
    app.command()(command)
