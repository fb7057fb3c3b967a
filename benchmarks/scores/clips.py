"""Which clips teach scores, which judge them, and the excerpts that both are made of."""

from __future__ import annotations

from functools import cache

import numpy as np

from benchmarks.clips import DATA
from unbake.formats.registry import load_motion
from unbake.synthesis.blending.source import BlendSource

RATE_HZ = 60
TUNING = (
    *(f"16_{n:02}" for n in (1, 3, 5, 7, 8, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45,
                             47, 49, 51, 53, 55, 57)),
    *(f"02_{n:02}" for n in (1, 2, 3, 4, 5, 10)),
    *("05_01", "05_02", "05_03", "05_06", "14_02", "14_04", "14_24", "17_03", "17_10"),
    *("49_02", "49_03", "49_04", "49_06", "49_07", "49_08"),
)  # fmt: skip
REPORTED = ("06_01", "10_04", "32_01", "32_02", "38_01", "38_02", "55_04", "02_06", "02_07", "02_08", "02_09")
"""Other people, or other things to do: nothing was tuned on them."""
EXCERPT = 90
"""Frames of an excerpt: a second, and what comes before and after."""
LEAST = 64
LONGEST = 1200
"""Of a longer clip so many frames from its middle, to read no more than is used."""


@cache
def source(name: str) -> BlendSource:
    """Return a clip at 60 frames a second with its guessed plants."""
    motion = load_motion(DATA / "cmu" / name[:2] / f"{name}.amc").resampled(RATE_HZ)
    if motion.n_frames > LONGEST:
        middle = motion.first_frame + motion.n_frames // 2
        motion = motion.excerpt(middle - LONGEST // 2, middle + LONGEST // 2 - 1)
    return BlendSource.of(motion)


def starts(name: str, most: int) -> list[int]:
    """Return where excerpts begin, evenly spread, at most so many and none over another by more than half."""
    room = source(name).n_frames - min(EXCERPT, source(name).n_frames)
    count = min(most, 1 + room // (EXCERPT // 2))
    return [int(start) for start in np.linspace(0, room, count).round()]


def excerpt(name: str, start: int) -> BlendSource:
    """Return the excerpt of a clip that begins at a frame, from 0, with the plants of the whole clip."""
    whole = source(name)
    return whole.window(start, min(start + EXCERPT, whole.n_frames) - 1)


def fellows(name: str, among: tuple[str, ...]) -> list[str]:
    """Return the clips of the same person, whose skeleton is the same."""
    return [other for other in among if other[:2] == name[:2]]
