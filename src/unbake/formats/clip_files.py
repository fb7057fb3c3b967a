"""Clips among files, folders and archives."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from unbake.errors import FileError, UsageError
from unbake.formats.foot_labels.format import SUFFIX as LABELS_SUFFIX
from unbake.formats.known_formats import FORMATS
from unbake.formats.native.format import load_extras
from unbake.formats.points.numpy_file import names_in_zip
from unbake.formats.registry import readable
from unbake.formats.smpl.reader import is_smpl
from unbake.ground.files.scratch import scratch_folder

# Markers in C3D count, for a figure is made of them.
CLIP_SUFFIXES = tuple(suffix for f in FORMATS if "load" in f.holds and f.name != "points" for suffix in f.suffixes)
MOTIONS_OR_POINTS = ".npz"
"""Such a file is a clip if it is a motion: see `is_clip`."""
ARCHIVE_SUFFIX = ".zip"
LARGEST_GROWTH = 200
"""An archive that unpacks to more than this many times its size, and to more than a gigabyte, is no archive of clips:
their text becomes a tenth."""


def clips_in(places: Sequence[Path], *, is_deep: bool = True) -> list[Path]:
    """Return the clips of files and folders, each once and in order.

    Parameters
    ----------
    places : files and folders.
    is_deep : whether folders count with all that is in them, rather than with their own files alone.

    Raises
    ------
    UsageError : there are none.
    FileError : a path that does not exist, a folder among the places that cannot be listed.
    """
    found: list[Path] = []
    for place in places:
        if place.is_dir():
            with readable(place):
                next(place.iterdir(), None)  # a walk passes over folders that cannot be listed, this one, too
            found += sorted(file for file in (place.rglob("*") if is_deep else place.iterdir()) if is_clip(file))
        elif place.exists():
            found.append(place)
        else:
            raise FileError(place, "does not exist")
    clips = list({real_path(file): file for file in found}.values())
    if not clips:
        raise UsageError(
            f"{', '.join(map(str, places))}: no clips there; known: {' '.join((*CLIP_SUFFIXES, MOTIONS_OR_POINTS))}"
        )
    return clips


def real_path(file: Path) -> Path:
    """Return where links lead; of a link to itself, which `Path.resolve` refuses before Python 3.13, the link."""
    return Path(os.path.realpath(file))


def is_clip(file: Path) -> bool:
    """Return whether a file in a folder is a clip: by its suffix, and for JSON and NPZ by what is in it.

    A link to a file that is gone, or to itself, counts: whoever reads it says so.
    """
    suffix = file.suffix.lower()
    if suffix == MOTIONS_OR_POINTS:
        return not file.name.startswith(".") and file.is_file() and _is_motion(file)
    if suffix not in CLIP_SUFFIXES or file.name.startswith(".") or not (file.is_file() or _leads_nowhere(file)):
        return False
    return suffix != ".json" or _is_native(file)


def _is_motion(file: Path) -> bool:
    """Whether a NPZ is a motion of the SMPL family, rather than points or shapes."""
    try:
        return is_smpl(names_in_zip(file))
    except (FileError, OSError):
        return False


def _leads_nowhere(file: Path) -> bool:
    return file.is_symlink() and not file.exists()


def _is_native(file: Path) -> bool:
    """Whether a JSON is an animation of ours: folders are full of others."""
    try:
        return not file.name.endswith(LABELS_SUFFIX) and load_extras(file) is not None
    except FileError:
        return False


def opened_zip(file: Path) -> zipfile.ZipFile:
    """Open a zip archive; the backslashes by which some programs of Windows part folders become slashes.

    Raises what `zipfile.ZipFile` does.
    """
    opened = zipfile.ZipFile(file)
    for member in opened.infolist():
        member.filename = member.filename.replace("\\", "/")
        opened.NameToInfo[member.filename] = member
    return opened


@contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """Yield a folder with all files of a zip archive; it goes when that is done.

    Raises
    ------
    FileError : no zip archive, a damaged or encrypted one, or one that grows beyond all measure; a full disk.
    """
    with scratch_folder() as folder:
        try:
            with opened_zip(archive) as opened:
                _check_size(archive, opened, folder)
                opened.extractall(folder)  # which leads no member out of the folder
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
            raise FileError(archive, f"cannot be unpacked ({error})") from error
        except OSError as error:
            raise FileError.of_system(archive, "cannot be unpacked", error) from error
        yield folder


def _check_size(archive: Path, opened: zipfile.ZipFile, folder: Path) -> None:
    size = sum(member.file_size for member in opened.infolist())
    if size > max(1e9, LARGEST_GROWTH * archive.stat().st_size):
        raise FileError(archive, f"would unpack to {size / 1e9:.1f} GB, far too much for its size: it is no archive")
    free = shutil.disk_usage(folder).free
    if size > free:
        raise FileError(archive, f"unpacks to {size / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free in {folder.parent}")
