"""``unbake enrich``: new motions for a library, by limbs transplanted among its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from unbake.cli.library.arguments import LibraryArgument, length_text
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, print_json, print_note
from unbake.ground.wording import counted

if TYPE_CHECKING:
    from unbake.composition.enrichment.yields import Progress


def enrich(
    library: LibraryArgument,
    *,
    minutes: Annotated[
        float, typer.Option("--minutes", help="Minutes of new motion that the library should have by these options.")
    ],
    seed: Annotated[
        int, typer.Option("--seed", help="Seed of all random draws; the same seed gives the same motions.")
    ] = 0,
    rules: Annotated[
        str | None,
        typer.Option("--rules", help="halves, plants, likeness, angles, splice, legs; all but the last by default."),
    ] = None,
    keep: Annotated[
        str, typer.Option("--keep", help="all, or judged: only stretches of a second or more that look human.")
    ] = "all",
    judge: Annotated[
        str,
        typer.Option("--judge", help="measures, or svm: learnt from what is labelled 'Looks Human' in the library."),
    ] = "measures",
    jobs: Annotated[int, typer.Option("--jobs", help="Processes; by default one for each core.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Add motions made of limbs of a library's clips, each judged by whether it looks human.

    Only recipes are stored, a few hundred bytes each. After an interruption, the same command continues.
    """
    from unbake.composition.enrichment.enrich import EnrichOptions
    from unbake.composition.enrichment.enrich import enrich as enrich_library
    from unbake.library.library import Library

    options = EnrichOptions(minutes, seed, keep=keep, judge=judge, jobs=jobs)
    if rules is not None:
        options = replace(options, rules=tuple(word.strip() for word in rules.split(",")))
    with Library.open(library) as opened, Steps() as steps:
        before = library.stat().st_size
        try:
            done = enrich_library(opened, options, steps.report)
        except KeyboardInterrupt:
            print_note("What was kept so far is in the library; the same command goes on from there.")
            raise
    grown = library.stat().st_size - before
    if as_json:
        print_json(_fields(str(library), done, grown))
        return
    seconds = done.kept_frames / 60.0
    console.print(f"{counted(done.kept_clips, 'transplant')}, {length_text(seconds)}, tagged 'transplant'")
    console.print(_table(done))


def _fields(library: str, done: Progress, grown: int) -> dict[str, Any]:
    rules = {
        name: {
            "draws": own.draws,
            "applied": own.applied,
            "motions": own.motions,
            "frames": own.frames,
            "open_frames": own.open_frames,
            "human_frames": own.human,
        }
        for name, own in done.rules.items()
    }
    kept = {"clips": done.kept_clips, "frames": done.kept_frames, "duration_s": done.kept_frames / 60.0}
    return {"library": library, "transplants": kept, "draws": done.next_draw, "rules": rules, "grown_bytes": grown}


def _table(done: Progress) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("rule")
    for title in ("draws", "applied", "motions", "made", "looks human"):
        table.add_column(title, justify="right")
    for name, own in sorted(done.rules.items()):
        human = f"{100.0 * own.human_part:.0f} %" if own.frames else ""
        made = length_text(own.frames / 60.0) if own.frames else ""
        table.add_row(name, str(own.draws), str(own.applied), str(own.motions), made, human)
    return table
