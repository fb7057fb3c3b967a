"""What a body misses its targets by, spread over the way before them.

The way is bent by turns at some knots and shifted, both as little as possible, and in proportion to how far the body
goes and turns: where it stands, it stays. Feet would slide if this were much, so it has limits; what is beyond them
stays a residual.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.ground.arrays import Floats
from unbake.synthesis.blending.tracks import Tracks, travelled
from unbake.synthesis.demands.problem import Targets

KNOTS = 6
TURN_M = 0.5
"""A turn of a radian counts as so many metres of way."""
MOST_SHIFT = 0.2
"""Metres for each metre of way."""
MOST_TURN = 0.25
"""Radians for each metre of way."""
SHIFT_WEIGHT = 0.5
"""What a metre of shift counts beside a radian of turn."""
TIGHT = 1e3
STEPS = 8


def led_to_targets(tracks: Tracks, targets: Targets) -> Tracks:
    """Return tracks that meet places and headings, as far as the limits allow, one target after the other."""
    before = 0
    for frame, place, heading in zip(targets.frames, targets.places_m, targets.headings_rad, strict=True):
        if frame > before:
            tracks = _led(tracks, before, int(frame), place, float(heading))
            before = int(frame)
    return tracks


def _led(tracks: Tracks, begin: int, end: int, place: Floats, heading: float) -> Tracks:
    """The tracks bent and shifted between two frames, and moved along behind them."""
    steps, turns = tracks.steps()
    way = np.linalg.norm(steps, axis=1) + TURN_M * np.abs(turns)
    way[:begin], way[end:] = 0.0, 0.0
    length = float(way.sum())
    part = np.concatenate([[0.0], np.cumsum(way)]) / max(length, 1e-9)

    def bent(change: Floats) -> tuple[Floats, Floats]:
        offset = np.interp(part, np.linspace(0.0, 1.0, KNOTS + 1), np.concatenate([[0.0], change[:KNOTS]]))
        start = tracks.places_m[0], float(tracks.headings_rad[0])
        places, headings = travelled(*start, steps, turns + np.diff(offset))
        return places + part[:, None] * change[KNOTS:], headings

    def missed(change: Floats) -> Floats:
        places, headings = bent(change)
        turn = np.remainder(headings[end] - heading + np.pi, 2.0 * np.pi) - np.pi
        off = np.array([*(places[end] - place), turn])
        bends = np.diff(change[:KNOTS], prepend=0.0) * np.sqrt(KNOTS)
        return np.concatenate([TIGHT * np.nan_to_num(off), bends, SHIFT_WEIGHT * change[KNOTS:]])

    change = np.zeros(KNOTS + 2)
    for _ in range(STEPS):
        now = missed(change)
        slopes = np.stack([(missed(change + step) - now) / 1e-5 for step in 1e-5 * np.eye(len(change))], axis=1)
        change = change - np.linalg.lstsq(slopes, now, rcond=None)[0]
        change *= _allowed(change, length)
    places, headings = bent(change)
    return replace(tracks, places_m=places, headings_rad=headings)


def _allowed(change: Floats, length: float) -> float:
    """By what a change must be scaled to keep the limits, at most 1."""
    turn = float(np.abs(np.diff(change[:KNOTS], prepend=0.0)).sum())
    shift = float(np.linalg.norm(change[KNOTS:]))
    return min(1.0, MOST_TURN * length / max(turn, 1e-9), MOST_SHIFT * length / max(shift, 1e-9))
