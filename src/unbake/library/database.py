"""The SQLite file: opened, brought up to date, and used by several threads and processes at once."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np

from unbake.errors import FileError
from unbake.ground.files.whole_file import whole_file
from unbake.library.schema import APPLICATION_ID, MIGRATIONS, VERSION

SUFFIX = ".unbakelib"
WAIT_S = 30.0
"""How long a change waits for that of another process."""
_SAID = {
    sqlite3.SQLITE_FULL: "cannot be written: the disk is full",
    sqlite3.SQLITE_BUSY: "is in use by another process; try again when that is done",
    sqlite3.SQLITE_LOCKED: "is in use by another process; try again when that is done",
    sqlite3.SQLITE_READONLY: "cannot be written: it, or its folder, is read-only",
    sqlite3.SQLITE_PERM: "cannot be opened: permission denied",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: it, or its folder, is not there or may not be read",
    sqlite3.SQLITE_NOTADB: "is damaged or no library",
    sqlite3.SQLITE_CORRUPT: "is damaged",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error",
}


class Database:
    """A library's file.

    Changes are transactions: whole or not there at all, even where the process is killed. Threads share one connection
    and take turns.

    Parameters
    ----------
    file : the file.

    Raises
    ------
    FileError : a file that is missing, no library, damaged, or of a newer version.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock = RLock()
        self._depth = 0
        self.is_read_only = _check_file(file)
        with self.errors():
            self._connection = _connected(file, self.is_read_only)
        try:
            self._update()
        except BaseException:
            self._connection.close()
            raise

    def _update(self) -> None:
        with self.errors():
            version = self._version()
            if version > VERSION:
                message = f"was made by a newer Unbake (version {version} of the tables, {VERSION} is understood)"
                raise FileError(self.file, message, code="newer-library")
            if version == VERSION:
                return
            if self.is_read_only:
                self._connection = _in_memory(self._connection)
            with self.transaction():
                for step in MIGRATIONS[self._version() :]:
                    for statement in step:
                        self._connection.execute(statement)
                self._connection.execute(f"PRAGMA user_version = {VERSION}")

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """Return all rows of a query."""
        with self._lock, self.errors():
            return self._connection.execute(query, _plain(values)).fetchall()

    def row(self, query: str, values: Sequence[Any] = ()) -> Any:
        """Return the first row of a query, None where there is none."""
        rows = self.rows(query, values)
        return rows[0] if rows else None

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Execute a statement that changes something, and return the number of the last row it added."""
        with self.transaction():
            return int(self._connection.execute(statement, _plain(values)).lastrowid or 0)

    def check_writable(self) -> None:
        """Refuse a file that can only be read, before work begins; FileError."""
        if self.is_read_only:
            raise FileError(self.file, _SAID[sqlite3.SQLITE_READONLY])

    def shrink(self) -> None:
        """Give the space of what was removed back to the disk."""
        with self._lock, self.errors():
            # Of a pragma without rows, `execute` takes one step, which frees one page.
            self._connection.executescript("PRAGMA incremental_vacuum")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all changes inside one: they are all there in the end, or none is."""
        with self._lock, self.errors():
            if self._depth:
                yield
                return
            self._connection.execute("BEGIN IMMEDIATE")
            self._depth = 1
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                self._depth = 0

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turn what SQLite says into a FileError."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            said = _SAID.get(code, f"cannot be used ({error})")
            kind = "damaged-library" if code == sqlite3.SQLITE_CORRUPT else "library"
            raise FileError(self.file, said, code=kind) from error

    def close(self) -> None:
        """Close the file; what was changed is in it."""
        with self._lock, self.errors():
            self._connection.close()


def _plain(values: Sequence[Any]) -> list[Any]:
    """The same values, NumPy's numbers as Python's: SQLite would take the former for bytes, which equal no number."""
    return [value.item() if isinstance(value, np.generic) else value for value in values]


def create(file: Path) -> None:
    """Make an empty library, whole or not at all; FileError where there is a file already."""
    if file.exists():
        raise FileError(file, "is there already")
    with whole_file(file) as temporary:
        connection = sqlite3.connect(temporary, isolation_level=None)
        try:
            # Motions are large: large pages hold them with fewer links. Space of what is removed can be given back.
            for pragma in ("page_size = 16384", "auto_vacuum = INCREMENTAL", f"application_id = {APPLICATION_ID}"):
                connection.execute(f"PRAGMA {pragma}")
            connection.execute("BEGIN IMMEDIATE")
            for step in MIGRATIONS:
                for statement in step:
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.Error as error:
            raise FileError(file, f"cannot be written ({error})") from error
        finally:
            connection.close()


def _check_file(file: Path) -> bool:
    """Refuse what is no file, and return whether it can only be read.

    The file itself is left to SQLite. To open and close it here would give back the locks of all other connections of
    this process (POSIX), and other processes would take the journal away while these use it.
    """
    if file.is_dir():
        raise FileError(file, "is a folder, not a library")
    if not file.exists():
        raise FileError(file, "does not exist", code="no-library")
    return not (os.access(file, os.W_OK) and os.access(file.resolve().parent, os.W_OK))


def _connected(file: Path, is_read_only: bool) -> sqlite3.Connection:
    mode = "mode=ro&immutable=1" if is_read_only else "mode=rw"
    connection = sqlite3.connect(
        f"{file.resolve().as_uri()}?{mode}", uri=True, timeout=WAIT_S, isolation_level=None, check_same_thread=False
    )
    _check_library(connection, file)
    connection.execute("PRAGMA foreign_keys = ON")
    if not is_read_only:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _in_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A copy that can be brought up to date where an older file can only be read."""
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.backup(copy)
    connection.close()
    return copy


def _check_library(connection: sqlite3.Connection, file: Path) -> None:
    """Refuse what is no library, before anything is changed; the connection is closed then."""
    try:
        (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_NOTADB:
            raise
        raise FileError(file, "is no library, or damaged") from error
    if application_id != APPLICATION_ID:
        connection.close()
        raise FileError(file, "is no library, or damaged")
