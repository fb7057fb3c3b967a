"""Add files to a library: known ones skipped, read on all cores, each stored as a whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from unbake.errors import UsageError
from unbake.formats.registry import ReadOptions
from unbake.ground.processes import as_they_come, end_with_parent, interrupts_kept_back, start_pool
from unbake.library.adding.reading import ReadFile, read_file
from unbake.library.adding.sources import SourceFile, source_files
from unbake.library.library import Library

FEW = 4
"""So few files are read at once in this process: others would take longer to start."""

Progress = Callable[[int, int], None]


@dataclass
class Added:
    """What became of the files.

    Parameters
    ----------
    clips : the new clips' numbers.
    known : how many files, or clips in files, were there already.
    broken : files that could not be read, each with the reason.
    notes : what a person should know.
    """

    clips: list[int] = field(default_factory=list)
    known: int = 0
    broken: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class AddOptions:
    """How files are added.

    Parameters
    ----------
    read : how they are read.
    tags, licence : what all their clips are given.
    jobs : processes that read; 0 means one for each core.
    """

    read: ReadOptions = ReadOptions()  # noqa: RUF009 – frozen
    tags: tuple[str, ...] = ()
    licence: str = ""
    jobs: int = 0


def add_files(
    library: Library,
    places: Sequence[str | Path],
    options: AddOptions | None = None,
    progress: Progress | None = None,
) -> Added:
    """Add all clips of some files, folders, patterns and zip archives.

    A clip is stored as soon as it is read, as a whole; who does it again after an interruption goes on where it ended,
    because files that were read are known by their bytes. A file that cannot be read hinders no other.

    Parameters
    ----------
    progress : is told how many files are done, and of how many; what it raises ends the work.

    Raises
    ------
    UsageError : no clips anywhere; one place where several are expected.
    FileError : a place that does not exist; the library cannot be written.
    """
    if isinstance(places, str | Path):  # its letters, "/" among them, would be taken for places
        raise UsageError(f"places are a sequence of files and folders, such as ['{places}'], not one of them")
    options = options or AddOptions()
    added = Added()
    with source_files(places) as (files, broken):
        added.broken += broken
        todo = _not_known(library, files, options.read, added)
        for done, (source, mark, read) in enumerate(_read(todo, options), len(files) - len(todo) + 1):
            _store(library, source, mark, read, options, added)
            if progress:
                progress(done, len(files))
    return added


Todo = tuple[SourceFile, str | None]


def _not_known(library: Library, files: list[SourceFile], options: ReadOptions, added: Added) -> list[Todo]:
    todo = []
    for source in files:
        mark = source.fingerprint(options)
        if mark is not None and library.database.row("SELECT 1 FROM source_file WHERE hash = ?", [mark]):
            added.known += 1
        else:
            todo.append((source, mark))
    return todo


def _read(todo: list[Todo], options: AddOptions) -> Iterator[tuple[SourceFile, str | None, ReadFile]]:
    """Yield files as they are read; those whose reader ends with its process are read again, each by itself."""
    if len(todo) <= FEW or options.jobs == 1:
        yield from ((source, mark, read_file(source.path, options.read)) for source, mark in todo)
        return
    # Imported late: most commands need no other processes.
    from joblib import cpu_count
    from joblib.externals.loky.process_executor import BrokenProcessPool

    left, how, jobs = dict(enumerate(todo)), _from_anywhere(options.read), options.jobs or cpu_count()
    with interrupts_kept_back():
        pool = start_pool(jobs, end_with_parent, (os.getpid(),))
    try:
        for number, read in as_they_come(pool, jobs, ((read_file, one.path.absolute(), how) for one, _ in todo)):
            source, mark = left.pop(number)
            yield source, mark, read
    except BrokenProcessPool:
        for source, mark in left.values():
            yield source, mark, _read_apart(source.path.absolute(), how)


def _from_anywhere(options: ReadOptions) -> ReadOptions:
    """The same options for a process in another folder: workers stay where they were when they were started."""
    skeleton = options.skeleton_file
    return options if skeleton is None else replace(options, skeleton_file=skeleton.absolute())


def _read_apart(path: Path, options: ReadOptions) -> ReadFile:
    """Read a file in a process of its own: one of these has ended without a word."""
    from joblib.externals.loky.process_executor import BrokenProcessPool

    with interrupts_kept_back():
        pool = start_pool(1, end_with_parent, (os.getpid(),))
    try:
        ((_, read),) = as_they_come(pool, 1, [(read_file, path, options)])
    except BrokenProcessPool:
        read = ReadFile(broken="its reader was ended, probably because it needed too much memory")
    return read


def _store(
    library: Library, source: SourceFile, mark: str | None, read: ReadFile, options: AddOptions, added: Added
) -> None:
    """Store all clips of a file, or none."""
    if read.broken:
        added.broken.append((source.shown, read.broken))
        return
    new: list[int] = []
    with library.database.transaction():
        for clip in read.clips:
            clip_id, is_new = library.add_stored(
                clip.motion, clip.name, source=source.shown, tags=options.tags, licence=options.licence
            )
            if is_new and clip.labels is not None:
                library.set_foot_labels(clip_id, clip.labels)
            if is_new:
                new.append(clip_id)
            if mark is not None:
                library.database.change("INSERT OR IGNORE INTO source_file VALUES (?, ?)", [mark, clip_id])
    added.clips += new
    added.known += len(read.clips) - len(new)
    added.notes += [note for clip in read.clips for note in clip.notes]
