"""``unbake judge take``: passes over transplants become labels in their library."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.library.arguments import LibraryArgument
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, print_json, print_note
from unbake.ground.wording import counted


def take(
    library: LibraryArgument,
    passes: Annotated[list[Path], typer.Argument(readable=False, metavar="PASS.csv…", help="One or more passes.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Label transplants 'Looks Human' or not by what passes say; frames on which passes differ stay open.

    `unbake enrich --judge svm` learns from these labels.
    """
    from unbake.composition.judging.passes import read_pass
    from unbake.composition.judging.taking import take_passes
    from unbake.library.library import Library

    read = [read_pass(path) for path in passes]
    with Library.open(library) as opened:
        taken = take_passes(opened, read)
    if as_json:
        print_json({"library": str(library), **asdict(taken)})
        return
    said = f"{counted(taken.human, 'frame')} look human, {taken.not_human:,} do not, {taken.disputed:,} are disputed"
    console.print(f"{counted(taken.clips, 'transplant')}: {said}")
    if taken.unknown:
        print_note(f"{counted(len(taken.unknown), 'name')} without a transplant in the library: {taken.unknown[0]} …")
