"""Motions below objects of a scene."""

from dataclasses import replace

import numpy as np

from unbake.motion.motion import Motion
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS

TURNED = np.array([0.0, np.sqrt(0.5), 0.0, np.sqrt(0.5)])


def within_scene(motion, *, moves=False, could_move=False):
    """The motion below a still root that is turned, with channels to move it or none, and an object, which may move."""
    own = motion.skeleton
    rest = np.concatenate([TURNED[None], [[0.0, 0.0, 0.0, 1.0]], own.rest_xyzw])
    skeleton = replace(
        own,
        names=("World", "Armature", *own.names),
        parents=(-1, 0, *(parent + 2 for parent in own.parents)),
        offsets_m=np.concatenate([np.zeros((2, 3)), own.offsets_m]),
        channels=(
            TRANSLATIONS if could_move else (),
            (*TRANSLATIONS, *QUATERNION),
            (*TRANSLATIONS, *QUATERNION),
            *own.channels[1:],
        ),
        rotation_orders=("zyx", "zyx", *own.rotation_orders),
        axes_xyzw=np.concatenate([np.tile([0.0, 0.0, 0.0, 1.0], (2, 1)), own.axes_xyzw]),
        rest_xyzw=rest,
        end_sites=(False, False, *own.end_sites),
    )
    count = motion.n_frames
    rotations = np.concatenate([np.tile(rest[:2], (count, 1, 1)), motion.rotations_xyzw], axis=1)
    angle = 0.3 * np.sin(np.arange(count) / 20.0) * moves
    rotations[:, 1] = np.stack([0.0 * angle, np.sin(angle), 0.0 * angle, np.cos(angle)], axis=1)
    way = np.zeros((count, 1, 3))
    way[:, 0, 0] = 0.01 * np.arange(count) * moves
    still = np.zeros((count, int(could_move), 3))
    return Motion(skeleton, rotations, np.concatenate([still, way, motion.translations_m], axis=1), motion.fps)
