"""Which frames a take has: its rate as a fraction, the number of the first frame, how many there are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unbake.formats.fbx.scene import Scene
from unbake.formats.registry import ReadOptions
from unbake.formats.sparse_keys import SLACK
from unbake.ground.arrays import Floats
from unbake.ground.notes import Note
from unbake.motion.frame_rate import parse_rate, rate_note, rate_of_times

USUAL_RATE = Fraction(30)
NTSC = {8: Fraction(30000, 1001), 9: Fraction(30000, 1001), 13: Fraction(24000, 1001), 17: Fraction(60000, 1001)}
"""Rates of FBX's time modes that are no whole numbers."""


@dataclass(frozen=True)
class Frames:
    """The frames of a take: time of the first in seconds, rate, number of the first, how many."""

    start_s: float
    fps: Fraction
    first: int
    count: int

    def times_s(self) -> Floats:
        """Return the times (F,) in seconds."""
        return self.start_s + np.arange(self.count) / float(self.fps)

    def places(self, times_s: Floats) -> Floats:
        """Return times (T,) as frames from 0."""
        return np.asarray((times_s - self.start_s) * float(self.fps))


def frames_of(scene: Scene, key_times_s: Floats, options: ReadOptions) -> tuple[Frames, list[Note]]:
    """Return the frames of the scene's take.

    A take lasts as long as it says; one without a length, or without keys in it, as long as its keys. The rate is that
    of the options, of the file, or, where most keys miss the file's frames, the usual one whose frames they meet.

    Parameters
    ----------
    scene : the file.
    key_times_s : (K,) times of all keys that change anything, sorted.
    options : the rate in them overrides the file's.
    """
    rate, notes = _rate(scene, key_times_s, options)
    take = scene.takes[scene.take]
    begin, end = take.begin_s, take.end_s
    inside = (key_times_s >= begin - 1e-6) & (key_times_s <= end + 1e-6)
    if len(key_times_s) and (not end > begin or not inside.any()):
        begin, end = float(key_times_s[0]), float(key_times_s[-1])
    start = _on_a_frame(begin, rate)
    # An end between two frames is still reached: the frame behind it has the final pose.
    count = math.ceil(min(max(end - start, 0.0) * float(rate), 1e15) - SLACK) + 1
    return Frames(start, rate, round(start * float(rate)), max(count, 1)), notes


def _on_a_frame(begin: float, rate: Fraction) -> float:
    """The begin of a take, moved onto its frame where rounding has moved it off."""
    place = begin * float(rate)
    return round(place) / float(rate) if abs(place - round(place)) <= SLACK else begin


def _rate(scene: Scene, key_times_s: Floats, options: ReadOptions) -> tuple[Fraction, list[Note]]:
    if options.fps is not None:
        return options.fps, []
    rate = NTSC.get(scene.time_mode) or _written_rate(scene.fps)
    if rate is None:
        return USUAL_RATE, [rate_note(USUAL_RATE)]
    places = key_times_s * float(rate)
    if np.count_nonzero(np.abs(places - np.round(places)) > SLACK) <= len(places) / 2:
        return rate, []
    other = rate_of_times(key_times_s)
    if other is None or np.abs(key_times_s[0] * float(other) - round(key_times_s[0] * float(other))) > SLACK:
        return rate, []
    text = f"the keys stand on frames of {other} a second, not of {rate} as the file says: taken as {other}"
    return other, [Note(text, "rate-of-keys")]


def _written_rate(fps: float) -> Fraction | None:
    try:
        return parse_rate(f"{fps:.6f}")
    except ValueError:
        return None
