"""``unbake library rename``: another name for a clip."""

from __future__ import annotations

from typing import Annotated

import typer

from unbake.cli.library.arguments import LibraryArgument
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, print_json


def rename(
    library: LibraryArgument,
    clip: Annotated[str, typer.Argument(metavar="CLIP", help="The clip, by name or number ('#7').")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Rename a clip."""
    from unbake.library.library import Library

    with Library.open(library) as opened:
        found = opened.clip(clip)
        opened.rename(found.id, name)
    if as_json:
        print_json({"library": str(library), "id": found.id, "before": found.name, "name": name})
        return
    console.print(f"{found.name} is now {name}", markup=False)
