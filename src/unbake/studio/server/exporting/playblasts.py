"""Films that the page makes of its viewport: written like everything else, whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from unbake.errors import UsageError
from unbake.ground.files.whole_file import whole_file
from unbake.studio.server.messages import Saved, SavePlayblast
from unbake.studio.server.opening.places import Places

BEGINNINGS: Mapping[str, tuple[int, bytes]] = {
    ".mp4": (4, b"ftyp"),
    ".webm": (0, b"\x1aE\xdf\xa3"),
    ".gif": (0, b"GIF89a"),
}
"""What files of each suffix hold, and where: a page writes films with this, and nothing else."""


def save_playblast(files: Mapping[str, bytes], request: SavePlayblast, places: Places, untouched: Path | None) -> Saved:
    """Write the one film of an upload.

    Parameters
    ----------
    files : the upload.
    request : where to.
    places : where may be written to.
    untouched : the file that is open.

    Raises
    ------
    UsageError : another suffix than the film's own, a place that may not be written to.
    FileError : the file cannot be written, or (`FileIsThereError`) is there already.
    """
    suffix = Path(request.path).suffix.lower()
    if suffix not in BEGINNINGS:
        raise UsageError(f"{request.path}: playblasts are saved as {', '.join(BEGINNINGS)}")
    if len(files) != 1:
        raise UsageError("a playblast is one file")
    (data,) = files.values()
    at, beginning = BEGINNINGS[suffix]
    if data[at : at + len(beginning)] != beginning:
        raise UsageError(f"{request.path}: this playblast is no {suffix} file; keep the suffix that it was made with")
    target = places.target(request.path, may_replace=request.may_replace, untouched=untouched)
    with whole_file(target) as temporary:
        temporary.write_bytes(data)
    return Saved(str(target), len(data))
