"""Motions whose joints have axes of their own, as those of glTF and FBX files do."""

from dataclasses import replace

import numpy as np

from unbake.motion.rotations import quaternion_conjugate, quaternion_product, rotate


def with_own_axes(motion, turns):
    """The same motion, the frame of each joint turned by `turns` (J, 4) in the world at rest; its rest is plain."""
    above = np.array([turns[parent] if parent >= 0 else [0.0, 0.0, 0.0, 1.0] for parent in motion.skeleton.parents])
    back = quaternion_conjugate(above)
    skeleton = replace(
        motion.skeleton, offsets_m=rotate(back, motion.skeleton.offsets_m), rest_xyzw=quaternion_product(back, turns)
    )
    return replace(
        motion,
        skeleton=skeleton,
        rotations_xyzw=quaternion_product(quaternion_product(back, motion.rotations_xyzw), turns),
        translations_m=rotate(back[list(skeleton.translated)], motion.translations_m),
    )
