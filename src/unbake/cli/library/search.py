"""``unbake library search``: stretches that move alike, and clips by what is known of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from unbake.cli.library.arguments import LibraryArgument
from unbake.cli.shared.loading import load_figure
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, print_json, print_note
from unbake.errors import UsageError
from unbake.formats.registry import ReadOptions
from unbake.ground.wording import counted

if TYPE_CHECKING:
    from unbake.library.library import Library
    from unbake.search import Filters, Hit, Like


@dataclass(frozen=True)
class FilterGroup:
    """What is searched through."""

    flags: Annotated[
        str | None, typer.Option("--flags", help="Annotations: 'walk and not turn-left', with or, not and brackets.")
    ] = None
    tag: Annotated[
        list[str] | None, typer.Option("--tag", help="Only clips with this tag; if repeated, clips with all of them.")
    ] = None
    text: Annotated[str | None, typer.Option("--text", help="Only clips with this in their name or source.")] = None
    longer: Annotated[str | None, typer.Option("--longer", help="Only clips of this length or more: 2s.")] = None
    shorter: Annotated[str | None, typer.Option("--shorter", help="Only clips of this length or less: 10s.")] = None

    def filters(self) -> Filters:
        """Return what the library of functions takes."""
        from unbake.search import Filters

        longer, shorter = parse_seconds(self.longer, "--longer"), parse_seconds(self.shorter, "--shorter")
        return Filters(self.flags, tuple(self.tag or ()), self.text, longer, shorter)


@with_option_groups
def search(
    library: LibraryArgument,
    *,
    like: Annotated[
        str | None,
        typer.Option(
            "--like", metavar="CLIP:A:B", help="Find motion like frames A to B of a file or of a clip of LIB."
        ),
    ] = None,
    filtering: FilterGroup,
    least: Annotated[
        str | None, typer.Option("--least", help="Shortest stretch that --flags finds; by default 0.5s.")
    ] = None,
    count: Annotated[
        int | None, typer.Option("--count", "-n", help="How many results at most; by default 12 with --like, else all.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Find stretches of motion: like another, by annotations, or whole clips by tag, text and length; all combine.

    A stretch to be like is one second around a frame (--like walk.bvh:120), or around the middle of the clip. One of
    more than a second (--like walk.bvh:120:400) is compared second by second. Mirror images are found as well.
    """
    from unbake.library.library import Library
    from unbake.search import LibrarySearch
    from unbake.search.search import LEAST_S

    filters, seconds = filtering.filters(), parse_seconds(least, "--least")
    if seconds is not None and (filtering.flags is None or like is not None):
        raise UsageError("--least is the shortest stretch that --flags finds without --like", option="--least")
    with Library.open(library) as opened, Steps() as steps:
        searched = LibrarySearch(opened, lambda part: steps.report("load", part))
        wanted = None if like is None else _like(opened, like)
        hits = searched.search(wanted, filters, count, LEAST_S if seconds is None else seconds)
    if as_json:
        print_json({"library": str(library), "hits": [_fields(hit) for hit in hits]})
        return
    if not hits:
        print_note(f"Nothing in {library} is like that.")
        return
    console.print(_table(hits, wanted is not None))
    console.print(counted(len(hits), "result"))


def parse_seconds(text: str | None, what: str) -> float | None:
    """Return seconds from a length of time such as ``2s``, ``0.5 s``, ``500ms`` or ``3min``; ``2`` is 2 s."""
    if text is None:
        return None
    match = re.fullmatch(r"\s*(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})\s*(s|ms|min)?\s*", text.lower())
    if match is None:
        raise UsageError(f"{what} '{text}' is no length of time; expected seconds, such as 2s", option=what)
    return float(match.group(1)) * {"ms": 0.001, "min": 60.0}.get(match.group(2) or "s", 1.0)


def _like(library: Library, text: str) -> Like:
    """The stretch that ``CLIP``, ``CLIP:FRAME`` or ``CLIP:FIRST:LAST`` means, by the file's own frame numbers."""
    from unbake.search import like_clip, like_motion

    match = re.fullmatch(r"(.+?)(?::(-?\d{1,9}))?(?::(-?\d{1,9}))?", text, re.DOTALL)
    is_name = Path(text).is_file() or any(clip.name.casefold() == text.casefold() for clip in library.clips())
    name, *numbers = (text, None, None) if is_name or match is None else match.groups()
    file = Path(name)
    if file.is_file():
        motion = load_figure(file, ReadOptions())
        return like_motion(motion, *(n if n is None else int(n) - motion.first_frame for n in numbers))
    try:
        clip = library.clip(name)
    except UsageError as error:
        raise UsageError(f"--like: there is no file {name}, and {error}", option="--like") from error
    return like_clip(library, clip.id, *(n if n is None else int(n) - clip.first_frame for n in numbers))


def _fields(hit: Hit) -> dict[str, Any]:
    """A result as programs get it."""
    return {
        "id": hit.clip.id,
        "clip": hit.clip.name,
        "first_frame": hit.first_frame,
        "last_frame": hit.last_frame,
        "duration_s": hit.duration_s,
        "distance_cm": hit.distance_cm,
        "unwarped_cm": hit.unwarped_cm,
        "mirrored": hit.is_mirrored,
    }


def _table(hits: list[Hit], is_alike: bool) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("clip", overflow="fold", style="bold")
    table.add_column("frames", justify="right")
    table.add_column("length", justify="right")
    if is_alike:
        table.add_column("away", justify="right")
        table.add_column("unwarped", justify="right")
        table.add_column("")
    for hit in hits:
        cells: list[str | Text] = [
            Text(hit.clip.name),
            f"{hit.first_frame}–{hit.last_frame}",
            f"{hit.duration_s:.2f} s",
        ]
        if is_alike:
            cells += [f"{hit.distance_cm:.1f} cm", f"{hit.unwarped_cm:.1f} cm", "mirrored" if hit.is_mirrored else ""]
        table.add_row(*cells)
    return table
