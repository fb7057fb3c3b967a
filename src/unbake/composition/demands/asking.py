"""A demand over the material of a library: what is asked for frame by frame, and what cannot be met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unbake.composition.demands.material import Material
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.library.annotations import flag_index
from unbake.motion.body.body_path import RATE_HZ
from unbake.synthesis.demands.demand import Demand, FlagStretch, FloorPath, Spot, frame_of
from unbake.synthesis.demands.pool import FramePool
from unbake.synthesis.demands.problem import CostWeights, Problem, Targets

UNKNOWN_COSTS = 0.5
"""A frame of which nobody knows whether a flag holds is half wrong."""
PATH_EVERY = 12
FASTEST_OVER = 60
"""Frames over which the fastest way of the material is measured."""
EASE = 1.1
"""A place is out of reach if it takes so many times the fastest speed of the material."""


@dataclass(frozen=True, eq=False)
class SearchRequest:
    """What a search is to find.

    Parameters
    ----------
    wanted : (flags, n) int8: 1 must hold, −1 must not, 0 may.
    problem : the same over the frames of the material.
    """

    wanted: NDArray[np.int8]
    problem: Problem


def asked_of(
    demand: Demand, material: Material, weights: CostWeights | None = None, *, is_checked: bool = True
) -> SearchRequest:
    """Return a demand over some material.

    Parameters
    ----------
    demand, material : what is asked of what.
    weights : what counts how much.
    is_checked : whether places out of reach are refused; else they are met as nearly as can be.

    Raises
    ------
    UsageError : a flag that is unknown, or of which nothing is known; flags that no frame has; a place that is too far
        away; a pose of no clip. The message names stretch or line, and the nearest that is possible.
    """
    wanted = wanted_flags(demand, material.flags)
    columns, rows = np.unique(wanted.T, axis=0, return_inverse=True)
    costs = flag_costs(columns, material.values) if wanted.any() else np.zeros((1, material.pool.n_frames), np.float32)
    _check_annotated(demand, material, wanted)
    for stretch in demand.stretches:
        _check_possible(demand, material, stretch, wanted)
    targets = targets_of(demand, material.leg_m)
    if is_checked:
        _check_reachable(demand, material)
    fixed = _fixed(demand, material)
    weights = weights or CostWeights()
    problem = Problem(material.pool, costs, np.asarray(rows.reshape(-1)), fixed, targets, weights)
    return SearchRequest(wanted, problem)


def wanted_flags(demand: Demand, flags: tuple[str, ...]) -> NDArray[np.int8]:
    """Return what is wanted of each flag (flags, n), see `SearchRequest`; UsageError for one the vocabulary lacks."""
    out = np.zeros((len(flags), demand.n_frames), dtype=np.int8)
    for stretch in demand.stretches:
        try:
            must, never, may = (
                [flag_index(flags, f) for f in own] for own in (stretch.must, stretch.must_not, stretch.may)
            )
        except UsageError as error:
            raise demand.error(str(error), stretch.line, "unknown-flag") from error
        span = slice(*_span(demand, stretch))
        if stretch.others == "must-not":
            others = [row for row in range(len(flags)) if row not in (*must, *may)]
            out[others, span] = np.where(out[others, span] == 0, -1, out[others, span])
        out[must, span] = 1
        out[never, span] = -1
    return out


def flag_costs(columns: NDArray[np.int8], values: NDArray[np.int8]) -> Floats32:
    """Return how many flags of each frame are wrong (R, N), where `columns` (R, flags) is asked for.

    Parameters
    ----------
    values : (flags, N) 1 yes, 0 no, −1 unknown, which counts `UNKNOWN_COSTS`.
    """
    yes, unknown = (values == 1).astype(np.float32), (values < 0).astype(np.float32)
    no = 1.0 - yes - unknown
    must, never = (columns == 1).astype(np.float32), (columns == -1).astype(np.float32)
    return np.asarray(must @ no + never @ yes + UNKNOWN_COSTS * ((must + never) @ unknown), dtype=np.float32)


def targets_of(demand: Demand, leg_m: float) -> Targets:
    """Return where the body should be."""
    spots = {frame_of(spot.at_s): spot for spot in demand.spots}
    path_m, path_frames = np.zeros((0, 2)), np.zeros(0, dtype=np.int64)
    if demand.path is not None:
        path_m = np.array(demand.path.points_m)
        begin, end = frame_of(demand.path.start_s), frame_of(demand.path.stop_s)
        path_frames = np.arange(begin + PATH_EVERY, end + 1, PATH_EVERY)
        ends = [(end, demand.path.stop_s, -1), *([(begin, demand.path.start_s, 0)] if begin > 0 else [])]
        for frame, at_s, point in ends:
            spot = spots.get(frame, Spot(at_s=at_s))
            spots[frame] = spot if spot.place_m else replace(spot, place_m=demand.path.points_m[point])
    spots_at = sorted(spots.items())
    frames = np.array([frame for frame, _ in spots_at], dtype=np.int64)
    places = np.array([spot.place_m or (np.nan, np.nan) for _, spot in spots_at], dtype=np.float64).reshape(-1, 2)
    headings = np.array([np.nan if s.heading_deg is None else np.radians(s.heading_deg) for _, s in spots_at])
    start = np.array(demand.start.place_m or (0.0, 0.0))
    heading = float(np.radians(demand.start.heading_deg or 0.0))
    return Targets(frames, places, headings, path_m, path_frames, PATH_EVERY, start, heading, leg_m)


def _span(demand: Demand, stretch: FlagStretch) -> tuple[int, int]:
    """The frames of a stretch, the second excluded; that which ends the motion has its last frame too."""
    stop = frame_of(stretch.stop_s)
    return frame_of(stretch.start_s), demand.n_frames if stop >= demand.n_frames - 1 else stop


def _check_annotated(demand: Demand, material: Material, wanted: NDArray[np.int8]) -> None:
    """Refuse flags of which nothing is known."""
    if wanted.any() and not (material.values >= 0).any():
        raise demand.error(f"nothing in {material.library.path} is annotated", None, "not-annotated")


def _check_possible(demand: Demand, material: Material, stretch: FlagStretch, wanted: NDArray[np.int8]) -> None:
    """Refuse a stretch whose flags no frame has."""
    first, stop = _span(demand, stretch)
    for column in np.unique(wanted[:, first:stop].T, axis=0):
        cost = flag_costs(column[None], material.values)[0]
        best = int(cost.argmin())
        if cost[best] < UNKNOWN_COSTS:
            continue
        flags, values = material.flags, material.values
        alone = [flags[row] for row in np.flatnonzero(column == 1) if not (values[row] == 1).any()]
        span = f"from {stretch.start_s:g} to {stretch.stop_s:g} s"
        if alone:
            missing = f"no frame of the library has '{alone[0]}'"
        else:
            must = " and ".join(flags[row] for row in np.flatnonzero(column == 1)) or "any flag"
            never = ", ".join(
                flags[row] for row in np.flatnonzero(column == -1) if values[row, best] != 0 or len(column) < 6
            )
            known = "is known to have" if ((values[:, best] < 0) & (column != 0)).any() else "has"
            missing = f"no frame of the library {known} {must}{f' without {never}' if never else ''}"
        raise demand.error(f"{span}, {missing}; {_nearest(material, best, column)}", stretch.line, "impossible-flags")


def _nearest(material: Material, frame: int, column: NDArray[np.int8]) -> str:
    """What comes nearest, and where."""
    values, clip = material.values[:, frame], int(material.pool.clip_of[frame])
    has = [flag for flag, value in zip(material.flags, values, strict=True) if value == 1]
    number = material.frame_number(clip, int(frame - material.pool.first[frame]))
    wrong = int(((column == 1) & (values == 0) | (column == -1) & (values == 1)).sum())
    unknown = [flag for flag, value, asked in zip(material.flags, values, column, strict=True) if value < 0 and asked]
    what = " and ".join(has) or "no flag at all"
    faults = [f"{wrong} wrong"] if wrong or not unknown else []
    faults += [f"nobody said whether it has {' or '.join(unknown)}"] if unknown else []
    return f"the nearest has {what}, {' and '.join(faults)}: clip '{material.clips[clip].name}', frame {number}"


def _check_reachable(demand: Demand, material: Material) -> None:
    """Refuse places that the fastest of the material does not reach in time."""
    fastest = fastest_m_s(material.pool) * material.leg_m
    now, then = demand.start.place_m or (0.0, 0.0), 0.0
    spots: list[Spot] = sorted((spot for spot in demand.spots if spot.place_m is not None), key=lambda spot: spot.at_s)
    for spot in spots:
        assert spot.place_m is not None
        _check_way(demand, now, spot.place_m, spot.at_s - then, fastest, spot, f"the place at {spot.at_s:g} s")
        now, then = spot.place_m, spot.at_s
    if demand.path is not None:
        _check_path(demand, demand.path, fastest)


def _check_path(demand: Demand, path: FloorPath, fastest: float) -> None:
    points = np.array(path.points_m)
    length = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    _check_way(demand, (0.0, 0.0), (length, 0.0), path.stop_s - path.start_s, fastest, path, "the end of the path")


def _check_way(
    demand: Demand,
    start: Sequence[float],
    end: Sequence[float],
    seconds: float,
    fastest: float,
    what: Spot | FloorPath,
    name: str,
) -> None:
    away = float(np.hypot(end[0] - start[0], end[1] - start[1]))
    if away > EASE * fastest * seconds + 0.1:
        raise demand.error(
            f"{name} is {away:.1f} m away, and there are {seconds:g} s to go there; the fastest in the library goes "
            f"{fastest:.1f} m/s, {fastest * seconds:.1f} m in that time",
            what.line,
            "out-of-reach",
        )


def fastest_m_s(pool: FramePool) -> float:
    """Return the greatest speed over a second of any clip, in leg lengths a second."""
    speed = np.linalg.norm(pool.steps[:, :2], axis=1)
    sums = np.concatenate([[0.0], np.cumsum(speed)])
    width = min(FASTEST_OVER, int(pool.lengths.max()))
    inside = pool.clip_of[: pool.n_frames - width + 1] == pool.clip_of[width - 1 :]
    ways: Floats = (sums[width:] - sums[:-width])[inside]
    return float(ways.max(initial=0.0)) * RATE_HZ / width


def _fixed(demand: Demand, material: Material) -> Indices:
    """The frame of the pool that must be shown in each frame (n,), −1 where any may."""
    out = np.full(demand.n_frames, -1, dtype=np.int64)
    for pose in demand.poses:
        try:
            number = material.number_of(pose.clip)
        except UsageError as error:
            raise demand.error(str(error), pose.line, "unknown-clip") from error
        clip = material.clips[number]
        if not clip.first_frame <= pose.number <= clip.last_frame:
            shown = f"{clip.first_frame} to {clip.last_frame}"
            raise demand.error(f"clip '{clip.name}' has frames {shown}, not {pose.number}", pose.line)
        instant = round((pose.number - clip.first_frame) * RATE_HZ / float(clip.fps))
        length = int(material.pool.lengths[number])
        out[frame_of(pose.at_s)] = material.pool.starts[number] + min(instant, length - 1)
    return out
