"""``unbake library add``: files, folders and archives into a library."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from unbake.cli.library.arguments import LibraryArgument, length_text
from unbake.cli.shared.ending import ended_like_ctrl_c
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, RangeOption, ReadGroup
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_note, print_warnings
from unbake.errors import UsageError
from unbake.ground.wording import counted


@with_option_groups
def add(
    library: LibraryArgument,
    places: Annotated[
        list[str], typer.Argument(metavar="PLACE…", help="Files, folders, patterns ('walks/**/*.bvh'), .zip archives.")
    ],
    *,
    tag: Annotated[list[str] | None, typer.Option("--tag", help="Tag for all added clips; may be repeated.")] = None,
    licence: Annotated[str, typer.Option("--licence", help="A note on what may be done with these clips.")] = "",
    jobs: Annotated[int, typer.Option("--jobs", help="Processes that read; by default one for each core.")] = 0,
    frames: RangeOption = None,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Add clips. Known ones are skipped; after an interruption, run it again and it continues.

    Files that cannot be read are listed with the reason and do not stop the others, but the command exits with 1. Foot
    labels beside a clip come along.
    """
    from unbake.library.adding.add import AddOptions, add_files
    from unbake.library.library import Library
    from unbake.library.rows.clips import check_name

    if jobs < 0:
        raise UsageError(f"--jobs must be 1 or more, not {jobs}", option="--jobs")
    for word in tag or ():
        check_name(word, "tag")
    options = AddOptions(reading.options(frames=frames), tuple(tag or ()), licence, jobs)
    with ended_like_ctrl_c(), Library.open(library) as opened, Steps() as steps:
        try:
            added = add_files(opened, places, options, lambda done, of: steps.report("load", done / of))
        except KeyboardInterrupt:
            print_note("What was read so far is in the library; the same command goes on from there.")
            raise
        new = [clip for clip in opened.clips() if clip.id in set(added.clips)]
    seconds = sum(clip.duration_s for clip in new)
    if as_json:
        broken = [{"file": file, "reason": reason} for file, reason in added.broken]
        fields = {"library": str(library), "added": [clip.name for clip in new], "duration_s": seconds}
        print_json(fields | {"known": added.known, "broken": broken, "warnings": added.notes})
    else:
        rows = [
            ("added", f"{counted(len(new), 'clip')}, {length_text(seconds)} of motion"),
            ("known", f"{added.known} were there already"),
        ]
        console.print(facts_table(rows[: 2 if added.known else 1]))
        print_warnings(added.notes)
        _print_broken(added.broken)
    if added.broken:
        raise typer.Exit(1)


def _print_broken(broken: list[tuple[str, str]]) -> None:
    if not broken:
        return
    table = Table(title=f"{len(broken)} could not be read", title_justify="left", box=None, padding=(0, 2, 0, 0))
    table.add_column("file", overflow="fold")
    table.add_column("reason", overflow="fold")
    for file, reason in broken:
        table.add_row(Text(file), Text(reason))
    console.print(table)
