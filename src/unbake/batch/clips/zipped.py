"""Clips of a zip, unpacked one by one when their turn comes."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from unbake.batch.clips.archive import ArchivedClip, content_hash, inside, unpacked
from unbake.batch.clips.companions import companions
from unbake.errors import FileError, UsageError
from unbake.formats.clip_files import CLIP_SUFFIXES, MOTIONS_OR_POINTS, opened_zip
from unbake.formats.points.numpy_file import names_in_zip
from unbake.formats.registry import readable
from unbake.formats.smpl.reader import is_smpl

LARGEST = 2 * 1024**3
"""Bytes that a member may have once it is unpacked; no clip has as many, a zip that was made to fill disks has."""


@dataclass(frozen=True)
class ZipArchive:
    """A zip file; its clips are known by their suffixes alone.

    Parameters
    ----------
    place : the file.
    with_labels : see `companions`.
    """

    place: Path
    with_labels: bool = True

    def clips(self) -> list[ArchivedClip]:
        """Return all clips, by name; UsageError where there are none."""
        with self._opened() as archive:
            members = {m.filename: m for m in archive.infolist() if not m.is_dir() and not _is_aside(m.filename)}
            found = []
            for name in sorted(members):
                if _is_clip(name) or _is_motion(archive, name):
                    inside(name)
                    around = companions(name, members, lambda n: self._read(archive, n), with_labels=self.with_labels)
                    found.append(ArchivedClip(name, members[name].file_size, around))
        if not found:
            raise UsageError(f"{self.place}: no clips in it; known: {' '.join((*CLIP_SUFFIXES, MOTIONS_OR_POINTS))}")
        return found

    def files_of(self, clip: ArchivedClip) -> dict[str, bytes]:
        """Return the files of a clip by name, its own first."""
        with self._opened() as archive:
            return {name: self._read(archive, name) for name in (clip.name, *clip.companions)}

    def fingerprint(self, clip: ArchivedClip) -> str:
        """Return a hash of the clip's files."""
        return content_hash(self.files_of(clip))

    def at_hand(self, clip: ArchivedClip) -> AbstractContextManager[Path]:
        """Yield the clip in a temporary folder."""
        return unpacked(self.files_of(clip))

    def shown(self, clip: ArchivedClip) -> str:
        """Return the clip's path in the zip."""
        return str(self.place / clip.name)

    def titled(self, name: str) -> str:
        """Return a clip's path from the top."""
        return name

    @contextmanager
    def _opened(self) -> Iterator[zipfile.ZipFile]:
        with readable(self.place):
            try:
                with opened_zip(self.place) as archive:
                    yield archive
            except (zipfile.BadZipFile, NotImplementedError) as error:
                raise FileError(self.place, f"is no zip that can be read ({error})") from error

    def _read(self, archive: zipfile.ZipFile, name: str) -> bytes:
        if archive.getinfo(name).file_size > LARGEST:
            raise FileError(self.place, f"'{name}' would have more than 2 GB when it is unpacked")
        try:
            return archive.read(name)
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
            raise FileError(self.place, f"'{name}' in it cannot be unpacked ({error})") from error


def _is_clip(name: str) -> bool:
    path = PurePosixPath(name)
    suffix = path.suffix.lower()
    # A zip's .json may be anything, and only reading tells: clips come in the formats of captures.
    return suffix in CLIP_SUFFIXES and suffix != ".json"


def _is_motion(archive: zipfile.ZipFile, name: str) -> bool:
    """Whether a member is a NPZ with a motion of the SMPL family."""
    if not name.lower().endswith(MOTIONS_OR_POINTS) or archive.getinfo(name).file_size > LARGEST:
        return False
    try:
        with archive.open(name) as member:
            return is_smpl(names_in_zip(member))
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError):
        return False


def _is_aside(name: str) -> bool:
    """Whether a member is what systems add to zips: hidden files, and macOS's copies of attributes."""
    return any(part.startswith(".") or part == "__MACOSX" for part in PurePosixPath(name).parts)
