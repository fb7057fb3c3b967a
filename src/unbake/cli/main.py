"""The command ``unbake``."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

from unbake import __version__
from unbake.cli.compare import compare
from unbake.cli.convert import convert
from unbake.cli.demo import demo
from unbake.cli.feet import app as feet
from unbake.cli.info import info
from unbake.cli.output import notes
from unbake.cli.reduce import reduce
from unbake.cli.space import space
from unbake.cli.studio import studio
from unbake.errors import UnbakeError

app = typer.Typer(
    name="unbake",
    help="Turn baked motion capture back into a few editable keyframes and Bézier curves.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (info, space, reduce, compare, convert, demo, studio):
    app.command()(command)
app.add_typer(feet)

# Typer's own errors about the command line all derive from this class, wherever a version keeps it.
_CommandLineError = typer.BadParameter.__mro__[2]


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
    sys.exit(main(sys.argv[1:]))


def main(arguments: list[str]) -> int:
    """Run a command with the given arguments and return its exit code; errors are printed, none is raised."""
    try:
        code = app(arguments, standalone_mode=False)
    except UnbakeError as error:
        return _failed(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _failed("interrupted", 130)
    except BrokenPipeError:
        return 1
    except OSError as error:
        return _failed(f"cannot write to standard output ({error.strerror or error})", 1)
    except MemoryError:
        return _failed("not enough memory for a clip of this length; choose a shorter --range", 1)
    except Exception as error:
        if isinstance(error, _CommandLineError):
            return _failed(error.format_message(), 2)  # type: ignore[attr-defined]
        if os.environ.get("UNBAKE_TRACEBACK"):
            raise
        shown = f"{type(error).__name__}: {error}".replace("\n", " ")
        return _failed(f"a fault of Unbake's own ({shown}); please report it, UNBAKE_TRACEBACK=1 shows where", 1)
    if code == 130:
        return _failed("interrupted", 130)
    return code if isinstance(code, int) else 0


def _failed(message: str, code: int) -> int:
    if not message:
        return code
    notes.print(f"unbake: {message}", style="red" if notes.is_terminal else "", markup=False, soft_wrap=True)
    return code
