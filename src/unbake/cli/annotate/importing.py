"""``unbake annotate LIB import``: annotations from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.annotate.exporting import check_kind
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, print_json, print_note
from unbake.errors import UsageError
from unbake.ground.wording import counted


def import_file(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(readable=False, metavar="FILE", help="A .csv, .json, or .eaf of one clip.")],
    *,
    clip: Annotated[
        str | None, typer.Option("--clip", help="The clip of an .eaf; by default the one called like the file.")
    ] = None,
    new_flags: Annotated[bool, typer.Option("--new-flags", help="Add flags that the vocabulary lacks.")] = False,
    complete: Annotated[
        bool, typer.Option("--complete", help="The file's clips are labelled throughout: what it does not say is no.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Take labels from a file, all or none. Labels of other frames stay; guesses are left out."""
    from unbake.annotations.exchange.csv_file import load_csv
    from unbake.annotations.exchange.eaf_file import load_eaf
    from unbake.annotations.exchange.json_file import load_json
    from unbake.annotations.exchange.spans import take_spans
    from unbake.library.library import Library

    kind = check_kind(file)
    if clip is not None and kind != ".eaf":
        raise UsageError(f"--clip is for .eaf; a {kind} names its clips", option="--clip")
    with Library.open(context.obj) as library:
        if kind == ".eaf":
            try:
                own = library.clip(clip or file.stem)
            except UsageError as error:
                if clip is None:
                    raise UsageError(f"{error}; --clip names the clip of {file.name}", option="--clip") from error
                raise
            spans = {own.name: load_eaf(file, own.fps, own.first_frame)}
        else:
            spans = {".csv": load_csv, ".json": load_json}[kind](file)
        taken, guesses = take_spans(library, spans, new_flags=new_flags, complete=complete)
    if as_json:
        print_json({"file": str(file), "clips": len(spans), "spans": taken, "guesses_left_out": guesses})
        return
    console.print(f"{counted(taken, 'span')} of {counted(len(spans), 'clip')} taken", markup=False)
    if guesses:
        print_note(f"{guesses} left out as only guessed.")
