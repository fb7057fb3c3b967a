"""The command ``unbake``."""

from __future__ import annotations

import gc
import inspect
import io
import sys
from importlib import import_module
from typing import Annotated, Any

import typer

from unbake._version import __version__
from unbake.cli.shared.failures import INTERRUPTED, failure_of, print_failure
from unbake.cli.shared.output import print_warnings
from unbake.compiling.progress import cache_note

PANELS: dict[str, dict[str, str]] = {
    "Clips": {
        "info": "info:info",
        "reduce": "reduce:reduce",
        "space": "space:space",
        "compare": "compare:compare",
        "convert": "convert:convert",
        "score": "score.score:score",
        "feet": "feet.app:app",
        "batch": "batch.app:app",
    },
    "Edits": {
        "layers": "layers:layers",
        "propagate": "propagate.propagate:propagate",
        "retarget": "retarget:retarget",
    },
    "Libraries": {
        "library": "library.app:app",
        "annotate": "annotate.app:app",
        "enrich": "enrich.enrich:enrich",
        "judge": "judge.app:app",
    },
    "New motion from a library": {
        "synthesize": "synthesize.command:synthesize",
        "live": "live.live:live",
        "transitions": "transitions.app:app",
        "graph": "graph.app:app",
    },
    "Programs": {
        "studio": "serving.studio:studio",
        "worker": "serving.worker:worker",
        "demo": "demo:demo",
    },
}
"""Panel of the help → command → the module in this package, and the function or app in it."""


def app_for(arguments: list[str]) -> typer.Typer:
    """Return the command line for some arguments: with the command that they name alone, or with all.

    To import all commands and to make their options takes longer than most of them take to begin.
    """
    first = arguments[0] if arguments else ""
    names = {name for commands in PANELS.values() for name in commands}
    wanted = {first} if first in names else set() if first == "--version" else names
    app = typer.Typer(
        name="unbake",
        help="Turn baked motion capture back into a few editable keyframes and Bézier curves.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_version)
    for title, commands in PANELS.items():
        for name, place in commands.items():
            if name not in wanted:
                continue
            module, attribute = place.split(":")
            command = getattr(import_module(f"unbake.cli.{module}"), attribute)
            if isinstance(command, typer.Typer):
                app.add_typer(command, rich_help_panel=title)
            else:
                app.command(rich_help_panel=title)(command)
    _unwrap_help(app)
    return app


def _unwrap_help(app: typer.Typer) -> None:
    """Let the paragraphs of all help texts flow: Typer breaks them where lines of the source end, in any terminal."""
    for info in app.registered_commands:
        paragraphs = (inspect.getdoc(info.callback) or "").split("\n\n")
        info.help = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            _unwrap_help(group.typer_instance)


def __getattr__(name: str) -> Any:
    """Return the command line with all commands as ``app``."""
    if name == "app":
        return app_for([])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _version(show: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False) -> None:
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
    gc.freeze()  # to look for garbage once more at the end takes a tenth of a short command
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
        code = app_for(arguments)(arguments, standalone_mode=False)
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
