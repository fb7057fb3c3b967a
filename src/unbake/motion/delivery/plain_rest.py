"""Joints whose frames lie along the world's axes at rest, for formats that have no rest rotations, such as BVH."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.motion.motion import Motion
from unbake.motion.rotations import IDENTITY_XYZW, quaternion_conjugate, quaternion_product, rotate

_SAME = 1e-12


def with_plain_rest(motion: Motion) -> Motion:
    """Return the same motion by joints that stand in their rest pose where all rotations are zero.

    Places do not change. The joints of most glTF and FBX files have axes of their own, by which offsets and channels
    are numbered: without them the rest pose would be bones that all point along one axis. Channels stay as they are
    listed, whether the new turns fit into them or not. A motion without rest rotations is returned as it is.
    """
    skeleton = motion.skeleton
    if np.abs(skeleton.rest_xyzw - IDENTITY_XYZW).max() < _SAME:
        return motion
    own = skeleton.rest_rotations_xyzw()
    above = np.array([own[parent] if parent >= 0 else IDENTITY_XYZW for parent in skeleton.parents])
    turned = quaternion_product(quaternion_product(above, motion.rotations_xyzw), quaternion_conjugate(own))
    plain = replace(
        skeleton,
        offsets_m=rotate(above, skeleton.offsets_m),
        rest_xyzw=np.tile(IDENTITY_XYZW, (len(skeleton.names), 1)),
    )
    moved = rotate(above[list(skeleton.translated)], motion.translations_m)
    return replace(motion, skeleton=plain, rotations_xyzw=turned, translations_m=moved)
