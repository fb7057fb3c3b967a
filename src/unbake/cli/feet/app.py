"""``unbake feet``: where feet are planted, guessed, corrected, learnt from, and held."""

from __future__ import annotations

import typer

from unbake.cli.feet.clean import clean
from unbake.cli.feet.label import label
from unbake.cli.feet.next import next_sequence
from unbake.cli.feet.show import show
from unbake.cli.feet.train import train

app = typer.Typer(
    name="feet",
    help="Foot plants: label them, train the oracle that finds them, hold them.",
    no_args_is_help=True,
    add_completion=False,
)
for command in (label, show, train, clean):
    app.command()(command)
app.command(name="next")(next_sequence)
