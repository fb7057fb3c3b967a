"""Files as clips: from bytes by name, so that what was uploaded or saved in a project is read like any file."""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from unbake.errors import FileError
from unbake.formats.registry import ReadOptions, format_of, load_motion
from unbake.motion.motion import Motion

PACKAGED = "cmu-01-01-excerpt.bvh"


def packaged_sources() -> dict[str, bytes]:
    """Return the clip that comes with the package."""
    packed = files("unbake.data").joinpath(f"{PACKAGED}.gz").read_bytes()
    return {PACKAGED: gzip.decompress(packed)}


def sources_of(path: Path) -> dict[str, bytes]:
    """Return a file's bytes, and those of the skeleton that an AMC file needs."""
    try:
        found = {path.name: path.read_bytes()}
    except OSError as error:
        raise FileError(path, f"cannot be read ({error.strerror or error})") from error
    return found


def read_sources(sources: Mapping[str, bytes], options: ReadOptions | None = None) -> tuple[Motion, str]:
    """Return the motion in files given by name, the one to load first, and the name of its format."""
    first = next(iter(sources))
    with tempfile.TemporaryDirectory(prefix="unbake-") as folder:
        for name, data in sources.items():
            (Path(folder) / Path(name).name).write_bytes(data)
        path = Path(folder) / Path(first).name
        return load_motion(path, options), format_of(path, "load").name
