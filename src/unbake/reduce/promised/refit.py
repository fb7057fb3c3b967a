"""Curves that are fitted again around keys that changed; everywhere else the curves that were there before stay.

A slope is hardly felt three keys on, so a change of few keys in a long take asks for a few short fits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np

from unbake.curves.excerpts import LEFT, RIGHT, excerpt, handles_of
from unbake.curves.keyed_animation import KeyedAnimation, fcurves
from unbake.ground.arrays import Booleans, Floats
from unbake.ground.intervals import intervals
from unbake.keyframes.selection import Selection
from unbake.reduce.moves import Frames
from unbake.reduce.take import Take

REACH = 3
"""Keys up to so many segments away from one that is new get new slopes."""
CONTEXT = 3
"""So many segments more are fitted on both sides. Fifteen clips for tuning take 774 keys with one, 761 with two, 750
with three, 752 with four, 753 with six."""
LARGEST_PART = 0.9
"""Where more than this part of the segments would get new curves, all do."""

Fit = Callable[[Take, Selection], KeyedAnimation]


def keys_around(before: Frames, frames: Frames) -> Booleans | None:
    """Return which keys (K,) lie in or near segments that were not there before; None where most do."""
    known = set(pairwise(before))
    is_new = np.array([segment not in known for segment in pairwise(frames)])
    is_near = np.convolve(is_new, np.ones(2 * REACH + 2))[REACH:-REACH] > 0.5
    return None if is_near.mean() > LARGEST_PART else is_near


def refitted(take: Take, known: KeyedAnimation, selection: Selection, near: Booleans, fit: Fit) -> KeyedAnimation:
    """Return curves through other keys, fitted anew between keys that are near to a change.

    Tangents in one line stay so where new curves meet old ones: there the old slope counts.

    Parameters
    ----------
    take : the motion.
    known : its curves through other keys, the same keys for all channels.
    selection : the keys, the first and the last frame included.
    near : (K,) see `keys_around`.
    fit : fits curves of this kind to an excerpt of the take.
    """
    frames, values = np.array(selection.frames), take.values_of(known.skeleton)
    assert values is not None  # the take's curves are of its own skeletons
    if not known.curves:
        return replace(known, selection=selection)
    # Handles that are not known are overwritten.
    handles = handles_of(known)[:, :, np.searchsorted(known.selection.frames, frames)]
    for first, last in intervals(near):
        # What is fitted beside it is not taken: so the others know what they lead to.
        begin, end = max(0, first - CONTEXT), min(len(frames) - 1, last + CONTEXT)
        own = Selection(tuple(int(frame) for frame in frames[begin : end + 1] - frames[begin]))
        _take_over(handles, fit(take.excerpt(frames[begin], frames[end]), own), begin, first, last)
    at_keys = values[frames].T
    left, right = handles + np.stack([np.broadcast_to(frames, at_keys.shape), at_keys], axis=-1)
    curves = fcurves([curve.channel for curve in known.curves], frames, at_keys, left, right)
    return replace(known, curves=curves, selection=selection)


def curves_of(known: KeyedAnimation) -> Fit:
    """Return a fit to excerpts, from key to key, that gives the curves of an animation as they are."""
    handles, places = handles_of(known), {frame: key for key, frame in enumerate(known.selection.frames)}

    def as_known(part: Take, selection: Selection) -> KeyedAnimation:
        first = places[part.motion.first_frame - known.first_frame]
        return excerpt(known, handles, first, first + len(selection) - 1)

    return as_known


def _take_over(handles: Floats, piece: KeyedAnimation, begin: int, first: int, last: int) -> None:
    """Put the curves of a piece that begins at a key `begin` into the segments from key `first` to key `last`."""
    new, breaks = handles_of(piece), [set(curve.breaks()) for curve in piece.curves]
    handles[RIGHT, :, first:last] = new[RIGHT, :, first - begin : last - begin]
    handles[LEFT, :, first + 1 : last + 1] = new[LEFT, :, first + 1 - begin : last + 1 - begin]
    for key, old, side in ((first, LEFT, RIGHT), (last, RIGHT, LEFT)):
        run, rise = handles[old, :, key].T
        is_smooth = (run != 0.0) & np.array([key - begin not in own for own in breaks])
        slopes = np.divide(rise, run, out=np.zeros_like(run), where=is_smooth)
        handles[side, is_smooth, key, 1] = slopes[is_smooth] * handles[side, is_smooth, key, 0]
