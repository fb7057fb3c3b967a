"""The command ``unbake``."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from unbake._version import __version__
from unbake.cli.annotate.app import app as annotate
from unbake.cli.batch.app import app as batch
from unbake.cli.compare import compare
from unbake.cli.convert import convert
from unbake.cli.demo import demo
from unbake.cli.enrich.enrich import enrich
from unbake.cli.feet.app import app as feet
from unbake.cli.graph.app import app as graph
from unbake.cli.info import info
from unbake.cli.judge.app import app as judge
from unbake.cli.layers import layers
from unbake.cli.library.app import app as library
from unbake.cli.live.live import live
from unbake.cli.propagate.propagate import propagate
from unbake.cli.reduce import reduce
from unbake.cli.retarget import retarget
from unbake.cli.score.score import score
from unbake.cli.serving.studio import studio
from unbake.cli.serving.worker import worker
from unbake.cli.shared.failures import INTERRUPTED, failure_of, print_failure
from unbake.cli.shared.output import print_warnings
from unbake.cli.space import space
from unbake.cli.synthesize.command import synthesize
from unbake.cli.transitions.app import app as transitions
from unbake.compiling.progress import cache_note

app = typer.Typer(
    name="unbake",
    help="Turn baked motion capture back into a few editable keyframes and Bézier curves.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
PANELS: dict[str, tuple[Callable[..., None] | typer.Typer, ...]] = {
    "Clips": (info, reduce, space, compare, convert, score, feet, batch),
    "Edits": (layers, propagate, retarget),
    "Libraries": (library, annotate, enrich, judge),
    "New motion from a library": (synthesize, live, transitions, graph),
    "Programs": (studio, worker, demo),
}
for title, commands in PANELS.items():
    for command in commands:
        if isinstance(command, typer.Typer):
            app.add_typer(command, rich_help_panel=title)
        else:
            app.command(rich_help_panel=title)(command)


@app.callback(invoke_without_command=True)
def _version(show: Annotated[bool, typer.Option("--version", help="Show the version and end.")] = False) -> None:
    if show:
        sys.stdout.write(f"unbake {__version__}\n")
        raise typer.Exit


def run() -> None:
    """Run the command line: 0, or 1 and 2 with a one-line message on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    code = main(sys.argv[1:])
    _say_of_the_cache()
    sys.exit(code)


def _say_of_the_cache() -> None:
    """Say once where compiled kernels are kept, if not where the next run finds them."""
    if "numba" in sys.modules and (note := cache_note()):
        print_warnings([note])


def main(arguments: list[str]) -> int:
    """Run a command with the given arguments and return its exit code; errors are printed, none is raised.

    An error is one line on standard error; with ``--json`` it is an object on standard output as well.
    """
    try:
        code = app(arguments, standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:
        failure = failure_of(error)
        if failure is None:
            raise
    else:
        failure = INTERRUPTED if code == INTERRUPTED.exit_code else None
        if failure is None:
            return code if isinstance(code, int) else 0
    if failure.text:
        print_failure(failure, as_json="--json" in arguments)
    return failure.exit_code
