"""``unbake library list``: the clips."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from unbake.cli.library.arguments import (
    ClipsArgument,
    LibraryArgument,
    TaggedOption,
    chosen_clips,
    clip_fields,
    length_text,
)
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, print_json, print_note
from unbake.ground.wording import counted
from unbake.library.clip import Clip


def list_clips(
    library: LibraryArgument, clips: ClipsArgument = None, *, tag: TaggedOption = None, as_json: JsonOption = False
) -> None:
    """List the clips: all, or those of some names, patterns or tags."""
    from unbake.library.library import Library

    with Library.open(library) as opened:
        found = chosen_clips(opened, clips, tag)
    if as_json:
        print_json({"library": str(library), "clips": [clip_fields(clip) for clip in found]})
        return
    if not found:
        print_note(f"{library} has no clips yet; unbake library add puts some in.")
        return
    console.print(_table(found))
    console.print(f"{counted(len(found), 'clip')}, {length_text(sum(clip.duration_s for clip in found))}")


def _table(clips: list[Clip]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("#", justify="right", style="dim")
    table.add_column("name", overflow="fold", style="bold")
    table.add_column("length", justify="right")
    table.add_column("frames", justify="right")
    table.add_column("rate", justify="right")
    table.add_column("tags", overflow="fold")
    for clip in clips:
        frames = f"{clip.first_frame}–{clip.last_frame}"
        words = Text(", ".join(clip.tags))
        table.add_row(
            str(clip.id), Text(clip.name), length_text(clip.duration_s), frames, f"{float(clip.fps):g}", words
        )
    return table
