"""The index of a library: projections are kept for all of it, codes with every clip, bodies are read when needed.

Projections fit the library that they were made from, and rule out less in others. So they are made again, and all codes
with them, when the library has grown to many times as many windows; new clips get codes by those that are there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats32
from unbake.ground.progress import Progress
from unbake.library.clip import Clip
from unbake.library.derived import Arrays, DerivedTable
from unbake.library.library import Library
from unbake.library.packing import packed_tables, unpacked_tables
from unbake.library.tables import BODY, body_of
from unbake.motion.body.body_path import RATE_HZ, BodyPath, body_path
from unbake.motion.motion import Motion
from unbake.search.similar.index import WindowIndex
from unbake.search.similar.laid_out import Bodies
from unbake.search.similar.projection import Codes, Projections, fit_projections
from unbake.search.similar.windows import centres, n_windows, windows_of

VERSION = "31 axes, 32 bytes; 63 axes, 128 bytes; 3"
"""Of projections and codes."""
GROWN = 4.0
"""How many times as many windows make a new projection worth its while."""
SAMPLE = 12_000
"""Windows that a projection is fitted to."""
SAMPLE_CLIPS = 400
PIECE = 256
"""Windows that are coded at once: what is computed of them stays in the processor's cache."""


def open_index(library: Library, clips: Sequence[Clip], report: Progress = lambda part: None) -> WindowIndex:
    """Return the index of a library's clips; what is missing for it is computed and kept.

    Parameters
    ----------
    library : the library; one that can only be read is searched without keeping anything.
    clips : those that have a body; at least one.
    report : called with the part that is done, 0 to 1.
    """
    projections = _projections(library, clips)
    table = _table(projections)
    kept = _kept_codes(library, table)
    codes, fine_codes, lengths = [], [], []
    for done, clip in enumerate(clips):
        arrays = kept.pop(clip.id, None) or _computed(library, clip, projections, table)
        codes.append(np.asarray(arrays["codes"]))
        fine_codes.append(np.asarray(arrays["fine_codes"]))
        lengths.append(int(arrays["n_instants"]))
        report((done + 1) / len(clips))
    return WindowIndex(projections, codes, fine_codes, lengths, Bodies(lambda number: _body(library, clips[number])))


def window_codes(projections: Projections, path: BodyPath) -> tuple[Codes, Codes]:
    """Return the codes (N, 32) and the fine codes (N, 64) of all windows of a body."""
    middles, both = centres(path), (projections.coarse, projections.fine)
    pieces = (windows_of(path, middles[begin : begin + PIECE]) for begin in range(0, len(middles), PIECE))
    coarse, fine = zip(*([one.codes(piece) for one in both] for piece in pieces), strict=True)
    return np.concatenate(coarse), np.concatenate(fine)


def _table(projections: Projections) -> DerivedTable:
    def make(motion: Motion) -> Arrays:
        return _arrays(projections, body_path(motion))

    return DerivedTable("search-codes", f"{VERSION}; {projections.stamp}", make)


def _arrays(projections: Projections, path: BodyPath) -> Arrays:
    codes, fine_codes = window_codes(projections, path)
    return {"codes": codes, "fine_codes": fine_codes, "n_instants": np.array(path.n_instants)}


def _kept_codes(library: Library, table: DerivedTable) -> dict[int, Arrays]:
    """The codes that are there, by clip; those that are damaged are left out."""
    query = "SELECT clip_id, data FROM derived WHERE name = ? AND version = ?"
    out: dict[int, Arrays] = {}
    for clip_id, data in library.database.rows(query, [table.name, table.version]):
        try:
            arrays = unpacked_tables(data)
        except ValueError:
            continue
        if {"codes", "fine_codes", "n_instants"} <= set(arrays):
            out[clip_id] = arrays
    return out


def _computed(library: Library, clip: Clip, projections: Projections, table: DerivedTable) -> Arrays:
    arrays = _arrays(projections, _body(library, clip))
    # Codes are as good as random: compressing them takes time alone.
    library.keep_derived(clip.id, table, packed_tables(arrays, compress=False))
    return arrays


def _body(library: Library, clip: Clip) -> BodyPath:
    path = body_of(library.derived(clip.id, BODY))
    return BodyPath(np.require(path.positions, np.float32, ["C", "W"]), path.leg_m)


def _projections(library: Library, clips: Sequence[Clip]) -> Projections:
    """The library's projections, made where there are none that still fit."""
    total = sum(n_windows(int((clip.n_frames - 1) * RATE_HZ / clip.fps) + 1) for clip in clips)
    data = library.kept("search-projections", VERSION)
    if data is not None:
        try:
            kept = Projections.from_bytes(unpacked_tables(data)["projections"].tobytes())
        except (UsageError, ValueError, KeyError):
            pass  # damaged: it is made again
        else:
            if total <= GROWN * kept.n_library:
                return kept
    projections = fit_projections(_sample(library, clips), total)
    if not library.database.is_read_only:
        # As a table they have a checksum: bounds by other axes would rule out what is near.
        table = {"projections": np.frombuffer(projections.to_bytes(), dtype=np.uint8)}
        library.keep("search-projections", VERSION, packed_tables(table, compress=False))
    return projections


def _sample(library: Library, clips: Sequence[Clip]) -> Floats32:
    """Windows (N, 31, 17, 3) from all over the library: as many of each clip as it has of all windows."""
    chosen = [clips[n] for n in np.unique(np.linspace(0, len(clips) - 1, SAMPLE_CLIPS).astype(int))]
    paths = [_body(library, clip) for clip in chosen]
    step = max(1, -(-sum(n_windows(path.n_instants) for path in paths) // SAMPLE))
    parts = [windows_of(path, np.ascontiguousarray(centres(path)[::step])) for path in paths]
    return np.concatenate(parts)
