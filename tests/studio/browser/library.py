"""What the library says about the clips that the tests open: the judge of what the studio shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from clips import jump_clip, packaged_clip
from unbake import KeyedAnimation, ReduceOptions, SelectionSpace, reduce_motion
from unbake.reduce.reduction import Reduction


@cache
def packaged(**options: int) -> Reduction:
    """Return the packaged clip reduced; by three layers without options."""
    return reduce_motion(packaged_clip(), ReduceOptions(wants_space=True, **options))  # type: ignore[arg-type]


@cache
def jump(**options: int) -> Reduction:
    """Return the short clip reduced, in the same way."""
    return reduce_motion(jump_clip(), ReduceOptions(wants_space=True, **options))  # type: ignore[arg-type]


@cache
def space_of(reduced: Callable[..., Reduction] = packaged) -> SelectionSpace:
    """Return the selection space of the packaged clip, or of what another function has reduced."""
    return space_in(reduced(keys=20))


def space_in(reduction: Reduction) -> SelectionSpace:
    """Return the selection space of a reduction that has one."""
    assert reduction.space is not None
    return reduction.space


def best_frames(count: int, reduced: Callable[..., Reduction] = packaged) -> list[int]:
    """Return the best keyframes of a count, as the clip's file numbers them."""
    first = reduced(keys=20).motion.first_frame
    return [frame + first for frame in space_of(reduced).selection(count).frames]


def flat(animation: KeyedAnimation, part: str) -> np.ndarray:
    """Return the values or handles of all curves, key by key, as the studio has them."""
    first = animation.first_frame
    columns = []
    for curve in animation.curves:
        column = np.array(getattr(curve, part), dtype=float)
        if part != "values":
            column[:, 0] += first
        columns.append(column)
    return np.stack(columns, axis=1).ravel()


def numbered(animation: KeyedAnimation) -> Sequence[int]:
    """Return an animation's keys as its file numbers them."""
    return list(animation.key_numbers())
