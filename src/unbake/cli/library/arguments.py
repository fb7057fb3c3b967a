"""Which library, which of its clips, and which of their frames."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unbake.errors import UsageError
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.motion.body.roles import nearest

if TYPE_CHECKING:
    from unbake.composition.material import LibraryMaterial
    from unbake.synthesis.material.material import Place

LibraryArgument = Annotated[
    Path, typer.Argument(readable=False, metavar="LIB", help="The library: a file, usually *.unbakelib.")
]
ClipsArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="CLIP…", help="Clips by name, pattern ('walk*') or number ('#7')."),
]
TaggedOption = Annotated[
    list[str] | None, typer.Option("--tag", help="Only clips with this tag; if repeated, clips with all of them.")
]


def chosen_clips(library: Library, names: Sequence[str] | None, tags: Sequence[str] | None = None) -> list[Clip]:
    """Return the clips of names and patterns, each once, or all; of these, those that have all tags.

    Raises UsageError for a name or pattern that no clip has, and where nothing is left.
    """
    clips = library.clips()
    if names:
        chosen = {clip.id: clip for name in names for clip in _named(library, clips, name)}
        clips = list(chosen.values())
    wanted = {tag.casefold() for tag in tags or ()}
    clips = [clip for clip in clips if wanted <= {tag.casefold() for tag in clip.tags}]
    if not clips and (names or tags):
        shown = " and ".join(f"'{tag}'" for tag in tags or ())
        raise UsageError(f"{library.path}: none of these clips has the tag {shown}", code="no-clips")
    return clips


def _named(library: Library, clips: Sequence[Clip], name: str) -> list[Clip]:
    matching = [clip for clip in clips if fnmatchcase(clip.name.casefold(), name.casefold())]
    return matching or [library.clip(name)]


def clip_fields(clip: Clip) -> dict[str, Any]:
    """Return a clip as programs get it."""
    return {
        "id": clip.id,
        "name": clip.name,
        "source": clip.source,
        "tags": list(clip.tags),
        "frames": clip.n_frames,
        "first_frame": clip.first_frame,
        "last_frame": clip.last_frame,
        "fps": float(clip.fps),
        "duration_s": clip.duration_s,
        "licence": clip.licence,
        "added": clip.added,
        "has_body": clip.has_body,
        "content_hash": clip.content_hash,
        "is_composed": clip.is_composed,
    }


def length_text(seconds: float) -> str:
    """Return a length of time as people read it: ``8.4 s``, ``3:20 min``, ``1:05:00 h``."""
    if seconds < 60.0:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} h" if hours else f"{minutes}:{rest:02} min"


def parse_place(found: LibraryMaterial, text: str, option: str, whose: str) -> Place:
    """Return the frame that ``CLIP:FRAME`` means, the nearest one at the material's rate.

    Raises UsageError for what is no clip of the material, which messages call that of `whose`, such as the ``graph``,
    and for frames outside of it.
    """
    from unbake.synthesis.material.material import Place

    match = re.fullmatch(r"(.+):(-?\d{1,9})", text, re.DOTALL)
    if match is None:
        raise UsageError(
            f"{option} '{text}' is no frame of a clip; expected CLIP:FRAME, such as walk:120", option=option
        )
    name, number, names = match.group(1), int(match.group(2)), list(found.material.names)
    if name not in names:
        raise UsageError(f"{option}: no clip '{name}' among those of the {whose}{nearest(name, names)}", option=option)
    place = names.index(name)
    clip = found.clips[place]
    if not clip.first_frame <= number <= clip.last_frame:
        raise UsageError(f"{option}: frame {number} is outside of {name}, {clip.first_frame}–{clip.last_frame}")
    frame = round((number - clip.first_frame) * found.material.fps / float(clip.fps))
    return Place(place, min(frame, found.material.sources[place].n_frames - 1))
