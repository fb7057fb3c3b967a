"""What the library says about the clips that the tests open: the judge of what the studio shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from clips import packaged_clip
from unbake import KeyedAnimation, Motion, ReduceOptions, SelectionSpace, load_motion, reduce_motion
from unbake.reduce.reduction import Reduction


@cache
def packaged(**options: int) -> Reduction:
    """Return the packaged clip reduced; by three layers without options."""
    return reduce_motion(packaged_clip(), ReduceOptions(wants_space=True, **options))  # type: ignore[arg-type]


@cache
def space_of(file: Path | None = None) -> tuple[Motion, SelectionSpace]:
    """Return a clip with its selection space; without a file the packaged one."""
    if file is None:
        return packaged_clip(), space_in(packaged(keys=20))
    motion = load_motion(file)
    return motion, space_in(reduce_motion(motion, ReduceOptions(keys=20, wants_space=True)))


def space_in(reduction: Reduction) -> SelectionSpace:
    """Return the selection space of a reduction that has one."""
    assert reduction.space is not None
    return reduction.space


def best_frames(count: int, file: Path | None = None) -> list[int]:
    """Return the best keyframes of a count, as the clip's file numbers them."""
    motion, space = space_of(file)
    return [frame + motion.first_frame for frame in space.selection(count).frames]


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
