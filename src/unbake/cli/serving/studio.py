"""``unbake studio``: choose and edit keyframes by looking, in the browser."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import ReadGroupWithoutRoles
from unbake.cli.shared.output import console
from unbake.ground.files.unfinished import remove_unfinished


@with_option_groups
def studio(
    file: Annotated[
        Path | None,
        typer.Argument(
            readable=False,
            metavar="[FILE]",
            help="A clip (.bvh .amc .glb .gltf .fbx .usd .json), a project (.unbake) or a library (.unbakelib).",
        ),
    ] = None,
    *,
    judge: Annotated[
        str | None, typer.Option("--judge", help="Judge a library's transplants, or random blends of its clips.")
    ] = None,
    pass_name: Annotated[
        str,
        typer.Option(
            "--pass",
            help="Name of this pass; answers go beside the library. A second pass shows how consistent you are.",
        ),
    ] = "first",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port to listen on; any free one by default.")
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser (the default).")
    ] = True,
    reading: ReadGroupWithoutRoles,
) -> None:
    """Open the studio: choose keyframes by looking, edit them, export."""
    from unbake.studio.server.launch import run

    options = reading.options(*([file] if file else []))
    judging = None if judge is None else (judge, pass_name)
    before = set(threading.enumerate())
    run(file, Path.cwd(), options=options, port=port, opens=browser, judging=judging, say=_say)
    end_now_if_busy(set(threading.enumerate()) - before)


def _say(address: str) -> None:
    console.print(f"Unbake studio: {address} (Ctrl+C ends it)", soft_wrap=True, markup=False)
    sys.stdout.flush()


def end_now_if_busy(threads: set[threading.Thread], code: int = 0) -> None:
    """End at once while one of the studio's threads still works: Python could fall over it on its way out."""
    if any(thread.is_alive() for thread in threads):
        sys.stdout.flush()
        sys.stderr.flush()
        remove_unfinished()
        os._exit(code)
