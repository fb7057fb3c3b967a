"""The tables of a crate file: each has the place, the size and the counts that the file can hold.

usd-core allocates what a count claims, and looks afterwards whether so much is there: 32 bytes for each section of the
table of contents, the bytes of all names, and a number for each field, path and spec.

References: Pixar, OpenUSD, pxr/usd/sdf/crateFile.cpp and crateDataTypes.h, 2026.
"""

from __future__ import annotations

import struct
from pathlib import Path

from unbake.formats.usd.crate.packed import CrateError, check_numbers, unpacked
from unbake.formats.usd.crate.values import check_values

MAGIC = b"PXR-USDC"
_PACKAGE = b"PK\x03\x04"
_CONTENTS, _SECTION = 16, struct.Struct("<16sqq")
_OLDEST = (0, 4, 0)


def check_crate(file: Path) -> None:
    """Check a crate file, alone or first in a package; a file of another kind passes.

    Raises
    ------
    CrateError : a count, a place or a size is beyond the file's.
    """
    data = file.read_bytes()
    if data.startswith(_PACKAGE) and len(data) > 30:  # members of a USD package are not packed
        size, letters, more = struct.unpack_from("<I4x2H", data, 18)
        start = 30 + letters + more
        data = data[start : start + size]
    if data.startswith(MAGIC):
        try:
            _check(data)
        except struct.error as error:
            raise CrateError("a table lies beyond its end") from error


def _check(data: bytes) -> None:
    version: tuple[int, ...] = tuple(data[8:11])
    if version < _OLDEST:
        found, oldest = (".".join(map(str, each)) for each in (version, _OLDEST))
        raise CrateError(f"it is of version {found}, which usd-core no longer reads; the oldest is {oldest}")
    sections = _sections(data)
    for name, (start, size) in sections.items():
        if name in _CHECKS:
            _CHECKS[name](_Table(name, data[start : start + size]))
    if "FIELDS" in sections:
        start, size = sections["FIELDS"]
        counts = {name: _count(data, start) for name, (start, _) in sections.items()}
        check_values(data, _representations(_Table("FIELDS", data[start : start + size])), version, counts)


def _count(data: bytes, place: int) -> int:
    if place < 0:
        raise CrateError("a table lies before its start")
    return int(struct.unpack_from("<Q", data, place)[0])


def _sections(data: bytes) -> dict[str, tuple[int, int]]:
    """Return where each section begins, and its size."""
    (contents,) = struct.unpack_from("<q", data, _CONTENTS)
    count = _count(data, contents)
    if contents + 8 + _SECTION.size * count > len(data):
        raise CrateError(f"its table of contents counts {count:,} sections")
    found: dict[str, tuple[int, int]] = {}
    for n in range(count):
        name, start, size = _SECTION.unpack_from(data, contents + 8 + _SECTION.size * n)
        text = name.partition(b"\0")[0].decode("ascii", "replace")
        if start < 0 or size < 8 or start + size > len(data):
            raise CrateError(f"section {text} lies beyond its end")
        found.setdefault(text, (start, size))
    return found


class _Table:
    """A section that is read from its start to its end."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name, self.data, self.place = name, data, 0

    def number(self) -> int:
        self.place += 8
        return _count(self.data, self.place - 8)

    def packed(self, size: int | None = None) -> bytes:
        size = self.number() if size is None else size
        if size > len(self.data) - self.place:
            raise CrateError(f"{self.name} holds less than it says")
        self.place += size
        return self.data[self.place - size : self.place]

    def numbers(self, count: int) -> None:
        """Pass packed whole numbers."""
        try:
            check_numbers(self.packed(), count)
        except CrateError as error:
            raise CrateError(f"{self.name}: {error}") from error


def _check_tokens(table: _Table) -> None:
    count, size = table.number(), table.number()
    names = unpacked(table.packed(), size)
    if len(names) != size or names.count(0) < count - 1:
        raise CrateError(f"{count:,} names of {size:,} bytes do not come out of {len(table.data):,} packed bytes")


def _check_strings(table: _Table) -> None:
    table.packed(4 * table.number())


def _check_field_sets(table: _Table) -> None:
    table.numbers(table.number())


def _check_paths(table: _Table) -> None:
    count, packed = table.number(), table.number()
    for _ in range(3):
        table.numbers(packed)
    if count > packed:
        raise CrateError(f"{count:,} paths are counted and {packed:,} are there")


def _check_specs(table: _Table) -> None:
    count = table.number()
    for _ in range(3):
        table.numbers(count)


def _representations(table: _Table) -> bytes:
    """Return eight bytes for each field: its value, or where that is."""
    count = table.number()
    table.numbers(count)
    found = bytes(unpacked(table.packed(), 8 * count))
    if len(found) != 8 * count:
        raise CrateError(f"FIELDS counts {count:,} values and has {len(found) // 8:,}")
    return found


_CHECKS = {
    "TOKENS": _check_tokens,
    "STRINGS": _check_strings,
    "FIELDSETS": _check_field_sets,
    "PATHS": _check_paths,
    "SPECS": _check_specs,
}
