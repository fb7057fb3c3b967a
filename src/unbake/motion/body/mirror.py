"""The mirror image of a motion: left becomes right."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.body.roles import split_name
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

TOLERANCE_M = 1e-4
"""A skeleton whose two sides differ by less stays as it is."""
_OTHER = {"left": "right", "right": "left", None: None}
_VECTOR = np.array([-1.0, 1.0, 1.0])
# A turn's axis keeps its part across the mirror and loses its sign along it.
_ROTATION = np.array([1.0, -1.0, -1.0, 1.0])


def mirrored(motion: Motion, tolerance_m: float = TOLERANCE_M) -> Motion:
    """Return the motion as a mirror in the plane x = 0 shows it, its left joints doing what the right ones did.

    The skeleton stays the same if its sides are alike; otherwise the mirrored motion has a mirrored skeleton, with the
    same names. Every joint is exactly where the mirror image of its partner is (within `tolerance_m` for each bone,
    where the skeleton stays).

    Parameters
    ----------
    motion : stays as it is.
    tolerance_m : how far rest offsets may differ between the sides for the skeleton to stay.
    """
    skeleton = motion.skeleton
    partner = list(partners(skeleton))
    columns = {joint: n for n, joint in enumerate(skeleton.translated)}
    reflected = _reflected(skeleton, partner, tolerance_m)
    taken = [columns[partner[joint]] for joint in reflected.translated]
    return replace(
        motion,
        skeleton=reflected,
        rotations_xyzw=motion.rotations_xyzw[:, partner] * _ROTATION,
        translations_m=motion.translations_m[:, taken] * _VECTOR,
    )


def partners(skeleton: Skeleton) -> tuple[int, ...]:
    """Return for each joint the one on the other side of the body, by names; itself where there is none."""
    partner = [0] * len(skeleton.names)
    children = skeleton.children()
    for joint, own in enumerate(children):
        others = children[partner[joint]]
        unmatched: list[int] = []
        by_key: dict[tuple[str | None, str], list[int]] = defaultdict(list)
        for other in others:
            by_key[_key(skeleton, other)].append(other)
        for child in own:
            side, word = _key(skeleton, child)
            there = by_key[_OTHER[side], word]
            partner[child] = there.pop(0) if there else child
            if partner[child] == child and others is not own:
                unmatched.append(child)
        # On a limb a name may not tell its side, as that of an end site does not.
        left_over = [other for there in by_key.values() for other in there]
        for child, other in zip(unmatched, left_over, strict=False):
            partner[child] = other
    return tuple(partner if _is_pairing(skeleton, partner) else range(len(partner)))


def _key(skeleton: Skeleton, joint: int) -> tuple[str | None, str]:
    side, word = split_name(skeleton.names[joint])
    return (side, word) if side else (None, skeleton.names[joint])


def _is_pairing(skeleton: Skeleton, partner: list[int]) -> bool:
    """Whether partners are each other's, hang on partners, and have the same kinds of channels."""
    for joint, other in enumerate(partner):
        parent = skeleton.parents[joint]
        if partner[other] != joint or (parent >= 0 and skeleton.parents[other] != partner[parent]):
            return False
    return True


def _reflected(skeleton: Skeleton, partner: list[int], tolerance_m: float) -> Skeleton:
    offsets: Floats = skeleton.offsets_m[partner] * _VECTOR
    rest, axes = (array[partner] * _ROTATION for array in (skeleton.rest_xyzw, skeleton.axes_xyzw))
    channels = tuple(skeleton.channels[other] for other in partner)
    same = (
        np.abs(offsets - skeleton.offsets_m).max() <= tolerance_m
        and _turns_alike(rest, skeleton.rest_xyzw)
        and _turns_alike(axes, skeleton.axes_xyzw)
        and channels == skeleton.channels
    )
    if same:
        return skeleton
    return replace(
        skeleton,
        offsets_m=offsets,
        rest_xyzw=rest,
        axes_xyzw=axes,
        channels=channels,
        rotation_orders=tuple(skeleton.rotation_orders[other] for other in partner),
        end_sites=tuple(skeleton.end_sites[other] for other in partner),
    )


def _turns_alike(a_xyzw: Floats, b_xyzw: Floats) -> bool:
    return bool(np.all(np.abs(np.sum(a_xyzw * b_xyzw, axis=-1)) > 1.0 - 1e-9))
