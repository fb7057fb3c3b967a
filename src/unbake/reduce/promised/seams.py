"""Pieces of a take, each with keys and curves of its own, joined where their keys are nearest to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from unbake.curves.excerpts import LEFT, RIGHT, handles_of, with_handles
from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.ground.arrays import Floats, Indices
from unbake.ground.progress import Progress
from unbake.keyframes.selection import Selection, by_segment
from unbake.reduce.join import join
from unbake.reduce.moves import Frames
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.promise import Kept
from unbake.reduce.promised.search import Search
from unbake.reduce.take import Take

AROUND_LOOSE = 6
"""Keys on either side of one where curves were fitted anew that may turn out to be spare."""


@dataclass(frozen=True, eq=False)
class Piece:
    """What was found for a piece of a take.

    Parameters
    ----------
    first, last : its frames in the take, from 0, both included.
    every : of so many frames one was looked at, and the last.
    kept : keys and curves, by frames of its own.
    """

    first: int
    last: int
    every: int
    kept: Kept

    @cached_property
    def keys(self) -> Indices:
        """Its keys (K,) as frames of the take, from 0."""
        return np.minimum(self.first + self.every * np.array(self.kept.selection.frames), self.last)

    def handles(self, kind: CurveKind) -> Floats:
        """Return all handles (2, C, K, 2), left and right, in frames of the take and value, as seen from their keys."""
        handles = handles_of(self.kept.animations[kind])
        longer = np.diff(self.keys) / np.diff(self.kept.selection.frames)
        handles[RIGHT, :, :-1, 0] *= longer
        handles[LEFT, :, 1:, 0] *= longer
        return handles


@dataclass(frozen=True)
class Seam:
    """Where one piece follows another.

    Parameters
    ----------
    key : the frame between them, of the take from 0, which is a key.
    end : so many keys are taken of the piece before.
    begin : so many of the piece after are not.
    """

    key: int
    end: int
    begin: int


def seam_of(before: Piece, after: Piece) -> Seam:
    """Return the seam between two pieces that overlap where keys of both are nearest to each other."""
    first, last = int(after.keys[0]), int(before.keys[-1])
    middle, quarter = (first + last) // 2, (last - first) // 4

    def off(key: int) -> tuple[int, int]:
        return int(np.abs(before.keys - key).min() + np.abs(after.keys - key).min()), abs(key - middle)

    keys = {middle, *before.keys.tolist(), *after.keys.tolist()}
    key = min((key for key in keys if abs(key - middle) <= quarter), key=off)
    return Seam(key, int(np.searchsorted(before.keys, key)), int(np.searchsorted(after.keys, key, side="right")))


def joined(take: Take, pieces: Sequence[Piece], options: ReduceOptions, progress: Progress) -> Kept:
    """Join pieces; where they meet, or miss the error, curves are fitted anew and keys come and go.

    Parameters
    ----------
    take : the whole motion.
    pieces : in order, from its first to its last frame.
    options : the promised error, and how keys are joined.
    progress : callback that receives the progress.
    """
    seams = [seam_of(before, after) for before, after in pairwise(pieces)]
    chain, search = _Chain(take, pieces, seams, options), Search(take, options, progress)
    known = search.measured(chain.frames, chain.animations(chain.frames))
    missed = np.flatnonzero(by_segment(known.missed_m, known.frames) > search.error_m)
    loose = {seam.key for seam in seams} | chain.uneven | {chain.frames[max(1, int(k))] for k in missed}
    keys = tuple(sorted({*chain.frames, *loose}))
    if loose:
        # Around keys that are not known curves are fitted.
        firm = tuple(frame for frame in chain.frames if frame not in loose or frame == chain.frames[-1])
        known = search.wanted(keys, replace(known, frames=firm, animations=chain.animations(firm)))
    while known.missed_m.max() > search.error_m:
        more = search.split_by_wanted(known)
        loose |= set(more) - set(known.frames)
        known = search.wanted(more, known)
    if not loose:
        return Kept(Selection(known.frames), known.animations)
    places = np.searchsorted(known.frames, sorted(loose))
    near = {frame for at in places for frame in known.frames[max(0, at - AROUND_LOOSE) : at + AROUND_LOOSE + 1]}
    found = search.thinned_by_wanted(known, near)
    return Kept(Selection(found.frames), found.animations)


class _Chain:
    """Keys and curves of all pieces, one after the other; the keys at seams are not among them."""

    def __init__(self, take: Take, pieces: Sequence[Piece], seams: Sequence[Seam], options: ReduceOptions) -> None:
        begins, ends = [0, *(seam.begin for seam in seams)], [*(seam.end for seam in seams), len(pieces[-1].keys)]
        taken = [(piece, slice(begin, end)) for piece, begin, end in zip(pieces, begins, ends, strict=True)]
        self._take, self._closed = take, replace(options, fit="hermite")
        self.frames: Frames = tuple(np.concatenate([piece.keys[own] for piece, own in taken]).tolist())
        self._fits = {kind: animation.fit for kind, animation in pieces[0].kept.animations.items()}
        self._handles = {}
        for kind in self._fits:
            if not pieces[0].kept.animations[kind].curves:
                continue
            found = [piece.handles(kind)[:, :, own].copy() for piece, own in taken]
            for handles in found:  # across a seam they lead nowhere
                handles[LEFT, :, :1] = handles[RIGHT, :, -1:] = 0.0
            self._handles[kind] = np.concatenate(found, axis=2)
        self._is_uneven = (pieces[-1].last - pieces[-1].first) % pieces[-1].every > 0

    @property
    def uneven(self) -> set[int]:
        """The key before the last one, where the last of the frames that were looked at is nearer than the others."""
        return set(self.frames[1:-1][-1:]) if self._is_uneven else set()

    def animations(self, frames: Frames) -> dict[CurveKind, KeyedAnimation]:
        """Return the curves through some of the keys; where one is left out, they mean nothing."""
        is_known, found = np.isin(self.frames, frames), {}
        for kind, fit in self._fits.items():
            plain = join(self._take, Selection(frames), kind, self._closed)
            curved = with_handles(plain, self._handles[kind][:, :, is_known]) if kind in self._handles else plain
            found[kind] = replace(curved, fit=fit)
        return found
