"""``unbake annotate LIB export``: annotations into a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.library.arguments import ClipsArgument, chosen_clips
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, print_json
from unbake.errors import UsageError
from unbake.ground.files.whole_file import check_folder
from unbake.ground.wording import counted

KINDS = (".csv", ".json", ".eaf")


def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(readable=False, metavar="FILE", help="A .csv, .json, or .eaf of one clip.")],
    clips: ClipsArgument = None,
    *,
    guesses: Annotated[bool, typer.Option("--guesses", help="Also write guesses, with their confidence.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write what you said of all clips, or of some, as CSV or JSON, or of one clip for ELAN (.eaf)."""
    from unbake.annotations.exchange.csv_file import save_csv
    from unbake.annotations.exchange.eaf_file import save_eaf
    from unbake.annotations.exchange.json_file import save_json
    from unbake.annotations.exchange.spans import spans_of
    from unbake.library.library import Library

    kind = check_kind(file)
    check_folder(file)
    with Library.open(context.obj) as library:
        chosen = chosen_clips(library, clips)
        if kind == ".eaf" and len(chosen) != 1:
            raise UsageError(f"an .eaf is of one clip; name one of the {len(chosen)}")
        flags = library.vocabulary
        found = {
            clip.name: spans_of(library.annotations(clip.id), clip.first_frame, with_guesses=guesses) for clip in chosen
        }
    spans = {name: own for name, own in found.items() if own}
    if kind == ".eaf":
        save_eaf(found[chosen[0].name], file, chosen[0].fps, chosen[0].first_frame, flags)
    else:
        {".csv": save_csv, ".json": save_json}[kind](spans, file)
    count = sum(map(len, spans.values()))
    if as_json:
        print_json({"file": str(file), "clips": len(spans), "spans": count})
        return
    console.print(f"{counted(count, 'span')} of {counted(len(spans), 'clip')} in {file}", markup=False)


def check_kind(file: Path) -> str:
    """Return the suffix of a file of annotations; UsageError for another."""
    kind = file.suffix.lower()
    if kind not in KINDS:
        raise UsageError(f"{file}: annotations are kept as {', '.join(KINDS)}")
    return kind
