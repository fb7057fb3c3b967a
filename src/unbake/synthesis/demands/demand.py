"""What a motion is to do: flags by stretches of time, poses and places at given times, a path, start and end."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from unbake.errors import UsageError
from unbake.ground.choices import check_words
from unbake.motion.body.body_path import RATE_HZ

LONGEST_S = 600.0
FARTHEST_M = 1e4
Others = Literal["may", "must-not"]


@dataclass(frozen=True, kw_only=True)
class FlagStretch:
    """Flags over a stretch of time. A flag that no stretch names may hold or not.

    Parameters
    ----------
    start_s, stop_s : from when to when.
    must, must_not : flags that have to hold throughout, and flags that never may.
    may : flags that are free whatever `others` says.
    others : what counts for flags that are not named: ``may``, or ``must-not`` for a complete annotation.
    line : where it stands in its file.
    """

    start_s: float
    stop_s: float
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    others: Others = "may"
    line: int | None = None

    def __post_init__(self) -> None:
        for flags in (self.must, self.must_not, self.may):
            check_words("flags", flags)


@dataclass(frozen=True, kw_only=True)
class Spot:
    """Where the body is at a time, and where it heads.

    Parameters
    ----------
    at_s : when.
    place_m : x and z on the floor of the middle between the hips; None leaves it open.
    heading_deg : from +Z towards +X; None leaves it open.
    line : where it stands in its file.
    """

    at_s: float
    place_m: tuple[float, float] | None = None
    heading_deg: float | None = None
    line: int | None = None


@dataclass(frozen=True, kw_only=True)
class KeyPose:
    """A frame of a clip that has to be shown at a time.

    Parameters
    ----------
    at_s : when.
    clip : its name.
    number : of the frame, as the clip's file numbers it.
    line : where it stands in its file.
    """

    at_s: float
    clip: str
    number: int
    line: int | None = None


@dataclass(frozen=True, kw_only=True)
class FloorPath:
    """A path on the floor: the body starts at its first point, ends at its last, and is never far from it.

    Parameters
    ----------
    points_m : two or more points, x and z.
    start_s, stop_s : from when to when.
    line : where it stands in its file.
    """

    points_m: tuple[tuple[float, float], ...]
    start_s: float
    stop_s: float
    line: int | None = None


@dataclass(frozen=True, kw_only=True)
class Demand:
    """A motion that is wanted.

    Parameters
    ----------
    length_s : its length.
    stretches, spots, poses : in any order.
    path : where to go, if that matters.
    start : place and heading at the beginning; the origin, heading along +Z, by default.
    file, length_line : where it was read from, and the line of its length there, for messages.

    Raises
    ------
    UsageError : times outside the length, stretches that end before they start, numbers that are none, two poses at
        one time, a flag that must and must not hold at once.
    """

    length_s: float
    stretches: tuple[FlagStretch, ...] = ()
    spots: tuple[Spot, ...] = ()
    poses: tuple[KeyPose, ...] = ()
    path: FloorPath | None = None
    start: Spot = Spot(at_s=0.0, place_m=(0.0, 0.0), heading_deg=0.0)
    file: str = ""
    length_line: int | None = None

    def __post_init__(self) -> None:
        if not 0.2 <= self.length_s <= LONGEST_S:
            message = f"a motion on demand takes 0.2 to {LONGEST_S:g} s, not {self.length_s:g}"
            raise self.error(message, self.length_line)
        spans: list[FlagStretch | FloorPath] = [*self.stretches, *([self.path] if self.path else [])]
        for span in spans:
            self._check_span(span)
        moments: list[Spot | KeyPose] = [*self.spots, *self.poses]
        for moment in moments:
            if not 0.0 <= moment.at_s <= self.length_s + 1e-9:
                raise self.error(f"{moment.at_s:g} s is not within the {self.length_s:g} s of the motion", moment.line)
        self._check_numbers()
        self._check_poses()
        for message, line in contradictions(self.stretches):
            raise self.error(message, line, "contradiction")

    @property
    def n_frames(self) -> int:
        """Number of frames, sixty a second."""
        return frame_of(self.length_s) + 1

    def error(self, message: str, line: int | None, code: str = "demand") -> UsageError:
        """Return an error that names file and line where they are known."""
        where = f"{self.file}:{line}: " if self.file and line else f"{self.file}: " if self.file else ""
        return UsageError(where + message, code=code, file=self.file or None, line=line)

    def _check_span(self, span: FlagStretch | FloorPath) -> None:
        if not 0.0 <= span.start_s < span.stop_s <= self.length_s + 1e-9:
            shown = f"{span.start_s:g} to {span.stop_s:g} s"
            raise self.error(f"{shown} is no stretch of the {self.length_s:g} s of the motion", span.line)

    def _check_numbers(self) -> None:
        points = [(spot.line, spot.place_m) for spot in (self.start, *self.spots) if spot.place_m is not None]
        if self.path is not None:
            points += [(self.path.line, point) for point in self.path.points_m]
            if len(self.path.points_m) < 2:
                raise self.error("a path needs at least two points", self.path.line)
        for line, point in points:
            if len(point) != 2 or not all(math.isfinite(x) and abs(x) <= FARTHEST_M for x in point):
                raise self.error("a place is two numbers of metres", line)
        for spot in (self.start, *self.spots):
            if spot.heading_deg is not None and not abs(spot.heading_deg) <= 3600.0:
                raise self.error("a heading is a number of degrees", spot.line)

    def _check_poses(self) -> None:
        seen: dict[int, KeyPose] = {}
        for pose in self.poses:
            other = seen.setdefault(frame_of(pose.at_s), pose)
            if other is not pose:
                raise self.error(f"two poses are wanted at {pose.at_s:g} s", pose.line)


def frame_of(time_s: float) -> int:
    """Return the frame, from 0, nearest to a time."""
    return round(time_s * RATE_HZ)


def contradictions(stretches: Sequence[FlagStretch]) -> Iterator[tuple[str, int | None]]:
    """Yield what to say of each flag that must and must not hold at once, and the line of the later stretch."""
    for n, one in enumerate(stretches):
        for other in stretches[: n + 1]:
            if max(one.start_s, other.start_s) >= min(one.stop_s, other.stop_s):
                continue
            for must, never in ((one, other), (other, one)):
                for flag in must.must:
                    if _plain(flag) in map(_plain, never.must_not):
                        span = f"{max(one.start_s, other.start_s):g} to {min(one.stop_s, other.stop_s):g} s"
                        where = "" if one is other or other.line is None else f" (the other stretch: line {other.line})"
                        yield f"from {span} '{flag}' must hold and must not hold{where}", one.line


def _plain(flag: str) -> str:
    return " ".join(flag.replace("-", " ").replace("_", " ").lower().split())
