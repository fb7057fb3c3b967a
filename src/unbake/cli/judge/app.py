"""``unbake judge``: passes over transplants and blends, as the studio writes them."""

from __future__ import annotations

import typer

from unbake.cli.judge.agreement import agreement
from unbake.cli.judge.take import take

app = typer.Typer(
    name="judge",
    help="Judgements by people: how far two passes agree, and labels for the judge to learn from.",
    no_args_is_help=True,
    add_completion=False,
)
for command in (agreement, take):
    app.command()(command)
