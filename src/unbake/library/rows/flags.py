"""Flags, labels and guesses in the tables."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import numpy as np

from unbake.errors import FileError, UsageError
from unbake.ground.arrays import Floats32
from unbake.library.annotations import Label, check_vocabulary, flag_index, painted
from unbake.library.database import Database
from unbake.library.packing import inflated


def vocabulary(database: Database) -> tuple[str, ...]:
    """Return the flags in order."""
    return tuple(name for (name,) in database.rows("SELECT name FROM flag ORDER BY position, id"))


def set_vocabulary(database: Database, flags: tuple[str, ...]) -> None:
    """Set the flags and their order; those that are left out go with their annotations."""
    check_vocabulary(flags)
    with database.transaction():
        for old in vocabulary(database):
            if old.casefold() not in {flag.casefold() for flag in flags}:
                database.change("DELETE FROM flag WHERE name = ?", [old])
        for position, flag in enumerate(flags):
            known = database.row("SELECT id FROM flag WHERE name = ?", [flag])
            if known is None:
                database.change("INSERT INTO flag (name, position) VALUES (?, ?)", [flag, position])
            else:
                database.change("UPDATE flag SET name = ?, position = ? WHERE id = ?", [flag, position, *known])


def rename(database: Database, old: str, new: str) -> None:
    """Call a flag otherwise."""
    with database.transaction():
        flags = list(vocabulary(database))
        row = flag_index(tuple(flags), old)
        before, flags[row] = flags[row], new
        check_vocabulary(tuple(flags))
        database.change("UPDATE flag SET name = ? WHERE name = ?", [new, before])


def labels(database: Database, clip_id: int) -> Iterator[tuple[int, Label]]:
    """Yield row and label of all that a person said of a clip."""
    rows = _rows_of_flags(database)
    query = "SELECT flag_id, start, stop, is_set FROM label WHERE clip_id = ? ORDER BY flag_id, start"
    for flag_id, start, stop, is_set in database.rows(query, [clip_id]):
        yield rows[flag_id], Label(start, stop, bool(is_set))


def guesses(database: Database, clip_id: int, n_frames: int) -> Iterator[tuple[int, Floats32]]:
    """Yield row and certainty (F,) of all that is guessed of a clip; FileError where it is damaged."""
    rows = _rows_of_flags(database)
    for flag_id, data in database.rows("SELECT flag_id, certainty FROM guess WHERE clip_id = ?", [clip_id]):
        try:
            steps = np.frombuffer(inflated(data, n_frames), dtype=np.uint8)
        except ValueError as error:
            raise FileError(database.file, f"the guesses of clip #{clip_id} are damaged ({error})") from error
        yield rows[flag_id], steps.astype(np.float32) / np.float32(255.0)


def paint(database: Database, clip_id: int, row: int, start: int, stop: int, is_set: bool | None) -> None:
    """Store what a person says of some frames, over what was said before."""
    with database.transaction():
        flag_id = _flag_id(database, row)
        touched = "FROM label WHERE clip_id = ? AND flag_id = ? AND start <= ? AND stop >= ?"
        near = [clip_id, flag_id, stop, start]
        query = f"SELECT start, stop, is_set {touched} ORDER BY start"
        own = [Label(first, end, bool(value)) for first, end, value in database.rows(query, near)]
        database.change(f"DELETE {touched}", near)
        for label in painted(own, start, stop, is_set):
            values = [clip_id, flag_id, label.start, label.stop, label.is_set]
            database.change("INSERT INTO label VALUES (?, ?, ?, ?, ?)", values)


def keep_guess(database: Database, clip_id: int, row: int, probability: Floats32, stamp: str) -> None:
    """Store a classifier's certainty in place of what was guessed before."""
    if not ((probability >= 0.0) & (probability <= 1.0)).all():
        raise UsageError("certainties must lie between 0 and 1")
    # 0.5 counts as yes: rounding to steps must not turn what is just below into it.
    steps = np.where(probability < 0.5, np.floor(probability * 255.0), np.ceil(probability * 255.0)).astype(np.uint8)
    with database.transaction():
        values = [clip_id, _flag_id(database, row), stamp, zlib.compress(steps.tobytes(), 6)]
        database.change("INSERT OR REPLACE INTO guess VALUES (?, ?, ?, ?)", values)


def drop_guess(database: Database, clip_id: int, row: int) -> None:
    """Forget what is guessed of a flag in a clip."""
    database.change("DELETE FROM guess WHERE clip_id = ? AND flag_id = ?", [clip_id, _flag_id(database, row)])


def stamp(database: Database, clip_id: int, row: int) -> str | None:
    """Return which classifier's guess is kept, None where none is."""
    query = "SELECT stamp FROM guess WHERE clip_id = ? AND flag_id = ?"
    found = database.row(query, [clip_id, _flag_id(database, row)])
    return None if found is None else str(found[0])


def _flag_id(database: Database, row: int) -> int:
    (flag_id,) = database.row("SELECT id FROM flag ORDER BY position, id LIMIT 1 OFFSET ?", [row])
    return int(flag_id)


def _rows_of_flags(database: Database) -> dict[int, int]:
    found = database.rows("SELECT id FROM flag ORDER BY position, id")
    return {int(flag_id): row for row, (flag_id,) in enumerate(found)}
