"""Few broken tangents: a promised error is kept by smooth curves that break only where they would miss it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from unbake.curves.fits.chain_kernels import Flags
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.curves.measure import measure
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints, tip_joints

ROUNDS = 8
"""Rounds that break more tangents; on the tuned clips two to five did."""


def with_few_breaks(
    motion: Motion,
    smooth: KeyedAnimation,
    broken: KeyedAnimation,
    finish: Callable[[KeyedAnimation], KeyedAnimation],
    error_m: float,
    *,
    tips: bool = False,
) -> KeyedAnimation | None:
    """Return finished curves within an error of the capture that break few tangents; None where they miss it.

    Where a joint is too far off in a segment, it and the joints above it break at the segment's two keys, then at the
    keys beside these.

    Parameters
    ----------
    motion : the capture.
    smooth, broken : the same keys joined with all tangents smooth, and with all of them broken.
    finish : the last step in the world.
    error_m : largest distance in metres.
    tips : whether it is about the tips, too.
    """
    keys = np.array(smooth.selection.frames)
    joints = [*default_joints(motion), *(tip_joints(motion) if tips else ())]
    breaks = np.zeros((len(motion.skeleton.names), len(keys)), dtype=np.bool_)
    for _ in range(ROUNDS):
        animation = finish(_mixed(smooth, broken, breaks))
        if measure(motion, animation).promised_m(tips) <= error_m:
            return animation
        gaps = np.linalg.norm(animation.sample().positions()[:, joints] - motion.positions()[:, joints], axis=2)
        frames, columns = np.nonzero(gaps > error_m)
        before = breaks.sum()
        for segment, joint in {
            (int(np.searchsorted(keys, f, "right")) - 1, joints[c]) for f, c in zip(frames, columns, strict=True)
        }:
            _break_around(breaks, _above(motion, joint), segment)
        if breaks.sum() == before:
            break
    return None


def _break_around(breaks: Flags, joints: list[int], segment: int) -> None:
    """Break at a segment's keys, and where these are broken already, at the next ones."""
    at = slice(segment, segment + 2)
    if breaks[joints, at].all():
        at = slice(max(0, segment - 1), segment + 3)
    breaks[joints, at] = True


def _above(motion: Motion, joint: int) -> list[int]:
    """A joint and those above it, whose turning moves it."""
    found = []
    while joint >= 0:
        found.append(joint)
        joint = motion.skeleton.parents[joint]
    return found


def _mixed(smooth: KeyedAnimation, broken: KeyedAnimation, breaks: Flags) -> KeyedAnimation:
    """Smooth curves with the broken ones' handles at some keys of some joints (J, K)."""
    pairs = zip(smooth.curves, broken.curves, strict=True)
    return replace(smooth, curves=tuple(_with_handles_of(own, other, breaks) for own, other in pairs))


def _with_handles_of(own: FCurve, other: FCurve, breaks: Flags) -> FCurve:
    at = breaks[own.channel.joint, :, None]
    if not at.any():
        return own
    return replace(own, left=np.where(at, other.left, own.left), right=np.where(at, other.right, own.right))
