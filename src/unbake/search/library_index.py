"""The index of a library: the projection is kept for all of it, codes with every clip, bodies are read when needed.

A projection fits the library that it was made from, and rules out less in others. So it is made again, and all codes
with it, when the library has grown to many times as many windows; new clips get codes by the one that is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats32
from unbake.library.clip import Clip
from unbake.library.derived import Arrays, DerivedTable
from unbake.library.library import Library
from unbake.library.packing import packed_tables, unpacked_tables
from unbake.library.tables import BODY, body_of
from unbake.motion.body.body_path import RATE_HZ, BodyPath, body_path
from unbake.motion.motion import Motion
from unbake.search.similar.index import WindowIndex
from unbake.search.similar.laid_out import Bodies
from unbake.search.similar.projection import Codes, Projection, fit_projection
from unbake.search.similar.windows import centres, n_windows, windows_of

VERSION = "31 axes and the rest, 32 bytes; 1"
"""Of projections and codes."""
GROWN = 4.0
"""How many times as many windows make a new projection worth its while."""
SAMPLE = 12_000
"""Windows that a projection is fitted to."""
SAMPLE_CLIPS = 400
PIECE = 256
"""Windows that are coded at once: what is computed of them stays in the processor's cache."""

Report = Callable[[float], None]


def open_index(library: Library, clips: Sequence[Clip], report: Report = lambda part: None) -> WindowIndex:
    """Return the index of a library's clips; what is missing for it is computed and kept.

    Parameters
    ----------
    library : the library; one that can only be read is searched without keeping anything.
    clips : those that have a body; at least one.
    report : called with the part that is done, 0 to 1.
    """
    projection = _projection(library, clips)
    table = _table(projection)
    kept = _kept_codes(library, table)
    codes, lengths = [], []
    for done, clip in enumerate(clips):
        arrays = kept.pop(clip.id, None) or _computed(library, clip, projection, table)
        codes.append(np.asarray(arrays["codes"]))
        lengths.append(int(arrays["n_instants"]))
        report((done + 1) / len(clips))
    return WindowIndex(projection, codes, lengths, Bodies(lambda number: _body(library, clips[number])))


def window_codes(projection: Projection, path: BodyPath) -> Codes:
    """Return the codes (N, 32) of all windows of a body."""
    middles = centres(path)
    pieces = [middles[begin : begin + PIECE] for begin in range(0, len(middles), PIECE)]
    return np.concatenate([projection.codes(windows_of(path, piece)) for piece in pieces])


def _table(projection: Projection) -> DerivedTable:
    def make(motion: Motion) -> Arrays:
        return _arrays(projection, body_path(motion))

    return DerivedTable("search-codes", f"{VERSION}; {projection.stamp}", make)


def _arrays(projection: Projection, path: BodyPath) -> Arrays:
    return {"codes": window_codes(projection, path), "n_instants": np.array(path.n_instants)}


def _kept_codes(library: Library, table: DerivedTable) -> dict[int, Arrays]:
    """The codes that are there, by clip; those that are damaged are left out."""
    query = "SELECT clip_id, data FROM derived WHERE name = ? AND version = ?"
    out: dict[int, Arrays] = {}
    for clip_id, data in library.database.rows(query, [table.name, table.version]):
        try:
            arrays = unpacked_tables(data)
        except ValueError:
            continue
        if {"codes", "n_instants"} <= set(arrays):
            out[clip_id] = arrays
    return out


def _computed(library: Library, clip: Clip, projection: Projection, table: DerivedTable) -> Arrays:
    arrays = _arrays(projection, _body(library, clip))
    # Codes are as good as random: compressing them takes time alone.
    library.keep_derived(clip.id, table, packed_tables(arrays, compress=False))
    return arrays


def _body(library: Library, clip: Clip) -> BodyPath:
    path = body_of(library.derived(clip.id, BODY))
    return BodyPath(np.require(path.positions, np.float32, ["C", "W"]), path.leg_m)


def _projection(library: Library, clips: Sequence[Clip]) -> Projection:
    """The library's projection, made where there is none that still fits."""
    total = sum(n_windows(int((clip.n_frames - 1) * RATE_HZ / clip.fps) + 1) for clip in clips)
    data = library.kept("search-projection", VERSION)
    if data is not None:
        try:
            kept = Projection.from_bytes(data)
        except UsageError:
            pass  # damaged: it is made again
        else:
            if total <= GROWN * kept.n_library:
                return kept
    projection = fit_projection(_sample(library, clips), total)
    if not library.database.is_read_only:
        library.keep("search-projection", VERSION, projection.to_bytes())
    return projection


def _sample(library: Library, clips: Sequence[Clip]) -> Floats32:
    """Windows (N, 31, 17, 3) from all over the library: as many of each clip as it has of all windows."""
    chosen = [clips[n] for n in np.unique(np.linspace(0, len(clips) - 1, SAMPLE_CLIPS).astype(int))]
    paths = [_body(library, clip) for clip in chosen]
    step = max(1, -(-sum(n_windows(path.n_instants) for path in paths) // SAMPLE))
    parts = [windows_of(path, np.ascontiguousarray(centres(path)[::step])) for path in paths]
    return np.concatenate(parts)
