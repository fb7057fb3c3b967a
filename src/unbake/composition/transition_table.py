"""Transition tables of libraries: built once, kept in the library after every row, and gone on with."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from unbake.composition.material import LibraryMaterial
from unbake.errors import FileError, UsageError
from unbake.ground.arrays import Floats32
from unbake.ground.progress import Progress
from unbake.library.derived import Arrays, DerivedTable
from unbake.library.library import Library
from unbake.motion.motion import Motion
from unbake.synthesis.transitions.clusters import distances_m, window_rows
from unbake.synthesis.transitions.prepared import PreparedMotion, prepared
from unbake.synthesis.transitions.search import Search, search_all
from unbake.synthesis.transitions.table import TableOptions, TransitionTable, places_of, start_table
from unbake.synthesis.transitions.windows import search_windows

NAME = "transition-table"
VERSION = "skate and zero moment point; 1"


def build_transition_table(
    library: Library,
    found: LibraryMaterial,
    options: TableOptions | None = None,
    report: Progress = lambda part: None,
) -> TransitionTable:
    """Build the transition table of a library's clips and keep it in place of the one before.

    What is done is kept after every row; a build that was interrupted goes on, and one that is complete is returned.

    Parameters
    ----------
    library : where it is kept.
    found : its material; a table is known by the material's stamp.
    options : what it is of.
    report : called with the part that is done, 0 to 1.

    Raises
    ------
    UsageError : too little motion of the length.
    """
    options = options or TableOptions()
    motions = [prepared(source) for source in found.material.sources]
    table = _begun(library, found, options)
    if table is None:
        table, windows = start_table(motions, options)
    elif table.is_complete:
        return table
    else:
        windows = search_windows(places_of(motions, table.clips, table.firsts), table.n_frames, options.masses)
    started, before = time.process_time(), table.processor_s

    def keep(search: Search) -> None:
        table.processor_s = before + time.process_time() - started
        library.keep(NAME, _stamp(found), table.to_bytes())

    search_all(windows, table.search, report, keep)
    return table


def kept_transition_table(library: Library, found: LibraryMaterial) -> TransitionTable:
    """Return the table that a library keeps.

    Raises
    ------
    UsageError : it keeps none, clips or plants have changed since, or the build was interrupted.
    FileError : what is kept is damaged.
    """
    data = library.kept(NAME, _stamp(found))
    if data is None:
        raise UsageError(f"{library.path}: no transition table of these clips is kept", code="table-not-built")
    try:
        table = TransitionTable.from_bytes(data)
    except UsageError as error:
        raise FileError(library.path, str(error)) from error
    if not table.is_complete:
        raise UsageError(
            f"{library.path}: {len(table.search.done)} of {len(table)} rows of the transition table are there",
            code="table-incomplete",
        )
    _check_fits(library, table, found)
    return table


def medoid_distances(
    library: Library, found: LibraryMaterial, table: TransitionTable, motions: Callable[[int], PreparedMotion]
) -> list[Floats32]:
    """Return how far each window of each clip is from each medoid, (F − N + 1, K) in metres; they are kept.

    Parameters
    ----------
    library, found, table : whose.
    motions : the clip of a number, prepared.
    """

    @cache
    def medoids() -> Floats32:
        places = places_of([motions(int(clip)) for clip in table.clips], np.arange(len(table)), table.firsts)
        return np.concatenate([window_rows(motion, np.array([first]), table.n_frames) for motion, first in places])

    out = []
    for number, clip in enumerate(found.clips):

        def make(motion: Motion, number: int = number) -> Arrays:
            own = motions(number)
            firsts = np.arange(0, own.n_frames - table.n_frames + 1)
            return {"distances_m": distances_m(window_rows(own, firsts, table.n_frames), medoids())}

        kept = DerivedTable("transition-distances", f"{VERSION}; {table.recipe}; {found.stamp}", make)
        out.append(np.asarray(library.derived(clip.id, kept)["distances_m"], dtype=np.float32))
    return out


def _begun(library: Library, found: LibraryMaterial, options: TableOptions) -> TransitionTable | None:
    """What an earlier build left of the same table; None where there is none."""
    data = library.kept(NAME, _stamp(found))
    if data is None:
        return None
    try:
        table = TransitionTable.from_bytes(data)
    except UsageError:
        return None  # damaged: it is built again
    return table if table.recipe == options.recipe and _fits(table, found) else None


def _fits(table: TransitionTable, found: LibraryMaterial) -> bool:
    """Whether all medoids are inside of the clips."""
    lengths: Sequence[int] = [source.n_frames for source in found.material.sources]
    places = zip(table.clips, table.firsts, strict=True)
    return all(0 <= clip < len(lengths) and 0 <= first <= lengths[clip] - table.n_frames for clip, first in places)


def _check_fits(library: Library, table: TransitionTable, found: LibraryMaterial) -> None:
    if not _fits(table, found):
        raise FileError(library.path, "the transition table is damaged (a medoid outside of its clip): build it again")


def _stamp(found: LibraryMaterial) -> str:
    return f"{VERSION}; {found.stamp}"
