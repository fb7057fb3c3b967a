"""``--error`` on takes of any length: pieces are searched one by one, on all cores, and joined.

A search goes over all of a take until its last place is well. Pieces overlap, because near its ends each knows too
little of what comes before or after; and of a capture of many frames a second every other one is looked at, or fewer.
What comes of it is measured at all frames of the take.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from unbake.compiling.threads import num_threads
from unbake.curves.for_euler import has_quaternions
from unbake.ground.processes import in_processes
from unbake.ground.progress import Progress
from unbake.motion.rotations import in_one_hemisphere
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.promise import Kept
from unbake.reduce.promised.repair import even_keys, repaired
from unbake.reduce.promised.seams import Piece, joined
from unbake.reduce.take import Take

PIECE = 5_000
"""Frames that a piece has about, besides what it shares with its neighbours."""
SHARED_S = 1.25
"""Seconds that a piece reaches beyond its own frames at either end; seams lie in the nearer half of that."""
SEEN_HZ = 50
"""Frames a second that are looked at, at least. Fifteen clips for tuning, of 120 frames a second, take 727 keys with
all of them, and 714 with half."""
SEARCHED = 0.9
"""Part of the work that is done when all pieces are searched."""


def kept_in_pieces(take: Take, options: ReduceOptions, progress: Progress | None = None) -> Kept:
    """Return few keyframes whose animations all stay within the promised error; for errors see `repaired`.

    Where gaps are asked for, the take is searched as a whole, all frames of it.

    Parameters
    ----------
    take : the motion.
    options : the promised error, pins and gaps, and the curves that have to keep it.
    progress : told how far the work is.
    """
    report = progress or (lambda part: None)
    longest = take.motion.n_frames - 1
    if options.least_gap != 1 or (options.max_gap is not None and options.max_gap < longest):
        return repaired(take, even_keys(take.motion, options), options, report)
    # Gaps that all keys keep are none; in a part of the take, they might be longer than it.
    parts = parts_of(take, replace(options, min_gap=None, max_gap=None))
    kept = in_processes(_searched, parts, num_threads(), lambda part: report(SEARCHED * part))
    if len(parts) == 1 and parts[0].every == 1:
        return kept[0]
    pieces = [Piece(part.first, part.last, part.every, one) for part, one in zip(parts, kept, strict=True)]
    del parts  # of an hour they take half a gigabyte
    return joined(take, pieces, options, lambda part: report(SEARCHED + (1.0 - SEARCHED) * part))


@dataclass(frozen=True, eq=False)
class Part:
    """A piece to search.

    Parameters
    ----------
    first, last : its frames in the take, from 0, both included.
    every : of so many frames one is looked at.
    take : these frames.
    options : what is asked for there.
    """

    first: int
    last: int
    every: int
    take: Take
    options: ReduceOptions


def parts_of(take: Take, options: ReduceOptions) -> Sequence[Part]:
    """Return the pieces of a take, in order; each begins before the last one ends."""
    last, beyond = take.motion.n_frames - 1, round(SHARED_S * float(take.motion.fps))
    count = max(1, round(last / max(PIECE, 8 * beyond)))
    edges = [round(last * number / count) for number in range(count + 1)]
    return [_part(take, max(0, first - beyond), min(last, end + beyond), options) for first, end in pairwise(edges)]


def _part(take: Take, first: int, last: int, options: ReduceOptions) -> Part:
    part = take if last - first + 1 == take.motion.n_frames else take.excerpt(first, last)
    every, begin = max(1, int(take.motion.fps / SEEN_HZ)), take.motion.first_frame
    pins = tuple(begin + pin for pin in options.pin_indices(take.motion) if first <= pin <= last)
    # A single frame counts where it is pinned, or where the capture jumps or turns over.
    if every > 1 and (pins or part.jumps or _turns_over(part, every, options)):
        every = 1
    own = replace(options.of_frames([*range(first, last, every), last]), pinned_numbers=pins)
    return Part(first, last, every, part if every == 1 else take.excerpt(first, last, every), own)


def _turns_over(part: Take, every: int, options: ReduceOptions) -> bool:
    """Whether a quaternion that is keyed changes its sign between frames that are looked at: a turn of over 180°."""
    if "quaternions" not in options.curves and not has_quaternions(part.skeleton):
        return False
    rotations = in_one_hemisphere(part.motion.rotations_xyzw)
    seen = rotations[[*range(0, len(rotations) - 1, every), -1]]
    return bool((np.sum(seen[1:] * seen[:-1], axis=-1) < 0.0).any())


def _searched(part: Part, progress: Progress) -> Kept:
    return repaired(part.take, even_keys(part.take.motion, part.options), part.options, progress)
