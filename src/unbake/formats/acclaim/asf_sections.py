"""The sections of an ASF file: what it declares of its units, root, bones and hierarchy, line by line."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from unbake.errors import FileError, shorten
from unbake.formats.text_file import read_text
from unbake.formats.text_numbers import number_at, numbers_at, text_lines
from unbake.ground.arrays import Floats
from unbake.motion.skeleton import MOST_JOINTS, ROTATIONS, TRANSLATIONS

ROOT_NAME = "root"
_INCH_M = 0.0254

Line = tuple[int, list[str]]
"""The number of a line, from 1, and its words."""


@dataclass
class DeclaredBone:
    """A bone, or the root, as declared: lengths in the file's unit, angles in its unit of angle."""

    name: str
    line: int
    vector: Floats
    axis: tuple[float, ...] = (0.0, 0.0, 0.0)
    axis_order: str = "XYZ"
    freedoms: tuple[str, ...] = ()


@dataclass
class DeclaredFigure:
    """The content of the file's sections."""

    metres_per_unit: float = _INCH_M
    radians_per_unit: float = math.pi / 180.0
    bones: dict[str, DeclaredBone] = field(default_factory=dict)
    parent_of: dict[str, str] = field(default_factory=dict)


def parse_asf(path: Path) -> DeclaredFigure:
    """Return what the file declares; FileError with file, line and what was expected where it is no ASF file."""
    sections = _sections(path)
    declared = DeclaredFigure()
    for name, parse in _PARSERS.items():
        if name in sections:
            parse(path, sections[name], declared)
        elif name != "units":
            raise FileError(path, f"has no :{name} section", expected=":units, :root, :bonedata and :hierarchy")
    return declared


def _sections(path: Path) -> dict[str, list[Line]]:
    """Return the lines of each section (``:name``) without comments and blank lines; the first line is its title."""
    sections: dict[str, list[Line]] = {}
    current: list[Line] = []
    for number, line in enumerate(text_lines(read_text(path)), start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0].startswith(":"):
            name = words[0][1:].lower()
            if name in sections and name in _PARSERS:
                raise FileError(path, f"a second :{name} section", line=number)
            current = sections.setdefault(name, [])
        elif not sections:
            raise FileError(path, "no ASF file", line=number, expected="a section such as ':version'", actual=line)
        current.append((number, words))
    return sections


def _parse_units(path: Path, lines: list[Line], declared: DeclaredFigure) -> None:
    for number, words in lines[1:]:
        match words:
            case ["length", value]:
                length = number_at(path, number, value, "the length of a unit")
                if length <= 1e-9:
                    raise FileError(path, "the length of a unit must be positive", line=number, actual=value)
                declared.metres_per_unit = _INCH_M / length
            case ["angle", unit]:
                declared.radians_per_unit = _radians(path, number, unit)


def _radians(path: Path, line: int, unit: str) -> float:
    known = {"deg": math.pi / 180.0, "degrees": math.pi / 180.0, "rad": 1.0, "radians": 1.0}
    if unit.lower() not in known:
        raise FileError(path, "unknown unit of angle", line=line, expected="deg or rad", actual=unit)
    return known[unit.lower()]


def _parse_root(path: Path, lines: list[Line], declared: DeclaredFigure) -> None:
    root = DeclaredBone(ROOT_NAME, lines[0][0], np.zeros(3))
    for number, words in lines[1:]:
        match words[0].lower():
            case "order":
                root.freedoms = _freedoms(path, number, words[1:])
            case "axis":
                root.axis_order = _axis_order(path, number, words[1:])
            case "position":
                root.vector = np.array(numbers_at(path, number, words[1:], 3, "the root's position"))
            case "orientation":
                root.axis = numbers_at(path, number, words[1:], 3, "the root's orientation")
    declared.bones[ROOT_NAME] = root


def _freedoms(path: Path, line: int, words: list[str]) -> tuple[str, ...]:
    freedoms = tuple(word.lower() for word in words)
    for word, freedom in zip(words, freedoms, strict=True):
        if freedom not in (*TRANSLATIONS, *ROTATIONS):
            message = f"degree of freedom {shorten(word)} is not supported"
            raise FileError(path, message, line=line, expected="some of tx ty tz rx ry rz")
        if freedoms.count(freedom) > 1:
            raise FileError(path, f"degree of freedom '{word}' is listed twice", line=line)
    return freedoms


def _axis_order(path: Path, line: int, words: list[str]) -> str:
    order = "".join(words).upper()
    if sorted(order) != ["X", "Y", "Z"]:
        raise FileError(path, "no order of axes", line=line, expected="three axes such as XYZ", actual=" ".join(words))
    return order


def _parse_bones(path: Path, lines: list[Line], declared: DeclaredFigure) -> None:
    entries: dict[str, Line] | None = None
    for number, words in lines[1:]:
        key = words[0].lower()
        if key == "begin":
            if entries is not None:
                raise FileError(path, "a bone begins inside another", line=number, expected="'end'", actual="begin")
            entries = {"begin": (number, [])}
        elif entries is None:
            raise FileError(path, "outside of any bone", line=number, expected="'begin'", actual=" ".join(words))
        elif key == "end":
            _add_bone(path, entries, declared)
            entries = None
        elif not key.startswith("("):  # more limits
            if key in entries:
                raise FileError(path, f"a second {shorten(key)} in one bone", line=number)
            entries[key] = (number, words[1:])
    if entries is not None:
        raise FileError(path, "the file ends inside a bone", line=lines[-1][0], expected="'end'")


def _add_bone(path: Path, entries: dict[str, Line], declared: DeclaredFigure) -> None:
    begin = entries["begin"][0]
    for key in ("name", "direction", "length", "axis"):
        if key not in entries:
            raise FileError(path, f"the bone that begins on line {begin} has no {key}", line=begin)
    line, words = entries["name"]
    if len(words) != 1:
        raise FileError(path, "a bone's name must be one word", line=line, actual=" ".join(words))
    name = words[0]
    if name in declared.bones:
        message = f"bone {shorten(name)} is declared twice, first on line {declared.bones[name].line}"
        raise FileError(path, message, line=line)
    if len(declared.bones) >= MOST_JOINTS:
        raise FileError(path, f"more than {MOST_JOINTS:,} bones", line=line)
    direction_line, direction = entries["direction"]
    vector = np.array(numbers_at(path, direction_line, direction, 3, "a bone's direction"))
    length_line, length = entries["length"]
    (factor,) = numbers_at(path, length_line, length, 1, "a bone's length")
    axis_line, axis = entries["axis"]
    angles = numbers_at(path, axis_line, axis[:3], 3, "a bone's axis")
    freedom_line, freedoms = entries.get("dof", (begin, []))
    declared.bones[name] = DeclaredBone(
        name,
        line,
        vector * factor,
        angles,
        _axis_order(path, axis_line, axis[3:] or ["XYZ"]),
        _freedoms(path, freedom_line, freedoms),
    )


def _parse_hierarchy(path: Path, lines: list[Line], declared: DeclaredFigure) -> None:
    is_open = False
    for number, words in lines[1:]:
        if words in (["begin"], ["end"]) and is_open == (words == ["end"]):
            is_open = not is_open
            continue
        if not is_open:
            raise FileError(path, "outside of the hierarchy", line=number, expected="'begin'", actual=" ".join(words))
        for name in words:
            if name not in declared.bones:
                raise FileError(path, f"the hierarchy names an unknown bone {shorten(name)}", line=number)
        for name in words[1:]:
            if name == ROOT_NAME or declared.parent_of.setdefault(name, words[0]) != words[0]:
                raise FileError(path, f"bone {shorten(name)} has two parents in the hierarchy", line=number)
    if is_open:
        raise FileError(path, "the file ends inside its hierarchy", line=lines[-1][0], expected="'end'")


_PARSERS: dict[str, Callable[[Path, list[Line], DeclaredFigure], None]] = {
    "units": _parse_units,
    "root": _parse_root,
    "bonedata": _parse_bones,
    "hierarchy": _parse_hierarchy,
}
