"""``unbake annotate LIB …``: flags said by a person, learnt from a person, and guessed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

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
from unbake.errors import UsageError
from unbake.ground.wording import shell_line


class _LibraryFirst(TyperGroup):
    """Commands behind the name of a library, which the help of one of them does without."""

    def parse_args(self, context: Any, args: list[str]) -> list[str]:
        """Read the words of a line; where a command's help is asked for in place of a library, any name stands for it.

        A line such as ``next show --help`` is of a library that is called like a command.
        """
        words = [word for word in args if word not in context.help_option_names]
        is_turned = len(words) == len(args) > 1 and words[0] in self.commands and words[1] not in self.commands
        if is_turned and not Path(words[0]).exists():
            line = shell_line(["unbake", "annotate", words[1], words[0], *words[2:]])
            raise UsageError(f"the library comes before the command: {line}")
        if len(words) < len(args) and words[:1] == args[:1] and words[0] in self.commands:
            args = args if words[1:2] and words[1] in self.commands else ["LIB", *args]
        return super().parse_args(context, args)


app = typer.Typer(
    name="annotate",
    cls=_LibraryFirst,
    help="Flags on the clips of a library: say where they hold, train, guess the rest.\n\n"
    "The library comes before the command: `unbake annotate LIB set …`.",
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
