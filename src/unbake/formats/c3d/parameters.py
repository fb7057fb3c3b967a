"""The parameter section of a C3D file, entry by entry: names, kinds, dimensions and values.

References: The C3D File Format User Guide, Motion Lab Systems, 2008, chapter 4.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NoReturn

import numpy as np

from unbake.errors import FileError
from unbake.ground.arrays import Floats

BLOCK = 512
INTEL, DEC, MIPS = 84, 85, 86
KINDS = {-1: "text", 1: "bytes", 2: "whole numbers", 4: "numbers"}
_MOST_DIMENSIONS = 7


@dataclass(frozen=True)
class Parameter:
    """One parameter: its `kind` (-1 text, 1 bytes, 2 whole numbers, 4 floats), its dimensions and its bytes."""

    kind: int
    dimensions: tuple[int, ...]
    data: bytes


class Numbers:
    """Numbers as the processor of the file wrote them."""

    def __init__(self, processor: int) -> None:
        self._processor = processor
        self._order: Literal["<", ">"] = ">" if processor == MIPS else "<"

    def word(self, data: bytes, place: int) -> int:
        """Return the unsigned number of 2 bytes at a place."""
        return int(struct.unpack_from(f"{self._order}H", data, place)[0])

    def real(self, data: bytes, place: int = 0) -> float:
        """Return the number of 4 bytes at a place."""
        return float(self._reals(data[place : place + 4])[0])

    def values(self, parameter: Parameter) -> Floats:
        """Return the numbers of a parameter in its own shape, the first dimension fastest; none of a text."""
        if parameter.kind == 4:
            flat = self._reals(parameter.data)
        elif parameter.kind == -1:
            return np.empty(0)
        else:
            flat = np.frombuffer(parameter.data, f"{self._order}i{parameter.kind}").astype(np.float64)
        return flat.reshape(parameter.dimensions or (1,), order="F")

    def _reals(self, data: bytes) -> Floats:
        if self._processor == DEC:  # swapped words, and an exponent that counts from another zero
            swapped = np.frombuffer(data, np.uint8).reshape(-1, 4)[:, [2, 3, 0, 1]].copy()
            swapped[:, 3] -= swapped[:, 3] > 0
            data = swapped.tobytes()
        with np.errstate(invalid="ignore"):  # a damaged number may be a signalling NaN
            return np.frombuffer(data, f"{self._order}f4").astype(np.float64)


@dataclass(frozen=True, eq=False)
class C3dParameters:
    """The parameters of a file.

    Parameters
    ----------
    entries : (group, name), both in capitals → parameter.
    processor : of the machine that wrote the file: 84 Intel, 85 DEC, 86 MIPS.
    """

    entries: Mapping[tuple[str, str], Parameter]
    processor: int

    def continued(self, group: str, name: str) -> Iterator[Parameter]:
        """Yield a parameter and its continuations (``LABELS``, ``LABELS2``, …) up to the first that is absent."""
        for key in (name, *(f"{name}{number}" for number in range(2, 256))):
            if (group, key) not in self.entries:
                return
            yield self.entries[group, key]

    def texts(self, group: str, name: str) -> tuple[str, ...]:
        """Return the texts of a parameter and of its continuations; none where it is absent."""
        out: list[str] = []
        for parameter in self.continued(group, name):
            if parameter.kind != -1:
                break
            out += _texts(parameter)
        return tuple(out)

    def numbers(self, group: str, name: str) -> Floats:
        """Return the numbers of a parameter in its own shape; an empty array where it is absent or text."""
        parameter = self.entries.get((group, name))
        return np.empty(0) if parameter is None else Numbers(self.processor).values(parameter)

    def first(self, group: str, name: str) -> float | None:
        """Return the first number of a parameter, whole ones without a sign; None where it is absent or empty."""
        parameter = self.entries.get((group, name))
        if parameter is None or not parameter.data:
            return None
        numbers = Numbers(self.processor)
        return numbers.word(parameter.data, 0) if parameter.kind == 2 else float(numbers.values(parameter).flat[0])


def _texts(parameter: Parameter) -> list[str]:
    """Return the texts of a parameter, of which the first dimension is the length."""
    length, *counts = parameter.dimensions or (1,)
    return [plain_text(parameter.data[n * length : (n + 1) * length]) for n in range(math.prod(counts))]


def plain_text(raw: bytes) -> str:
    """Return a text up to its first NUL, behind which old text may stand, and without the blanks around it.

    Bytes that are no UTF-8 are taken for Latin-1.
    """
    raw = raw.lstrip(b" \0").partition(b"\0")[0]
    try:
        return raw.decode("utf-8").strip()
    except UnicodeDecodeError:
        return raw.decode("latin-1").strip()


def read_parameters(path: Path, data: bytes) -> tuple[C3dParameters, bytes]:
    """Return the parameters of a file, and its bytes with all names in capitals, which ezc3d takes for granted.

    Parameters
    ----------
    path : for messages.
    data : the whole file; the first byte of its header tells where the section starts.

    Raises
    ------
    FileError : there is no such section, or it is damaged.
    """
    start = BLOCK * (data[0] - 1)
    if start < BLOCK or start + 4 > len(data):
        refuse(path, "has no parameter section where its header says")
    processor = data[start + 3]
    if processor not in (INTEL, DEC, MIPS):
        refuse(path, "was written by an unknown kind of processor", expected="84, 85 or 86", actual=str(processor))
    walk = _Walk(path, data, start)
    return C3dParameters(walk.parameters(), processor), bytes(walk.in_capitals)


def refuse(path: Path, message: str, *, expected: str | None = None, actual: str | None = None) -> NoReturn:
    """Raise the FileError of a damaged file."""
    raise FileError(path, message, expected=expected, actual=actual)


class _Walk:
    """A walk along the parameter section, entry by entry."""

    def __init__(self, path: Path, data: bytes, start: int) -> None:
        self._path = path
        self._data = data
        self.in_capitals = bytearray(data)
        self._place = start + 4
        self._numbers = Numbers(data[start + 3])
        self._end = min(start + BLOCK * max(data[start + 2], 1), len(data))
        # Some programs count the blocks wrongly; the first entry of the data is a firmer bound.
        first_data = BLOCK * (self._numbers.word(data, 16) - 1)
        if first_data > start:
            self._end = max(self._end, min(first_data, len(data)))

    def parameters(self) -> dict[tuple[str, str], Parameter]:
        """Return every parameter by group and name; FileError where an entry is not as long as it says."""
        groups: dict[int, str] = {}
        found: dict[tuple[int, str], Parameter] = {}
        following = -1
        while following and (length := self._signed()):
            number = self._signed()
            name = self._name(abs(length))
            at = self._place
            following = self._numbers.word(self._take(2), 0)
            if number < 0:
                groups[-number] = name
            elif number:
                found[number, name] = self._parameter(name)
            else:
                refuse(self._path, f"parameter '{name}' belongs to no group")
            self._take(self._unsigned())  # the description
            if following and at + following != self._place:
                refuse(self._path, f"the parameter section is damaged at '{name}'")
        # Of groups of one name ezc3d knows the first; what the others hold must not pass for its own.
        first = {name: number for number, name in sorted(groups.items(), reverse=True)}
        return {
            (groups[number], name): parameter
            for (number, name), parameter in found.items()
            if number in groups and first[groups[number]] == number
        }

    def _name(self, length: int) -> str:
        start = self._place
        name = self._take(length).upper()
        self.in_capitals[start : self._place] = name
        return name.decode("latin-1")

    def _parameter(self, name: str) -> Parameter:
        kind = self._signed()
        if kind not in KINDS:
            refuse(self._path, f"parameter '{name}' holds an unknown kind of values", actual=str(kind))
        dimensions = tuple(self._unsigned() for _ in range(self._unsigned()))
        if len(dimensions) > _MOST_DIMENSIONS:
            refuse(
                self._path,
                f"parameter '{name}' has {len(dimensions)} dimensions",
                expected=f"at most {_MOST_DIMENSIONS}",
            )
        return Parameter(kind, dimensions, self._take(abs(kind) * math.prod(dimensions)))

    def _take(self, count: int) -> bytes:
        if self._place + count > self._end:
            refuse(self._path, "ends within its parameter section, or that section is damaged")
        self._place += count
        return self._data[self._place - count : self._place]

    def _unsigned(self) -> int:
        return self._take(1)[0]

    def _signed(self) -> int:
        return int.from_bytes(self._take(1), "little", signed=True)
