"""``unbake library tag``: words to find clips by, and notes on their licence."""

from __future__ import annotations

from typing import Annotated

import typer

from unbake.cli.library.arguments import ClipsArgument, LibraryArgument, TaggedOption, chosen_clips
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, print_json
from unbake.errors import UsageError
from unbake.ground.wording import counted


def tag(
    library: LibraryArgument,
    clips: ClipsArgument = None,
    *,
    add: Annotated[list[str] | None, typer.Option("--add", help="Add this tag; may be repeated.")] = None,
    remove: Annotated[list[str] | None, typer.Option("--remove", help="Remove this tag; may be repeated.")] = None,
    licence: Annotated[str | None, typer.Option("--licence", help="Note what may be done with the clips.")] = None,
    tagged: TaggedOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give clips tags, take some away, or note a licence: of all clips, or of some names, patterns or tags."""
    from unbake.library.changing.together import change_tags
    from unbake.library.library import Library
    from unbake.library.rows.clips import check_name

    if not (add or remove or licence is not None):
        raise UsageError("nothing to do: --add, --remove or --licence says what")
    for word in add or ():
        check_name(word, "tag")
    with Library.open(library) as opened:
        chosen = chosen_clips(opened, clips, tagged)
        with opened.database.transaction():
            change_tags(opened, [clip.id for clip in chosen], add or (), remove or ())
            if licence is not None:
                for clip in chosen:
                    opened.set_licence(clip.id, licence)
        names = [clip.name for clip in chosen]
    if as_json:
        print_json({"library": str(library), "clips": names})
        return
    console.print(f"{counted(len(names), 'clip')} changed")
