"""Demands as TOML files. Every error names the line."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unbake.errors import FileError, UnbakeError
from unbake.ground.files.toml_file import parsed_toml, read_toml
from unbake.motion.body.roles import nearest
from unbake.synthesis.demands.demand import Demand, FlagStretch, FloorPath, KeyPose, Spot

LARGEST_BYTES = 1_000_000
_HEADER = re.compile(r"\s*(\[\[?)\s*([\w-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([\w-]+)\s*=")


@dataclass(frozen=True)
class Actor:
    """One of several that do the same at the same time.

    Parameters
    ----------
    name : of the actor.
    demand : what it is to do.
    """

    name: str
    demand: Demand


@dataclass(frozen=True)
class DemandFile:
    """What a file holds.

    Parameters
    ----------
    demand : what is wanted.
    actors : those who are to do it, each with its own start and end; empty for one.
    """

    demand: Demand
    actors: tuple[Actor, ...] = ()


def load_demand(path: str | os.PathLike[str]) -> DemandFile:
    """Read a demand.

    Raises
    ------
    FileError : a file that cannot be read, is no TOML, or holds what no demand has; the line is named.
    UsageError : a demand that contradicts itself.
    """
    file = Path(path)
    content, text = read_toml(file, LARGEST_BYTES, "demand")
    return _Reader(file, text).read(content)


def read_demand(text: str, file: Path) -> DemandFile:
    """Return the demand in a text, which stands in a file, or would; FileError and UsageError as `load_demand`."""
    if len(text) > LARGEST_BYTES:
        raise FileError(file, f"is larger than {LARGEST_BYTES:,} bytes, so it is no demand")
    return _Reader(file, text).read(parsed_toml(text, file))


@dataclass
class _Reader:
    """Reads tables, and knows where they stand."""

    file: Path
    text: str
    lines: dict[tuple[str, int, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        table, counts = "", {"": 0}
        for number, line in enumerate(self.text.splitlines(), start=1):
            if header := _HEADER.match(line):
                table = header.group(2)
                counts[table] = counts.get(table, -1) + 1
                self.lines[table, counts[table], ""] = number
            elif key := _KEY.match(line):
                self.lines.setdefault((table, counts[table], key.group(1)), number)

    def read(self, content: Mapping[str, Any]) -> DemandFile:
        """Return the demand, and the actors' own."""
        top = _Table(self, "", 0, content)
        top.check_keys("length", "start", "end", "stretch", "pose", "place", "path", "actor")
        length = top.number("length")
        parts: dict[str, Any] = {
            "length_s": length,
            "stretches": tuple(self._stretch(table, length) for table in top.tables("stretch")),
            "poses": tuple(map(self._pose, top.tables("pose"))),
            "file": str(self.file),
            "length_line": self.lines.get(("", 0, "length")),
        }
        spots = tuple(self._spot(table, table.number("at")) for table in top.tables("place"))
        path = self._path(top.table("path"), length) if "path" in content else None
        base = self._whole(top, parts, spots, path)
        actors = tuple(self._actor(table, parts, spots) for table in top.tables("actor"))
        names = [actor.name for actor in actors]
        if len(set(names)) < len(names):
            raise FileError(self.file, "two actors have the same name", line=self.lines.get(("actor", 0, "")))
        if actors and ("start" in content or "end" in content or path is not None):
            raise FileError(self.file, "with actors, starts, ends and paths are those of each [[actor]]")
        if len(names) == 1:
            line = self.lines.get(("actor", 0, ""))
            raise FileError(self.file, "a scene of several actors needs at least two", line=line)
        return DemandFile(base, actors)

    def _whole(self, table: _Table, parts: Mapping[str, Any], spots: Sequence[Spot], path: FloorPath | None) -> Demand:
        more: dict[str, Any] = {}
        if "start" in table.content:
            start = table.table("start")
            spot = self._spot(start, 0.0)
            more["start"] = Spot(
                at_s=0.0, place_m=spot.place_m or (0.0, 0.0), heading_deg=spot.heading_deg or 0.0, line=spot.line
            )
        elif path is not None:
            more["start"] = Spot(at_s=0.0, place_m=path.points_m[0], heading_deg=_towards(path), line=path.line)
        if "end" in table.content:
            spots = (*spots, self._spot(table.table("end"), float(parts["length_s"])))
        return Demand(**{**parts, "spots": tuple(spots), "path": path, **more})

    def _actor(self, table: _Table, parts: Mapping[str, Any], spots: Sequence[Spot]) -> Actor:
        table.check_keys("name", "start", "end", "path")
        path = self._path(table.table("path"), float(parts["length_s"])) if "path" in table.content else None
        return Actor(table.text("name"), self._whole(table, parts, spots, path))

    def _stretch(self, table: _Table, length: float) -> FlagStretch:
        table.check_keys("from", "to", "must", "must-not", "may", "others")
        others = table.text("others", "may")
        if others not in ("may", "must-not"):
            raise table.error('\'others\' is "may" or "must-not"', "others")
        return FlagStretch(
            start_s=table.number("from", 0.0),
            stop_s=table.number("to", length),
            must=table.names("must"),
            must_not=table.names("must-not"),
            may=table.names("may"),
            others="may" if others == "may" else "must-not",
            line=table.line(),
        )

    def _pose(self, table: _Table) -> KeyPose:
        table.check_keys("at", "clip", "frame")
        frame = table.number("frame")
        if frame != int(frame):
            raise table.error("'frame' is the number of a frame", "frame")
        return KeyPose(at_s=table.number("at"), clip=table.text("clip"), number=int(frame), line=table.line())

    def _spot(self, table: _Table, at_s: float) -> Spot:
        table.check_keys("at", "place", "heading")
        heading = table.number("heading") if "heading" in table.content else None
        place = table.point("place") if "place" in table.content else None
        if place is None and heading is None:
            raise table.error("a place or a heading is missing")
        return Spot(at_s=at_s, place_m=place, heading_deg=heading, line=table.line())

    def _path(self, table: _Table, length: float) -> FloorPath:
        table.check_keys("points", "from", "to")
        points = table.content.get("points")
        if not isinstance(points, list) or len(points) < 2 or not all(map(_is_point, points)):
            raise table.error("'points' are two or more places: [[0.0, 0.0], [2.0, 1.0]]", "points")
        return FloorPath(
            points_m=tuple((float(x), float(z)) for x, z in points),
            start_s=table.number("from", 0.0),
            stop_s=table.number("to", length),
            line=table.line(),
        )


@dataclass(frozen=True)
class _Table:
    """One table of the file: which, the how manieth of its name, and its content."""

    reader: _Reader
    name: str
    number_of: int
    content: Mapping[str, Any]

    def line(self, key: str = "") -> int | None:
        """The line of a key, or of the table."""
        known = self.reader.lines
        own = known.get((self.name, self.number_of, key)) or known.get((self.name, self.number_of, ""))
        return own or known.get(("", 0, self.name))

    def error(self, message: str, key: str = "") -> UnbakeError:
        """What is wrong, with its line."""
        return FileError(self.reader.file, message, line=self.line(key), code="demand")

    def check_keys(self, *known: str) -> None:
        """Refuse keys that mean nothing."""
        for key in self.content:
            if key not in known:
                where = f"[{self.name}] has" if self.name else "a demand has"
                raise self.error(f"{where} no '{key}'{nearest(key, known)} (known: {', '.join(known)})", key)

    def number(self, key: str, default: float | None = None) -> float:
        """A number."""
        value = self._value(key, default, lambda value: isinstance(value, int | float) and abs(value) < 1e9, "a number")
        return float(value)

    def text(self, key: str, default: str | None = None) -> str:
        """A text."""
        return str(self._value(key, default, lambda value: isinstance(value, str) and bool(value), "a text"))

    def names(self, key: str) -> tuple[str, ...]:
        """A list of flags."""
        what = 'a list of flags: ["Walk"]'
        found = self._value(key, [], lambda value: isinstance(value, list) and all(map(_is_text, value)), what)
        return tuple(found)

    def point(self, key: str) -> tuple[float, float]:
        """A place on the floor."""
        x, z = self._value(key, None, _is_point, "two numbers of metres, x and z: [1.5, 2.0]")
        return float(x), float(z)

    def tables(self, key: str) -> list[_Table]:
        """All tables of a name."""
        found = self.content.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise self.error(f"'{key}' is written as [[{key}]]", key)
        return [_Table(self.reader, key, n, one) for n, one in enumerate(found)]

    def table(self, key: str) -> _Table:
        """A table in this one."""
        found = self.content[key]
        if not isinstance(found, dict):
            raise self.error(f"'{key}' is a table", key)
        if self.name:  # written in one line, as that of an actor is
            return _Table(self.reader, self.name, self.number_of, found)
        return _Table(self.reader, key, 0, found)

    def _value(self, key: str, default: Any, fits: Callable[[Any], bool], what: str) -> Any:
        value = self.content.get(key, default)
        if value is None:
            raise self.error(f"'{key}' is missing")
        if isinstance(value, bool) or not fits(value):
            raise self.error(f"'{key}' must be {what}", key)
        return value


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_point(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(x, int | float) and not isinstance(x, bool) for x in value)
    )


def _towards(path: FloorPath) -> float:
    """The heading along the first side of a path, in degrees."""
    import math

    (x, z), (u, v) = path.points_m[:2]
    return math.degrees(math.atan2(u - x, v - z))
