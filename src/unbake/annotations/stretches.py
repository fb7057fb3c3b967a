"""Clips cut into stretches that a person labels at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unbake.annotations.instants import frames_of_instants
from unbake.ground.arrays import Indices

STRETCH = 200
"""Instants of a stretch, 3.3 s: the thesis gives none for annotations, and shows 200 frames for feet (section 3.4)."""


@dataclass(frozen=True)
class Stretch:
    """A part of a clip.

    Parameters
    ----------
    clip : which, by a number of the caller's.
    start, stop : its instants, from 0, the second excluded.
    """

    clip: int
    start: int
    stop: int

    def instants(self, every: int) -> Indices:
        """Return every so many of its instants, at least one."""
        return np.arange(self.start, self.stop, every)

    def frames(self, fps: Fraction, n_frames: int) -> tuple[int, int]:
        """Return its first frame and the one after its last, from 0; the stretches of a clip share none."""
        last_of_clip = self.stop * float(fps) / 60.0 >= n_frames - 1
        first, stop = frames_of_instants(np.array([self.start, self.stop]), fps, n_frames)
        return int(first), n_frames if last_of_clip else int(stop)


def stretches_of(clips: Iterable[tuple[int, int]], length: int = STRETCH) -> list[Stretch]:
    """Return the disjoint stretches of clips.

    Parameters
    ----------
    clips : for each its number and how many instants it has.
    length : of a stretch, in instants; the last of a clip has what is left, and from half that more.
    """
    out = []
    for clip, n_instants in clips:
        starts = list(range(0, n_instants, length))
        if len(starts) > 1 and n_instants - starts[-1] < length // 2:
            starts.pop()
        stops = [*starts[1:], n_instants]
        out += [Stretch(clip, start, stop) for start, stop in zip(starts, stops, strict=True)]
    return out
