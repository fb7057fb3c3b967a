"""Where clips come from: files, folders, patterns, and zip archives."""

from __future__ import annotations

import glob
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from unbake.errors import FileError, UnbakeError, UsageError
from unbake.formats.acclaim.format import skeleton_beside
from unbake.formats.clip_files import ARCHIVE_SUFFIX, CLIP_SUFFIXES, MOTIONS_OR_POINTS, clips_in, real_path, unpacked
from unbake.formats.registry import ReadOptions


@dataclass(frozen=True)
class SourceFile:
    """A file to be read.

    Parameters
    ----------
    path : where it is, perhaps only while an archive is unpacked.
    shown : what people and the library call it: of what was in an archive, the archive's path and the path inside.
    """

    path: Path
    shown: str

    def fingerprint(self, options: ReadOptions) -> str | None:
        """Return what tells whether this file was read before in the same way; None where only its clips can tell.

        It depends on the file's bytes, on those of the skeleton beside it, and on how it is read.
        """
        suffix = self.path.suffix.lower()
        if suffix == ".gltf":  # its numbers may lie in other files
            return None
        digest = hashlib.sha256(repr(options).encode())
        try:
            skeleton = [options.skeleton_file or skeleton_beside(self.path)] if suffix == ".amc" else []
            for file in (self.path, *skeleton):
                with file.open("rb") as opened:
                    digest.update(hashlib.file_digest(opened, "sha256").digest())
        except (OSError, UnbakeError):
            return None  # whoever reads it says what is wrong
        return digest.hexdigest()


@contextmanager
def source_files(places: Sequence[str | Path]) -> Iterator[tuple[list[SourceFile], list[tuple[str, str]]]]:
    """Yield the clips of places, each once and in order, and what is broken: its name, and why.

    Parameters
    ----------
    places : files, folders with all that is in them, zip archives, patterns (``walks/**/*.bvh``).

    Raises
    ------
    UsageError : no clip anywhere.
    FileError : a place that does not exist.
    """
    files: dict[Path, SourceFile] = {}
    broken: list[tuple[str, str]] = []
    with ExitStack() as stack:
        for place in chain.from_iterable(_with_archives(match) for pattern in places for match in _matches(pattern)):
            if _is_archive(place):
                try:
                    folder = stack.enter_context(unpacked(place))
                except FileError as error:
                    broken.append((str(place), error.message))
                    continue
                inside = _inside(folder)
                found = [
                    SourceFile(file, _as_text(f"{place}/{file.relative_to(folder).as_posix()}")) for file in inside
                ]
            else:
                found = [SourceFile(file, _as_text(str(file))) for file in _inside(place)]
            files |= {real: source for source in found if (real := real_path(source.path)) not in files}
        if not files and not broken:
            shown = ", ".join(map(str, places))
            known = " ".join((*CLIP_SUFFIXES, MOTIONS_OR_POINTS))
            raise UsageError(f"{shown}: no clips there; known: {known}", code="no-clips")
        yield list(files.values()), broken


def _as_text(path: str) -> str:
    """A path as a library can keep it: with "?" for bytes of a name that are no text."""
    return path.encode(errors="replace").decode()


def _is_archive(place: Path) -> bool:
    return place.suffix.lower() == ARCHIVE_SUFFIX and place.is_file()


def _with_archives(place: Path) -> list[Path]:
    """A place, and the archives in it, where it is a folder."""
    return [place, *sorted(filter(_is_archive, place.rglob("*")))] if place.is_dir() else [place]


def _matches(pattern: str | Path) -> list[Path]:
    """What a pattern matches; a path that exists is none."""
    place = str(pattern)
    if Path(place).exists() or not glob.has_magic(place):
        return [Path(place)]
    found = sorted(Path(match) for match in glob.glob(place, recursive=True))  # noqa: PTH207 – absolute ones, too
    if not found:
        raise FileError(place, "matches no file")
    return found


def _inside(place: Path) -> list[Path]:
    try:
        return clips_in([place])
    except UsageError:
        return []
