"""Demands between the page, which has lanes of flags, and the search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from unbake.errors import UnbakeError, UsageError
from unbake.studio.server import messages as m
from unbake.studio.server.remedies import with_remedy

if TYPE_CHECKING:
    from unbake.synthesis.demands.demand import Demand, FloorPath, Spot


def demand_of(parts: m.DemandParts) -> Demand:
    """Return the demand. Lines are numbers of its parts, which `problem_of` reads off errors.

    Raises
    ------
    UsageError : what no demand may hold, see `Demand`.
    """
    from unbake.synthesis.demands.demand import Demand, FlagStretch, KeyPose

    line = {part: number for number, part in enumerate(_numbered(parts), start=1)}
    stretches = tuple(
        FlagStretch(
            start_s=span.start_s,
            stop_s=span.stop_s,
            must=(span.flag,) if span.must else (),
            must_not=() if span.must else (span.flag,),
            line=line["flag", n],
        )
        for n, span in enumerate(parts.flags)
    )
    poses = tuple(
        KeyPose(at_s=one.at_s, clip=one.clip, number=one.frame, line=line["pose", n])
        for n, one in enumerate(parts.poses)
    )
    path = None if parts.path is None else _path(parts.path, line["path", 0])
    return Demand(
        length_s=parts.length_s,
        stretches=stretches,
        spots=tuple(_spot(one, line["place", n]) for n, one in enumerate(parts.places)),
        poses=poses,
        path=path,
        start=_spot(parts.start, line["start", 0]),
    )


def _path(one: m.DemandPath, line: int) -> FloorPath:
    from unbake.synthesis.demands.demand import FloorPath

    points = tuple((point.x, point.z) for point in one.points)
    return FloorPath(points_m=points, start_s=one.start_s, stop_s=one.stop_s, line=line)


def _numbered(parts: m.DemandParts) -> list[tuple[str, int]]:
    """The parts of a demand, in the order of their numbers."""
    return [
        ("start", 0),
        ("path", 0),
        *(("flag", n) for n in range(len(parts.flags))),
        *(("place", n) for n in range(len(parts.places))),
        *(("pose", n) for n in range(len(parts.poses))),
    ]


def _spot(one: m.DemandSpot, line: int) -> Spot:
    from unbake.synthesis.demands.demand import Spot

    place = None if one.place is None else (one.place.x, one.place.z)
    return Spot(at_s=one.at_s, place_m=place, heading_deg=one.heading_deg, line=line)


def problem_of(error: UnbakeError, parts: m.DemandParts) -> m.DemandProblem:
    """Return an error with the part that it is about."""
    text = with_remedy(error)
    line = error.about.get("line")
    numbered = _numbered(parts)
    if isinstance(line, int) and 1 <= line <= len(numbered):
        part, number = numbered[line - 1]
        return m.DemandProblem(part, number, text)  # type: ignore[arg-type]
    return m.DemandProblem("demand", 0, text)


def parts_from(text: str, name: str, vocabulary: Sequence[str]) -> m.DemandParts:
    """Return the demand in a TOML text; flags in the spelling of the vocabulary, as far as they are in it.

    Raises
    ------
    FileError, UsageError : what `load_demand` raises; several actors.
    """
    from unbake.composition.demands.toml_file import read_demand

    found = read_demand(text, Path(name))
    if found.actors:
        raise UsageError(f"{name} is for several actors, and only one can be moved here", code="several-actors")
    demand = found.demand
    path = None
    if (way := demand.path) is not None:
        path = m.DemandPath(tuple(m.FloorPoint(x, z) for x, z in way.points_m), way.start_s, way.stop_s)
    return m.DemandParts(
        demand.length_s,
        _spans(demand, vocabulary),
        _read_spot(demand.start),
        tuple(map(_read_spot, demand.spots)),
        tuple(m.DemandPose(one.at_s, one.clip, one.number) for one in demand.poses),
        path,
    )


def _spans(demand: Demand, vocabulary: Sequence[str]) -> tuple[m.FlagSpan, ...]:
    """A span a flag and stretch; where no others may hold, one for each of these, too."""
    out = []
    for one in demand.stretches:
        must, never, may = ([_spelt(f, vocabulary) for f in own] for own in (one.must, one.must_not, one.may))
        if one.others == "must-not":
            never += [flag for flag in vocabulary if flag not in (*must, *never, *may)]
        out += [m.FlagSpan(flag, one.start_s, one.stop_s, must=True) for flag in must]
        out += [m.FlagSpan(flag, one.start_s, one.stop_s, must=False) for flag in never]
    return tuple(out)


def _spelt(flag: str, vocabulary: Sequence[str]) -> str:
    from unbake.library.annotations import flag_index

    try:
        return vocabulary[flag_index(tuple(vocabulary), flag)]
    except UsageError:
        return flag  # the check says so


def _read_spot(spot: Spot) -> m.DemandSpot:
    return m.DemandSpot(spot.at_s, spot.place_m and m.FloorPoint(*spot.place_m), spot.heading_deg)
