"""Clips of a library (``.unbakelib``), each written as our own JSON when its turn comes."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from unbake.batch.clips.archive import ArchivedClip, unpacked
from unbake.batch.names import unique_names
from unbake.errors import UsageError
from unbake.feet.labels import Source
from unbake.formats.foot_labels.format import save_parts
from unbake.formats.foot_labels.parts import LabelledPart
from unbake.formats.registry import save
from unbake.ground.files.scratch import scratch_folder
from unbake.library import Library

BYTES_A_FRAME = 2000
"""About what a frame of a body takes in a file: clips are weighed by it."""


@dataclass(frozen=True)
class LibraryArchive:
    """A library file.

    Parameters
    ----------
    place : the file.
    with_labels : whether foot labels that it has come along.
    """

    place: Path
    with_labels: bool = True

    def clips(self) -> list[ArchivedClip]:
        """Return all clips, by name; a name that two clips have, or that is no file's, is changed."""
        with Library.open(self.place) as library:
            found = library.clips()
        if not found:
            raise UsageError(f"{self.place}: the library is empty")
        names = unique_names([clip.name for clip in found])
        return [
            ArchivedClip(f"{name}.json", clip.n_frames * BYTES_A_FRAME, (str(clip.id),))
            for name, clip in zip(names, found, strict=True)
        ]

    def files_of(self, clip: ArchivedClip) -> dict[str, bytes]:
        """Return the clip as a file of ours."""
        number = int(clip.companions[0])
        with Library.open(self.place) as library:
            motion, labels = library.motion(number), library.foot_labels(number) if self.with_labels else None
        with scratch_folder() as folder:
            file = Path(folder) / "clip.json"
            save(motion, file)
            if labels is not None:
                by: Source = "hand" if "hand" in labels.sources() else "oracle"
                save_parts((LabelledPart(labels, by),), motion, file)
            return {clip.name: file.read_bytes()}

    def fingerprint(self, clip: ArchivedClip) -> str:
        """Return the library's own hash of the clip, and what its foot labels are."""
        number = int(clip.companions[0])
        with Library.open(self.place) as library:
            return f"{library.clip(number).content_hash} {library.foot_labels(number) if self.with_labels else None}"

    def at_hand(self, clip: ArchivedClip) -> AbstractContextManager[Path]:
        """Yield the clip in a temporary folder."""
        return unpacked(self.files_of(clip))

    def shown(self, clip: ArchivedClip) -> str:
        """Return the clip's name behind that of the library."""
        return f"{self.place}:{self.titled(clip.name)}"

    def titled(self, name: str) -> str:
        """Return a clip's name without the suffix that its file has for a moment."""
        return name.removesuffix(".json")
