"""The clips of a library as the page lists them."""

from __future__ import annotations

from unbake.ground.arrays import Booleans
from unbake.library import Clip, Library
from unbake.search.expression import Expression
from unbake.search.filters import Filters, frames_where
from unbake.studio.server import messages as m

_SET = """SELECT DISTINCT clip_id, flag.name FROM label JOIN flag ON flag.id = label.flag_id WHERE is_set
    ORDER BY position, flag.id"""


def listed(library: Library, asked: m.ListLibrary) -> m.LibraryListed:
    """Return the clips that meet all conditions; UsageError for an expression that is none."""
    clips = library.clips()
    flags = flags_of(library)
    filters = Filters(
        flags=asked.expression.strip() or None,
        tags=(asked.tag,) if asked.tag else (),
        text=asked.text.strip() or None,
        longer_s=asked.least_s,
        shorter_s=asked.most_s,
    )
    expression = filters.expression(library.vocabulary)
    found = filters.clips(clips)
    guessed: dict[int, tuple[str, ...]] = {}
    if expression is not None:
        where = {clip.id: frames_where(library, clip, expression) for clip in found}
        found = [clip for clip in found if where[clip.id].any()]
        guessed = {clip.id: _guessed(library, clip, expression, where[clip.id]) for clip in found}
    tags = sorted({tag for clip in clips for tag in clip.tags}, key=str.casefold)
    shown = tuple(_message(clip, tuple(flags.get(clip.id, ())), guessed.get(clip.id, ())) for clip in found)
    return m.LibraryListed(shown, len(clips), tuple(tags))


def flags_of(library: Library) -> dict[int, list[str]]:
    """Return, for each clip where a person set any, the flags that are true somewhere in it."""
    found: dict[int, list[str]] = {}
    for clip_id, flag in library.database.rows(_SET):
        found.setdefault(int(clip_id), []).append(str(flag))
    return found


def _guessed(library: Library, clip: Clip, expression: Expression, where: Booleans) -> tuple[str, ...]:
    """Return the flags of an expression that nobody set, but that are guessed on some frames where it holds."""
    annotations = library.annotations(clip.id)
    rows = [annotations.row(name) for name in expression.names]
    is_set = (annotations.values == 1) & annotations.by_person
    is_guessed = (annotations.values == 1) & ~annotations.by_person & where
    return tuple(annotations.flags[row] for row in sorted(rows) if is_guessed[row].any() and not is_set[row].any())


def _message(clip: Clip, flags: tuple[str, ...], guessed: tuple[str, ...]) -> m.LibraryClip:
    return m.LibraryClip(
        id=clip.id,
        name=clip.name,
        source=clip.source,
        tags=clip.tags,
        flags=flags,
        guessed=guessed,
        n_frames=clip.n_frames,
        first_frame=clip.first_frame,
        fps=float(clip.fps),
        seconds=clip.duration_s,
    )
