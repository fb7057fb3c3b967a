"""``unbake annotate LIB show``: what is labelled and guessed, as a table or a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unbake.cli.library.arguments import ClipsArgument, chosen_clips, length_text
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, print_json
from unbake.errors import UsageError
from unbake.ground.files.whole_file import check_folder

if TYPE_CHECKING:
    from unbake.library.annotations import Annotations
    from unbake.library.clip import Clip

MOST_PICTURED = 20


def show(
    context: typer.Context,
    clips: ClipsArgument = None,
    *,
    picture: Annotated[
        Path | None, typer.Option("--picture", readable=False, help="Draw a lane for each flag over time to this .png.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show how much of each flag is labelled and guessed; of named clips, where."""
    from unbake.annotations.exchange.spans import spans_of
    from unbake.cli.annotate.lanes import lanes_png
    from unbake.library.library import Library

    if picture is not None:
        if picture.suffix.lower() != ".png":
            raise UsageError(f"{picture}: pictures are drawn as .png", option="--picture")
        check_folder(picture)
    with Library.open(context.obj) as library:
        chosen = chosen_clips(library, clips)
        if picture is not None and not 0 < len(chosen) <= MOST_PICTURED:
            raise UsageError(f"a picture shows 1 to {MOST_PICTURED} clips, not {len(chosen)}: name some")
        flags = library.vocabulary
        known = [(clip, library.annotations(clip.id)) for clip in chosen]
    if picture is not None:
        lanes_png(known, picture)
    totals = _totals(flags, known)
    spans = {clip.name: spans_of(own, clip.first_frame, with_guesses=True) for clip, own in known} if clips else {}
    if as_json:
        listed = {name: [vars(span) for span in own] for name, own in spans.items()}
        print_json({"flags": totals, "clips": listed, "picture": picture and str(picture)})
        return
    _print(totals)
    for name, own in spans.items():
        for span in own:
            if span.is_set:
                by = f"guessed, {100.0 * span.confidence:.0f} %" if span.confidence is not None else "said"
                console.print(f"{name} {span.first_number}–{span.last_number}: {span.flag} ({by})", markup=False)


def _totals(flags: Sequence[str], known: Sequence[tuple[Clip, Annotations]]) -> dict[str, dict[str, float]]:
    """Seconds of each flag that a person said yes and no to, and that are guessed yes."""
    out = {flag: {"yes_s": 0.0, "no_s": 0.0, "guessed_yes_s": 0.0} for flag in flags}
    for clip, own in known:
        for row, flag in enumerate(flags):
            values, said = own.values[row], own.by_person[row]
            kinds = (
                ("yes_s", said & (values == 1)),
                ("no_s", said & (values == 0)),
                ("guessed_yes_s", ~said & (values == 1)),
            )
            for kind, where in kinds:
                out[flag][kind] += float(where.sum() / clip.fps)
    return out


def _print(totals: dict[str, dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("flag", style="bold")
    for name in ("yes", "no", "guessed yes"):
        table.add_column(name, justify="right")
    for flag, seconds in totals.items():
        table.add_row(flag, *(length_text(s) if s else "–" for s in seconds.values()))
    console.print(table)
