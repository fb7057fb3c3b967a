"""One library taken into another."""

from __future__ import annotations

from dataclasses import dataclass, field

from unbake.errors import FileError, UnbakeError
from unbake.ground.intervals import intervals
from unbake.ground.progress import Progress
from unbake.library.annotations import flag_index
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.library.rows import flags
from unbake.library.stored import StoredMotion


@dataclass
class Merged:
    """What became of the clips.

    Parameters
    ----------
    new : how many clips were taken over.
    known : how many were there already; they were given the tags, labels and annotations that they lacked.
    damaged : clips that could not be read, each with the reason.
    """

    new: int = 0
    known: int = 0
    damaged: list[tuple[str, str]] = field(default_factory=list)


def merge(library: Library, other: Library, progress: Progress | None = None) -> Merged:
    """Take all clips of another library, which stays as it is, with all that people said about them.

    What the library says itself is never overwritten. Flags that it does not have are put behind its own. Guesses and
    derived tables are left out: they can be made again.

    Parameters
    ----------
    library : takes the clips; open for writing.
    other : the library that they come from.
    progress : called after each clip with the part that is done, 0 to 1; what it raises ends the work.

    Returns
    -------
    How many clips were new and how many known, and which could not be read.

    Raises
    ------
    FileError : a library that cannot be written, or another one so damaged that not even its list of clips and its
        vocabulary can be read.
    """
    merged = Merged()
    _add_flags(library, other)
    # Those that are made of others come after what they are made of.
    clips = sorted(other.clips(), key=lambda clip: clip.is_composed)
    for done, clip in enumerate(clips, 1):
        try:
            _take(library, other, clip, merged)
        except FileError as error:
            if error.file == str(library.path):
                raise
            merged.damaged.append((clip.name, error.message))
        if progress:
            progress(done / len(clips))
    return merged


def _add_flags(library: Library, other: Library) -> None:
    own = library.vocabulary
    new = []
    for flag in other.vocabulary:
        try:
            flag_index(own, flag)
        except UnbakeError:
            new.append(flag)
    if new:
        library.set_vocabulary((*own, *new))


def _take(library: Library, other: Library, clip: Clip, merged: Merged) -> None:
    stored = other.stored(clip.id)
    if not stored.is_whole():
        raise FileError(other.path, "its motion is damaged")
    with library.database.transaction():
        clip_id, is_new = _added(library, other, clip, stored)
        library.tag(clip_id, clip.tags)
        labels = other.foot_labels(clip.id)
        if labels is not None and library.foot_labels(clip_id) is None:
            library.set_foot_labels(clip_id, labels)
        _take_annotations(library, clip_id, other, clip.id)
        for (mark,) in other.database.rows("SELECT hash FROM source_file WHERE clip_id = ?", [clip.id]):
            library.database.change("INSERT OR IGNORE INTO source_file VALUES (?, ?)", [mark, clip_id])
    merged.new += is_new
    merged.known += not is_new


def _added(library: Library, other: Library, clip: Clip, stored: StoredMotion) -> tuple[int, bool]:
    """A clip's number here; what is made of others stays so, where all of these could be taken over."""
    found = other.recipe(clip.id)
    if found is None:
        return library.add_stored(stored, clip.name, source=clip.source, tags=clip.tags, licence=clip.licence)
    recipe, sources = found
    own = [library.clip_of_content(other.clip(number).content_hash) for number in sources]
    if any(number is None for number in own):
        raise FileError(other.path, "a clip that it is made of could not be taken over")
    numbers = [number for number in own if number is not None]
    return library.add_composed(recipe, numbers, clip.name, source=clip.source, tags=clip.tags, licence=clip.licence)


def _take_annotations(library: Library, clip_id: int, other: Library, other_id: int) -> None:
    """Take over flags of a clip, on frames of which the library's own people said nothing."""
    own, theirs = library.vocabulary, other.vocabulary
    open_frames = ~library.annotations(clip_id).by_person
    for row, label in list(flags.labels(other.database, other_id)):
        own_row = flag_index(own, theirs[row])
        for first, last in intervals(open_frames[own_row, label.start : label.stop]):
            library.annotate(clip_id, own[own_row], label.start + first, label.start + last + 1, label.is_set)
