"""``unbake library``: motions in one file, added, tagged, searched, exported."""

from __future__ import annotations

import typer

from unbake.cli.library.add import add
from unbake.cli.library.check import check
from unbake.cli.library.create import create
from unbake.cli.library.export import export
from unbake.cli.library.list import list_clips
from unbake.cli.library.merge import merge
from unbake.cli.library.remove import remove
from unbake.cli.library.rename import rename
from unbake.cli.library.search import search
from unbake.cli.library.show import show
from unbake.cli.library.tag import tag

app = typer.Typer(
    name="library",
    help="Libraries of motions: made of folders and archives, tagged, searched, exported.",
    no_args_is_help=True,
    add_completion=False,
)
for command in (create, add, show, tag, rename, remove, search, export, check, merge):
    app.command()(command)
app.command(name="list")(list_clips)
