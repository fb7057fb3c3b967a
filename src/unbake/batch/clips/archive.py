"""What all archives have in common: clips with names, and the files that each of them needs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Protocol

from unbake.errors import FileError
from unbake.ground.files.scratch import scratch_folder


@dataclass(frozen=True)
class ArchivedClip:
    """A clip of an archive.

    Parameters
    ----------
    name : its path from the top of the archive, with ``/``: ``walks/slow.bvh``. No two clips have the same.
    size : of its file in bytes; work and memory grow with it.
    companions : names of the files that are read with it: a skeleton, buffers, foot labels.
    """

    name: str
    size: int
    companions: tuple[str, ...] = ()


class Archive(Protocol):
    """A folder, a zip or a library; it holds paths only, so that worker processes can have it."""

    @property
    def place(self) -> Path:
        """The path of all of it."""
        ...

    def clips(self) -> list[ArchivedClip]:
        """Return all clips, by name."""
        ...

    def files_of(self, clip: ArchivedClip) -> dict[str, bytes]:
        """Return the files of a clip by name, its own first; FileError where one cannot be read."""
        ...

    def fingerprint(self, clip: ArchivedClip) -> str:
        """Return a hash of all that a clip's result depends on in the archive."""
        ...

    def at_hand(self, clip: ArchivedClip) -> AbstractContextManager[Path]:
        """Yield the clip as a file on disk, its companions around it."""
        ...

    def shown(self, clip: ArchivedClip) -> str:
        """Return the name by which people know the clip's file."""
        ...

    def titled(self, name: str) -> str:
        """Return what a clip's name is in tables."""
        ...


def content_hash(files: Mapping[str, bytes]) -> str:
    """Return the SHA-256 of files and of their names beside each other, in hexadecimal digits."""
    whole = hashlib.sha256()
    for name, data in files.items():
        whole.update(f"{PurePosixPath(name).name}\0{len(data)}\0".encode(errors="surrogateescape"))
        whole.update(data)
    return whole.hexdigest()


@contextmanager
def unpacked(files: Mapping[str, bytes]) -> Iterator[Path]:
    """Yield the first of some files in a temporary folder that has all of them; it is removed in the end."""
    with scratch_folder() as folder:
        for name, data in files.items():
            file = folder / inside(name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        yield folder / inside(next(iter(files)))


def inside(name: str) -> PurePosixPath:
    """Return a name from an archive as a path that stays in its folder; FileError where it would leave it."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name:
        raise FileError(name, "its name leads out of the archive")
    return path
