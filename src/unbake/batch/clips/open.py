"""Which kind of archive a path is."""

from __future__ import annotations

from pathlib import Path

from unbake.batch.clips.archive import Archive
from unbake.batch.clips.folder import FolderArchive
from unbake.batch.clips.from_library import LibraryArchive
from unbake.batch.clips.zipped import ZipArchive
from unbake.errors import FileError, UsageError


def open_archive(place: Path, results: Path, *, with_labels: bool) -> Archive:
    """Return the archive at a path.

    Parameters
    ----------
    place : a folder, a ``.zip`` or a ``.unbakelib``.
    results : the folder of the results; its files are no clips.
    with_labels : whether foot labels beside the clips belong to them.

    Raises
    ------
    FileError : there is nothing.
    UsageError : it is no archive, or results would lie among the clips.
    """
    place = place.absolute()
    if place.is_dir():
        _check_apart(place, results.absolute(), may_be_same=not with_labels)
        return FolderArchive(place, None if place.resolve() == results.resolve() else results.absolute(), with_labels)
    if not place.exists():
        raise FileError(place, "does not exist")
    if place.suffix.lower() == ".zip":
        return ZipArchive(place, with_labels)
    if place.suffix.lower() == ".unbakelib":
        return LibraryArchive(place, with_labels)
    raise UsageError(f"{place}: is no folder, .zip or .unbakelib; a single clip needs no batch")


def _check_apart(place: Path, results: Path, *, may_be_same: bool) -> None:
    clips, folder = place.resolve(), results.resolve()
    if clips == folder and not may_be_same:
        raise UsageError(f"{results}: results cannot lie among the clips that they are made of; name another folder")
    if clips != folder and clips.is_relative_to(folder):
        raise UsageError(f"{results}: the clips lie in it, and results could overwrite them; name a folder beside it")
