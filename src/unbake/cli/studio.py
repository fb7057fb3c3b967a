"""``unbake studio``: choose and edit keyframes by looking, in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.output import console


def studio(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A clip or a project to open.")] = None,
    port: Annotated[int, typer.Option("--port", help="The port to listen on; any free one by default.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser (the default).")] = True,
) -> None:
    """Open the studio: choose keyframes by looking, edit them, export."""
    from unbake.studio.server.launch import run

    run(file, Path.cwd(), port=port, opens=browser, say=lambda address: console.print(address, soft_wrap=True))
