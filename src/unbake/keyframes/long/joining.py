"""Keys shared out between two pieces of a take: the least error of every number of keys of both."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats, Indices
from unbake.keyframes.criteria import Composition

Shares = NDArray[np.int32]


def joined(before: Floats, errors: Floats, compose: Composition, keys_max: int | None) -> tuple[Floats, Shares]:
    """Join the best errors of what comes before with those of one more piece; both have the key at the cut.

    Parameters
    ----------
    before, errors : least error for each number of keys, infinite where there is none.
    compose : how errors of segments add up.
    keys_max : stop at this many keys of both.

    Returns
    -------
    The least error for each number of keys of both, and how many of these keys the piece takes: as few as will do.
    """
    size = len(before) + len(errors) - 2
    size = size if keys_max is None else min(size, keys_max + 1)
    total, share = np.full(size, np.inf), np.zeros(size, dtype=np.int32)
    if compose == "max" and _falls(before) and _falls(errors):
        _meet(before, errors, total, share)
    else:
        _try_all(before, errors, compose, total, share)
    return total, share


def _falls(errors: Floats) -> bool:
    """Whether there is an error for every number of keys between two, and none is larger than the one before."""
    known = np.flatnonzero(np.isfinite(errors))
    whole = errors[known[0] : known[-1] + 1] if len(known) else errors
    return bool(len(known) == len(whole) and (whole[1:] <= whole[:-1]).all())


def _meet(before: Floats, errors: Floats, total: Floats, share: Shares) -> None:
    """The larger of two errors, where one falls and the other rises with the piece's share, is least where they meet.

    To try all shares takes the square of the frames in all: of 100,000 a minute, and this a second.
    """
    had, own = (np.flatnonzero(np.isfinite(side)) for side in (before, errors))
    if not len(had) or not len(own):
        return
    keys = np.arange(had[0] + own[0] - 1, min(had[-1] + own[-1], len(total)))
    fewest, most = np.maximum(own[0], keys + 1 - had[-1]), np.minimum(own[-1], keys + 1 - had[0])
    at = _first_below(before, errors, keys, fewest, most + 1)
    at_most = np.minimum(at, most)
    theirs = np.where(at <= most, before[keys + 1 - at_most], np.inf)
    ours = np.where(at > fewest, errors[np.maximum(at - 1, fewest)], np.inf)
    # Of equal errors the fewest keys have been there since the error last fell.
    level = np.concatenate([[True], errors[1:] != errors[:-1]])
    since = np.maximum.accumulate(np.where(level, np.arange(len(errors)), 0))
    total[keys] = np.minimum(ours, theirs)
    share[keys] = np.where(ours <= theirs, np.maximum(since[np.maximum(at - 1, fewest)], fewest), at_most)


def _first_below(before: Floats, errors: Floats, keys: Indices, low: Indices, high: Indices) -> Indices:
    """For each number of keys the first share from `low` whose error is no larger than that before; else `high`."""
    while (is_open := low < high).any():
        middle = np.where(is_open, (low + high) // 2, low)
        at = np.minimum(middle, len(errors) - 1)
        is_below = errors[at] <= before[keys + 1 - at]
        high = np.where(is_open & is_below, middle, high)
        low = np.where(is_open & ~is_below, middle + 1, low)
    return high


def _try_all(before: Floats, errors: Floats, compose: Composition, total: Floats, share: Shares) -> None:
    both = np.empty(len(before))
    for count in np.flatnonzero(np.isfinite(errors)):
        room = min(len(before), len(total) - int(count) + 1)
        if room <= 0:
            continue
        sums = (np.maximum if compose == "max" else np.add)(before[:room], errors[count], out=both[:room])
        places = slice(int(count) - 1, int(count) - 1 + room)
        better = sums < total[places]
        np.copyto(total[places], sums, where=better)
        np.copyto(share[places], count, where=better)
