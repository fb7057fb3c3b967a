"""``unbake annotate LIB …``: flags said by a person, learnt from a person, and guessed."""

from __future__ import annotations

import typer

from unbake.cli.annotate.accept import accept
from unbake.cli.annotate.apply import apply
from unbake.cli.annotate.exporting import export
from unbake.cli.annotate.importing import import_file
from unbake.cli.annotate.next import next_stretch
from unbake.cli.annotate.set import set_flag
from unbake.cli.annotate.show import show
from unbake.cli.annotate.train import train
from unbake.cli.annotate.vocabulary import vocabulary
from unbake.cli.library.arguments import LibraryArgument

app = typer.Typer(
    name="annotate",
    help="Flags on the clips of a library: say where they hold, train, guess the rest.\n\n"
    "For the options of a command, name the library first: `unbake annotate LIB set --help`.",
    no_args_is_help=True,
    add_completion=False,
)


@app.callback()
def _library(context: typer.Context, library: LibraryArgument) -> None:
    context.obj = library


app.command(name="next")(next_stretch)
app.command(name="set")(set_flag)
for command in (accept, train, apply, show, vocabulary, export):
    app.command()(command)
app.command(name="import")(import_file)
