"""Clips of a folder and of all folders in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from unbake.batch.clips.archive import ArchivedClip, content_hash
from unbake.batch.clips.companions import companions
from unbake.errors import FileError
from unbake.formats.clip_files import clips_in, real_path
from unbake.formats.registry import readable


@dataclass(frozen=True)
class FolderArchive:
    """A folder.

    Parameters
    ----------
    place : the folder.
    results : a folder whose files are no clips, should it lie in this one.
    with_labels : see `companions`.
    """

    place: Path
    results: Path | None = None
    with_labels: bool = True

    def clips(self) -> list[ArchivedClip]:
        """Return all clips, by name; UsageError where there are none."""
        found = []
        for file in clips_in([self.place]):
            if self.results is None or not real_path(file).is_relative_to(self.results.resolve()):
                found.append(self._clip(file))
        return found

    def _clip(self, file: Path) -> ArchivedClip:
        name = file.relative_to(self.place).as_posix()
        try:
            around = _names_below(self.place, file.parent) if file.suffix.lower() == ".gltf" else None
            names = around or _names_in(self.place, file.parent)
            found = companions(name, names, self._read, with_labels=self.with_labels)
            return ArchivedClip(name, file.stat().st_size, found)
        except (OSError, FileError):
            return ArchivedClip(name, 0)  # whoever reads it says what is wrong; the others are not held up

    def _read(self, name: str) -> bytes:
        file = self.place / name
        with readable(file):
            return file.read_bytes()

    def files_of(self, clip: ArchivedClip) -> dict[str, bytes]:
        """Return the files of a clip by name, its own first."""
        return {name: self._read(name) for name in (clip.name, *clip.companions)}

    def fingerprint(self, clip: ArchivedClip) -> str:
        """Return a hash of the clip's files."""
        return content_hash(self.files_of(clip))

    @contextmanager
    def at_hand(self, clip: ArchivedClip) -> Iterator[Path]:
        """Yield the clip's file, where it is."""
        yield self.place / clip.name

    def shown(self, clip: ArchivedClip) -> str:
        """Return the path of a clip's file."""
        return str(self.place / clip.name)

    def titled(self, name: str) -> str:
        """Return a clip's path from the top."""
        return name


@cache
def _names_in(top: Path, folder: Path) -> frozenset[str]:
    return frozenset(file.relative_to(top).as_posix() for file in folder.iterdir())


def _names_below(top: Path, folder: Path) -> frozenset[str]:
    return frozenset(file.relative_to(top).as_posix() for file in folder.rglob("*") if file.is_file())
