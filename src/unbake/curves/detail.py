"""The detail that a keyed animation leaves out, kept beside it so that any part of it can be put back."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.measure import check_comparable
from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_conjugate, quaternion_product


@dataclass(frozen=True, eq=False)
class Residual:
    """The local difference between a capture and the animation made of it.

    Parameters
    ----------
    rotations_xyzw : (F, J, 4) the turn, of at most 180°, that takes the animation's local rotation to the capture's:
        capture = animation · residual. As a rotation it does not depend on the Euler order of either.
    translations_m : (F, J, 3) capture minus animation, in each joint's parent.
    """

    rotations_xyzw: Floats
    translations_m: Floats


def residual(motion: Motion, animation: KeyedAnimation) -> Residual:
    """Return the detail that `animation` lost of `motion`.

    Raises
    ------
    UsageError : an animation of other joints or another length.
    """
    sampled = animation.sample()
    check_comparable(motion, sampled)
    turn = _turn(sampled.rotations_xyzw, motion.rotations_xyzw)
    return Residual(turn, motion.local_translations_m() - sampled.local_translations_m())


def with_detail(animation: KeyedAnimation, detail: Residual, fraction: float) -> Motion:
    """Return the animation with a fraction of its lost detail put back.

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
    sampled = animation.sample()
    if detail.rotations_xyzw.shape != sampled.rotations_xyzw.shape:
        raise UsageError(
            f"the detail has shape {detail.rotations_xyzw.shape[:2]} (frames, joints), "
            f"the animation {sampled.rotations_xyzw.shape[:2]}"
        )
    if not np.isfinite(fraction):
        raise UsageError(f"the fraction of detail must be a number, not {fraction}")
    moved = list(sampled.skeleton.translated)
    return replace(
        sampled,
        rotations_xyzw=quaternion_product(sampled.rotations_xyzw, _part_of(detail.rotations_xyzw, fraction)),
        translations_m=sampled.translations_m + fraction * detail.translations_m[:, moved],
    )


def carried_detail(detail: Residual, before: KeyedAnimation, after: KeyedAnimation) -> Residual:
    """Return detail that has moved in time with the keys, so that it fits the animation after `move_key` or `retime`.

    Between two keys time is stretched evenly; behind the last key and ahead of the first it is shifted. A frame that
    comes from between two old frames takes their slerp (rotations) and their mean by nearness (translations); one that
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
    count = len(detail.rotations_xyzw)
    if count != before.n_frames:
        raise UsageError(f"the detail has {count} frames, the animation it is of has {before.n_frames}")
    times = np.arange(after.n_frames, dtype=np.float64)
    ends = np.clip(times, new[0], new[-1])
    times = np.clip(np.interp(ends, new, old) + (times - ends), 0.0, count - 1.0)
    frames = times.astype(np.int64)
    share = times - frames
    rotations, translations = detail.rotations_xyzw[frames], detail.translations_m[frames]
    # Only frames that fall between two old ones are computed: the others keep their bits.
    rows = np.flatnonzero(share)
    part, following = share[rows, None, None], frames[rows] + 1
    turns = _part_of(_turn(rotations[rows], detail.rotations_xyzw[following]), part)
    turned = quaternion_product(rotations[rows], turns)
    rotations[rows] = np.where(turned[..., 3:] < 0.0, -turned, turned)
    translations[rows] += part * (detail.translations_m[following] - translations[rows])
    return Residual(rotations, translations)


def _turn(start_xyzw: Floats, end_xyzw: Floats) -> Floats:
    """Return the turn, of at most 180°, from one rotation to another: end = start · turn."""
    turn = quaternion_product(quaternion_conjugate(start_xyzw), end_xyzw)
    return np.where(turn[..., 3:] < 0.0, -turn, turn)


def _part_of(turns_xyzw: Floats, fraction: float | Floats) -> Floats:
    """Return rotations about the same axes by a fraction (broadcast) of the angle: slerp from the identity."""
    sine = np.linalg.norm(turns_xyzw[..., :3], axis=-1, keepdims=True)
    half = fraction * np.arctan2(sine, turns_xyzw[..., 3:])
    axis = turns_xyzw[..., :3] / np.where(sine > 0.0, sine, 1.0)
    return np.concatenate([np.sin(half) * axis, np.cos(half)], axis=-1)
