"""``--error`` on long takes: keys come where curves miss, go where they have slack, and move where that helps."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from unbake.ground.progress import Progress
from unbake.keyframes.error_table import checked_gaps
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.promise import Kept
from unbake.reduce.promised.search import Search, calibrated, tightened
from unbake.reduce.take import Take

START_S = 1.0 / 3.0
"""Seconds from key to key to begin with. On fifteen clips for tuning, starts from a sixth to two thirds of a second,
and one with the two ends alone, led to 738 to 772 keys. The fewest keys by the criterion, within one to three times the
promised error, led to 756 to 773, and to find them took a quarter of the time."""


def even_keys(motion: Motion, options: ReduceOptions) -> Selection:
    """Return keys about every `START_S`, the pins among them, with the gaps that are allowed.

    Raises
    ------
    UsageError : pins outside the clip, gaps that no selection keeps.
    """
    pins, least, last = options.pin_indices(motion), options.least_gap, motion.n_frames - 1
    most = checked_gaps(least, options.max_gap, motion.n_frames, pins, motion.first_frame)
    frames, usual = [0], START_S * float(motion.fps)
    for first, end in pairwise(sorted({0, last, *pins})):
        gap = end - first
        count = min(max(1, round(gap / usual), -(-gap // most)), gap // least)
        frames += [first + round(gap * number / count) for number in range(1, count + 1)]
    return Selection(tuple(frames))


def repaired(
    take: Take,
    start: Selection,
    options: ReduceOptions,
    progress: Progress | None = None,
) -> Kept:
    """Return few keyframes whose animations all stay within the promised error.

    That no fewer do is not proven.

    Parameters
    ----------
    take : the motion.
    start : keyframes to begin with.
    options : the promised error, pins and gaps, and the curves that have to keep it.
    progress : callback that receives the progress.

    Raises
    ------
    UsageError : the gaps or pins forbid the keys that the promise needs.
    """
    error_m = options.error_m or 0.0
    search = Search(take, options, progress or (lambda part: None))
    limits = np.full(take.motion.n_frames, error_m)
    begin = tuple(sorted({*start.frames, *(take.sides_of_jumps if options.least_gap == 1 else ())}))
    frames = search.few(search.thinned(search.filled(begin, limits), limits), limits)
    wanted, expected = search.wanted(frames), search.missed_m(frames)
    is_foretold = np.allclose(wanted.missed_m, expected)
    if not is_foretold:
        limits = calibrated(frames, wanted.missed_m, expected, error_m)
        wanted = search.wanted(search.merged(search.thinned(search.filled(frames, limits), limits), limits), wanted)
    while wanted.missed_m.max() > error_m:  # each round adds a key
        limits = tightened(limits, wanted.frames, wanted.missed_m, search.missed_m(wanted.frames), error_m)
        more = search.filled(wanted.frames, limits)
        wanted = search.wanted(more if more != wanted.frames else search.split_by_wanted(wanted), wanted)
    found = wanted if is_foretold else search.thinned_by_wanted(wanted)
    return Kept(Selection(found.frames), found.animations)
