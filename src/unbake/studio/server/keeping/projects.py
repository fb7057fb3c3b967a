"""Project files (.unbake): a ZIP archive with everything that a clip was opened from and how it was left.

    project.json     {"format": "unbake-project", "version": 1, "sources": [{"name", "bytes", "sha256"}, …],
                      "fps": "120/1" or null, "metres_per_unit": number or null, "take": its name or null,
                      "studio": the client's JSON as text}
    sources/NAME     the files that the clip was read from, bit for bit; the one to load is named first

Nothing in it says where the files lay.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from unbake._version import __version__
from unbake.errors import FileError, UnbakeError
from unbake.formats.registry import ReadOptions
from unbake.ground.files.checked_json import Item, parse_json
from unbake.ground.files.whole_file import whole_file
from unbake.studio.server.opening.sources import PROJECT, Sources, is_inside

FORMAT, VERSION = "unbake-project", 1
HEAD, FOLDER = "project.json", "sources/"
MOST_BYTES = 2**30
"""Unpacked; beyond this an archive is refused before anything of it is unpacked."""

MOST_FILES = 100
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""What Python's reader of archives raises for broken ones."""


@dataclass(frozen=True, eq=False)
class Project:
    """What a project file holds.

    Parameters
    ----------
    sources : the files that the clip was read from.
    text : how it was left, the client's own JSON.
    options : what was said about the files: rate, unit and take.
    """

    sources: Sources
    text: str
    options: ReadOptions


def project_bytes(project: Project) -> bytes:
    """Return a project as a file. The same project gives the same bytes."""
    rate, packed = project.options.fps, BytesIO()
    head = {
        "format": FORMAT,
        "version": VERSION,
        "generator": f"Unbake {__version__}",
        "sources": [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in project.sources.items()
        ],
        "fps": f"{rate.numerator}/{rate.denominator}" if rate else None,
        "metres_per_unit": project.options.metres_per_unit,
        "take": project.options.take,
        "studio": project.text,
    }
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, HEAD, json.dumps(head, indent=1).encode())
        for name, data in project.sources.items():
            _add(archive, FOLDER + name, data)
    return packed.getvalue()


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _LONG_AGO)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, data)


def save_project(project: Project, path: Path) -> int:
    """Write a project file, whole or not at all, and return its size; FileError where it cannot be written."""
    data = project_bytes(project)
    with whole_file(path) as temporary:
        temporary.write_bytes(data)
    return len(data)


def read_project(data: bytes, name: str) -> Project:
    """Return the project in a file's bytes.

    Parameters
    ----------
    data : the file.
    name : what errors call it.

    Raises
    ------
    FileError : no project, a broken one, one by a later version, one that unpacks to too much.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _project(archive, Path(name))
    except UnbakeError:
        raise
    except _BROKEN as error:
        raise FileError(name, f"is no project that can be read ({error})") from error


def _project(archive: zipfile.ZipFile, file: Path) -> Project:
    entries = {entry.filename: entry for entry in archive.infolist()}
    if HEAD not in entries:
        raise FileError(file, f"is an archive, but no project: it has no {HEAD}")
    unpacked = sum(entry.file_size for entry in archive.infolist())
    if unpacked > MOST_BYTES or len(entries) > MOST_FILES:
        raise FileError(file, f"unpacks to {unpacked / 2**20:,.0f} MB in {len(entries)} files, which no project does")
    root = parse_json(file, _bytes_of(archive, entries[HEAD], file))
    kind = root.get("format")
    if kind is None or kind.value != FORMAT:
        raise FileError(file, f'is no project of Unbake; expected "format": "{FORMAT}" in {HEAD}')
    version = root.need("version").integer(1)
    if version > VERSION:
        raise FileError(file, f"was saved by a later Unbake (version {version}); at most {VERSION} is understood")
    sources = dict(_sources(archive, entries, root, file))
    if not sources or Path(next(iter(sources))).suffix.lower() == PROJECT:
        raise FileError(file, "holds no clip")
    return Project(sources, root.need("studio").text(), _options(root))


def _sources(
    archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], root: Item, file: Path
) -> Iterator[tuple[str, bytes]]:
    for item in root.list_of("sources"):
        name = item.need("name").text()
        if not is_inside(name):
            item.fail("the name of a file", "leads out of the project")
        if FOLDER + name not in entries:
            raise FileError(file, f"lacks '{name}'")
        data = _bytes_of(archive, entries[FOLDER + name], file)
        if hashlib.sha256(data).hexdigest() != item.need("sha256").text():
            raise FileError(file, f"is damaged: '{name}' is not what was saved")
        yield name, data


def _bytes_of(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, file: Path) -> bytes:
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise FileError(file, f"packs '{entry.filename}' in a way that projects do not")
    # Never more than the archive says, which was checked: where it lies, its checksum is wrong.
    return archive.read(entry)


def _options(root: Item) -> ReadOptions:
    rate, unit, take = root.get("fps"), root.get("metres_per_unit"), root.get("take")
    if unit is not None and not 1e-9 < unit.number() < 1e6:
        unit.fail("a length in metres")
    return ReadOptions(
        rate.rate() if rate is not None else None,
        unit.number() if unit is not None else None,
        take=take.text() if take is not None else None,
    )
