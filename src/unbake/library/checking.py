"""Whether a library is what it was: the file itself, every clip to the last bit, all that is said about them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise

from unbake.errors import FileError, UnbakeError, UsageError
from unbake.ground.progress import Progress
from unbake.library.library import Library
from unbake.library.packing import unpacked_tables

_KEPT = "SELECT name, data FROM kept WHERE (name, stamp) != (?, ?) ORDER BY name"
_PLAIN = ("search-projections", "31 axes, 32 bytes; 63 axes, 128 bytes; 2")
"""Name and stamp of what was once kept without a checksum; the next search replaces it."""
_ORPHANS = "SELECT count(*) FROM skeleton WHERE id NOT IN (SELECT skeleton_id FROM clip)"


def problems(library: Library, progress: Progress | None = None) -> list[str]:
    """Return what is wrong with a library, a sentence for each; nothing where all is well.

    Takes as long as reading all of it. Changes nothing.
    """
    found: list[str] = []
    try:
        found += _of_the_file(library)
        clips = [(clip_id, name) for clip_id, name in library.database.rows("SELECT id, name FROM clip ORDER BY id")]
        for done, (clip_id, name) in enumerate(clips, 1):
            found += [f"clip '{name}': {problem}" for problem in _of_a_clip(library, clip_id)]
            if progress:
                progress(done / len(clips))
        found += _of_the_whole(library)
    except FileError as error:
        found.append(f"the file {error.message}")
    return found


def _of_the_file(library: Library) -> Iterator[str]:
    said = [line for (text,) in library.database.rows("PRAGMA integrity_check") for line in text.splitlines()]
    faults = [line for line in said if line != "ok" and not line.startswith("***")]
    if faults:
        more = f", the first of {len(faults)} that were found" if len(faults) > 1 else ""
        yield f"the file is damaged (SQLite: {faults[0].strip()}{more})"
    for table, row, above, _ in library.database.rows("PRAGMA foreign_key_check"):
        yield f"row {row} of table {table} belongs to nothing in {above}"
    orphans = library.database.row(_ORPHANS)[0]
    if orphans:
        yield f"{orphans} skeletons belong to no clip"


def _of_a_clip(library: Library, clip_id: int) -> Iterator[str]:
    try:
        is_whole = library.stored(clip_id).is_whole()
    except (UsageError, FileError) as error:
        yield error.message if isinstance(error, FileError) else str(error)
        return
    if not is_whole:
        yield "its motion is not what was stored"
        return
    try:
        library.foot_labels(clip_id)
        library.annotations(clip_id)
    except UnbakeError as error:
        yield str(error)
    n_frames = library.clip(clip_id).n_frames
    query = "SELECT flag_id, start, stop FROM label WHERE clip_id = ? ORDER BY flag_id, start"
    labels = library.database.rows(query, [clip_id])
    if any(stop > n_frames for _, _, stop in labels):
        yield "it is annotated beyond its end"
    if any(one[0] == other[0] and other[1] < one[2] for one, other in pairwise(labels)):
        yield "two of its annotations contradict each other"
    for name, data in library.database.rows("SELECT name, data FROM derived WHERE clip_id = ?", [clip_id]):
        try:
            unpacked_tables(data)
        except ValueError as error:
            yield f"table '{name}': {error}"


def _of_the_whole(library: Library) -> Iterator[str]:
    """What is kept for all clips together: archives with checksums, or JSON."""
    for name, data in library.database.rows(_KEPT, _PLAIN):
        try:
            json.loads(data) if data.startswith(b"{") else unpacked_tables(data)
        except ValueError as error:
            yield f"what is kept as '{name}' is damaged ({error})"
