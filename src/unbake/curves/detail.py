"""The detail that a keyed animation leaves out, kept as a layer so that any part of it can be put back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation, check_animation
from unbake.curves.layers import AnimationLayer, moved_times
from unbake.curves.measure import check_comparable
from unbake.errors import UsageError
from unbake.ground.choices import check_kind, check_number
from unbake.motion.motion import Motion
from unbake.motion.rotations import (
    quaternion_conjugate,
    quaternion_from_vector,
    quaternion_product,
    vector_from_quaternion,
)

DETAIL = "detail"
"""Name of the layer that holds the lost detail."""


def residual(motion: Motion, animation: KeyedAnimation) -> AnimationLayer:
    """Return the detail that `animation` lost of `motion`: a layer of all joints, with a key on every frame.

    Its turns, of at most 180°, take the animation's local rotations to the capture's: capture = animation · turn. As
    rotations they do not depend on the Euler order of either. Its shifts are the capture's minus the animation's.

    Raises
    ------
    UsageError : an animation of other joints or another length.
    """
    check_animation(animation)
    sampled = animation.sample()
    check_comparable(motion, sampled)
    turns = quaternion_product(quaternion_conjugate(sampled.rotations_xyzw), motion.rotations_xyzw)
    moved = sampled.skeleton.translated
    shifts = motion.local_translations_m()[:, list(moved)] - sampled.translations_m
    joints = tuple(range(len(sampled.skeleton.names)))
    return AnimationLayer(DETAIL, np.arange(motion.n_frames), joints, vector_from_quaternion(turns), moved, shifts)


def with_detail(animation: KeyedAnimation, detail: AnimationLayer, fraction: float) -> Motion:
    """Return the animation's curves with a fraction of their lost detail put back.

    Parameters
    ----------
    animation : the animation; it may have been edited since `detail` was taken.
    detail : what `residual` returned.
    fraction : 0 gives the animation, 1 the capture; between, each joint turns that part of the way (slerp). Beyond 1
        exaggerates.

    Raises
    ------
    UsageError : detail of other joints or another length, or a fraction that is not finite.
    """
    check_animation(animation)
    check_kind(detail, AnimationLayer, "the detail", "residual(motion, animation) makes it")
    check_number(fraction, "the fraction of detail")
    shape, expected = (len(detail.frames), len(detail.joints)), (animation.n_frames, len(animation.skeleton.names))
    if shape != expected:
        raise UsageError(f"the detail has shape {shape} (frames, joints), the animation {expected}")
    if not np.isfinite(fraction):
        raise UsageError(f"the fraction of detail must be a number, not {fraction}")
    return replace(detail, weight=fraction).applied(animation.sample())


def carried_detail(detail: AnimationLayer, before: KeyedAnimation, after: KeyedAnimation) -> AnimationLayer:
    """Return detail that has moved in time with the keys, so that it fits the animation after `move_key` or `retime`.

    Between two keys time is stretched evenly; behind the last key and ahead of the first it is shifted. A frame that
    comes from between two old frames takes their slerp (rotations) and their mean by nearness (shifts); one that
    comes from an old frame takes that frame's detail, bit for bit. Edits that move no key leave detail as it is.

    Parameters
    ----------
    detail : what `residual` returned for the animation `before`.
    before, after : the animation before and after its keys moved, with as many keys. With another number of keys on as
        many frames, keys were inserted or deleted, and detail stays as it is.

    Raises
    ------
    UsageError : another number of keys and frames; detail of another length than `before`.
    """
    old, new = (np.array(animation.selection.frames, dtype=np.float64) for animation in (before, after))
    if len(old) != len(new) and before.n_frames == after.n_frames:
        return detail
    if len(old) != len(new):
        raise UsageError(f"detail moves with its keys, but there were {len(old)} and there are {len(new)}")
    count = len(detail.frames)
    if count != before.n_frames:
        raise UsageError(f"the detail has {count} frames, the animation it is of has {before.n_frames}")
    times = np.clip(moved_times(np.arange(after.n_frames, dtype=np.float64), new, old), 0.0, count - 1.0)
    frames = times.astype(np.int64)
    share = times - frames
    vectors, shifts = detail.vectors_rad[frames], detail.shifts_m[frames]
    # Only frames that fall between two old ones are computed: the others keep their bits.
    rows = np.flatnonzero(share)
    part, following = share[rows, None, None], frames[rows] + 1
    start, end = quaternion_from_vector(vectors[rows]), quaternion_from_vector(detail.vectors_rad[following])
    step = part * vector_from_quaternion(quaternion_product(quaternion_conjugate(start), end))
    vectors[rows] = vector_from_quaternion(quaternion_product(start, quaternion_from_vector(step)))
    shifts[rows] += part * (detail.shifts_m[following] - shifts[rows])
    return replace(detail, frames=np.arange(after.n_frames), vectors_rad=vectors, shifts_m=shifts)
