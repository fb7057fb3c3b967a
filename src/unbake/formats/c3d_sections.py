"""What a C3D file claims to hold, compared with the bytes that are there before ezc3d sees them.

ezc3d follows a damaged header without looking: cut files come back filled with leftovers, and some wrong bytes make it
run for ever, take all memory or end the whole process. Here the header, every entry of the parameter section and the
length of the data are checked first.

References: The C3D File Format User Guide, Motion Lab Systems, 2008, chapters 3 and 4.
"""

from __future__ import annotations

import math
import re
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NoReturn

from unbake.errors import FileError

BLOCK = 512
_MAGIC = 0x50
INTEL, DEC, MIPS = 84, 85, 86
_KINDS = {-1: "text", 1: "bytes", 2: "whole numbers", 4: "numbers"}
_EXPECTED_KINDS = {
    ("POINT", "USED"): (2,),
    ("POINT", "FRAMES"): (2, 4),
    ("POINT", "RATE"): (4,),
    ("POINT", "SCALE"): (4,),
    ("POINT", "LABELS"): (-1,),
    ("ANALOG", "USED"): (2,),
    ("ANALOG", "RATE"): (4,),
    ("ANALOG", "GEN_SCALE"): (4,),
    ("ANALOG", "SCALE"): (4,),
    ("ANALOG", "OFFSET"): (2,),
    ("ANALOG", "LABELS"): (-1,),
    ("ROTATION", "USED"): (2,),
    ("ROTATION", "RATIO"): (2,),
    ("ROTATION", "DATA_START"): (2,),
}
"""What ezc3d takes these parameters to be without looking."""
LONGEST = 65_535
"""Frames that the header can count; longer files say so there, and the true length elsewhere."""
_MOST_DIMENSIONS = 7
_MOST_FRAMES = 1e7


@dataclass(frozen=True)
class Parameter:
    """One parameter: its `kind` (-1 text, 1 bytes, 2 whole numbers, 4 floats), its dimensions and its bytes."""

    kind: int
    dimensions: tuple[int, ...]
    data: bytes


Parameters = dict[tuple[str, str], Parameter]
"""(group, name) → parameter, both in capitals."""


@dataclass(frozen=True)
class Sections:
    """What the header and the parameters of a C3D file say, once they were found to be sound.

    Parameters
    ----------
    n_points, n_frames : as the parameters count them, which ezc3d follows.
    first_frame : number of the first frame.
    samples_per_frame, n_channels : of the analog channels.
    rate_hz : frames a second; 0 where the file has none.
    data_start : where the data begin, in bytes.
    number_size : bytes a number: 4, or 2 for scaled whole numbers.
    parameters : (group, name) → parameter, names in capitals.
    warnings : where the header says otherwise.
    """

    n_points: int
    n_frames: int
    first_frame: int
    samples_per_frame: int
    n_channels: int
    rate_hz: float
    data_start: int
    number_size: int
    parameters: Parameters
    warnings: tuple[str, ...] = ()


def check_sections(path: Path, data: bytes) -> Sections:
    """Return what a C3D file claims.

    Parameters
    ----------
    path : for messages.
    data : the whole file.

    Raises
    ------
    FileError : no C3D file; a header or parameter section that is damaged, contradicts itself or claims more than the
        file holds.
    """
    if len(data) < 2 * BLOCK or data[1] != _MAGIC or data[0] == 0:
        _refuse(path, "is no C3D file, or ends within its header")
    start = BLOCK * (data[0] - 1)
    if start < BLOCK or start + 4 > len(data):
        _refuse(path, "has no parameter section where its header says")
    processor = data[start + 3]
    if processor not in (INTEL, DEC, MIPS):
        _refuse(path, "was written by an unknown kind of processor", expected="84, 85 or 86", actual=str(processor))
    parameters = _Walk(path, data, start).parameters()
    _check_kinds(path, parameters)
    sections = _sections(path, _Numbers(processor), data, parameters)
    _check_channels(path, sections)
    _check_length(path, _Numbers(processor), data, sections)
    return sections


def _refuse(path: Path, message: str, *, expected: str | None = None, actual: str | None = None) -> NoReturn:
    raise FileError(path, message, expected=expected, actual=actual)


class _Walk:
    """A walk along the parameter section, entry by entry."""

    def __init__(self, path: Path, data: bytes, start: int) -> None:
        self._path = path
        self._data = data
        self._place = start + 4
        self._numbers = _Numbers(data[start + 3])
        self._end = min(start + BLOCK * max(data[start + 2], 1), len(data))
        # Some programs count the blocks wrongly; the first entry of the data is a firmer bound.
        first_data = BLOCK * (self._numbers.word(data, 16) - 1)
        if first_data > start:
            self._end = max(self._end, min(first_data, len(data)))

    def parameters(self) -> Parameters:
        """Return every parameter by group and name; FileError where an entry is not as long as it says."""
        groups: dict[int, str] = {}
        found: dict[tuple[int, str], Parameter] = {}
        following = -1
        while following and (length := self._signed()):
            number = self._signed()
            name = self._take(abs(length)).decode("latin-1").upper()
            at = self._place
            following = self._numbers.word(self._take(2), 0)
            if number < 0:
                groups[-number] = name
            elif number:
                found[number, name] = self._parameter(name)
            else:
                _refuse(self._path, f"parameter '{name}' belongs to no group")
            self._take(self._unsigned())  # the description
            if following and at + following != self._place:
                _refuse(self._path, f"the parameter section is damaged at '{name}'")
        return {(groups.get(number, ""), name): parameter for (number, name), parameter in found.items()}

    def _parameter(self, name: str) -> Parameter:
        kind = self._signed()
        if kind not in _KINDS:
            _refuse(self._path, f"parameter '{name}' holds an unknown kind of values", actual=str(kind))
        dimensions = tuple(self._unsigned() for _ in range(self._unsigned()))
        if len(dimensions) > _MOST_DIMENSIONS:
            _refuse(
                self._path,
                f"parameter '{name}' has {len(dimensions)} dimensions",
                expected=f"at most {_MOST_DIMENSIONS}",
            )
        return Parameter(kind, dimensions, self._take(abs(kind) * math.prod(dimensions)))

    def _take(self, count: int) -> bytes:
        if self._place + count > self._end:
            _refuse(self._path, "ends within its parameter section, or that section is damaged")
        self._place += count
        return self._data[self._place - count : self._place]

    def _unsigned(self) -> int:
        return self._take(1)[0]

    def _signed(self) -> int:
        return int.from_bytes(self._take(1), "little", signed=True)


class _Numbers:
    """Numbers as the processor of the file wrote them."""

    def __init__(self, processor: int) -> None:
        self._processor = processor
        self._order: Literal["<", ">"] = ">" if processor == MIPS else "<"

    def word(self, data: bytes, place: int) -> int:
        """Return the unsigned number of 2 bytes at a place."""
        return int(struct.unpack_from(f"{self._order}H", data, place)[0])

    def real(self, data: bytes, place: int = 0) -> float:
        """Return the number of 4 bytes at a place."""
        raw = data[place : place + 4]
        if self._processor == DEC:  # swapped words, and an exponent that counts from another zero
            raw = raw[2:4] + raw[:1] + bytes([max(raw[1] - 1, 0)])
        return float(struct.unpack(f"{self._order}f", raw)[0])

    def first(self, parameters: Parameters, group: str, name: str) -> float | None:
        """Return the first value of a parameter, counts without a sign; None where it is absent or empty."""
        parameter = parameters.get((group, name))
        if parameter is None or not parameter.data:
            return None
        return self.real(parameter.data) if parameter.kind == 4 else self.word(parameter.data, 0)


def _check_kinds(path: Path, parameters: Parameters) -> None:
    for (group, name), parameter in parameters.items():
        kinds = _EXPECTED_KINDS.get((group, re.sub(r"\d+$", "", name)))  # LABELS2 goes on where LABELS ends
        if kinds and parameter.data and parameter.kind not in kinds:
            expected = " or ".join(_KINDS[kind] for kind in kinds)
            _refuse(path, f"{group}:{name} is of the wrong kind", expected=expected, actual=_KINDS[parameter.kind])
    for name in ("USED", "FRAMES", "RATE", "SCALE"):
        if ("POINT", name) not in parameters or not parameters["POINT", name].data:
            _refuse(path, f"has no POINT:{name}")


def _sections(path: Path, numbers: _Numbers, data: bytes, parameters: Parameters) -> Sections:
    """Return what parameters and header say; where they differ the parameters count, as for ezc3d."""
    scale, rate_hz = numbers.real(data, 12), numbers.first(parameters, "POINT", "RATE") or 0.0
    analog_hz = numbers.first(parameters, "ANALOG", "RATE") or 0.0
    if not (math.isfinite(scale) and 0.0 <= rate_hz <= 1e5 and 0.0 <= analog_hz <= 1e7):
        _refuse(path, "has no usable scale or rates", actual=f"{scale:g}, {rate_hz:g} and {analog_hz:g} a second")
    n_points = int(numbers.first(parameters, "POINT", "USED") or 0)
    n_channels = int(numbers.first(parameters, "ANALOG", "USED") or 0)
    samples = int(analog_hz / rate_hz) if rate_hz >= 1.0 else numbers.word(data, 18)
    if n_channels and numbers.word(data, 18) not in (0, samples):
        expected = f"{numbers.word(data, 18)} samples a frame"
        _refuse(path, "its rates contradict its header", expected=expected, actual=f"{analog_hz:g} / {rate_hz:g}")
    n_channels = n_channels if samples else 0
    first, last = numbers.word(data, 6), numbers.word(data, 8)
    n_frames = numbers.first(parameters, "POINT", "FRAMES") or float(last - first + 1)
    if not (1.0 <= n_frames <= _MOST_FRAMES) or not n_points:
        _refuse(path, "holds no frames or no points", actual=f"{n_frames:g} frames of {n_points} points")
    header = numbers.word(data, 2), numbers.word(data, 4), last - first + 1
    told = n_points, samples * n_channels, int(n_frames)
    return Sections(
        n_points=n_points,
        n_frames=int(n_frames),
        first_frame=first,
        samples_per_frame=samples if n_channels else 0,
        n_channels=n_channels,
        rate_hz=rate_hz or max(numbers.real(data, 20), 0.0),
        data_start=BLOCK * (numbers.word(data, 16) - 1),
        number_size=4 if scale < 0.0 else 2,
        parameters=parameters,
        warnings=() if header == told else (_difference(header, told),),
    )


def _difference(header: tuple[int, int, int], told: tuple[int, int, int]) -> str:
    ours, theirs = (
        f"{points} points, {samples} samples a frame, {frames} frames" for points, samples, frames in (told, header)
    )
    return f"the parameters were followed ({ours}), the header says otherwise ({theirs})"


def _check_channels(path: Path, sections: Sections) -> None:
    """Raise FileError unless every channel has what ezc3d scales it by; it reads on into nothing otherwise."""
    if not sections.samples_per_frame or not sections.n_channels:
        return
    for name, size, needed in (
        ("GEN_SCALE", 4, 1),
        ("SCALE", 4, sections.n_channels),
        ("OFFSET", 2, sections.n_channels),
    ):
        names = [("ANALOG", name), *(("ANALOG", f"{name}{number}") for number in range(2, 256))]
        there = sum(len(sections.parameters[key].data) // size for key in names if key in sections.parameters)
        if there < needed:
            _refuse(path, f"ANALOG:{name} is too short", expected=f"{needed} values, found {there}")


def _check_length(path: Path, numbers: _Numbers, data: bytes, sections: Sections) -> None:
    """Raise FileError unless all that was claimed is there."""
    a_frame = 4 * sections.n_points + sections.samples_per_frame * sections.n_channels
    end = sections.data_start + sections.number_size * sections.n_frames * a_frame
    if sections.data_start < 2 * BLOCK or end > len(data):
        expected = f"{end:,} bytes for {sections.n_frames:,} frames"
        _refuse(path, "ends before its data do", expected=f"{expected}, found {len(data):,}")
    turned = int(numbers.first(sections.parameters, "ROTATION", "USED") or 0)
    if turned:
        ratio = int(numbers.first(sections.parameters, "ROTATION", "RATIO") or 1)
        start = BLOCK * (int(numbers.first(sections.parameters, "ROTATION", "DATA_START") or 0) - 1)
        if start < sections.data_start or start + 4 * 17 * turned * ratio * sections.n_frames > len(data):
            _refuse(path, "ends before its rotations do")
