"""The motion that a recipe makes of its sources, the same to the last bit on every machine."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unbake.errors import MotionError
from unbake.ground.arrays import Floats
from unbake.motion.composed.recipe import Course, Recipe
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_product
from unbake.motion.skeleton import Skeleton


def assembled(sources: Sequence[Motion], recipe: Recipe) -> Motion:
    """Return the motion of a recipe.

    Between frames, rotations and translations are mixed along straight lines: sums, products and square roots, which
    every machine computes alike. Neighbouring frames are so near that arcs would differ by thousandths of a degree.

    Parameters
    ----------
    sources : what its numbers mean; those that it does not need may be anything.

    Raises
    ------
    MotionError : a source or joint that is missing, or frames that a source does not have.
    """
    base = _source(sources, recipe.base)
    skeleton = base.skeleton
    rotations = between(base.rotations_xyzw, recipe.base.instants)
    for graft in recipe.grafts:
        other = _source(sources, graft.course)
        own, theirs = (_columns(motion.skeleton, graft.joints) for motion in (base, other))
        rotations[:, own] = between(other.rotations_xyzw[:, theirs], graft.course.instants)
    for turn in recipe.turns:
        (joint,) = _columns(skeleton, (turn.joint,))
        rotations[:, joint] = quaternion_product(turn.turns_xyzw, rotations[:, joint])
    translations = _lines(base.translations_m, recipe.base.instants)
    return Motion(skeleton, rotations, translations, recipe.fps, 1)


def between(rotations_xyzw: Floats, instants: Floats) -> Floats:
    """Return rotations (N, J, 4) at instants (N,) of (F, J, 4), not normalised; whole frames keep their numbers."""
    before = np.minimum(instants.astype(np.int64), len(rotations_xyzw) - 1)
    start = rotations_xyzw[before]
    if np.array_equal(before, instants):
        return start.copy()
    end = rotations_xyzw[np.minimum(before + 1, len(rotations_xyzw) - 1)]
    product = start * end
    # A sum of four columns, one after the other: the order of a reduction is the machine's own.
    dot = product[..., 0] + product[..., 1] + product[..., 2] + product[..., 3]
    end = np.where(dot[..., None] < 0.0, -end, end)
    return np.asarray(start + (instants - before)[:, None, None] * (end - start))


def _lines(values: Floats, instants: Floats) -> Floats:
    before = np.minimum(instants.astype(np.int64), len(values) - 1)
    start, end = values[before], values[np.minimum(before + 1, len(values) - 1)]
    return np.asarray(start + (instants - before)[:, None, None] * (end - start))


def _source(sources: Sequence[Motion], course: Course) -> Motion:
    if course.source >= len(sources):
        raise MotionError(f"a recipe needs source {course.source + 1}, there are only {len(sources)}")
    motion = sources[course.source]
    if course.instants.max() > motion.n_frames - 1:
        raise MotionError(f"a recipe needs frame {course.instants.max():g} of a motion of {motion.n_frames} frames")
    return motion


def _columns(skeleton: Skeleton, joints: Sequence[str]) -> list[int]:
    missing = [name for name in joints if name not in skeleton.names]
    if missing:
        raise MotionError(f"a recipe needs joint '{missing[0]}', which its source does not have", joint=missing[0])
    return [skeleton.names.index(name) for name in joints]
