"""Clips of a library as files: each is a library of its own, so that a project holds it to the last bit."""

from __future__ import annotations

from pathlib import Path

from unbake.errors import FileError
from unbake.feet.labels import FootLabels
from unbake.ground.files.scratch import scratch_folder
from unbake.library import Clip, Library
from unbake.motion.motion import Motion
from unbake.studio.server.opening.sources import LIBRARY, Sources, plain_name

FORMAT = "Unbake library"


def library_source(library: Library, clip_id: int) -> Sources:
    """Return a library with only one of the clips, as bytes by its name; UsageError where there is no such clip."""
    clip = library.clip(clip_id)
    name = f"{plain_name(clip.name)}{LIBRARY}"
    with scratch_folder() as folder:
        file = folder / name
        with Library.create(file, ()) as alone:
            only, _ = alone.add_stored(library.stored(clip_id), clip.name, source=clip.source, licence=clip.licence)
            alone.set_foot_labels(only, library.foot_labels(clip_id))
        return {name: file.read_bytes()}


def read_library_clip(file: Path) -> Motion:
    """Return the motion of a library's only clip; FileError where it has none, or several."""
    with Library.open(file) as library:
        return library.motion(_only(library).id)


def foot_labels_in(file: Path) -> FootLabels | None:
    """Return the foot labels of a library's only clip, None where it has none; FileError as `read_library_clip`."""
    with Library.open(file) as library:
        return library.foot_labels(_only(library).id)


def _only(library: Library) -> Clip:
    clips = library.clips()
    if len(clips) != 1:
        raise FileError(library.path, f"holds {len(clips)} clips; open it as a library")
    return clips[0]
