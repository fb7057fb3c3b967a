"""Extremes: the moments in which the body, or the part of it that leads, stops, turns round or rests.

Animators key them first. Each part of the body has its own: frames in which it is much slower than before and after,
and both ends of a rest. They count by how far the part travels before or after, and by how much of the body goes along
with it; where several parts have theirs within a few hundredths of a second it is one, and what weighs most leads.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals
from unbake.keyframes.moments.body_parts import parts_of_motion, smooth
from unbake.keyframes.moments.leads import LeadSpan, lead_at, leading_parts
from unbake.keyframes.moments.peaks import peaks, peaks_apart
from unbake.keyframes.moments.repeats import without_repeats
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion

HEIGHT = 3.0
"""As much counts the hips' height, which carries the whole body: 5 cm of it are a step, 5 cm of a hand are nothing."""
RISE_M = 0.012
"""Least rise and fall of the hips around a high or a low."""
TRAVEL_S = 0.5
"""Travel above this length of time is taken out of the hips' way."""
SLOWER = 2.5
"""A part stops where it is so many times slower than before and after."""
STILL_M_S, STILL = 0.05, 0.06
"""A part rests below this speed, or below this part of what it reaches in a twentieth of the clip."""
REST_S = 0.08
"""Shorter rests are one extreme, longer ones have two: their ends."""
LEAST_M, MOST_M = 0.03, 0.6
"""Ways before or after an extreme: below the least it is none, above the most it does not count for more."""
TOGETHER_S, APART_S = 0.04, 0.075
"""Extremes of parts flow together over the first, and are at least the second apart."""
SIGNIFICANT, AROUND_S = 0.15, 0.6
"""An extreme counts for at least this part of the heaviest one within so much time."""
LEAST_WEIGHT_M = 0.02
LED_S = 0.1
"""What leads has the extreme to itself where it stops so near, and nothing that stops there goes farther."""
NEAR_S = 1.0 / 12.0
"""A key is the extreme that is so near: two frames of film."""


@dataclass(frozen=True)
class Extreme:
    """A moment that an animator would key first.

    Parameters
    ----------
    frame : from 0.
    weight_m : how much it counts: ways of parts, weighted by how much of the body goes along.
    lead : the part that weighs most in it, one of `body_parts.PARTS`, or a joint's name where there are no roles.
    """

    frame: int
    weight_m: float
    lead: str


class _Stop(NamedTuple):
    at: float
    weight_m: float
    part: str


def extremes(
    motion: Motion, lead: Sequence[str] | None = None, spans: Sequence[LeadSpan] | None = None
) -> tuple[Extreme, ...]:
    """Return the extremes of a motion in the order of time; the ends of the clip are none.

    Parameters
    ----------
    motion : the clip.
    lead : parts that lead (joints, roles or groups); by default all parts, and those that lead over time have
        an extreme to themselves.
    spans : what leads over time, where that is known.

    Raises
    ------
    UsageError : an unknown part.
    """
    frames, fps = motion.n_frames, float(motion.fps)
    if frames < 3:
        return ()
    stops = sorted(stop for part, way, weight in _ways(motion, lead) for stop in _stops(part, way, weight, fps))
    together = np.zeros(frames)
    at, reach = np.arange(frames), int(5.0 * TOGETHER_S * fps) + 1
    for stop in stops:
        near = slice(max(int(stop.at) - reach, 0), int(stop.at) + reach + 1)
        together[near] += stop.weight_m * np.exp(-0.5 * ((at[near] - stop.at) / (TOGETHER_S * fps)) ** 2)
    beside = int(AROUND_S * fps)
    around = sliding_window_view(np.pad(together, beside), 2 * beside + 1).max(axis=1)
    apart = max(1, int(np.ceil(APART_S * fps)))
    tops = peaks_apart(together, LEAST_WEIGHT_M, apart)
    wanted = (together[tops] >= SIGNIFICANT * around[tops]) & (tops >= apart) & (tops < frames - apart)
    found = [Extreme(int(p), float(together[p]), _leader(stops, p, fps)) for p in tops[wanted]]
    if lead is None:
        found = _led(found, stops, spans or leading_parts(motion), fps)
    kept = without_repeats([one.frame for one in found], [one.weight_m for one in found], motion)
    return tuple(found[place] for place in kept)


def with_classes(selection: Selection, found: Sequence[Extreme], fps: float, pinned: Sequence[int] = ()) -> Selection:
    """Return a selection whose keys are keyposes where they are an extreme, an end of the clip or a pin, and breakdowns
    elsewhere.

    Parameters
    ----------
    selection : keys of the clip.
    found : its extremes.
    fps : frames a second.
    pinned : frames from 0.
    """
    keys = np.array(selection.frames)
    at = np.array([extreme.frame for extreme in found])
    nearest = keys[np.searchsorted((keys[:-1] + keys[1:]) / 2.0, at)]
    keyposes = {int(keys[0]), int(keys[-1]), *pinned, *nearest[np.abs(nearest - at) <= NEAR_S * fps].tolist()}
    return replace(selection, classes=tuple("keypose" if f in keyposes else "breakdown" for f in selection.frames))


def _ways(motion: Motion, lead: Sequence[str] | None) -> Iterator[tuple[str, Floats, float]]:
    """The way (F, D) of each part without travel and noise, and its weight; the hips' height once more by itself."""
    root = motion.skeleton.names[motion.skeleton.roles.get("hips", 0)]
    for part, way, weight in parts_of_motion(motion, lead):
        if part not in ("hips", root) or way.shape[1] > 3:
            yield part, way, weight
            continue
        yield part, way - smooth(way, TRAVEL_S * float(motion.fps)) * (1.0, 0.0, 1.0), weight
        yield part, way[:, 1:2], HEIGHT


def _stops(part: str, way: Floats, weight: float, fps: float) -> Iterator[_Stop]:
    if way.shape[1] == 1:
        for sign in (1.0, -1.0):
            found = peaks(sign * way[:, 0], RISE_M)
            for frame, rise in zip(found.at, found.prominences, strict=True):
                yield _Stop(float(frame), weight * min(float(rise), MOST_M / weight), part)
        return
    steps = np.linalg.norm(np.diff(way, axis=0), axis=1)
    still = max(STILL_M_S, STILL * float(np.quantile(steps, 0.95)) * fps) / fps
    # A rest lasts from the frame before its first slow step to the one behind its last.
    rests = [(first, last + 1) for first, last in intervals(steps < still) if last + 1 - first >= REST_S * fps]
    speed = np.log(np.maximum(np.linalg.norm(np.gradient(way, axis=0), axis=1), still))
    walled = np.concatenate([[speed.max() + 9.0], speed, [speed.max() + 9.0]])
    slowest = peaks(-walled, float(np.log(SLOWER)))
    middles = (slowest.first + slowest.last) / 2.0 - 1.0
    resting = np.zeros(len(way) + 1, dtype=np.bool_)
    for first, last in rests:
        resting[max(first - 1, 0) : last + 2] = True
    moving = middles[~resting[middles.astype(np.intp)]]
    at = np.unique(np.concatenate([moving, np.array(rests, dtype=float).ravel()]))
    gone = np.concatenate([[0.0], np.cumsum(steps)])
    gone_at = np.interp(at, np.arange(len(gone)), gone)
    between = np.diff(np.concatenate([[0.0], gone_at, gone[-1:]]))
    for moment, length in zip(at, np.maximum(between[:-1], between[1:]), strict=True):
        if length >= LEAST_M:
            yield _Stop(float(moment), weight * min(float(length), MOST_M), part)


def _led(found: Sequence[Extreme], stops: Sequence[_Stop], spans: Sequence[LeadSpan], fps: float) -> list[Extreme]:
    """Extremes, each on the frame in which the leading part stops where it does nearby: a kick's apex is the foot's,
    not the middle of all that the body does around it."""
    apart, out = APART_S * fps, list(found)
    at, frames = np.array([stop.at for stop in stops]), np.array([extreme.frame for extreme in found])
    for place, extreme in enumerate(found):
        part = lead_at(spans, extreme.frame)
        around = [stops[int(n)] for n in np.flatnonzero(np.abs(at - extreme.frame) <= LED_S * fps)]
        most = max((stop.weight_m for stop in around), default=0.0)
        near = [stop for stop in around if stop.part == part and stop.weight_m >= most]
        # Where the hips carry a walk, its keys are contacts, which are the feet's as much as theirs.
        if part == "hips" or not near:
            continue
        frame = _middle(near, extreme.frame)
        is_near = np.abs(frames - frame) < apart
        is_near[place] = False
        if not is_near.any():
            out[place], frames[place] = Extreme(frame, extreme.weight_m, part), frame
    return out


def _middle(stops: Sequence[_Stop], frame: int) -> int:
    """The stop nearest to a frame; between two that are as near, as both ends of a short rest, their middle."""
    off = [abs(stop.at - frame) for stop in stops]
    nearest = [stop.at for stop, far in zip(stops, off, strict=True) if far == min(off)]
    return round((nearest[0] + nearest[-1]) / 2.0)


def _leader(stops: Sequence[_Stop], frame: int, fps: float) -> str:
    first, last = (bisect(stops, frame + way * 2.0 * TOGETHER_S * fps, key=lambda stop: stop.at) for way in (-1, 1))
    return max(stops[first:last], key=lambda stop: stop.weight_m).part
