"""The bytes of a clip's files by name, wherever they come from, so that a project can hold them all."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from unbake.errors import FileError, UsageError
from unbake.formats.acclaim.format import skeleton_beside
from unbake.formats.known_formats import FORMATS, Format, format_of

Sources = Mapping[str, bytes]
"""The file to load comes first; the others are what it needs: a skeleton, buffers."""

PACKAGED = "cmu-01-01-excerpt.bvh"
PROJECT = ".unbake"
LIBRARY = ".unbakelib"
SKELETON = ".asf"
LONGEST_NAME = 120


def packaged_sources() -> dict[str, bytes]:
    """Return the clip that comes with the package."""
    packed = files("unbake.data").joinpath(f"{PACKAGED}.gz").read_bytes()
    return {PACKAGED: gzip.decompress(packed)}


def check_startup(path: Path, skeleton: Path | None = None) -> None:
    """Raise what the command line says of a file that cannot be opened, as far as that shows without reading it.

    Raises
    ------
    UsageError : an unknown suffix.
    FileError : a file that is missing or a folder, bare points, an AMC file without a skeleton.
    """
    if path.is_dir():
        raise FileError(path, "is a folder, not a file")
    if path.suffix.lower() not in (PROJECT, LIBRARY):
        check_clip_suffix(path)
    if path.suffix.lower() == LIBRARY and path.exists():
        return  # SQLite looks into it: to open and close it here would give back the locks of the studio's own
    try:
        path.open("rb").close()
    except OSError as error:
        raise FileError.of_system(path, "cannot be read", error) from error
    if path.suffix.lower() == ".amc" and skeleton is None:
        skeleton_beside(path)


def clip_suffixes() -> tuple[str, ...]:
    """Return the suffixes of files that hold a figure in motion."""
    kinds = [kind for kind in FORMATS if "load" in kind.holds]
    return tuple(s for kind in kinds for s in _with_figures(kind))


def _with_figures(kind: Format) -> tuple[str, ...]:
    """The suffixes of a format whose files may hold a skeleton, or markers that one can be fitted to."""
    return kind.suffixes if kind.has_skeleton or kind.has_markers else kind.figures


def check_clip_suffix(path: Path) -> None:
    """Raise UsageError for a suffix that is unknown, FileError for one of bare points, or of a skeleton alone."""
    suffix = path.suffix.lower()
    if suffix == SKELETON:
        raise FileError(path, "is a skeleton without a motion; open an .amc file together with it")
    if not any(suffix in kind.suffixes for kind in FORMATS):
        known = " ".join((*clip_suffixes(), PROJECT, LIBRARY))
        raise UsageError(f"{path}: unknown suffix '{suffix}'; known: {known}")
    kind = format_of(path, "load")
    if suffix not in _with_figures(kind):
        raise FileError(path, "holds points without a skeleton, so there is no motion to turn into an animation")


def sources_of(path: Path, skeleton: Path | None = None) -> dict[str, bytes]:
    """Return a file's bytes, and those of what it needs: the skeleton of an AMC file, the buffers of a glTF file.

    Parameters
    ----------
    path : the file.
    skeleton : of an AMC file; by default the ASF file beside it.

    Raises
    ------
    FileError : one of them cannot be read, or there is no skeleton.
    """
    # The names that uploads have too: those that a project can hold.
    suffix, name = path.suffix.lower(), plain_name(path.name)
    found = {name: _read(path)}
    if suffix == ".amc":
        beside = skeleton or skeleton_beside(path)
        found[plain_name(beside.name)] = _read(beside)
    elif suffix == ".gltf":
        folder = path.absolute().parent.resolve()
        for buffer in _buffer_names(found[name]):
            file = (folder / buffer).resolve()
            if file.is_relative_to(folder) and file.is_file():
                found[buffer] = _read(file)
    return found


def in_order(uploaded: Sources) -> dict[str, bytes]:
    """Return uploaded files with the one to load first; what cannot be loaded at all is named where nothing can.

    Raises
    ------
    UsageError : no files, several clips.
    FileError : an AMC file without its skeleton.
    """
    if not uploaded:
        raise UsageError("no file was sent")
    clips = [name for name in uploaded if _is_clip(name)]
    if len(clips) > 1:
        raise UsageError(f"one clip can be open at a time, and these are {len(clips)}: {', '.join(clips)}")
    first = min(uploaded, key=_rank)
    if Path(first).suffix.lower() == ".amc" and not any(_is_skeleton(name) for name in uploaded):
        raise FileError(first, "holds no skeleton; open it together with its .asf file")
    return {first: uploaded[first], **uploaded}


def _rank(name: str) -> int:
    """What can be opened before what only belongs to it."""
    return 0 if _is_clip(name) else 2 if _is_skeleton(name) or name.lower().endswith(".bin") else 1


def _is_clip(name: str) -> bool:
    return name.lower().endswith((*clip_suffixes(), PROJECT))


def _is_skeleton(name: str) -> bool:
    return name.lower().endswith(SKELETON)


def skeleton_of(sources: Sources) -> str | None:
    """Return the name of the skeleton among a clip's files, where there is one and no other."""
    skeletons = [name for name in sources if _is_skeleton(name)]
    return skeletons[0] if len(skeletons) == 1 else None


def plain_name(name: str) -> str:
    """Return the last part of a file's name, without anything that a file system may stumble over."""
    last = re.split(r"[/\\]", name)[-1]
    kept = re.sub(r'[\x00-\x1f\x7f<>:"|?*\ud800-\udfff]', "_", last).strip(" .")
    stem, dot, suffix = kept.rpartition(".")
    return f"{stem[:LONGEST_NAME]}{dot}{suffix[:16]}" if stem else kept[:LONGEST_NAME] or "clip"


def is_inside(name: str) -> bool:
    """Return whether a name, with `/` between folders, leads to a file inside the folder that it is put in."""
    parts = PurePosixPath(name).parts
    is_odd = "\\" in name or ":" in name or any(ord(c) < 32 for c in name) or len(name) > 500
    return bool(parts) and not is_odd and not name.startswith("/") and ".." not in parts


def _buffer_names(data: bytes) -> Iterator[str]:
    """The files beside a glTF file that it names; what is wrong with it, its reader says."""
    try:
        buffers = json.loads(data)["buffers"]
        uris = [buffer.get("uri") for buffer in buffers]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return
    for uri in uris:
        name = unquote(uri) if isinstance(uri, str) and not uri.startswith("data:") else ""
        if is_inside(name):
            yield name


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileError.of_system(path, "cannot be read", error) from error
